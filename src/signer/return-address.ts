/**
 * The address to which the service sends the shopper back (`RedirectionUrl`). What stands in its query or form is a hint
 * at most: ResponseCode and ResponseText are not read at all, the result key is looked up, and the shopper moves on to a
 * clean address of the shop. Cookies are not needed: a POST from another site has none. wire/rest.md section 5; design,
 * invariant 5.
 */
import type { PaymentResult } from '../core/pay-api.js';
import { askResult } from './ask-result.js';
import { writePending } from './payment-result.js';
import { refuseClaim, Refusal } from './refusal.js';
import { readFormBody } from './request-body.js';
import { readResultKey } from './result-key.js';
import { answerReturnInFrame } from './return-in-frame.js';
import type { SignerContext } from './signer-context.js';

/** How soon the shop's page may ask when the service did not answer here, in milliseconds. */
const UNREACHABLE_PAUSE = 5_000;

/** Answers 303 to the shop's page; inside a frame, a page that tells the one around it. @throws Refusal when there is no claim to return to */
export async function answerReturn(context: SignerContext, request: Request): Promise<Response> {
  const query = new URL(request.url).searchParams;
  // Several claims are nobody's mistake: then none is meant.
  const claims = new Set(query.getAll('claim'));
  const claimId = await context.tokens.read(claims.size === 1 ? [...claims][0] : undefined);
  if (claimId === undefined) throw refuseClaim();
  const form = await readFormBody(request);
  const resultKeys = new Set([...query.getAll('ResultKey'), ...form.getAll('ResultKey')]);
  const resultKey = resultKeys.size === 1 ? readResultKey([...resultKeys][0]) : undefined;
  const result = await lookUp(context, claimId, resultKey);
  const location = locationOf(context, result);
  if (isForFrame(request)) return answerReturnInFrame(context.origins.all, location);
  return new Response(null, { status: 303, headers: { location } });
}

/** Browsers say what they are asking for; no page can make them say otherwise. Those that do not say it are sent on. */
function isForFrame(request: Request): boolean {
  return /^i?frame$/.test(request.headers.get('sec-fetch-dest') ?? '');
}

/** A service that does not answer must not strand the shopper: the shop's page asks again. */
async function lookUp(context: SignerContext, claimId: string, resultKey?: string): Promise<PaymentResult> {
  try {
    return await askResult(context, claimId, resultKey);
  } catch (error) {
    const claim =
      error instanceof Refusal && error.code === 'claim_refused' ? undefined : await readClaim(context, claimId);
    if (!claim) throw error;
    return writePending(context, claim, context.clock.now() + UNREACHABLE_PAUSE);
  }
}

async function readClaim({ store }: SignerContext, claimId: string) {
  return store.readClaim(claimId);
}

function locationOf({ log, origins, publicUrl, shop }: SignerContext, result: PaymentResult): string {
  try {
    const location = new URL(shop.returnTo?.(result.order, result) ?? '/', publicUrl);
    if (origins.isOwnOrListed(location.origin)) return location.href;
    log({ level: 'error', event: 'return_elsewhere', message: 'returnTo must name a page of the shop' });
  } catch (error) {
    log({ level: 'error', event: 'return_to_failed', message: error instanceof Error ? error.message : 'unknown' });
  }
  return new URL('/', publicUrl).href;
}
