/**
 * Webhooks: the service's word that an attempt is over. A hint and no more (docs/invariants.md, invariant 12): nothing of the body is
 * read. The address carries a MAC for its claim; without it the answer is 200 and nothing is done, so that nobody learns
 * anything and the service does not try for a day. With it the hint is stored, answered, and then followed: the signer
 * asks the service itself.
 */
import { isFinished } from './claim.js';
import { noteClaim } from './note-claim.js';
import { Refusal } from './refusal.js';
import { searchAttempt } from './settle.js';
import type { SignerContext } from './signer-context.js';

/** The address for one claim's AuthKey (`WebHookUrl`). */
export async function writeWebhookUrl({ hints, publicUrl }: SignerContext, claimId: string): Promise<string> {
  return `${publicUrl}/webhook?hint=${await hints.write(claimId)}`;
}

/**
 * Answers 200, whatever is sent. Only a true hint that cannot be stored fails, so that the service sends it again.
 * @param waitUntil keeps a runtime alive until the hint has been followed
 */
export async function answerWebhook(
  context: SignerContext,
  request: Request,
  { waitUntil }: { readonly waitUntil?: ((work: Promise<void>) => void) | undefined },
): Promise<Response> {
  const hints = new URL(request.url).searchParams.getAll('hint');
  const claimId = await context.hints.read(hints.length === 1 ? hints[0] : undefined);
  if (claimId !== undefined && (await context.store.markHinted(claimId, context.clock.now()))) {
    const work = followHint(context, claimId);
    waitUntil?.(work);
  }
  return new Response(null, { status: 200 });
}

/** Asks the service what became of the attempt. Never rejects; what could not be asked stays for the reconciliation. */
async function followHint(context: SignerContext, claimId: string): Promise<void> {
  try {
    const claim = await context.store.readClaim(claimId);
    if (!claim || isFinished(claim)) return;
    await context.telemetry.task('follow_webhook', {}, async () => {
      noteClaim(context, claim);
      await useHint(context, claimId, await searchAttempt(context, claim));
    });
  } catch (error) {
    // A refusal was logged where the service was called.
    if (error instanceof Refusal) return;
    const message = error instanceof Error ? error.message : 'unknown';
    context.log({ level: 'error', event: 'webhook_not_followed', message });
  }
}

/** After a search: a hint that led to nothing is used up, or it would be followed for ever. */
export async function useHint({ log, store }: SignerContext, claimId: string, search: string): Promise<void> {
  if (search !== 'none') return;
  await store.clearHint(claimId);
  log({ level: 'warn', event: 'webhook_without_transaction' });
}
