/** Starts the sandbox of the tab from a page. docs/guides/browser-tab.md. */
import type { NextPayment } from '../core/card/test-values.js';
import { FlorinError } from '../core/errors.js';
import { VERSION } from '../core/version.js';
import {
  FOLDERS,
  type BrowserCall,
  type BrowserOrder,
  type BrowserPayment,
  type BrowserSurcharges,
  type ShopOptions,
  type WorkerAnswer,
  type WorkerCall,
  type WorkerResults,
} from './contract.js';
import { readPlace, registerWorker, waitForControl, waitForWorker } from './worker-registration.js';

/** Options of {@link startBrowserSandbox}. All are optional. */
export interface BrowserSandboxOptions {
  /**
   * URL of `florin-sandbox-worker.js`, relative to the page. Default: `florin-sandbox-worker.js` beside the page. Its folder
   * must be above all pages that pay.
   */
  readonly worker?: string | URL;
  /** Path below which pages use the sandbox. Default: the folder of the worker. */
  readonly scope?: string | URL;
  /** Name of the shop on receipts and pages. Default: `Demo Shop`. */
  readonly merchantName?: string;
  /**
   * The prices by the order's name. Without it any order can be paid: one whose name begins with digits costs so many
   * cents (`19951-tea`), all others 199.00 AUD.
   */
  readonly orders?: Readonly<Record<string, BrowserOrder>>;
  /**
   * The surcharge of each card type, in cents, for payments by `surchargingSignerUrl`: `{ AX: 200 }`. Whole dollars, because the
   * cents of the total decide the bank's answer. Default: none.
   */
  readonly surcharges?: BrowserSurcharges;
  /** Path of the page for shoppers who come back from a redirect; `{order}` stands for the order. Default: this page. */
  readonly returnTo?: string;
}

/** A running sandbox of the tab. */
export interface BrowserSandbox {
  /** Address of the signer, for `signer-url`. */
  readonly signerUrl: string;
  /** Address of a second signer, which adds `surcharges`. Only the method `javascript` knows the card before the price. */
  readonly surchargingSignerUrl: string;
  /** Address of the simulated service. */
  readonly serviceUrl: string;
  /**
   * Address of the card's frame, for `frame-src`. It has the page's own origin: it shows frame isolation and isolates nothing.
   */
  readonly frameSrc: string;
  /** Address of the back office. */
  readonly backOfficeUrl: string;
  /** Value of `data-florin-origins`, or of `allowOrigins(...origins)`. */
  readonly origins: readonly string[];
  /** Approved payments that were reported to the shop since the worker started, in order. */
  payments(): Promise<readonly BrowserPayment[]>;
  /** Calls of the service, masked as in the back office's request log, oldest first. @param after id of the last known call */
  calls(after?: number): Promise<readonly BrowserCall[]>;
  /**
   * Decides the next payment of the tab, whatever card is typed: an outcome of `testCards`, or a failure of the connection.
   *
   * @example await sandbox.nextPayment('noFunds');
   */
  nextPayment(outcome: NextPayment): Promise<void>;
  /** Lets every AuthKey that is not used expire now. */
  expireAuthKeys(): Promise<void>;
  /** Deletes all payments, cards, settings and sessions. */
  reset(): Promise<void>;
  /** Deletes everything and unregisters the worker: the network answers again. See {@link removeBrowserSandbox}. */
  remove(): Promise<void>;
}

const DEFAULT_WORKER = 'florin-sandbox-worker.js';
/** Longest time of an answer of the worker, in milliseconds: a slow phone compiles SQLite in some seconds. */
const ANSWER_MS = 30_000;

function ask<Call extends WorkerCall>(worker: ServiceWorker, call: Call): Promise<WorkerResults[Call['florin']]> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    const fail = (message: string): void => {
      reject(new FlorinError('internal_error', `The sandbox of the tab: ${message}`));
    };
    const timer = setTimeout(() => fail('its worker does not answer'), ANSWER_MS);
    port1.onmessage = ({ data }: MessageEvent<WorkerAnswer<Call['florin']>>) => {
      clearTimeout(timer);
      port1.close();
      if ('result' in data) resolve(data.result);
      else fail(data.problem);
    };
    worker.postMessage(call, [port2]);
  });
}

/** The worker of the same version: an update may have to replace one of another version first. */
async function findWorker(registration: ServiceWorkerRegistration, options: ShopOptions): Promise<ServiceWorker> {
  const call = { florin: 'start', version: VERSION, options } as const;
  const worker = await waitForWorker(registration);
  const { version } = await ask(worker, call);
  if (version === VERSION) return worker;
  await registration.update();
  const newer = await waitForWorker(registration);
  const answer = await ask(newer, call);
  if (answer.version === VERSION) return newer;
  throw new FlorinError(
    'configuration_invalid',
    `The sandbox of the tab: florin-sandbox-worker.js is of version ${answer.version} and the page's script of ${VERSION}: copy both files again (florin-server browser-files)`,
  );
}

/**
 * Starts a sandbox and a signer in a service worker, so that the pages below its folder take test payments without any
 * server. Their state is kept by the browser. Resolves when the worker answers the requests of this page.
 *
 * @throws FlorinError `configuration_invalid` that says what to change: no secure context, no worker at the address, a page
 * outside its folder, another version
 * @example
 * const sandbox = await startBrowserSandbox({ worker: '/florin-sandbox-worker.js' });
 * document.querySelector('florin-checkout').signerUrl = sandbox.signerUrl;
 */
export async function startBrowserSandbox(options: BrowserSandboxOptions = {}): Promise<BrowserSandbox> {
  const { worker: script = DEFAULT_WORKER, scope, merchantName = 'Demo Shop', orders = null } = options;
  const place = readPlace(script, scope);
  const registration = await registerWorker(place);
  const { surcharges = {}, returnTo = location.pathname } = options;
  await findWorker(registration, { merchantName, orders, surcharges, returnTo });
  await waitForControl(navigator);
  const send = async <Call extends WorkerCall>(call: Call) => {
    const { active } = registration;
    if (!active) throw new FlorinError('internal_error', 'The sandbox of the tab: its worker was removed');
    return ask(active, call);
  };
  const address = (folder: string): string => new URL(folder, place.scope).href;
  const [signerUrl, serviceUrl] = [address(FOLDERS.signer), address(FOLDERS.service)];
  const surchargingSignerUrl = address(FOLDERS.surchargingSigner);
  const frameSrc = address(`${FOLDERS.frame}/frame.html`);
  return {
    signerUrl,
    surchargingSignerUrl,
    serviceUrl,
    frameSrc,
    backOfficeUrl: `${serviceUrl}/backoffice`,
    origins: [signerUrl, surchargingSignerUrl, serviceUrl, frameSrc],
    payments: () => send({ florin: 'payments' }),
    calls: (after = 0) => send({ florin: 'calls', after }),
    async nextPayment(outcome) {
      await send({ florin: 'nextPayment', outcome });
    },
    async expireAuthKeys() {
      await send({ florin: 'expireAuthKeys' });
    },
    async reset() {
      await send({ florin: 'reset' });
    },
    remove: () => removeBrowserSandbox(options),
  };
}

/**
 * Removes the sandbox from the browser: its worker, payments, cards and sessions. Call it in the pages of a site that has the
 * real service now. Resolves at once where there is no sandbox.
 *
 * @example await removeBrowserSandbox({ worker: '/florin-sandbox-worker.js' });
 */
export async function removeBrowserSandbox({
  worker: script = DEFAULT_WORKER,
  scope,
}: Pick<BrowserSandboxOptions, 'worker' | 'scope'> = {}): Promise<void> {
  const place = readPlace(script, scope);
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  const registration = await serviceWorker?.getRegistration(place.scope);
  const { active } = registration ?? {};
  // A worker of another script below the same scope is the site's own.
  if (active?.scriptURL !== place.script.href) return;
  await ask(active, { florin: 'remove' });
}
