/**
 * The shop's side of a payment as a fetch handler: makes keys, finds out results, takes shoppers back. It keeps no state
 * of its own; any number of processes may serve the same store. See docs/guides/signer.md.
 */
import type { AuthKeyRequest, ResultRequest, SignerRefusal } from '../core/pay-api.js';
import { askResult } from './ask-result.js';
import { assertWithinLimit } from './call-limits.js';
import { issueCardKey, storingOf, withOwner } from './card-key.js';
import { CARD_ROUTES } from './card-routes.js';
import { noteClient } from './card-testing.js';
import { clientKey, renameKey, UNKNOWN_CLIENT } from './client-address.js';
import { answerCspReport } from './csp-report.js';
import { checkOptions } from './check-options.js';
import { connectService } from './connect-service.js';
import { type FormPart, isPartAsked, readFormPart, writeRefusedPart } from './form-part.js';
import { answerHealth } from './health.js';
import { issuePaymentKey } from './payment-key.js';
import { type Spoken, spokenFor } from './plain-words.js';
import { signGrant } from './frame-keys.js';
import { priceOrder } from './price-order.js';
import { reconcile, reconcileNow, type Reconciliation } from './reconcile.js';
import { refuseClaim, Refusal } from './refusal.js';
import { readJsonBody } from './request-body.js';
import { readResultKey } from './result-key.js';
import { answerReturn } from './return-address.js';
import { createContext, type SignerContext } from './signer-context.js';
import type { SignerOptions } from './signer-options.js';
import { isStoreFault } from './watched-store.js';
import type { TokenFormOf } from './token-form.js';
import { answerWebhook } from './webhook.js';

/** What the host knows of a request besides the request itself. */
export interface RequestOrigin {
  /**
   * The address of the client, for rate limits. Behind a proxy take it from the header that your own proxy sets, and
   * only then: any client can send `X-Forwarded-For`. Without an address all callers share one limit.
   */
  readonly clientAddress?: string | undefined;
  /** Where the runtime ends a request's work with its answer (Workers): its `waitUntil`. Webhooks are followed in it. */
  readonly waitUntil?: ((work: Promise<void>) => void) | undefined;
}

export interface Signer {
  /**
   * Answers `POST authkey`, `POST references`, `POST result`, `GET|POST return`, `POST webhook`, `POST csp-report` and `GET health` below the base path; where
   * the shop allows them `POST cards`, `cards/remove`, `tokenkey`, `tokenresult` and `process`, and `GET form`; and 404 to
   * all else. Never rejects.
   */
  fetch(request: Request, origin?: RequestOrigin): Promise<Response>;
  /**
   * The plain form of an order, or of a card or account to be saved, to be put inside `<florin-checkout method="webform">` by
   * the shop's own page: needs the option `webform`. A one-time key stands in it: the page must be `Cache-Control: no-store`.
   * Never rejects.
   * @param request of the page; `priceOrder`, or `authoriseToken`, is asked with its headers
   * @param of the order, or what is to be saved
   */
  renderForm(request: Request, of: string | TokenFormOf, origin?: RequestOrigin): Promise<FormPart>;
  /**
   * Looks for payments that nobody asked about and makes callbacks that had failed. Call it every minute or so. Never
   * rejects.
   * @param limit how many attempts, and how many callbacks, to look at; default 100
   */
  reconcile(limit?: number): Promise<Reconciliation>;
  /**
   * As `reconcile`, for a person after an incident: asks about every open attempt, however many, and makes the callbacks
   * whose pause is not over. It gives no attempt up any sooner than `reconcile` does. Never rejects.
   * @param watch told after each attempt how many were looked at
   */
  reconcileNow(watch?: (checked: number) => void): Promise<Reconciliation>;
}

interface Route {
  readonly methods: readonly string[];
  /** Whether pages call it by script: then their origin counts and refusals are JSON; else a person sees them. */
  readonly isScripted: boolean;
  /** Not counted for its client: servers call it, and must always get their answer. */
  readonly isUncounted?: boolean;
  answer(context: SignerContext, request: Request, origin: RequestOrigin): Promise<Response>;
}

/** The paths below the base path. */
export const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ...CARD_ROUTES,
  ['/authkey', { methods: ['POST'], isScripted: true, answer: answerAuthKey }],
  ['/references', { methods: ['POST'], isScripted: true, answer: answerReferences }],
  ['/result', { methods: ['POST'], isScripted: true, answer: answerResult }],
  ['/return', { methods: ['GET', 'POST'], isScripted: false, answer: answerReturn }],
  ['/webhook', { methods: ['POST'], isScripted: false, isUncounted: true, answer: answerWebhook }],
  ['/csp-report', { methods: ['POST', 'OPTIONS'], isScripted: false, isUncounted: true, answer: answerCspReport }],
  ['/health', { methods: ['GET'], isScripted: false, isUncounted: true, answer: answerHealth }],
]);

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']);

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** For a person who comes back by an address that is not (or no longer) one of ours. */
function writeRefusalPage({ locale, direction, words }: Spoken): string {
  return `<!doctype html>
<html lang="${locale}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${words.backToShop}</title>
<body style="font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem">
<h1 style="font-size: 1.25rem">${words.unmatched}</h1>
<p>${words.doNotPay}</p>
<p><a href="/">${words.backToShop}</a></p>
`;
}

/**
 * Makes the signer of a shop.
 *
 * @throws TypeError or RangeError naming the option that is wrong
 */
export function createSigner(options: SignerOptions): Signer {
  checkOptions(options);
  const context = createContext(options, connectService(options.service));
  const signer: Signer = {
    reconcile: (limit = 100) => reconcile(context, limit),
    reconcileNow: (watch) => reconcileNow(context, watch),
    async renderForm({ headers }, of, origin) {
      const url = new URL(`${context.basePath}/form`, context.publicUrl);
      url.search = new URLSearchParams({ ...(typeof of === 'string' ? { order: of } : of), as: 'fragment' }).toString();
      return readFormPart(await signer.fetch(new Request(url, { headers }), origin));
    },
    async fetch(request, origin = {}) {
      const path = pathBelow(context.basePath, request.url);
      const route = path === undefined ? undefined : ROUTES.get(path);
      const isScripted = route?.isScripted ?? true;
      // Of an unknown path nothing is kept, or anybody could fill the store of spans' names.
      const name = route ? `${context.basePath}${path}` : '/*';
      const response = await context.telemetry.request(readMethod(request.method), name, () =>
        answer(context, route, { request, origin }).catch((error: unknown) => {
          const refusal = error instanceof Refusal ? error : logged(context.log, error);
          reportRefusal(context, refusal, name);
          return !isScripted && isPartAsked(request)
            ? writeRefusedPart(refusal, spokenFor(request))
            : writeRefusal(refusal, isScripted, request);
        }),
      );
      for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
      if (isScripted) {
        for (const [name, value] of Object.entries(context.origins.corsHeaders(request)))
          response.headers.set(name, value);
      }
      return response;
    },
  };
  return signer;
}

async function answer(
  context: SignerContext,
  route: Route | undefined,
  { request, origin }: { request: Request; origin: RequestOrigin },
): Promise<Response> {
  if (!route) throw new Refusal('bad_request', 'There is nothing at this path', { status: 404 });
  if (route.isScripted) {
    const preflight = context.origins.preflight(request);
    if (preflight) return preflight;
  }
  if (!route.methods.includes(request.method)) {
    throw new Refusal('bad_request', 'This path does not take this method', {
      status: 405,
      allow: route.methods.join(', '),
    });
  }
  if (route.isScripted) context.origins.assertAllowed(request);
  if (!route.isUncounted) {
    const client = clientKey(origin.clientAddress);
    await assertWithinLimit(context.clientCalls, client, 'client');
    if (client !== UNKNOWN_CLIENT) noteClient(request, await renameKey(client, context.nameClient));
  }
  return route.answer(context, request, origin);
}

async function answerAuthKey(context: SignerContext, request: Request): Promise<Response> {
  const { card, storeCard, ...asked } = (await readJsonBody(request)) as Partial<Record<keyof AuthKeyRequest, unknown>>;
  const priced = await priceOrder(context, request, asked);
  await assertWithinLimit(context.orderCalls, priced.order, 'order');
  const hasCard = card !== undefined && card !== null;
  const wanted = storeCard === true && !hasCard ? await withOwner(context, priced, request) : priced;
  const granted = await (hasCard
    ? issueCardKey(context, priced, { request, handle: card })
    : issuePaymentKey(context, wanted));
  context.telemetry.note({ 'florin.outcome': granted.status });
  if (granted.status !== 'granted') return Response.json(granted);
  const storing = hasCard ? {} : storingOf(wanted);
  return Response.json(await signGrant(context, { request, storing }, granted));
}

/** The same look at references as for a key, at the moment when a shopper leaves the field. */
async function answerReferences(context: SignerContext, request: Request): Promise<Response> {
  const { order, references } = await readJsonBody(request);
  const priced = await priceOrder(context, request, { order, references });
  await assertWithinLimit(context.orderCalls, `references of ${priced.order}`, 'order');
  return Response.json({});
}

async function answerResult(context: SignerContext, request: Request): Promise<Response> {
  const { claim, resultKey } = (await readJsonBody(request)) as Partial<Record<keyof ResultRequest, unknown>>;
  const claimId = await context.tokens.read(claim);
  if (claimId === undefined) throw refuseClaim();
  const result = await askResult(context, claimId, readResultKey(resultKey));
  context.telemetry.note({ 'florin.outcome': result.status });
  return Response.json(result);
}

/** The path below the base path, with its slash and without one at its end; undefined when it is elsewhere. */
function pathBelow(basePath: string, url: string): string | undefined {
  const { pathname } = new URL(url);
  return pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length).replace(/\/+$/, '') : undefined;
}

/** Other methods than those that there are stand together: a caller could make up any number. */
function readMethod(method: string): string {
  return METHODS.has(method) ? method : '_OTHER';
}

function reportRefusal({ telemetry }: SignerContext, { code, limit }: Refusal, route: string): void {
  telemetry.note({ 'florin.outcome': code, ...(limit && { 'florin.limit': limit }) });
  telemetry.count('refusals', { 'florin.code': code, 'http.route': route });
  if (limit) telemetry.count('limits.refusals', { 'florin.limit': limit });
}

function writeRefusal(
  { code, message, reference, status, headers: own }: Refusal,
  isScripted: boolean,
  request: Request,
): Response {
  const headers = new Headers(own);
  if (isScripted)
    return Response.json({ error: { code, message, ...(reference && { reference }) } } satisfies SignerRefusal, {
      status,
      headers,
    });
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'");
  return new Response(writeRefusalPage(spokenFor(request)), { status, headers });
}

/** A fault of the store, the host or our own. Nothing was answered, so nothing claimed is lost: asking again is safe. */
function logged(log: SignerContext['log'], error: unknown): Refusal {
  const id = crypto.randomUUID();
  const message = error instanceof Error ? error.message : 'unknown';
  const isStore = isStoreFault(error);
  log({ level: 'error', event: isStore ? 'store_unreachable' : 'internal_error', id, message });
  return isStore
    ? new Refusal('store_unreachable', `The store of the signer failed (${id})`, { retryAfterSeconds: 5 })
    : new Refusal('service_unreachable', `Something went wrong here (${id})`, { retryAfterSeconds: 5 });
}
