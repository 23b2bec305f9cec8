/**
 * The service worker of `florin-server/browser`: a sandbox, a signer and the frame page for the pages of one scope.
 * docs/decisions/0026-browser-tab.md.
 */
import type { ShopOptions, WorkerAnswer, WorkerCall, WorkerResults } from '../tab/contract.js';
import { FOLDERS } from '../tab/contract.js';
import { VERSION } from '../core/version.js';
import { setNextPayment } from '../sandbox/control/next-payment.js';
import { DroppedConnection } from '../sandbox/fault.js';
import { deleteImages, openImages, type Images } from './images.js';
import { startTab, type Tab } from './tab.js';

declare const self: ServiceWorkerGlobalScope;

const DEFAULT_SHOP: ShopOptions = { merchantName: 'Demo Shop', orders: null, surcharges: {}, returnTo: '/' };
const { scope } = self.registration;
const DATABASE = `florin-sandbox ${new URL(scope).pathname}`;
/** Time between two checks that the script is still on the site. */
const CHECK_MS = 60_000;
const PATHS = Object.values(FOLDERS).map((folder) => new URL(folder, scope).pathname);

interface Running {
  readonly tab: Tab;
  readonly images: Images;
  readonly shop: ShopOptions;
}

let running: Promise<Running> | undefined;
/** True after the sandbox was removed: the network answers. */
let isRemoved = false;
let checked: { readonly at: number; readonly isPresent: Promise<boolean> } | undefined;

async function start(shop?: ShopOptions): Promise<Running> {
  const images = await openImages(DATABASE);
  // The options that an earlier version stored may be incomplete.
  const stored = (await images.readFact('shop')) as Partial<ShopOptions> | undefined;
  if (shop && JSON.stringify(shop) !== JSON.stringify(stored)) await images.save(new Map(), { shop });
  const known = shop ?? { ...DEFAULT_SHOP, ...stored };
  const lost = (): void => {
    running = undefined;
    images.close();
  };
  return { tab: await startTab({ images, scope, shop: known, lost }), images, shop: known };
}

function run(shop?: ShopOptions): Promise<Running> {
  running ??= start(shop).catch((error: unknown) => {
    running = undefined;
    throw error;
  });
  return running;
}

async function stop(): Promise<Images | undefined> {
  const stopped = await running?.catch(() => undefined);
  running = undefined;
  await stopped?.tab.close();
  return stopped?.images;
}

/** Deletes everything, and the worker itself. Pages that are open get answers of the network. */
async function remove(): Promise<void> {
  isRemoved = true;
  (await stop())?.close();
  await deleteImages(DATABASE);
  await self.registration.unregister();
}

/** Removes the sandbox if its script is no longer on the site. Without a network it stays. */
async function checkScript(): Promise<boolean> {
  const response = await fetch(self.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  if (response?.status !== 404 && response?.status !== 410) return true;
  await remove();
  return false;
}

function isPresent(): Promise<boolean> {
  const now = Date.now();
  if (!checked || now - checked.at > CHECK_MS) checked = { at: now, isPresent: checkScript() };
  return checked.isPresent;
}

const CALLS: {
  [Name in WorkerCall['florin']]: (call: Extract<WorkerCall, { florin: Name }>) => Promise<WorkerResults[Name]>;
} = {
  async start({ options }) {
    const { shop } = await run(options);
    if (JSON.stringify(shop) !== JSON.stringify(options)) {
      (await stop())?.close();
      await run(options);
    }
    await self.clients.claim();
    return { version: VERSION };
  },
  async reset() {
    const { shop } = await run();
    const images = await stop();
    await images?.clear();
    images?.close();
    await run(shop);
    return {};
  },
  async remove() {
    await remove();
    return {};
  },
  async nextPayment({ outcome }) {
    setNextPayment((await run()).tab.control, outcome);
    return {};
  },
  async expireAuthKeys() {
    await (await run()).tab.control.expireAuthKeys();
    return {};
  },
  async payments() {
    return (await run()).tab.listPayments();
  },
  async calls({ after }) {
    return (await run()).tab.listCalls(after);
  },
};

async function answerCall(call: WorkerCall): Promise<WorkerAnswer<WorkerCall['florin']>> {
  try {
    const handler = CALLS[call.florin] as (each: WorkerCall) => Promise<WorkerResults[WorkerCall['florin']]>;
    return { result: await handler(call) };
  } catch (error) {
    return { problem: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

async function answerFetch(event: FetchEvent): Promise<Response> {
  if (!(await isPresent())) return fetch(event.request);
  const { tab } = await run();
  try {
    return (await tab.answer(event.request, (work) => event.waitUntil(work))) ?? Response.error();
  } catch (error) {
    // A fault scenario drops the connection.
    if (!(error instanceof DroppedConnection)) console.error(error);
    return Response.error();
  }
}

/** Of the static routing API, which not all browsers and no types have: https://w3c.github.io/ServiceWorker/. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes?(
    rules: readonly { readonly condition: { readonly urlPattern: string }; readonly source: string }[],
  ): Promise<void>;
}

self.addEventListener('install', (event: RoutingEvent) => {
  void self.skipWaiting();
  // A browser may otherwise ask the network at the same time, and addresses contain keys.
  const rules = PATHS.map((path) => ({ condition: { urlPattern: `${path}/*` }, source: 'fetch-event' }));
  event.waitUntil(event.addRoutes?.(rules) ?? Promise.resolve());
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isOwn = origin === self.location.origin && PATHS.some((path) => `${pathname}/`.startsWith(`${path}/`));
  if (isOwn && !isRemoved) event.respondWith(answerFetch(event));
});
self.addEventListener('message', (event) => {
  const call = event.data as WorkerCall | undefined;
  const [port] = event.ports;
  if (!port || !call || !Object.hasOwn(CALLS, call.florin)) return;
  event.waitUntil(answerCall(call).then((answer) => port.postMessage(answer)));
});
