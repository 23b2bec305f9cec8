/**
 * Starts the whole demo on loopback: the sandbox, and the shop with Florin's signer. `npm start` runs it; the
 * end-to-end tests start the same on free ports. Each way of integrating Florin has one page; the first is the shop.
 */
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { createClock } from 'florin-server/sandbox';
import { startSandbox } from 'florin-server/sandbox/node';
import { createFramePage, createSigner, generateFrameKeys, type SignerOptions } from 'florin-server/signer';
import { openSqliteStore, readFrameScript, SERVER_LIMITS } from 'florin-server/signer/node';
import { describeDemo } from './describe-demo.js';
import { expiringStore } from './expiring-store.js';
import { FRAME_THEME } from './frame-theme.js';
import { findFreePort } from './free-port.js';
import { SHOP_NAME, SUPPORT } from './shop/catalogue.js';
import { createSessionCookie } from './shop/http/session-cookie.js';
import { createPayments, withSurcharge } from './shop/shop-payments.js';
import { createShop, type ShopOptions } from './shop/shop.js';
import { openShopStores } from './shop/store/shop-stores.js';

const HOST = '127.0.0.1';
/** The default merchant of every sandbox. */
const MERCHANT = { merchantNumber: '5353109000000000', username: 'demo-api', password: 'Demo-Password-1' } as const;
/** Part of the URL of the service's hosted page. */
const MERCHANT_SHORT_NAME = 'DEMOSHOP';
/** Milliseconds. */
const RECONCILE_EVERY = 60_000;
/** A key that expired this many milliseconds ago is also past the signer's grace period. */
const EXPIRED_FOR = 33 * 60_000;

/** Limits for one developer, who may try every test card in an afternoon. */
const FOR_ONE_DEVELOPER = { tries: { calls: 1000, seconds: 3600 }, declines: { calls: 1000, seconds: 600 } } as const;

/** Options of the demo. */
export interface DemoOptions {
  /** Default 4000. A taken port gives the next free one; 0 gives any. */
  readonly shopPort?: number | undefined;
  /** Default 4010. */
  readonly sandboxPort?: number;
  /** Where the page with the card fields of `isolation="frame"` is served. Default 4020. */
  readonly framePort?: number;
  /** The host name of the sandbox in browsers: `localhost` makes it another site than the shop. Default 127.0.0.1. */
  readonly sandboxName?: string;
  /** Folder of the SQLite files, created when missing, or `:memory:`. Default `.florin`. */
  readonly database?: string;
  /**
   * Limits of the signer. Default: the signer's own, with more tries for one client, because one
   * person plays every shopper.
   */
  readonly rateLimit?: NonNullable<SignerOptions['rateLimit']>;
  /** Receives messages; default: the terminal. */
  readonly print?: (text: string) => void;
}

/** The running demo. */
export interface Demo {
  readonly shopUrl: string;
  /** `npm run dev` puts Vite in front of it. */
  readonly shopServer: Server;
  readonly sandboxUrl: string;
  readonly merchant: typeof MERCHANT;
  readonly control: Awaited<ReturnType<typeof startSandbox>>['control'];
  /** Stops everything and closes the databases. */
  close(): Promise<void>;
}

/** Starts sandbox, signer and shop. */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const { shopPort: wantedShop = 4000, sandboxPort: wantedSandbox = 4010, framePort: wantedFrame = 4020 } = options;
  const { database = '.florin', rateLimit = FOR_ONE_DEVELOPER, sandboxName = HOST } = options;
  const print = options.print ?? ((text: string) => console.log(text));
  const inMemory = database === ':memory:';
  if (!inMemory) mkdirSync(database, { recursive: true, mode: 0o700 });
  const file = (name: string): string => (inMemory ? ':memory:' : join(database, `${name}.db`));

  const shopPort = await findFreePort(wantedShop, HOST);
  const sandboxPort = await findFreePort(wantedSandbox, HOST, [shopPort]);
  const framePort = await findFreePort(wantedFrame, HOST, [shopPort, sandboxPort]);
  for (const [wanted, used] of [
    [wantedShop, shopPort],
    [wantedSandbox, sandboxPort],
    [wantedFrame, framePort],
  ] as const) {
    if (wanted !== 0 && used !== wanted) print(`Port ${wanted} is taken: using ${used} instead.`);
  }

  // Service and shop share one clock, so that a test can move both.
  const clock = createClock();
  const now = (): Date => new Date(clock.now());
  const sandbox = await startSandbox({ port: sandboxPort, host: HOST, database: file('sandbox'), clock });
  await sandbox.control.changeMerchant(MERCHANT.merchantNumber, { name: SHOP_NAME });
  const claims = expiringStore(openSqliteStore(file('signer'), { clock }), clock);
  const control = {
    ...sandbox.control,
    async expireAuthKeys() {
      const ended = await sandbox.control.expireAuthKeys();
      claims.expireKeys(clock.now() - EXPIRED_FOR);
      return ended;
    },
  };
  const shopUrl = `http://${HOST}:${shopPort}`;
  const serviceUrl = `http://${sandboxName}:${sandboxPort}`;
  const stores = openShopStores(file('shop'));
  const frameKeys = await generateFrameKeys();
  // A shop creates it once. Here it is created for each request, because `npm run dev` rebuilds the script.
  const framePage = () =>
    createFramePage({
      script: readFrameScript(),
      parents: [shopUrl],
      serviceOrigin: serviceUrl,
      publicKeys: [frameKeys.publicKey],
      cookieDomain: HOST,
      clock,
    });
  const callbacks = createPayments(stores, createSessionCookie(shopPort), now);
  const settings = {
    service: { baseUrl: sandbox.url, browserUrl: serviceUrl, ...MERCHANT },
    store: claims,
    secret: stores.signerSecret,
    merchantName: SHOP_NAME,
    support: SUPPORT,
    confirmsByEmail: true,
    clock,
    rateLimit,
    frame: { signingKey: frameKeys.privateKey },
  };
  const signer = createSigner({
    ...settings,
    ...callbacks,
    publicUrl: `${shopUrl}/pay`,
    iframe: { theme: FRAME_THEME },
    redirect: {
      merchantShortName: MERCHANT_SHORT_NAME,
      backLabel: `Back to ${SHOP_NAME}`,
      backUrl: `${shopUrl}/checkout/{order}/redirect`,
      backToCardsUrl: `${shopUrl}/account`,
    },
    webform: {
      acceptedBrands: ['visa', 'mastercard', 'amex', 'diners', 'jcb'],
      backUrl: `${shopUrl}/order/{order}`,
      theme: FRAME_THEME,
    },
  });
  // A surcharge needs the card type first, so this signer does not offer the service's own pages.
  // Both signers share the claims.
  const surcharging = createSigner({ ...settings, ...withSurcharge(callbacks), publicUrl: `${shopUrl}/pay-surcharge` });
  const root = new URL('../../', import.meta.url);
  const folder = (path: string): string => fileURLToPath(new URL(path, root));
  // The build does not compile it: it imports the elements, which need the types of browsers.
  const { renderCheckout } = (await import(new URL('demo/shop/rendered/render-checkout.js', root).href)) as Pick<
    ShopOptions,
    'renderCheckout'
  >;
  const shop = createShop({
    stores,
    origin: shopUrl,
    serviceUrl,
    frameUrl: `http://${HOST}:${framePort}/frame.html`,
    signer,
    surcharging,
    control,
    now,
    renderCheckout,
    folders: {
      kit: folder('dist/browser'),
      assets: folder('build/demo/assets'),
      files: folder('demo/shop/public'),
      ways: folder('demo/ways/public'),
      sources: folder('demo/shop'),
    },
  });
  const server = await listen(shop.fetch, shopPort);
  const frameServer = await listen((request) => framePage().fetch(request), framePort);
  // Finds payments whose page was closed before the answer.
  const reconciling = setInterval(() => void signer.reconcile(), RECONCILE_EVERY).unref();

  return {
    shopUrl,
    shopServer: server,
    sandboxUrl: sandbox.url,
    merchant: MERCHANT,
    control,
    async close() {
      clearInterval(reconciling);
      await Promise.all([stop(server), stop(frameServer)]);
      await sandbox.close();
      await claims.close();
      stores.close();
    },
  };
}

/** `npm start`: runs the demo until Ctrl-C. */
export async function main(options?: DemoOptions): Promise<void> {
  runUntilStopped(await startDemo(options));
}

/** Prints the start message, and stops the demo at Ctrl-C. */
export function runUntilStopped(demo: Demo): void {
  console.log(describeDemo(demo));
  const stop = (): void => {
    console.log('\nStopping …');
    // Node exits when everything is closed, and SQLite then cleans up its files; a second Ctrl-C exits at once.
    demo.close().catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

async function listen(fetch: Parameters<typeof serve>[0]['fetch'], port: number): Promise<Server> {
  const server = serve({ fetch, port, hostname: HOST, serverOptions: SERVER_LIMITS }) as Server;
  await once(server, 'listening');
  return server;
}

function stop(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}
