/**
 * The card of a request: field rules (docs/wire/rest.md section 3) and its stored form. The digits are in these values
 * during one request and are not passed on.
 */
import { passesLuhn } from '../../core/card/luhn.js';
import { DV_TOKEN_PREFIX } from '../../wire/codes.js';
import { writeSettlementDate } from '../../wire/rest/local-time.js';
import { TEST_MONTH } from '../bank/scenarios.js';
import { maskPan, type TestCard } from '../bank/test-cards.js';
import type { Context } from '../context.js';
import { writeExpiry, type Expiry } from '../expiry.js';
import { SandboxFault } from '../fault.js';
import { dropGaps } from '../sent-text.js';
import type { StoredCard } from '../transaction.js';

/** A card as a caller sent it. */
export interface CardEntry {
  readonly number: string | null;
  readonly holderName: string | null;
  readonly expiryMonth: string | null;
  readonly expiryYear: string | null;
  readonly cvn: string | null;
}

/** A valid card. Must not be stored or logged. */
export interface CheckedCard {
  readonly digits: string;
  /** True for the number of a stored card. */
  readonly isToken: boolean;
  readonly holderName: string | null;
  /** Null for a token that was sent without an expiry. */
  readonly expiry: Expiry | null;
  readonly cvn: string | null;
}

/** A card of which nothing is known or may be stored. */
export const NO_CARD: StoredCard = {
  cardId: null,
  type: null,
  masked: null,
  holderName: null,
  expiry: null,
  fingerprint: null,
};

/** Tokens: the numbers of stored cards. docs/wire/rest.md section 3, "DVToken". */
const TOKEN = new RegExp(`^${DV_TOKEN_PREFIX}[0-9]{4,13}$`);
const CARD_NUMBER = /^[0-9]{10,19}$/;
const CVN = /^[0-9]{3,4}$/;
const MONTH = /^(0[1-9]|1[0-2])$/;
const TWO_DIGITS = /^[0-9]{2}$/;

/** Reads an expiry; null when none was sent. @throws SandboxFault 114 */
export function readExpiry(entry: CardEntry): Expiry | null {
  const month = dropGaps(entry.expiryMonth);
  const year = dropGaps(entry.expiryYear);
  if (month === '' && year === '') return null;
  if (!(MONTH.test(month) || month === TEST_MONTH) || !TWO_DIGITS.test(year)) throw new SandboxFault(114);
  return { month, year };
}

/** Reads a CVN; null when none was sent. @throws SandboxFault 115 */
export function readCvn(entry: CardEntry): string | null {
  const cvn = dropGaps(entry.cvn) || null;
  if (cvn !== null && !CVN.test(cvn)) throw new SandboxFault(115);
  return cvn;
}

/**
 * Checks a card's fields in the order of their codes.
 *
 * @throws SandboxFault 112 (number), 114 (expiry), 115 (CVN)
 */
export function checkCard(entry: CardEntry | null): CheckedCard {
  const digits = dropGaps(entry?.number);
  const isToken = TOKEN.test(digits);
  if (!entry || !(isToken || (CARD_NUMBER.test(digits) && passesLuhn(digits)))) throw new SandboxFault(112);
  const expiry = readExpiry(entry);
  if (!expiry && !isToken) throw new SandboxFault(114);
  const cvn = readCvn(entry);
  return { digits, isToken, holderName: entry.holderName, expiry, cvn };
}

/** True when the card's last month is over in the service's time zone. Month 99 never expires. */
export function isExpired(expiry: Expiry, now: number): boolean {
  if (expiry.month === TEST_MONTH) return false;
  const thisMonth = writeSettlementDate(now).slice(2, 6);
  return `${expiry.year}${expiry.month}` < thisMonth;
}

/** A test card of the sandbox or an unknown number. */
export interface IdentifiedCard {
  readonly checked: CheckedCard;
  readonly testCard: TestCard | undefined;
  readonly stored: StoredCard;
}

/** Identifies a checked card and returns its stored form, which is empty for an unknown number. */
export async function identifyCard(checked: CheckedCard, context: Context): Promise<IdentifiedCard> {
  const testCard = context.cards.findByPan(checked.digits);
  if (!testCard) return { checked, testCard, stored: NO_CARD };
  const { expiry } = checked;
  const stored: StoredCard = {
    cardId: testCard.id,
    type: testCard.cardType,
    masked: maskPan(checked.digits, context.settings.dialect.mask),
    holderName: checked.holderName,
    expiry: expiry && writeExpiry(expiry),
    fingerprint: await context.fingerprint(checked.digits),
  };
  return { checked, testCard, stored };
}

/** Message for a number that could be a real card. */
export const TEST_CARDS_ONLY = 'this is a sandbox: it accepts test cards only, never real ones';

/**
 * Refuses a number that is not a test card, outside test mode. docs/wire/rest.md section 10, last rule.
 *
 * @throws SandboxFault 112 with a text that explains it
 */
export function assertTestCard({ checked, testCard }: IdentifiedCard, testMode: boolean): void {
  if (testCard || checked.isToken || testMode || checked.expiry?.month === TEST_MONTH) return;
  throw new SandboxFault(112, TEST_CARDS_ONLY);
}
