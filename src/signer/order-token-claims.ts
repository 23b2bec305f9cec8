/** From the claims of an order token whose signature was right to the order that may be paid. */
import { isCurrency } from '../core/money/currency.js';
import type { Member } from './order-token-members.js';
import type { PricedOrder } from './signer-options.js';

/** Seconds that a token may live at most: from `iat` to `exp`. */
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

export interface RefusedClaims {
  readonly status: 'refused';
  readonly reason: ClaimsProblem;
  /** The member's name, when one of those that a token has is the reason. */
  readonly member?: string;
}

export interface ReadClaims {
  readonly status: 'valid';
  readonly order: PricedOrder;
}

/** What a token has to say besides the order. */
export interface Expected {
  readonly issuer: string;
  readonly audience: string;
  /** Seconds since 1970. */
  readonly now: number;
}

/** The value that a member may have. */
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

/** Every member that a token can have, in the order in which they are looked at. Another one is a typing error. */
const MEMBERS: Readonly<Record<string, MemberRule>> = {
  iss: required((value) => typeof value === 'string'),
  aud: required((value) => typeof value === 'string'),
  iat: required((value) => isWhole(value) && value > 0),
  exp: required((value) => isWhole(value) && value > 0),
  order: required(isTextUpTo(ORDER_LENGTH, 1)),
  amount: required((value) => isWhole(value) && value > 0),
  currency: required((value) => typeof value === 'string' && isCurrency(value)),
  version: required((value) => isWhole(value) && value >= 0),
  crn1: required(isTextUpTo(REFERENCE_LENGTH, 1)),
  crn2: optional(isTextUpTo(REFERENCE_LENGTH)),
  crn3: optional(isTextUpTo(REFERENCE_LENGTH)),
  billerCode: optional(isTextUpTo(REFERENCE_LENGTH)),
  email: optional((value) => isTextUpTo(EMAIL_LENGTH, 3)(value) && /^[^\s@]+@[^\s@]+$/.test(String(value))),
  testMode: optional((value) => typeof value === 'boolean'),
  nbf: optional((value) => isWhole(value) && value > 0),
  jti: optional(isTextUpTo(ORDER_LENGTH)),
};

/** Checks who made the token, for whom and when, and every member. Never throws. */
export function readClaims(claims: ReadonlyMap<string, Member>, expected: Expected): ReadClaims | RefusedClaims {
  for (const name of claims.keys()) if (!Object.hasOwn(MEMBERS, name)) return refuse('member_unknown');
  for (const [member, { isRequired, isRight }] of Object.entries(MEMBERS)) {
    const value = claims.get(member);
    if (value === undefined && isRequired) return refuse('member_missing', member);
    if (value !== undefined && !isRight(value)) return refuse('member_wrong', member);
  }
  return checkTimes(claims, expected) ?? { status: 'valid', order: writeOrder(claims) };
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

function writeOrder(claims: ReadonlyMap<string, Member>): PricedOrder {
  const text = (member: string) => String(claims.get(member) ?? '');
  const email = text('email');
  return {
    order: text('order'),
    amount: { minor: Number(claims.get('amount')), currency: text('currency') },
    crn1: text('crn1'),
    crn2: text('crn2'),
    crn3: text('crn3'),
    billerCode: text('billerCode'),
    testMode: claims.get('testMode') === true,
    version: text('version'),
    ...(email !== '' && { customerEmail: email }),
  };
}
