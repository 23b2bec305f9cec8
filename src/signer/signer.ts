/**
 * The shop's server side of a payment as a fetch handler: it makes keys, looks up results, and
 * receives shoppers that come back. Claims and outcomes are only in the store, which any number of
 * processes may serve. See docs/guides/signer.md.
 *
 * The folders: `keys` (which AuthKey an order gets, and its price), `attempts` (what became of a
 * payment or a saved card), `claims` (the ledger of keys and outcomes), `notices` (callbacks to
 * the shop), `saved-cards`, `order-tokens`, `frame` (keys for frame isolation), `forms` (pages that work
 * without script), `guards` (limits and origins), `secrets`, `service` (calls to the payment
 * service), `monitoring`; `node`, `sql` and `worker` run the signer on a platform.
 */
import type { AuthKeyRequest, OrderAnswer, PaymentResult, ResultRequest, SignerRefusal } from '../core/pay-api.js';
import { trimSlashes } from '../core/trim-slashes.js';
import { createRestClient, type OddMember } from '../service/rest-client.js';
import { askBeforeCard, askOrder, askResult } from './attempts/ask-result.js';
import { auditPayments, type Audit, type AuditPeriod, type WatchAudit } from './attempts/audit.js';
import { auditWhenDue } from './attempts/daily-audit.js';
import { reconcile, reconcileNow, type Reconciliation } from './attempts/reconcile.js';
import { readResultKey } from './attempts/result-key.js';
import { checkOptions } from './check-options.js';
import { findClaim } from './claims/find-claim.js';
import { assertRetained, forgetOrder, removeOld, type Forgotten } from './claims/retention.js';
import { scopeOf } from './claims/scope.js';
import { isStoreFault } from './claims/watched-store.js';
import {
  type FormFragment,
  isFragmentRequested,
  messageOfRefusal,
  readFormFragment,
  writeRefusedFragment,
} from './forms/form-fragment.js';
import { htmlHeaders, MESSAGE_STYLE, writePage } from './forms/html-page.js';
import { pageLanguageFor } from './forms/plain-messages.js';
import type { FormOf } from './forms/token-form.js';
import { signGrant } from './frame/frame-keys.js';
import { assertWithinLimit } from './guards/call-limits.js';
import { noteClient } from './guards/card-testing.js';
import { clientKey, readClientAddress, renameKey, UNKNOWN_CLIENT } from './guards/client-address.js';
import { cspHash } from './guards/csp-hash.js';
import { answerCspReport } from './guards/csp-report.js';
import { issueCardKey, storingOf, withOwner } from './keys/card-key.js';
import { issuePaymentKey } from './keys/payment-key.js';
import { findOrder, limitKeyOf, priceOrder } from './keys/price-order.js';
import { answerReturn } from './keys/return-address.js';
import { answerHealth } from './monitoring/health.js';
import { noteClientKey } from './monitoring/known-clients.js';
import { messageOf } from './monitoring/message-of.js';
import { createOddAnswerLog } from './monitoring/odd-answer-log.js';
import { answerWebhook } from './notices/webhook.js';
import { Refusal } from './refusal.js';
import { readJsonBody } from './request-body.js';
import { CARD_ROUTES } from './saved-cards/card-routes.js';
import { createContext, type SignerContext } from './signer-context.js';
import type { ServiceAccount, ServiceConnection } from './service/service-account.js';
import type { PricedOrder, SignerOptions } from './signer-options.js';

/** Information of the host about a request, besides the request itself. */
export interface RequestOrigin {
  /**
   * The client's address, for rate limits: that of the connection. Behind a proxy, `SignerOptions.clientHeader` replaces it.
   * Without an address, all clients share one limit.
   */
  readonly clientAddress?: string | undefined;
  /**
   * `waitUntil` of runtimes that stop a request's work when its response is sent (Workers).
   * Webhooks are followed in it.
   */
  readonly waitUntil?: ((work: Promise<void>) => void) | undefined;
  /** True if something in front of the signer, such as a body parser, has read the body. `createListener` sets it. */
  readonly isBodyRead?: boolean | undefined;
}

/** The signer of a shop: a fetch handler, and what the shop's own code calls. */
export interface Signer {
  /**
   * Serves `POST order`, `POST authkey`, `POST references`, `POST result`, `GET|POST return`, `POST
   * webhook`, `POST csp-report` and `GET health` below the base path; if the shop allows them, also
   * `POST cards`, `cards/remove`, `tokenkey`, `tokenresult` and `process`, and `GET form`; and 404
   * otherwise. Never rejects.
   */
  fetch(request: Request, origin?: RequestOrigin): Promise<Response>;
  /**
   * The plain form of an order, or of a card or account to save, for the shop's own page to put
   * inside `<florin-checkout method="webform">`. Needs the option `webform`. It contains a one-time
   * key, so the page must be `Cache-Control: no-store`. Never rejects.
   * @param request the request for the page; `priceOrder` or `authoriseToken` is called with its
   * headers
   * @param of the order, or the kind of details to save; with `lang`, in the language of the page around it
   */
  renderForm(request: Request, of: string | FormOf, origin?: RequestOrigin): Promise<FormFragment>;
  /**
   * The result of the order's current attempt, as its payment page shows it, for the shop's own pages; null if the order has
   * none. `pending` means that the order's payment is being checked and that it cannot be paid now. The caller decides who
   * may see it. Asks the service for an attempt that is not finished, for at most ten seconds.
   * @param order as `priceOrder` names it
   * @param mode with the `testMode` of that order. Default: a live order
   */
  resultOf(order: string, mode?: Pick<PricedOrder, 'testMode'>): Promise<PaymentResult | null>;
  /**
   * Looks for payments that nobody asked about, and retries callbacks that failed. Call it about
   * once a minute. Never rejects.
   * @param seconds how long it begins searches, 50 by default: it ends before the next call. After a 429 or an outage of the
   * service it ends sooner
   */
  reconcile(seconds?: number): Promise<Reconciliation>;
  /**
   * Like `reconcile`, to be called by a person after an incident: asks about all open attempts, and makes callbacks before
   * their retry time. It does not give attempts up sooner than `reconcile` does. Never rejects.
   * @param watch called after each attempt with the number of attempts checked so far
   */
  reconcileNow(watch?: (checked: number) => void): Promise<Reconciliation>;
  /**
   * Compares every transaction of the service in a period with the store, by number, reference, amount, currency, mode and
   * outcome, and what the store has with the service. To be called by a person, for example after the store was restored from
   * a backup and before the shop opens again; `reconcile` does it for the last two days by itself. Safe beside running
   * signers and other audits, and to repeat.
   * @example
   *   const { findings } = await signer.auditPayments({ from: new Date('2026-11-20T02:00:00Z') });
   *   for (const { kind, order, txnNumber } of findings) console.log(kind, order, txnNumber);
   * @throws RangeError when the period is none, begins in the future, or before what `retention` has kept
   * @throws FlorinError `service_unreachable`, also if the store fails; its message says from when to go on
   */
  auditPayments(period: AuditPeriod, watch?: WatchAudit): Promise<Audit>;
  /**
   * Empties what the store has about the person of an order: owner and e-mail, references, saved card, and of each transaction
   * all but its numbers, amount, time and outcome. The order's name and state stay, so that it is not paid again.
   * docs/guides/stores.md#retention
   * @param order as `priceOrder` names it
   * @param mode with the `testMode` of that order. Default: a live order
   */
  forgetOrder(order: string, mode?: Pick<PricedOrder, 'testMode'>): Promise<Forgotten>;
}

interface Route {
  readonly methods: readonly string[];
  /**
   * True if pages call it by script: then their origin is checked and refusals are JSON. False if a
   * person sees the response.
   */
  readonly isScripted: boolean;
  /** Not counted for rate limits: servers call it and must always get an answer. */
  readonly isUncounted?: boolean;
  answer(context: SignerContext, request: Request, origin: RequestOrigin): Promise<Response>;
}

/** The routes below the base path. */
export const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ...CARD_ROUTES,
  ['/order', { methods: ['POST'], isScripted: true, answer: answerOrder }],
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

/**
 * Creates the signer of a shop.
 *
 * @throws TypeError or RangeError naming the wrong option
 * @example
 *   const signer = createSigner({
 *     store: openSqliteStore('payments.sqlite'),
 *     service: { baseUrl, username, password, merchantNumber },
 *     secret: process.env.FLORIN_SECRET,
 *     publicUrl: 'https://shop.example/pay',
 *     merchantName: 'Shop',
 *     priceOrder: async (request, order) => findOrderOf(request, order),
 *     onPaid: async (order, txn) => markAsPaid(order, txn.TxnNumber),
 *   });
 */
export function createSigner(options: SignerOptions): Signer {
  checkOptions(options);
  let noteOdd: (odd: OddMember) => void = () => undefined;
  const context = createContext(
    options,
    connectService(options.service, (odd) => noteOdd(odd)),
  );
  noteOdd = createOddAnswerLog(context);
  let isAuditing = false;
  const signer: Signer = {
    resultOf: (order, { testMode = false } = {}) =>
      askOrder(context, { scope: scopeOf(context.scopes, { testMode }), order }),
    async reconcile(seconds = 50) {
      const counts = await reconcile(context, seconds);
      // Its lease may end before it does. The reconciliations beside it do not wait for it.
      if (!isAuditing) {
        isAuditing = true;
        await auditWhenDue(context).finally(() => (isAuditing = false));
      }
      await removeOld(context);
      return counts;
    },
    reconcileNow: (watch) => reconcileNow(context, watch),
    async auditPayments(period, watch) {
      await assertRetained(context, period);
      return auditPayments(context, period, watch);
    },
    forgetOrder: (order, { testMode = false } = {}) =>
      forgetOrder(context, { scope: scopeOf(context.scopes, { testMode }), order }),
    async renderForm({ headers }, of, origin) {
      const url = new URL(`${context.basePath}/form`, context.publicUrl);
      url.search = new URLSearchParams({ ...(typeof of === 'string' ? { order: of } : of), as: 'fragment' }).toString();
      return readFormFragment(await signer.fetch(new Request(url, { headers }), origin));
    },
    async fetch(request, host = {}) {
      const clientAddress = readClientAddress(request.headers, context.clientHeader, host.clientAddress);
      const origin = { ...host, clientAddress };
      const path = pathBelow(context.basePath, request.url);
      const route = path === undefined ? undefined : ROUTES.get(path);
      const isScripted = route?.isScripted ?? true;
      // An unknown path is not kept: any client could add names of spans without limit.
      const name = route ? `${context.basePath}${path}` : '/*';
      const response = await context.telemetry.request(readMethod(request.method), name, () =>
        answer(context, route, { request, origin }).catch((error: unknown) => {
          const refusal = error instanceof Refusal ? error : logged(context.log, error);
          reportRefusal(context, refusal, name);
          if (refusal.code === 'origin_refused') {
            const caller = request.headers.get('origin') ?? '';
            context.noteSetUp('origin_refused', { origin: caller, option: 'allowedOrigins' });
          }
          if (isScripted) return writeRefusal(refusal);
          return isFragmentRequested(request)
            ? writeRefusedFragment(refusal, pageLanguageFor(request))
            : writeRefusalPage(refusal, request);
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
  if (!route) throw refusePath(context, request);
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
  if (route.isScripted) {
    context.origins.assertAllowed(request);
    const page = context.origins.unlistedOrigin(request);
    if (page !== undefined) context.noteSetUp('public_url_differs', { origin: page, publicUrl: context.publicUrl });
  }
  if (request.method === 'POST' && (origin.isBodyRead || request.bodyUsed)) {
    context.noteSetUp('body_read', { path: new URL(request.url).pathname });
    throw new Refusal('bad_request', 'The body was read before the signer got the request', { status: 500 });
  }
  if (!route.isUncounted) {
    const client = clientKey(origin.clientAddress);
    noteClientKey(context, client);
    await assertWithinLimit(context.clientCalls, client, 'client');
    if (client !== UNKNOWN_CLIENT) noteClient(request, await renameKey(client, context.nameClient));
  }
  return route.answer(context, request, origin);
}

/** Statuses after which no card was charged, so that the order can be paid. */
const IS_PAYABLE = /^(payable|declined|failed)$/;

/** Whether the order was paid, can be paid, or is being checked: what a page asks before it takes a card. Makes no key. */
async function answerOrder(context: SignerContext, request: Request): Promise<Response> {
  const { order: asked } = await readJsonBody(request);
  const { order, testMode, price } = await findOrder(context, request, asked);
  await assertWithinLimit(context.orderCalls, `state of ${limitKeyOf(order, { testMode })}`, 'order');
  const result = await askBeforeCard(context, { scope: scopeOf(context.scopes, { testMode }), order });
  const state = result ?? ({ status: 'payable' } as const);
  const priced = IS_PAYABLE.test(state.status) ? await price() : undefined;
  return Response.json({ ...state, ...(priced && { price: priced }) } satisfies OrderAnswer);
}

async function answerAuthKey(context: SignerContext, request: Request): Promise<Response> {
  const { card, storeCard, ...asked } = (await readJsonBody(request)) as Partial<Record<keyof AuthKeyRequest, unknown>>;
  const priced = await priceOrder(context, request, asked);
  await assertWithinLimit(context.orderCalls, limitKeyOf(priced.order, priced.terms), 'order');
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

/** Checks references as the key request will, when a shopper leaves the field. */
async function answerReferences(context: SignerContext, request: Request): Promise<Response> {
  const { order, references } = await readJsonBody(request);
  const priced = await priceOrder(context, request, { order, references });
  await assertWithinLimit(context.orderCalls, `references of ${limitKeyOf(priced.order, priced.terms)}`, 'order');
  return Response.json({});
}

async function answerResult(context: SignerContext, request: Request): Promise<Response> {
  const { claim, resultKey } = (await readJsonBody(request)) as Partial<Record<keyof ResultRequest, unknown>>;
  const result = await askResult(context, await findClaim(context, claim), readResultKey(resultKey));
  context.telemetry.note({ 'florin.outcome': result.status });
  return Response.json(result);
}

/**
 * The path below the base path, with a leading and without a trailing slash; undefined if it is
 * elsewhere.
 */
function pathBelow(basePath: string, url: string): string | undefined {
  const { pathname } = new URL(url);
  return pathname.startsWith(`${basePath}/`) ? trimSlashes(pathname.slice(basePath.length)) : undefined;
}

/** A path of the signer below another one is a mistake of the mount, which the log explains. */
function refusePath({ basePath, noteSetUp }: SignerContext, request: Request): Refusal {
  const { pathname } = new URL(request.url);
  if ([...ROUTES.keys()].some((path) => pathname.endsWith(path))) {
    noteSetUp('path_refused', { path: pathname, basePath });
  }
  return new Refusal('bad_request', `There is nothing at this path: the signer serves paths below ${basePath}/`, {
    status: 404,
  });
}

/** All unknown methods share one name, because a caller could invent any number. */
function readMethod(method: string): string {
  return METHODS.has(method) ? method : '_OTHER';
}

function reportRefusal({ telemetry }: SignerContext, { code, limit }: Refusal, route: string): void {
  telemetry.note({ 'florin.outcome': code, ...(limit && { 'florin.limit': limit }) });
  telemetry.count('refusals', { 'florin.code': code, 'http.route': route });
  if (limit) telemetry.count('limits.refusals', { 'florin.limit': limit });
}

function writeRefusal({ code, message, reference, retryAfterSeconds, status, headers }: Refusal): Response {
  const body: SignerRefusal = { error: { code, message, retryAfterSeconds, reference } };
  return Response.json(body, { status, headers });
}

/** For a person who comes back by an address that is unknown or no longer valid. */
async function writeRefusalPage(refusal: Refusal, request: Request): Promise<Response> {
  const { status, headers } = refusal;
  const language = pageLanguageFor(request);
  const { backToShop, doNotPay, unmatched } = language.messages;
  const isForm = new URL(request.url).pathname.endsWith('/form');
  const content = `${isForm ? `<p role="alert">${messageOfRefusal(refusal, language)}</p>` : `<h1>${unmatched}</h1>\n<p>${doNotPay}</p>`}
<p><a href="/">${backToShop}</a></p>`;
  const policy = ["default-src 'none'", `style-src '${await cspHash(MESSAGE_STYLE)}'`, "frame-ancestors 'self'"];
  return new Response(writePage(language, { title: backToShop, style: MESSAGE_STYLE, content }), {
    status,
    headers: { ...headers, ...htmlHeaders(policy) },
  });
}

/**
 * A fault of the store, the host or the signer. Nothing was answered, so no claim is lost and a
 * retry is safe.
 */
function logged(log: SignerContext['log'], error: unknown): Refusal {
  const id = crypto.randomUUID();
  const message = messageOf(error);
  const isStore = isStoreFault(error);
  log({ level: 'error', event: isStore ? 'store_unreachable' : 'internal_error', id, message });
  return isStore
    ? new Refusal('store_unreachable', `The store of the signer failed (${id})`, { retryAfterSeconds: 5 })
    : new Refusal('service_unreachable', `Something went wrong here (${id})`, { retryAfterSeconds: 5 });
}

/** Returns the shop's own client, or a client made for its account. */
function connectService(
  service: ServiceAccount | ServiceConnection,
  onOddMember: (odd: OddMember) => void,
): ServiceConnection {
  if ('client' in service) return service;
  const { baseUrl, browserUrl = baseUrl, merchantNumber, version = 'v3' } = service;
  return { client: createRestClient({ ...service, version, onOddMember }), browserUrl, merchantNumber, version };
}
