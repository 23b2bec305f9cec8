/**
 * T10 and D11: a server processes the shopper's input in the service's frame. From here it follows the rules of a
 * browser's submission: after a field error, the key and the input stay. docs/wire/rest.md sections 2, 3 and 11.
 */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import { readSentKey } from '../sent-key.js';
import type { StoreView } from '../store/store.js';
import { assertUnused } from './new-key.js';
import { submitAuthKey, type Submission, type SubmissionResult } from './submit-auth-key.js';
import { submitTokenKey, type TokenSubmission } from './submit-token-key.js';
import { takeFrameCard, type CardAdditions } from './take-frame-entry.js';

/** A payment with the stored card input. */
export interface FramePayment extends Omit<Submission, 'card'> {
  readonly additions: CardAdditions | null;
}

/** A token of the stored card or bank account input. */
export interface FrameToken extends Omit<TokenSubmission, 'entry' | 'mustBeTyped'> {
  readonly entry: Omit<TokenSubmission['entry'], 'card' | 'bankAccount'>;
  readonly additions: CardAdditions | null;
}

/**
 * Waits for a save in progress, then reads the stored input, then its key. Using the key deletes the input, so in this
 * order a missing input is always explained by the key's state.
 */
async function readInput<K>({ frameSaves, store }: Context, authKey: string, findKey: (view: StoreView) => Promise<K>) {
  await frameSaves.settled(authKey);
  return store.read(async (view) => {
    const input = await view.findFrameEntry(authKey);
    return { input, key: await findKey(view) };
  });
}

/**
 * Charges the stored card input. A missing input is 112, unless the key pays with a stored token.
 *
 * @throws SandboxFault 1xx; 206 when the caller has no such key, 207 when it is used or expired
 */
export async function processFramePayment(
  payment: FramePayment,
  context: Context,
  { merchant }: Caller,
): Promise<SubmissionResult> {
  const authKey = readSentKey(payment.authKey);
  const { key, input } = await readInput(context, authKey, (view) => view.findAuthKey(authKey));
  if (key?.merchantId !== merchant.id) throw new SandboxFault(206);
  // First, because "used" is a better error than a missing card.
  assertUnused(key, context.clock.now());
  const { additions, ...submission } = payment;
  return submitAuthKey({ ...submission, authKey, card: takeFrameCard(input, additions, context) }, context);
}

/**
 * Stores the input as a token. A missing input is 112, or 124 for the update of an account, so that an unchanged token
 * is never reported as changed.
 *
 * @throws SandboxFault 1xx; 206 when the caller has no such key for this task, 207 when it is used or expired
 */
export async function processFrameToken(
  token: FrameToken,
  context: Context,
  { merchant }: Caller,
): Promise<SubmissionResult> {
  const authKey = readSentKey(token.authKey);
  const { key, input } = await readInput(context, authKey, (view) => view.findTokenKey(authKey));
  if (key?.merchantId !== merchant.id || key.terms.task !== token.task) throw new SandboxFault(206);
  assertUnused(key, context.clock.now());
  const entry = {
    ...token.entry,
    // The server's additions to a card have no meaning without one.
    card: input?.card ? takeFrameCard(input, token.additions, context) : null,
    bankAccount: input?.bankAccount ?? null,
    acceptsTerms: token.entry.acceptsTerms || (input?.acceptsTerms ?? false),
  };
  return submitTokenKey({ authKey, task: token.task, entry, mustBeTyped: true }, context);
}
