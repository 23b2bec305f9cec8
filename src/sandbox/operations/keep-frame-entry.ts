/**
 * The service's own frame (T9, D13) hands in what was typed: it is checked as a browser's submission is, and waits under
 * the AuthKey, in the store that all replicas share, until a server has it processed (T10, D11). Of a card there waits
 * what the sandbox may keep, never digits. wire/rest.md sections 3 and 11.
 */
import { cvnResultInTest } from '../bank/test-cvn.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { FrameEntry, WaitingCard } from '../frame-entry.js';
import type { TokenReferences } from '../token.js';
import { assertTestCard, identifyCard, readCvn, type CardEntry } from './card-entry.js';
import { lookAtKey, type KeyInSight } from './look-at-key.js';
import { checkBrowserCard, checkTokenCard } from './submit-auth-key.js';
import { checkChange, checkNewInstrument, type BankAccountEntry, type TokenEntry } from './token-entry.js';

/** What a frame posts. A key for payments takes a card; a key for tokens a card or a bank account. */
export interface FramePost {
  /** From the path, in any case. */
  readonly authKey: string;
  readonly card: CardEntry | null;
  readonly bankAccount: BankAccountEntry | null;
  /** AcceptBADirectDebitTC; the server can send it in D11 as well. */
  readonly acceptsTerms: boolean;
}

/** References are the server's business: the frame has no fields for them. */
const NO_REFERENCES: TokenReferences = { crn1: null, crn2: null, crn3: null, billerCode: null, emailAddress: null };

type Typed = Pick<FrameEntry, 'card' | 'bankAccount' | 'acceptsTerms'>;

/** A card for a payment. @throws SandboxFault 112 to 115 */
async function readPaymentCard(
  { card: entry }: FramePost,
  { key }: Extract<KeyInSight, { kind: 'transaction' }>,
  context: Context,
): Promise<Typed> {
  const { terms } = key;
  const now = context.clock.now();
  // The key's token pays: nothing is typed but a CVN, or an expiry that was not fixed.
  const isStored = terms.dvToken !== null;
  const checked = isStored
    ? checkTokenCard(entry && { ...entry, number: null }, terms, now)
    : checkBrowserCard(entry, now);
  // Sandbox choice: a shopper has no business with a token's number.
  if (!isStored && checked.isToken) throw new SandboxFault(112);
  const identified = await identifyCard(checked, context);
  assertTestCard(identified, terms.testMode);
  const { testCard } = identified;
  const card: WaitingCard = {
    number: isStored ? { is: 'nothing' } : testCard ? { is: 'test_card', cardId: testCard.id } : { is: 'unknown' },
    holderName: isStored || testCard ? checked.holderName : null,
    expiry: checked.expiry && `${checked.expiry.month}${checked.expiry.year}`,
    cvnResult: cvnResultInTest(checked.cvn),
  };
  return { card, bankAccount: null, acceptsTerms: false };
}

/** A card or a bank account for a token. @throws SandboxFault 112 to 115, 124 to 126; 998 when both are there */
async function readInstrument(post: FramePost, task: 'add' | 'update', context: Context): Promise<Typed> {
  const { acceptsTerms, bankAccount } = post;
  // The terms can still be accepted in D11, so they are looked at there.
  const entry: TokenEntry = { ...NO_REFERENCES, ...post, acceptsTerms: true };
  const kept =
    task === 'add' ? (await checkNewInstrument(entry, 'browser', context)).card : await readChange(entry, context);
  if (!kept) return { card: null, bankAccount, acceptsTerms };
  const { cardId = null, holderName = null, expiry = null } = kept;
  const cvn = post.card && readCvn(post.card);
  const card: WaitingCard = {
    number: cardId === null ? { is: 'nothing' } : { is: 'test_card', cardId },
    holderName,
    expiry,
    cvnResult: cvnResultInTest(cvn),
  };
  return { card, bankAccount: null, acceptsTerms };
}

async function readChange(entry: TokenEntry, context: Context) {
  const change = await checkChange(entry, 'browser', context);
  if (change.kind === 'bank_account') return null;
  return change.kind === 'card' ? change.members : {};
}

/**
 * Checks what the frame posted and keeps it under its AuthKey, in place of what was there. The key stays as it was.
 *
 * @throws SandboxFault 206, 207 for the key; then 112 to 115 for a card, 124 to 126 for a bank account; 998 for both
 */
export async function keepFrameEntry(post: FramePost, context: Context): Promise<FrameEntry> {
  const inSight = await lookAtKey(post.authKey, context);
  const { authKey, merchantId, expiresAt } = inSight.key;
  const typed =
    inSight.kind === 'transaction'
      ? await readPaymentCard(post, inSight, context)
      : await readInstrument(post, inSight.key.terms.task, context);
  const entry: FrameEntry = { ...typed, authKey, merchantId, expiresAt };
  await context.store.write((unit) => unit.keepFrameEntry(entry, context.clock.now()));
  return entry;
}
