/**
 * Webhooks of the service: they say that an attempt has ended. A webhook is only a hint
 * (docs/invariants.md, invariant 12): its body is not read. The address carries a MAC for its
 * claim. Without a valid MAC the answer is still 200 and nothing is done, so that a stranger learns
 * nothing and the service does not retry for a day. With a valid MAC the hint is stored, then
 * answered, then followed: the signer asks the service itself.
 */
import { isNothing, type Search, searchAttempt } from '../attempts/settle.js';
import type { Claim } from '../claims/claim.js';
import { noteClaim } from '../claims/note-claim.js';
import { messageOf } from '../monitoring/message-of.js';
import { Refusal } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';

/** The webhook address of one claim's AuthKey (`WebHookUrl`). */
export async function writeWebhookUrl({ hints, publicUrl }: SignerContext, claimId: string): Promise<string> {
  return `${publicUrl}/webhook?hint=${await hints.write(claimId)}`;
}

/**
 * Answers 200 to any request. Only a valid hint that cannot be stored fails, so that the service
 * sends it again.
 * @param waitUntil keeps a runtime alive until the hint has been followed
 */
export async function answerWebhook(
  context: SignerContext,
  request: Request,
  { waitUntil }: { readonly waitUntil?: ((work: Promise<void>) => void) | undefined },
): Promise<Response> {
  const hints = new URL(request.url).searchParams.getAll('hint');
  const claimId = await context.hints.read(hints.length === 1 ? hints[0] : undefined);
  if (claimId !== undefined && (await context.store.markHinted(claimId))) {
    const work = followHint(context, claimId);
    waitUntil?.(work);
  }
  return new Response(null);
}

/**
 * Asks the service for the outcome of the attempt. Never rejects; if the service does not answer,
 * the reconciliation asks again.
 */
async function followHint(context: SignerContext, claimId: string): Promise<void> {
  try {
    const claim = await context.store.readClaim(claimId);
    if (!claim) return;
    await context.telemetry.task('follow_webhook', {}, async () => {
      noteClaim(context, claim);
      await useHint(context, claim, await searchAttempt({ ...context, foundBy: 'webhook' }, claim));
    });
  } catch (error) {
    // A refusal was logged where the service was called.
    if (error instanceof Refusal) return;
    context.log({ level: 'error', event: 'webhook_not_followed', message: messageOf(error) });
  }
}

/**
 * Clears the hint of an unfinished claim. A reconciliation checks claims with a hint first, and could check no others: a
 * claim that can still be paid is checked again without a hint.
 */
export async function useHint(
  { log, store }: Pick<SignerContext, 'log' | 'store'>,
  { id, state }: Claim,
  search: Search,
): Promise<void> {
  const isCheckedAgain = state === 'live' || state === 'superseded';
  if (search === 'recorded' || (!isNothing(search) && !isCheckedAgain)) return;
  await store.clearHint(id);
  // An expired claim has a hint for its last look too.
  if (isNothing(search) && state !== 'expired') log({ level: 'warn', event: 'webhook_without_transaction' });
}
