/**
 * Saves the shopper's input from the service's own frame (T9, D13). It is checked like a browser's submission and
 * stored under the AuthKey, in the store that all replicas share, until a server processes it (T10, D11). No card
 * digits are stored. docs/wire/rest.md sections 3 and 11.
 */
import type { BankAccountEntry } from '../bank-account.js';
import { TEST_MONTH } from '../bank/scenarios.js';
import { cvnResultInTest } from '../bank/test-cvn.js';
import type { Context } from '../context.js';
import { writeExpiry } from '../expiry.js';
import { SandboxFault } from '../fault.js';
import type { FrameEntry, FrameCard } from '../frame-entry.js';
import { NO_REFERENCES } from '../references.js';
import type { TokenKey } from '../token.js';
import { assertTestCard, identifyCard, readCvn, type CardEntry, type CheckedCard } from './card-entry.js';
import { findLiveKey, type LiveKey } from './find-live-key.js';
import { checkBrowserCard, checkTokenCard } from './submit-auth-key.js';
import { assertTyped, checkChange, checkNewInstrument, type TokenEntry } from './token-entry.js';

/** The input of a frame. A payment key takes a card; a token key a card or a bank account. */
export interface FramePost {
  /** From the path, in any case. */
  readonly authKey: string;
  readonly card: CardEntry | null;
  readonly bankAccount: BankAccountEntry | null;
  /** AcceptBADirectDebitTC; the server can send it in D11 as well. */
  readonly acceptsTerms: boolean;
}

type Typed = Pick<FrameEntry, 'card' | 'bankAccount' | 'acceptsTerms'>;

/** Checks a card whose expiry the server may add (T10). @throws SandboxFault 112 to 115 */
function checkFrameCard(entry: CardEntry | null, now: number): CheckedCard {
  if (!entry || entry.expiryMonth !== null || entry.expiryYear !== null) return checkBrowserCard(entry, now);
  const checked = checkBrowserCard({ ...entry, expiryMonth: TEST_MONTH, expiryYear: '00' }, now);
  return { ...checked, expiry: null };
}

/** Reads a card for a payment. @throws SandboxFault 112 to 115 */
async function readPaymentCard(
  { card: entry }: FramePost,
  { key }: Extract<LiveKey, { kind: 'transaction' }>,
  context: Context,
): Promise<Typed> {
  const { terms } = key;
  const now = context.clock.now();
  // The key's token pays: the shopper types only a CVN, or an expiry that is not fixed.
  const isStored = terms.dvToken !== null;
  const checked = isStored
    ? checkTokenCard(entry && { ...entry, number: null }, terms, now)
    : checkFrameCard(entry, now);
  // Sandbox choice: a shopper cannot enter the number of a token.
  if (!isStored && checked.isToken) throw new SandboxFault(112);
  const identified = await identifyCard(checked, context);
  assertTestCard(identified, terms.testMode);
  const { testCard } = identified;
  const card: FrameCard = {
    number: isStored ? { is: 'nothing' } : testCard ? { is: 'test_card', cardId: testCard.id } : { is: 'unknown' },
    holderName: isStored || testCard ? checked.holderName : null,
    expiry: checked.expiry && writeExpiry(checked.expiry),
    cvnResult: cvnResultInTest(checked.cvn),
  };
  return { card, bankAccount: null, acceptsTerms: false };
}

/** Reads a card or a bank account for a token. @throws SandboxFault 112 to 115, 124 to 126; 998 for both */
async function readInstrument(
  post: FramePost,
  { key }: Extract<LiveKey, { kind: 'token' }>,
  context: Context,
): Promise<Typed> {
  const { acceptsTerms, bankAccount } = post;
  // The frame has no fields for references; the server sets them. The terms can also be accepted in D11, which checks them.
  const entry: TokenEntry = { ...NO_REFERENCES, ...post, acceptsTerms: true };
  const stored =
    key.terms.task === 'add'
      ? (await checkNewInstrument(entry, 'browser', context)).card
      : await readChange(entry, key, context);
  if (!stored) return { card: null, bankAccount, acceptsTerms };
  const { cardId = null, holderName = null, expiry = null } = stored;
  const cvn = post.card && readCvn(post.card);
  const card: FrameCard = {
    number: cardId === null ? { is: 'nothing' } : { is: 'test_card', cardId },
    holderName,
    expiry,
    cvnResult: cvnResultInTest(cvn),
  };
  return { card, bankAccount: null, acceptsTerms };
}

/** Reads the change of a card; null for an account. */
async function readChange(entry: TokenEntry, { merchantId, terms }: TokenKey, context: Context) {
  const change = await checkChange(entry, 'browser', context);
  const token = await context.store.read((view) => view.findToken(merchantId, terms.dvToken ?? ''));
  if (!token) throw new SandboxFault(202);
  assertTyped(change, token);
  return change.kind === 'card' ? change.members : null;
}

/**
 * Checks the input of the frame and stores it under its AuthKey in place of the previous one. The key stays unused.
 *
 * @throws SandboxFault 206, 207 for the key; then 112 to 115 for a card, 124 to 126 for a bank account; 998 for both
 */
export async function saveFrameEntry(post: FramePost, context: Context): Promise<FrameEntry> {
  const live = await findLiveKey(post.authKey, context);
  const { authKey, merchantId, expiresAt } = live.key;
  const typed =
    live.kind === 'transaction'
      ? await readPaymentCard(post, live, context)
      : await readInstrument(post, live, context);
  const entry: FrameEntry = { ...typed, authKey, merchantId, expiresAt };
  await context.store.write((unit) => unit.saveFrameEntry(entry, context.clock.now()));
  return entry;
}
