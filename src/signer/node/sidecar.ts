/**
 * The signer as a separate process, for shops in any language: it takes signed order tokens instead
 * of calling the shop's code, and notifies the shop by signed callbacks. `florin signer` runs it;
 * docs/guides/sidecar.md.
 */
import { createServer } from 'node:http';
import type { JWK } from 'jose';
import type { CardType } from '../../core/card/brand.js';
import { isLoopbackHost } from '../../core/loopback.js';
import type { Money } from '../../core/money/money.js';
import { trimSlashes } from '../../core/trim-slashes.js';
import { createDrain, type Drain } from '../../node/drain.js';
import { listen, urlOf } from '../../node/listen.js';
import { SERVER_LIMITS } from '../../node/server-limits.js';
import type { ClaimStore } from '../claims/claim-store.js';
import { createFramePage } from '../frame/frame-page.js';
import { createCleanLog } from '../monitoring/clean-log.js';
import { messageOf } from '../monitoring/message-of.js';
import type { TokenOrder } from '../order-tokens/order-token-claims.js';
import { createOrderTokens, type OrderTokens, type TokenReading } from '../order-tokens/order-token.js';
import type { SignerLogEntry, SignerOptions } from '../signer-options.js';
import { createSigner, type Signer } from '../signer.js';
import { within } from '../within.js';
import { readFrameScript } from './frame-script.js';
import { openLate } from './late-store.js';
import { createListener, type ListenerOptions } from './listener.js';
import { createNodeFetch } from './node-fetch.js';
import { openPostgresStore } from './postgres-store.js';
import { createRedisClaims } from './redis-claims.js';
import { createRedisLimits } from './redis-limits.js';
import { createCallbacks } from './sidecar-callbacks.js';
import type { Address, SidecarSettings } from './sidecar-config.js';
import { answerOrderResult, RESULT_PATH } from './sidecar-results.js';
import { createShopperSource } from './sidecar-shopper.js';
import { openSqliteStore } from './sqlite-store.js';

type Log = (entry: SignerLogEntry) => void;

/** A listening sidecar. */
export interface RunningSidecar {
  /** The signer's own URL, without the path of `publicUrl`. */
  readonly url: string;
  /** URL of the frame page, if there is one. */
  readonly frameUrl: string | undefined;
  /**
   * Answers 503 at `/ready` for `drainSeconds`, then accepts no more calls, finishes running ones, and frees everything.
   */
  close(): Promise<void>;
}

/** Most open connections on each address; further ones are closed. Its own proxies need far fewer. */
const CONNECTIONS = 2_000;
/** How long running calls may take after the drain time before they are cut off; a key may take 20 s. */
const CLOSE_TIMEOUT = 25_000;
/** How much of the interval a reconciliation searches: it ends before the next. */
const SHARE = 0.8;
/** How many may run: one may be in its audit, which waits for the service much longer. */
const MOST_RUNS = 2;
/** Limit of the shutdown after the drain time: running calls are cut off shortly before, and the store is closed. */
export const CLOSE_LIMIT = CLOSE_TIMEOUT + 1_000;
const CLIENT_UNKNOWN =
  'All calls come from a proxy on this machine, so all shoppers share one limit. Name the header in which the proxy writes the client’s address in listen.clientHeader, or the number of your proxies in listen.proxies';

interface OpenSigner {
  readonly signer: Signer;
  readonly tokens: OrderTokens;
  close(): Promise<void>;
}

async function openStore({ store }: SidecarSettings): Promise<ClaimStore> {
  if ('sqlite' in store) return openSqliteStore(store.sqlite);
  const { postgres, schema } = store;
  return openPostgresStore({ connection: postgres, ...(schema !== undefined && { schema }) });
}

/** The state that processes share besides the store. It may be lost. */
interface Shared {
  readonly options: Pick<SignerOptions, 'rateLimit' | 'shortClaims'>;
  close(): void;
}

async function openShared({ redis }: SidecarSettings, log: Log): Promise<Shared> {
  if (!redis) return { options: {}, close: () => undefined };
  const { createClient } = await import('@redis/client').catch(() => {
    throw new Error('redis is configured, but the package @redis/client is not installed');
  });
  const client = createClient({ url: redis.url });
  client.on('error', (error: unknown) => {
    log({ level: 'error', event: 'redis_failed', message: messageOf(error) });
  });
  // Not awaited: while Redis is down, each process counts on its own and asks the store directly,
  // and the client keeps reconnecting.
  void client.connect().catch(() => undefined);
  const place = { redis: client, ...(redis.prefix !== undefined && { prefix: redis.prefix }) };
  const options = {
    rateLimit: createRedisLimits({ ...place, onSilent: () => log({ level: 'error', event: 'redis_silent' }) }),
    shortClaims: createRedisClaims(place),
  };
  return { options, close: () => client.destroy() };
}

/** OpenTelemetry's API package, where the shop has installed it beside an SDK. */
async function loadOpenTelemetry(): Promise<Pick<SignerOptions, 'openTelemetry'>> {
  const openTelemetry = await import('@opentelemetry/api').catch(() => undefined);
  return openTelemetry ? { openTelemetry } : {};
}

async function openSigner(settings: SidecarSettings, log: Log, open: () => Promise<ClaimStore>): Promise<OpenSigner> {
  const tokens = await createOrderTokens(settings.orders);
  const store = await open();
  try {
    const callbacks = await createCallbacks(settings.callbacks, settings.merchantCurrency);
    const shared = await openShared(settings, log);
    const {
      service,
      secret,
      otherSecret,
      publicUrl,
      merchantName,
      merchantCurrency,
      merchantDefaults,
      transactionType,
      frame,
      savedCards,
    } = settings;
    const people = new WeakSet<Request>();
    const shoppers = savedCards && createShopperSource(tokens, savedCards.cookie, log);
    const signer = createSigner({
      service: { ...service, ...(process.env['NODE_USE_ENV_PROXY'] !== '1' && { fetch: createNodeFetch() }) },
      ...{ secret, publicUrl, merchantName, merchantCurrency, transactionType, store, log },
      ...(otherSecret !== undefined && { otherSecret }),
      ...(merchantDefaults && { merchantDefaults }),
      keyLifetimeSeconds: settings.keyLifetimeSeconds,
      ...(settings.retention !== undefined && { retention: settings.retention }),
      ...(settings.support !== undefined && { support: settings.support }),
      confirmsByEmail: settings.confirmsByEmail,
      tellsNoFunds: settings.tellsNoFunds,
      allowedOrigins: settings.allowedOrigins,
      ...(settings.listen.clientHeader !== undefined && { clientHeader: settings.listen.clientHeader }),
      orderVersions: 'rising',
      callbackTimeoutSeconds: settings.callbacks.timeoutSeconds,
      dailyAudit: settings.dailyAudit,
      reconciliation: settings.reconciliation,
      ...shared.options,
      ...(await loadOpenTelemetry()),
      ...(frame && { frame: { signingKey: frame.signingKey } }),
      async priceOrder(request, token) {
        const reading = await readOrder(tokens, token, settings.surcharges);
        if (reading.status === 'valid') {
          if (reading.order.isPerson) people.add(request);
          if (reading.order.shopper) shoppers?.note(request, reading.order.shopper);
          return reading.order;
        }
        const { reason, member = null } = reading;
        log({ level: 'warn', event: 'order_token_refused', reason, member });
        return null;
      },
      onPaid: callbacks.onPaid,
      onMismatch: callbacks.onMismatch,
      ...(callbacks.currentTerms && { currentTerms: callbacks.currentTerms }),
      returnTo: (order) => settings.returnTo.replaceAll('{order}', encodeURIComponent(order)),
      ...settings.methods,
      ...(settings.surcharges && { surcharge: readSurcharge }),
      ...(settings.challenge && { challenge: (request: Request) => people.has(request) }),
      ...(shoppers && {
        authoriseToken: (request: Request) => shoppers.find(request),
        onTokenStored: callbacks.onTokenStored,
        returnToCards: () => savedCards.returnTo,
      }),
    });
    return {
      signer,
      tokens,
      async close() {
        shared.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * If surcharges are not configured, a token with a surcharge was meant for another signer. It is
 * refused, not ignored.
 */
async function readOrder(tokens: OrderTokens, token: string, takesSurcharge: boolean): Promise<TokenReading> {
  const reading = await tokens.read(token);
  if (takesSurcharge || reading.status !== 'valid' || !reading.order.surcharges) return reading;
  return { status: 'refused', reason: 'member_unknown', member: 'surcharge' };
}

/** The surcharge for the card type, from the order's token. */
function readSurcharge(order: TokenOrder, cardType: CardType): Money {
  return { minor: order.surcharges?.[cardType] ?? 0, currency: order.amount.currency };
}

/**
 * Runs one task of the signer without a server.
 *
 * @example
 *   await withSigner(settings, console.log, (signer) => signer.reconcile());
 * @throws errors of opening the store
 */
export async function withSigner<Result>(
  settings: SidecarSettings,
  rawLog: Log,
  work: (signer: Signer) => Promise<Result>,
): Promise<Result> {
  const log = createCleanLog(rawLog, settings.logLevel);
  const { signer, close } = await openSigner(settings, log, () => openStore(settings));
  try {
    return await work(signer);
  } finally {
    await close();
  }
}

/**
 * Starts the sidecar and resolves when it listens and its store is there. Meanwhile `/ready` is 503.
 * @param ending ends a start that waits for its database
 * @throws Error naming the unavailable store, key or port; the reason of `ending`
 */
export async function startSidecar(
  settings: SidecarSettings,
  rawLog: Log,
  ending: AbortSignal = new AbortController().signal,
): Promise<RunningSidecar> {
  const log = createCleanLog(rawLog, settings.logLevel);
  let opened: Promise<void> | undefined;
  const { signer, tokens, close } = await openSigner(settings, log, async () => {
    const late = openLate(() => openStore(settings), { seconds: settings.storeWaitSeconds, log });
    opened = late.opened;
    // It is awaited below.
    opened.catch(() => undefined);
    return late.store;
  });
  const drain = createDrain('waiting');
  const drainTime = settings.drainSeconds * 1000;
  try {
    if (hidesClients(settings)) log({ level: 'warn', event: 'client_unknown', message: CLIENT_UNKNOWN });
    const own = withOwnPaths(signer, tokens, { settings, log });
    const url = await serve(own, settings.listen, drain);
    const { frame } = settings;
    const frameUrl = frame && (await serve({ fetch: createFrameFetch(frame, settings.service) }, frame.listen, drain));
    await Promise.race([opened, rejectWhen(ending)]);
    drain.setReady();
    const stopReconciling = reconcileEvery(settings.reconcileSeconds, signer, log);
    return {
      url,
      frameUrl: frameUrl && `${frameUrl}/frame.html`,
      async close() {
        const ended = drain.start(drainTime).then(() => drain.end(CLOSE_TIMEOUT));
        // A store or a service may not answer. A restart repeats unfinished work.
        await within(drainTime + CLOSE_LIMIT, Promise.all([stopReconciling(), ended]).then(close));
      },
    };
  } catch (error) {
    await drain.end(0);
    await close();
    throw error;
  }
}

function rejectWhen(ending: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (ending.aborted) reject(ending.reason as Error);
    ending.addEventListener('abort', () => reject(ending.reason as Error), { once: true });
  });
}

/** Whether every connection comes from a proxy on this machine, which does not say for whom. */
function hidesClients({ publicUrl, listen: { host, proxies, clientHeader } }: SidecarSettings): boolean {
  const isPublic = !isLoopbackHost(new URL(publicUrl).hostname);
  return isPublic && isLoopbackHost(host) && proxies === 0 && clientHeader === undefined;
}

/** Adds `POST /order-result`, and `GET /health` at the root too, where monitors and containers look for it. */
function withOwnPaths(
  signer: Signer,
  tokens: OrderTokens,
  { settings, log }: { settings: SidecarSettings; log: Log },
): Pick<Signer, 'fetch'> {
  const path = trimSlashes(new URL(settings.publicUrl).pathname);
  return {
    fetch(request, origin) {
      const url = new URL(request.url);
      if (url.pathname === RESULT_PATH) return answerOrderResult(request, tokens, { signer, log });
      if (url.pathname !== '/health') return signer.fetch(request, origin);
      // A `Request` cannot have the method TRACE. The signer refuses all methods but GET alike.
      const method = request.method === 'GET' ? 'GET' : 'POST';
      return signer.fetch(new Request(`${url.origin}${path}/health`, { method }), origin);
    },
  };
}

function createFrameFetch(
  { signingKey, otherKey, parents, cookieDomain }: NonNullable<SidecarSettings['frame']>,
  { baseUrl, browserUrl = baseUrl }: SidecarSettings['service'],
): Signer['fetch'] {
  return createFramePage({
    script: readFrameScript(),
    parents,
    serviceOrigin: new URL(browserUrl).origin,
    publicKeys: [signingKey, ...(otherKey ? [otherKey] : [])].map(publicPartOf),
    ...(cookieDomain !== undefined && { cookieDomain }),
  }).fetch;
}

function publicPartOf(key: JWK): JWK {
  const part = { ...key };
  delete part.d;
  return part;
}

/** Listens, and returns the URL. */
async function serve(
  { fetch }: Pick<Signer, 'fetch'>,
  address: Address & ListenerOptions,
  drain: Drain,
): Promise<string> {
  const served = createListener(
    { fetch: async (request, origin) => drain.answer(request) ?? fetch(request, origin) },
    address,
  );
  const server = createServer(SERVER_LIMITS, served);
  server.maxConnections = CONNECTIONS;
  drain.watch(server);
  return urlOf(address.host, await listen(server, address));
}

/** Returns a function that stops the timer and resolves when a running reconciliation has ended. */
function reconcileEvery(seconds: number, signer: Signer, log: Log): () => Promise<void> {
  const running = new Set<Promise<void>>();
  const run = async () => {
    const { checked, found, notified, unreachable } = await signer.reconcile(seconds * SHARE);
    if (found + notified + unreachable > 0)
      log({ level: 'info', event: 'reconciled', checked, found, notified, unreachable });
  };
  const timer = setInterval(() => {
    if (running.size >= MOST_RUNS) return;
    const begun = run().finally(() => running.delete(begun));
    running.add(begun);
  }, seconds * 1000);
  return async () => {
    clearInterval(timer);
    await Promise.all(running);
  };
}
