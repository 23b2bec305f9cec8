/**
 * Reads the claims of an order token, after its signature was verified, into the order that may be
 * paid.
 */
import { CARD_TYPES } from '../../core/card/brand.js';
import { isCurrency } from '../../core/money/currency.js';
import { ORDER_ACTIONS } from '../claims/claim.js';
import { isOrderName } from '../keys/order-name.js';
import type { Surcharges } from '../keys/surcharge.js';
import { findDetail } from '../keys/write-details.js';
import type { PricedOrder, Shopper } from '../signer-options.js';
import { findWrongDetail, isDetail, readDetails } from './order-token-details.js';
import type { Member } from './order-token-members.js';
import { readReferenceRules } from './order-token-references.js';

/** Longest lifetime of a token in seconds: from `iat` to `exp`. */
const TOKEN_LIFETIME = 900;
/** Seconds by which the shop's clock may be ahead of this one. */
const CLOCK_LEEWAY = 60;
const ORDER_LENGTH = 255;
const REFERENCE_LENGTH = 50;
const EMAIL_LENGTH = 254;

/** Why a token is refused; for the log, never for the page. */
export type ClaimsProblem =
  | 'issuer_wrong'
  | 'audience_wrong'
  | 'lifetime_wrong'
  | 'not_yet_valid'
  | 'expired'
  | 'member_missing'
  | 'member_wrong'
  | 'member_unknown';

interface RefusedClaims {
  readonly status: 'refused';
  readonly reason: ClaimsProblem;
  /** The name of the wrong member, if it is one that tokens have. */
  readonly member?: string;
}

/** An order as its token has it. */
export interface TokenOrder extends PricedOrder {
  /** What each card type adds, in minor units; absent if the token has no `surcharge`. */
  readonly surcharges?: Surcharges;
  /** The shopper whose saved cards may pay it; absent if the token has no `shopper`. */
  readonly shopper?: Shopper;
  /** Whether the shop has checked that a person is there (`person`). */
  readonly isPerson?: boolean;
}

interface ReadClaims {
  readonly status: 'valid';
  readonly order: TokenOrder;
}

interface ReadShopper {
  readonly status: 'valid';
  readonly shopper: Shopper;
}

export interface ReadQuestion {
  readonly status: 'valid';
  readonly order: string;
  readonly testMode: boolean;
}

/** The values that a token must have. */
export interface Expected {
  readonly issuer: string;
  readonly audience: string;
  /** Seconds since 1970. */
  readonly now: number;
}

/** The rule of a member's value. */
interface MemberRule {
  readonly isRequired: boolean;
  readonly isRight: (value: Member) => boolean;
}

const isWhole = (value: Member): value is number => typeof value === 'number';
const isTextUpTo = (length: number, least = 0) => {
  return (value: Member): boolean =>
    typeof value === 'string' &&
    value.length >= least &&
    value.length <= length &&
    !/[\u0000-\u001f\u007f]/.test(value);
};
const required = (isRight: MemberRule['isRight']): MemberRule => ({ isRequired: true, isRight });
const optional = (isRight: MemberRule['isRight']): MemberRule => ({ isRequired: false, isRight });
const IS_TEST = optional((value) => typeof value === 'boolean');

const EMAIL = optional((value) => isTextUpTo(EMAIL_LENGTH, 3)(value) && /^[^\s@]+@[^\s@]+$/.test(String(value)));
/**
 * `AX=398 VC=150`: a token is flat, so the table is a text. Each type at most once, whole numbers
 * in minor units.
 */
const SURCHARGE = new RegExp(`^(?:(?:${CARD_TYPES.join('|')})=\\d{1,9}(?: (?!$)|$))+$`);

/** Members that every token has or may have. */
const COMMON: Readonly<Record<string, MemberRule>> = {
  iss: required((value) => typeof value === 'string'),
  aud: required((value) => typeof value === 'string'),
  iat: required((value) => isWhole(value) && value > 0),
  exp: required((value) => isWhole(value) && value > 0),
  nbf: optional((value) => isWhole(value) && value > 0),
  jti: optional(isTextUpTo(ORDER_LENGTH)),
};

const ORDER = required((value) => isTextUpTo(ORDER_LENGTH, 1)(value) && isOrderName(String(value)));

/** All members of an order token. Any other member is a mistake and refused. */
const ORDER_MEMBERS: Readonly<Record<string, MemberRule>> = {
  ...COMMON,
  order: ORDER,
  /** 0 only for `verify_only`: see `checkAction`. */
  amount: required((value) => isWhole(value) && value >= 0),
  currency: required((value) => typeof value === 'string' && isCurrency(value)),
  version: required((value) => isWhole(value) && value >= 0),
  crn1: required(isTextUpTo(REFERENCE_LENGTH, 1)),
  crn2: optional(isTextUpTo(REFERENCE_LENGTH)),
  crn3: optional(isTextUpTo(REFERENCE_LENGTH)),
  billerCode: optional(isTextUpTo(REFERENCE_LENGTH)),
  email: EMAIL,
  testMode: IS_TEST,
  action: optional((value) => ORDER_ACTIONS.some((action) => action === value)),
  shopperReferences: optional((value) => typeof value === 'string' && readReferenceRules(value) !== undefined),
  person: optional((value) => typeof value === 'boolean'),
  surcharge: optional((value) => typeof value === 'string' && readSurcharges(value) !== undefined),
  shopper: optional(isTextUpTo(REFERENCE_LENGTH, 1)),
  session: optional(isTextUpTo(ORDER_LENGTH, 1)),
};

export const ORDER_MEMBER_NAMES: readonly string[] = Object.keys(ORDER_MEMBERS);

/**
 * Reads the value of a member of an order token from a text, in the type that the member has: `19900` is a number for
 * `amount`, and a text for `crn1`. Undefined for a wrong value and for a name that tokens do not have.
 */
export function parseMember(name: string, text: string): Member | undefined {
  const rule = Object.hasOwn(ORDER_MEMBERS, name) ? ORDER_MEMBERS[name] : isDetail(name) ? findDetail(name) : undefined;
  const values = [
    text,
    ...(/^(true|false)$/.test(text) ? [text === 'true'] : []),
    ...(/^\d+$/.test(text) ? [Number(text)] : []),
  ];
  return rule && values.find((value) => rule.isRight(value));
}

const SHOPPER_MEMBERS: Readonly<Record<string, MemberRule>> = {
  ...COMMON,
  shopper: required(isTextUpTo(REFERENCE_LENGTH, 1)),
  session: required(isTextUpTo(ORDER_LENGTH, 1)),
  email: EMAIL,
};

/** All members of a token that asks for the result of an order. */
const QUESTION_MEMBERS: Readonly<Record<string, MemberRule>> = { ...COMMON, order: ORDER, testMode: IS_TEST };

/** Checks issuer, audience, times and every member. Never throws. */
export function readClaims(claims: ReadonlyMap<string, Member>, expected: Expected): ReadClaims | RefusedClaims {
  const problem =
    checkMembers(claims, ORDER_MEMBERS, isDetail) ??
    checkDetails(claims) ??
    checkAction(claims) ??
    checkTimes(claims, expected);
  if (problem) return problem;
  // Without a session, the shopper's handles would be valid forever.
  if (claims.has('shopper') !== claims.has('session')) {
    return refuse('member_missing', claims.has('shopper') ? 'session' : 'shopper');
  }
  return { status: 'valid', order: writeOrder(claims) };
}

/** Like {@link readClaims}, for a shopper token. */
export function readShopperClaims(
  claims: ReadonlyMap<string, Member>,
  expected: Expected,
): ReadShopper | RefusedClaims {
  const problem = checkMembers(claims, SHOPPER_MEMBERS) ?? checkTimes(claims, expected);
  return problem ?? { status: 'valid', shopper: writeShopper(claims) };
}

/** Like {@link readClaims}, for a token that asks for the result of an order. */
export function readQuestionClaims(
  claims: ReadonlyMap<string, Member>,
  expected: Expected,
): ReadQuestion | RefusedClaims {
  const problem = checkMembers(claims, QUESTION_MEMBERS) ?? checkTimes(claims, expected);
  return problem ?? { status: 'valid', order: String(claims.get('order')), testMode: claims.get('testMode') === true };
}

function checkMembers(
  claims: ReadonlyMap<string, Member>,
  members: Readonly<Record<string, MemberRule>>,
  isOther: (name: string) => boolean = () => false,
): RefusedClaims | undefined {
  for (const name of claims.keys()) {
    if (!Object.hasOwn(members, name) && !isOther(name)) return refuse('member_unknown');
  }
  for (const [member, { isRequired, isRight }] of Object.entries(members)) {
    const value = claims.get(member);
    if (value === undefined && isRequired) return refuse('member_missing', member);
    if (value !== undefined && !isRight(value)) return refuse('member_wrong', member);
  }
  return undefined;
}

function checkDetails(claims: ReadonlyMap<string, Member>): RefusedClaims | undefined {
  const wrong = findWrongDetail(claims);
  return wrong === undefined ? undefined : refuse('member_wrong', wrong);
}

/**
 * `verify_only` moves no money: it has the amount 0 and no surcharge. Any other order with the amount 0 has nothing to pay,
 * which is the signer's answer.
 */
function checkAction(claims: ReadonlyMap<string, Member>): RefusedClaims | undefined {
  const isVerification = claims.get('action') === 'verify_only';
  if (isVerification && claims.get('amount') !== 0) return refuse('member_wrong', 'amount');
  return isVerification && claims.has('surcharge') ? refuse('member_wrong', 'surcharge') : undefined;
}

function checkTimes(claims: ReadonlyMap<string, Member>, expected: Expected): RefusedClaims | undefined {
  const { issuer, audience, now } = expected;
  const at = (member: string) => Number(claims.get(member) ?? 0);
  if (claims.get('iss') !== issuer) return refuse('issuer_wrong', 'iss');
  if (claims.get('aud') !== audience) return refuse('audience_wrong', 'aud');
  const lifetime = at('exp') - at('iat');
  if (lifetime <= 0 || lifetime > TOKEN_LIFETIME) return refuse('lifetime_wrong', 'exp');
  if (at('iat') > now + CLOCK_LEEWAY) return refuse('not_yet_valid', 'iat');
  if (at('nbf') > now + CLOCK_LEEWAY) return refuse('not_yet_valid', 'nbf');
  return at('exp') <= now ? refuse('expired', 'exp') : undefined;
}

function refuse(reason: ClaimsProblem, member?: string): RefusedClaims {
  return { status: 'refused', reason, ...(member !== undefined && { member }) };
}

/** The table of a `surcharge`; undefined if the text is not a table. A missing type adds nothing. */
function readSurcharges(text: string): Surcharges | undefined {
  if (!SURCHARGE.test(text)) return undefined;
  const rows = text.split(' ').map((row) => row.split('=') as [string, string]);
  const table = new Map(rows.map(([type, minor]) => [type, Number(minor)]));
  if (table.size < rows.length) return undefined;
  return Object.fromEntries(CARD_TYPES.map((type) => [type, table.get(type) ?? 0])) as Surcharges;
}

/**
 * One name is used for both: the shop's id of the shopper, and the Crn1 by which the service finds
 * the cards.
 */
function writeShopper(claims: ReadonlyMap<string, Member>): Shopper {
  const shopper = String(claims.get('shopper'));
  const email = claims.get('email');
  return {
    id: shopper,
    session: String(claims.get('session')),
    crn1: shopper,
    ...(email !== undefined && { email: String(email) }),
  };
}

function writeOrder(claims: ReadonlyMap<string, Member>): TokenOrder {
  const text = (member: string) => String(claims.get(member) ?? '');
  const email = text('email');
  const surcharges = readSurcharges(text('surcharge'));
  const action = ORDER_ACTIONS.find((each) => each === claims.get('action'));
  const shopperReferences = readReferenceRules(text('shopperReferences'));
  return {
    ...readDetails(claims),
    order: text('order'),
    ...(action && { action }),
    amount: { minor: Number(claims.get('amount')), currency: text('currency') },
    crn1: text('crn1'),
    crn2: text('crn2'),
    crn3: text('crn3'),
    billerCode: text('billerCode'),
    testMode: claims.get('testMode') === true,
    version: text('version'),
    ...(email !== '' && { customerEmail: email }),
    ...(shopperReferences && { shopperReferences }),
    ...(surcharges && { surcharges }),
    ...(claims.get('person') === true && { isPerson: true }),
    ...(claims.has('shopper') && { shopper: writeShopper(claims) }),
  };
}
