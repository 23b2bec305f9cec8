/**
 * T10 and D11: a server has what was typed into the service's frame processed. From here on it is the browser's own
 * submission, by the same rules: a field error keeps the key and what waits under it. wire/rest.md sections 2, 3 and 11.
 */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { StoreView } from '../store/store.js';
import { submitAuthKey, type Submission, type SubmissionResult } from './submit-auth-key.js';
import { submitTokenKey, type TokenSubmission } from './submit-token-key.js';
import { takeFrameCard, type CardBesideFrame } from './take-frame-entry.js';

/** A payment with the card that waits. */
export interface FramePayment extends Omit<Submission, 'card'> {
  readonly beside: CardBesideFrame | null;
}

/** A token of the card or the bank account that waits. */
export interface FrameToken extends Omit<TokenSubmission, 'entry'> {
  readonly entry: Omit<TokenSubmission['entry'], 'card' | 'bankAccount'>;
  readonly beside: CardBesideFrame | null;
}

/**
 * Reads what waits, and then its key. In this order: the two go together when the key is used, so where nothing waits any
 * more the key says so, whatever was committed between the two.
 */
function readWaiting<K>({ store }: Context, authKey: string, findKey: (view: StoreView) => Promise<K>) {
  return store.read(async (view) => {
    const waiting = await view.findFrameEntry(authKey);
    return { waiting, key: await findKey(view) };
  });
}

/**
 * Charges the card that waits. Nothing waiting is 112, unless the key pays with a stored token.
 *
 * @throws SandboxFault 1xx; 206 when the key is none of the caller's, 207 when it is used or dead
 */
export async function processFramePayment(
  payment: FramePayment,
  context: Context,
  { merchant }: Caller,
): Promise<SubmissionResult> {
  const authKey = payment.authKey.toLowerCase();
  const { key, waiting } = await readWaiting(context, authKey, (view) => view.findAuthKey(authKey));
  if (key?.merchantId !== merchant.id) throw new SandboxFault(206);
  assertUnused(key, context);
  const { beside, ...submission } = payment;
  return submitAuthKey({ ...submission, authKey, card: takeFrameCard(waiting, beside, context) }, context);
}

/**
 * Stores what waits. Nothing waiting is 112 for a new token; for an update it leaves card or account as they are.
 *
 * @throws SandboxFault 1xx; 206 when the key is none of the caller's or for the other task, 207 when it is used or dead
 */
export async function processFrameToken(
  token: FrameToken,
  context: Context,
  { merchant }: Caller,
): Promise<SubmissionResult> {
  const authKey = token.authKey.toLowerCase();
  const { key, waiting } = await readWaiting(context, authKey, (view) => view.findTokenKey(authKey));
  if (key?.merchantId !== merchant.id || key.terms.task !== token.task) throw new SandboxFault(206);
  assertUnused(key, context);
  const entry = {
    ...token.entry,
    card: takeFrameCard(waiting, token.beside, context),
    bankAccount: waiting?.bankAccount ?? null,
    acceptsTerms: token.entry.acceptsTerms || (waiting?.acceptsTerms ?? false),
  };
  return submitTokenKey({ authKey, task: token.task, entry }, context);
}

/** What waited is gone with the key: that the key is used says more than that a card is missing. */
function assertUnused(key: { readonly usedAt: number | null; readonly expiresAt: number }, { clock }: Context): void {
  if (key.usedAt !== null || clock.now() >= key.expiresAt) throw new SandboxFault(207);
}
