/**
 * The address to which the service sends the shopper back (`RedirectionUrl`). Its query and form
 * are only hints: the signer looks up the result key, and redirects the shopper to a clean address
 * of the shop. ResponseText is not read. ResponseCode is read only after a refused plain form, to
 * name the wrong field. Cookies are not needed: a POST from another site carries none.
 * docs/wire/rest.md section 5; docs/invariants.md, invariant 5.
 */
import type { PaymentResult, TokenResult } from '../../core/pay-api.js';
import { isFieldCode } from '../../core/field-code.js';
import { askAttempt, writeUndecided } from '../attempts/ask-result.js';
import { readResultKey } from '../attempts/result-key.js';
import type { Claim } from '../claims/claim.js';
import { findClaim } from '../claims/find-claim.js';
import { isTokenClaim } from '../claims/token-entry.js';
import { showFormAgain } from '../forms/payment-form.js';
import { pageLanguageFor } from '../forms/plain-messages.js';
import { showTokenForm } from '../forms/token-form.js';
import { answerReturnInFrame } from '../frame/return-in-frame.js';
import { messageOf } from '../monitoring/message-of.js';
import { Refusal } from '../refusal.js';
import { readFormBody } from '../request-body.js';
import type { SignerContext } from '../signer-context.js';
import { waitBriefly } from '../wait-briefly.js';
import { within } from '../within.js';

/**
 * How soon the shop's page may ask again when the service did not answer here in time, in
 * milliseconds.
 */
const UNREACHABLE_PAUSE = 5_000;
/** How long the shop may take to name the page. Milliseconds. */
const TIMEOUT = 5_000;

/** Keeps the runtime alive until work that continues after the response has ended. */
interface Host {
  readonly waitUntil?: ((work: Promise<void>) => void) | undefined;
}

/**
 * Answers 303 to the shop's page; inside a frame, a page that notifies the surrounding page.
 * @throws Refusal when no claim is named
 */
export async function answerReturn(context: SignerContext, request: Request, host: Host): Promise<Response> {
  const query = new URL(request.url).searchParams;
  // A request that names several claims is invalid, so none is used.
  const claims = new Set(query.getAll('claim'));
  const claim = await findClaim(context, claims.size === 1 ? [...claims][0] : undefined);
  const form = await readFormBody(request);
  const resultKeys = new Set([...query.getAll('ResultKey'), ...form.getAll('ResultKey')]);
  const resultKey = resultKeys.size === 1 ? readResultKey([...resultKeys][0]) : undefined;
  const code = resultKey === undefined ? readFieldCode([query, form]) : undefined;
  const pageLanguage = pageLanguageFor(request);
  const kind = query.get('kind');
  const result = await lookUp(context, claim, { resultKey, host });
  if (code !== undefined && result.status === 'open' && context.webform) {
    return isTokenClaim(claim)
      ? showTokenForm(context, claim, { kind, code, pageLanguage })
      : showFormAgain(context, claim, { code, pageLanguage });
  }
  const location =
    'order' in result ? await locationOf(context, result) : await cardsLocationOf(context, claim, result, kind);
  if (isForFrame(request)) return answerReturnInFrame(context.origins.all, location, pageLanguage);
  return new Response(null, { status: 303, headers: { location } });
}

/**
 * Browsers send the destination of a request (`Sec-Fetch-Dest`), and a page cannot change it.
 * Browsers that do not send it are redirected.
 */
function isForFrame(request: Request): boolean {
  return /^i?frame$/.test(request.headers.get('sec-fetch-dest') ?? '');
}

/**
 * If the service does not answer in time, the shopper is still redirected, and the shop's page asks
 * again.
 */
async function lookUp(
  context: SignerContext,
  claim: Claim,
  { resultKey, host }: { resultKey: string | undefined; host: Host },
): Promise<PaymentResult | TokenResult> {
  try {
    const known = await waitBriefly(context, askAttempt(context, claim, resultKey), host.waitUntil);
    if (known) return known;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'claim_refused') throw error;
    if (!(error instanceof Refusal)) {
      context.log({ level: 'error', event: 'return_not_followed', message: messageOf(error) });
    }
  }
  return writeUndecided(context, claim, UNREACHABLE_PAUSE);
}

/**
 * The redirect target of the shop: always an address of the shop's own, whatever its function
 * returns.
 */
export function locationOf(context: SignerContext, result: PaymentResult): Promise<string> {
  return shopAddress(context, () => context.shop.returnTo?.(result.order, result));
}

/**
 * The shop's redirect target after the service's token page, or after a plain form that saved
 * something.
 */
async function cardsLocationOf(
  context: SignerContext,
  { terms: { action, dvToken, owner } }: Claim,
  result: TokenResult,
  kind: string | null,
): Promise<string> {
  const asked = {
    task: action === 'update_token' ? 'update' : 'add',
    kind: kind === 'bank_account' ? kind : 'card',
    ...(owner && dvToken !== undefined && { card: await context.handles.write(dvToken, owner) }),
  } as const;
  return shopAddress(context, () => context.shop.returnToCards?.(owner?.id ?? '', result, asked));
}

/**
 * The API code of a field that the service refused in a plain form. Used only to show the form
 * again.
 */
function readFieldCode(places: readonly URLSearchParams[]): number | undefined {
  const codes = new Set(places.flatMap((place) => place.getAll('ResponseCode')));
  const [code = ''] = codes;
  return codes.size === 1 && isFieldCode(Number(code)) ? Number(code) : undefined;
}

/** A function that does not answer must not keep the shopper. */
async function shopAddress(
  { log, origins, publicUrl }: SignerContext,
  ask: () => string | Promise<string> | undefined,
): Promise<string> {
  try {
    const answer = await within(
      TIMEOUT,
      Promise.resolve()
        .then(ask)
        .then((address) => ({ address })),
    );
    if (!answer) throw new Error('returnTo did not answer in time');
    const location = new URL(answer.address ?? '/', publicUrl);
    if (origins.isOwnOrListed(location.origin)) return location.href;
    log({ level: 'error', event: 'return_elsewhere', message: 'returnTo must name a page of the shop' });
  } catch (error) {
    log({ level: 'error', event: 'return_to_failed', message: messageOf(error) });
  }
  return new URL('/', publicUrl).href;
}
