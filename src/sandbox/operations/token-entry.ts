/** Field rules of a card and of a bank account that are to be stored. docs/wire/rest.md section 3, "Field rules". */
import type { BankAccount, BankAccountEntry } from '../bank-account.js';
import { TEST_MONTH } from '../bank/scenarios.js';
import type { Context } from '../context.js';
import { writeExpiry, type Expiry } from '../expiry.js';
import { SandboxFault } from '../fault.js';
import { dropGaps } from '../sent-text.js';
import type { TokenReferences } from '../references.js';
import type { Instrument } from '../token.js';
import type { StoredCard } from '../transaction.js';
import {
  TEST_CARDS_ONLY,
  checkCard,
  identifyCard,
  isExpired,
  readCvn,
  readExpiry,
  type CardEntry,
  type CheckedCard,
} from './card-entry.js';
import { checkEmailAddress } from './terms.js';

/** A card or a bank account as a caller sent it, with its references. */
export interface TokenEntry extends TokenReferences {
  readonly card: CardEntry | null;
  readonly bankAccount: BankAccountEntry | null;
  /** AcceptBADirectDebitTC. */
  readonly acceptsTerms: boolean;
}

/** Sender of the entry. A shopper can correct an expired card; a server may store one. */
export type EnteredBy = 'server' | 'browser';

const ACCOUNT_NUMBER = /^[0-9]{3,9}$/;
const BSB_NUMBER = /^[0-9]{6}$/;

function isGiven(entry: CardEntry | BankAccountEntry | null): boolean {
  return entry !== null && Object.values(entry).some((member) => member !== null);
}

/**
 * Determines which of the two objects was filled, because clients send both.
 *
 * @throws SandboxFault 998 when both are filled
 */
function kindOf({ card, bankAccount }: TokenEntry): 'card' | 'bank_account' | 'neither' {
  if (isGiven(card) && isGiven(bankAccount)) {
    throw new SandboxFault(998, 'invalid: DVTokenReq, a card or a bank account');
  }
  if (isGiven(card)) return 'card';
  return isGiven(bankAccount) ? 'bank_account' : 'neither';
}

/** The stored form of a test card. @throws SandboxFault 112, 114, 115 */
async function toStoredCard(checked: CheckedCard, enteredBy: EnteredBy, context: Context): Promise<StoredCard> {
  // A token of a token would depend on the first one.
  if (checked.isToken) throw new SandboxFault(112);
  const { testCard, stored } = await identifyCard(checked, context);
  if (!testCard) throw new SandboxFault(112, TEST_CARDS_ONLY);
  assertNotExpired(checked.expiry, enteredBy, context);
  return stored;
}

function assertNotExpired(expiry: Expiry | null, enteredBy: EnteredBy, { clock }: Context): void {
  if (enteredBy === 'browser' && expiry && isExpired(expiry, clock.now())) throw new SandboxFault(114);
}

function checkAccount(account: Partial<BankAccount>): void {
  if (account.accountNumber !== undefined && !ACCOUNT_NUMBER.test(account.accountNumber)) throw new SandboxFault(124);
  if (account.bsbNumber !== undefined && !BSB_NUMBER.test(account.bsbNumber)) throw new SandboxFault(125);
  if (account.accountName === '') throw new SandboxFault(126);
}

function readAccount(entry: BankAccountEntry | null): BankAccount {
  return {
    accountName: (entry?.accountName ?? '').trim(),
    accountNumber: dropGaps(entry?.accountNumber),
    bsbNumber: dropGaps(entry?.bsbNumber),
  };
}

function checkOthers(entry: TokenEntry, kind: 'card' | 'bank_account' | 'neither'): void {
  checkEmailAddress(entry.emailAddress);
  if (kind === 'bank_account' && !entry.acceptsTerms) throw new SandboxFault(129);
}

/**
 * Checks the card or account of a new token, in the order of the codes.
 *
 * @throws SandboxFault 112, 114, 115 (card), 124 to 126, 129 (bank account), 127; 998 when both are sent
 */
export async function checkNewInstrument(
  entry: TokenEntry,
  enteredBy: EnteredBy,
  context: Context,
): Promise<Instrument> {
  const kind = kindOf(entry);
  let instrument: Instrument;
  if (kind === 'bank_account') {
    const bankAccount = readAccount(entry.bankAccount);
    checkAccount(bankAccount);
    instrument = { card: null, bankAccount };
  } else {
    instrument = { card: await toStoredCard(checkCard(entry.card), enteredBy, context), bankAccount: null };
  }
  checkOthers(entry, kind);
  return instrument;
}

/** Changes to a stored card or account. Absent members stay. */
export type InstrumentChange =
  | { readonly kind: 'neither' }
  | { readonly kind: 'card'; readonly members: Partial<StoredCard> }
  | { readonly kind: 'bank_account'; readonly members: Partial<BankAccount> };

async function readCardChange(entry: CardEntry, enteredBy: EnteredBy, context: Context): Promise<Partial<StoredCard>> {
  // A number without an expiry keeps the stored expiry, so it is checked with one that is always valid.
  const isWithExpiry = entry.expiryMonth !== null || entry.expiryYear !== null;
  const whole = isWithExpiry ? entry : { ...entry, expiryMonth: TEST_MONTH, expiryYear: '00' };
  const stored = entry.number === null ? null : await toStoredCard(checkCard(whole), enteredBy, context);
  const expiry = readExpiry(entry);
  // A shopper's new card has a new expiry: with the old one, the next charge would fail.
  if (enteredBy === 'browser' && stored && !expiry) throw new SandboxFault(114);
  assertNotExpired(expiry, enteredBy, context);
  readCvn(entry);
  return {
    ...(stored && { cardId: stored.cardId, type: stored.type, masked: stored.masked, fingerprint: stored.fingerprint }),
    ...(expiry && { expiry: writeExpiry(expiry) }),
    ...(entry.holderName !== null && { holderName: entry.holderName }),
  };
}

/** Reads the given members of an account. */
function readAccountChange(entry: BankAccountEntry): Partial<BankAccount> {
  const { accountName, accountNumber, bsbNumber } = readAccount(entry);
  return {
    ...(entry.accountName !== null && { accountName }),
    ...(entry.accountNumber !== null && { accountNumber }),
    ...(entry.bsbNumber !== null && { bsbNumber }),
  };
}

/**
 * Checks a change in the order of the codes, before the token is read.
 *
 * @throws SandboxFault as {@link checkNewInstrument}
 */
export async function checkChange(
  entry: TokenEntry,
  enteredBy: EnteredBy,
  context: Context,
): Promise<InstrumentChange> {
  const kind = kindOf(entry);
  let change: InstrumentChange = { kind: 'neither' };
  if (kind === 'card' && entry.card) {
    change = { kind, members: await readCardChange(entry.card, enteredBy, context) };
  }
  if (kind === 'bank_account' && entry.bankAccount) {
    const members = readAccountChange(entry.bankAccount);
    checkAccount(members);
    change = { kind, members };
  }
  checkOthers(entry, kind);
  return change;
}

/**
 * Refuses a shopper's change that changes nothing: it is empty, was cleared, or has a CVN only.
 *
 * @throws SandboxFault 112 for a card's token, 124 for an account's
 */
export function assertTyped(change: InstrumentChange, { card }: Instrument): void {
  if (change.kind === 'neither' || Object.keys(change.members).length === 0) throw new SandboxFault(card ? 112 : 124);
}

/**
 * Applies a change to a stored card or account. The kind stays.
 *
 * @throws SandboxFault 112 for a card and 124 for an account on a token of the other kind
 */
export function changeInstrument(instrument: Instrument, change: InstrumentChange): Instrument {
  if (change.kind === 'neither') return instrument;
  if (instrument.card) {
    if (change.kind !== 'card') throw new SandboxFault(124);
    return { card: { ...instrument.card, ...change.members }, bankAccount: null };
  }
  if (change.kind !== 'bank_account') throw new SandboxFault(112);
  return { card: null, bankAccount: { ...instrument.bankAccount, ...change.members } };
}
