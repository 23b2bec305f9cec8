/** The service, the signer and the frame page of a tab, over databases that survive the worker. */
import type { SandboxControl } from '../sandbox/control.js';
import { DEMO_MERCHANT } from '../sandbox/merchant.js';
import { createSandbox, type Sandbox } from '../sandbox/sandbox.js';
import { setCookieOf } from '../sandbox/set-cookie.js';
import type { Schema } from '../sandbox/store/schema.js';
import { createSqliteStore } from '../sandbox/store/sqlite-store.js';
import { deliverByFetch } from '../sandbox/webhooks/delivery.js';
import { generateFrameKeys } from '../signer/frame/frame-keys.js';
import { createFramePage } from '../signer/frame/frame-page.js';
import type { PricedOrder, SignerOptions } from '../signer/signer-options.js';
import { createSigner } from '../signer/signer.js';
import { createGroupCommit } from '../signer/sql/group-commit.js';
import { createSqliteClaims } from '../signer/sql/sqlite-claims.js';
import { createTables } from '../signer/sql/sqlite-tables.js';
import { FOLDERS, type BrowserCall, type BrowserPayment, type ShopOptions } from '../tab/contract.js';
import { cookieHeader, withCookie, type StoredCookie } from './cookies.js';
import { createDurable, createSave } from './durable.js';
import type { Images } from './images.js';
import { openTabDatabase, queriesOf } from './sqlite.js';
import { readRequest } from './tab-request.js';

/** Texts of the built scripts. vite.config.ts sets them. */
declare const FLORIN_PAGES_SCRIPT: string;
declare const FLORIN_REFERENCE_SCRIPT: string;
declare const FLORIN_OFFICE_SCRIPT: string;
declare const FLORIN_FRAME_SCRIPT: string;

const DEFAULT_PRICE = 19_900;
/** Most calls in the request log, which is in memory and part of each save. */
const LOGGED_CALLS = 300;

/** Facts that a tab stores besides the databases. */
interface TabFacts {
  readonly secret: string;
  readonly frameKeys: Awaited<ReturnType<typeof generateFrameKeys>>;
}

export interface Tab {
  /** Answers a request of a page; undefined for a path that is not the tab's. */
  answer(request: Request, waitUntil: (work: Promise<void>) => void): Promise<Response> | undefined;
  readonly control: SandboxControl;
  listPayments(): readonly BrowserPayment[];
  listCalls(after: number): Promise<readonly BrowserCall[]>;
  close(): Promise<void>;
}

/** Location and shop of a tab. */
interface TabOptions {
  readonly images: Images;
  /** URL below which the worker answers, with a slash at its end. */
  readonly scope: string;
  readonly shop: ShopOptions;
  /** Called when a change could not be stored: the tab is not used again. */
  lost(): void;
}

/** Reads the facts, or makes them at the first start. */
async function readFacts(images: Images): Promise<TabFacts> {
  const known = (await images.readFact('facts')) as TabFacts | undefined;
  if (known) return known;
  const secret = crypto.randomUUID() + crypto.randomUUID();
  const facts: TabFacts = { secret, frameKeys: await generateFrameKeys() };
  await images.save(new Map(), { facts });
  return facts;
}

function priceOrder({ orders }: ShopOptions, order: string): PricedOrder | null {
  const listed = orders && (Object.hasOwn(orders, order) ? orders[order] : undefined);
  if (orders && !listed) return null;
  const minor = Number(/^\d{3,}(?=-)/.exec(order)?.[0] ?? DEFAULT_PRICE);
  const { amount = { minor, currency: 'AUD' }, crn1 = order } = listed ?? {};
  return { order, amount, crn1: crn1.slice(0, 50), shopperReferences: [{ name: 'crn2' }], testMode: true };
}

/** Starts everything. */
export async function startTab({ images, scope, shop, lost }: TabOptions): Promise<Tab> {
  const facts = await readFacts(images);
  const serviceDatabase = await openTabDatabase(await images.read('service'));
  const signerDatabase = await openTabDatabase(await images.read('signer'));
  const databases = new Map([['service', serviceDatabase] as const, ['signer', signerDatabase] as const]);
  const save = createSave({ databases, images, lost });
  const defer = (run: () => void): void => void setTimeout(run);
  createTables(signerDatabase.connection, 'The database of the tab');
  const store = await createSqliteStore({ writer: queriesOf<Schema>(serviceDatabase), defer }, [DEMO_MERCHANT]);
  const database = signerDatabase.connection;
  const claims = createSqliteClaims({
    database,
    writer: createGroupCommit({ database, defer }),
    close: async () => database.close(),
  });
  const { pathname, origin } = new URL(scope);
  const pathOf = (name: keyof typeof FOLDERS): string => pathname + FOLDERS[name];
  const payments: BrowserPayment[] = [];
  let cookies = ((await images.readFact('cookies')) ?? []) as readonly StoredCookie[];

  const durableStore = createDurable(store, save);
  const sandbox: Sandbox = createSandbox({
    store: durableStore,
    settings: { publicOrigin: origin, publicPath: pathOf('service'), requestLogCalls: LOGGED_CALLS },
    deliverWebhook: deliverByFetch(async (request) => (await answer(request)) ?? Response.error()),
    pageScript: () => FLORIN_PAGES_SCRIPT,
    referenceScript: () => FLORIN_REFERENCE_SCRIPT,
    officeScript: () => FLORIN_OFFICE_SCRIPT,
  });
  const { username = '', password = '' } = DEMO_MERCHANT.users[0] ?? {};
  const options: SignerOptions = {
    service: {
      baseUrl: origin + pathOf('service'),
      merchantNumber: DEMO_MERCHANT.number,
      username,
      password,
      fetch: async (url, init) => sandbox.fetch(await toService(new Request(url, init))),
    },
    store: createDurable(claims, save),
    secret: facts.secret,
    publicUrl: origin + pathOf('signer'),
    merchantName: shop.merchantName,
    priceOrder: (_request, order) => priceOrder(shop, order),
    authoriseToken: () => ({ id: 'tab', session: 'tab', crn1: 'shopper-of-the-tab' }),
    onTokenStored: () => undefined,
    onPaid: (order, { TxnNumber = '' }, { amount }) => void payments.push({ order, txnNumber: TxnNumber, amount }),
    onMismatch: () => undefined,
    returnTo: (order) => shop.returnTo.replaceAll('{order}', encodeURIComponent(order)),
    returnToCards: () => shop.returnTo.replaceAll('{order}', ''),
    frame: { signingKey: facts.frameKeys.privateKey },
    rateLimit: false,
  };
  const signer = createSigner({
    ...options,
    iframe: {},
    redirect: { merchantShortName: DEMO_MERCHANT.shortName },
    webform: {},
  });
  // The other methods fix the price before the card is known.
  const surchargingSigner = createSigner({
    ...options,
    publicUrl: origin + pathOf('surchargingSigner'),
    surcharge({ amount }, cardType) {
      const minor = shop.surcharges[cardType];
      return minor === undefined ? null : { ...amount, minor };
    },
  });
  const frame = createFramePage({
    script: FLORIN_FRAME_SCRIPT,
    parents: [origin],
    serviceOrigin: origin,
    publicKeys: [facts.frameKeys.publicKey],
    path: `${pathOf('frame')}/frame.html`,
  });

  /** A request as the sandbox gets it: without the path below which the tab serves it. */
  function toService(request: Request, cookie = ''): Promise<Request> {
    const url = new URL(request.url);
    url.pathname = url.pathname.slice(pathOf('service').length) || '/';
    return readRequest(request, url, cookie);
  }

  /** A request of a page. It has the worker's cookies as it would have the browser's. */
  async function answerService(request: Request): Promise<Response> {
    const hasCookies = request.credentials !== 'omit';
    const cookie = hasCookies ? cookieHeader(cookies, new URL(request.url).pathname, Date.now()) : '';
    const response = await sandbox.fetch(await toService(request, cookie));
    const newCookie = hasCookies ? setCookieOf(response) : undefined;
    if (newCookie !== undefined) {
      cookies = withCookie(cookies, newCookie, Date.now());
      await images.save(new Map(), { cookies });
    }
    return response;
  }

  function answer(request: Request, waitUntil?: (work: Promise<void>) => void): Promise<Response> | undefined {
    const url = new URL(request.url);
    const isBelow = (name: keyof typeof FOLDERS): boolean => `${url.pathname}/`.startsWith(`${pathOf(name)}/`);
    if (isBelow('service')) return answerService(request);
    const server = isBelow('signer')
      ? signer
      : isBelow('surchargingSigner')
        ? surchargingSigner
        : isBelow('frame')
          ? frame
          : undefined;
    return server && readRequest(request, url, '').then((read) => server.fetch(read, { waitUntil }));
  }

  await save();
  void signer.reconcile();

  return {
    answer,
    control: sandbox.control,
    listPayments: () => payments,
    async listCalls(after) {
      const { id: merchantId = 0 } =
        (await durableStore.read((view) => view.findMerchantByNumber(DEMO_MERCHANT.number))) ?? {};
      const query = { merchantId, unassigned: 'whole', limit: LOGGED_CALLS } as const;
      const calls = await durableStore.read((view) => view.searchCalls(query));
      return calls
        .filter(({ id }) => id > after)
        .map(({ id, method, path, httpStatus, request, response }) => {
          return { id, method, path, httpStatus, request, response };
        })
        .reverse();
    },
    async close() {
      await sandbox.close();
      await claims.close();
    },
  };
}
