/** The sandbox: the simulated payment service as a fetch handler over a store. */
import { createAuthenticate } from './authenticate.js';
import { isOfficePath } from './backoffice/office-path.js';
import type { Bank } from './bank/bank.js';
import { simulatedBank } from './bank/simulated-bank.js';
import { createCardBook } from './bank/test-cards.js';
import { createBatchRunner } from './batch/batch-runner.js';
import type { Challenge } from './challenge.js';
import { createClock, type Clock } from './clock.js';
import type { Context } from './context.js';
import type { SandboxControl } from './control.js';
import { createControl, USUAL_SWITCHES, type Switches } from './control/create-control.js';
import { assertToken } from './control/gate.js';
import { DroppedConnection } from './fault.js';
import { createFaultRules } from './faults/fault-rules.js';
import { injectFault } from './faults/inject-fault.js';
import { operationOf } from './faults/operation-names.js';
import { createFrameSaves } from './frame-saves.js';
import { readHex } from './hex.js';
import { webCryptoHmac, type Hmac } from './hmac.js';
import { createLazyHandler } from './lazy-handler.js';
import { silentLog, type Log } from './log.js';
import { createChallengeTimer } from './operations/challenge-timer.js';
import { finishChallenge } from './operations/finish-challenge.js';
import { isPagePath } from './pages/page-address.js';
import { platformRandom, type Random } from './random.js';
import { notFound } from './rest/http-answer.js';
import { createRequestLog } from './request-log/request-log.js';
import { createRestHandler } from './rest/rest-handler.js';
import { answerRootPage } from './root-page.js';
import { DEFAULT_SETTINGS, type SandboxSettings } from './settings.js';
import { isClosingTime } from './settlement/settlement-day.js';
import { isSoapPath } from './soap/soap-path.js';
import type { Store } from './store/store.js';
import { isCatcherPath } from './webhooks/catcher-path.js';
import type { Deliver } from './webhooks/delivery.js';
import { createOutbox } from './webhooks/outbox.js';
import { createSender } from './webhooks/sender.js';

/** Options of {@link createSandbox}. Only the store is required. */
export interface SandboxOptions {
  /** The store; the sandbox closes it. */
  readonly store: Store;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly bank?: Bank;
  readonly hmac?: Hmac;
  readonly log?: Log;
  readonly settings?: Partial<SandboxSettings>;
  /** Sends webhooks. Without it, they stay in the outbox. */
  readonly deliverWebhook?: Deliver | undefined;
  /** Reads the built script of the pages, once, with the first page. Without it, the pages are plain forms. */
  readonly pageScript?: (() => string | undefined) | undefined;
  /** Reads the built script of the REST reference, once, with its first page. Without it, its calls are to copy only. */
  readonly referenceScript?: (() => string | undefined) | undefined;
  /** Reads the built script of the back office, once, with its first page. */
  readonly officeScript?: (() => string | undefined) | undefined;
  /** Enables the control API below `/_sandbox`. */
  readonly controlApi?: ControlApiOptions | undefined;
}

/** Options of the control API. */
export interface ControlApiOptions {
  /** At least 16 characters. Callers send it in the header `Florin-Control-Token`. */
  readonly token: string;
  /** Host names of the sandbox besides loopback. */
  readonly hosts?: readonly string[];
}

/** A running sandbox. */
export interface Sandbox {
  /** Answers a request. Rejects only when the sandbox drops the connection on purpose, like `fetch`. */
  fetch(request: Request): Promise<Response>;
  readonly control: SandboxControl;
  /** Ends delays, waits for running calls, and closes the store. */
  close(): Promise<void>;
}

/**
 * Creates a sandbox.
 *
 * @example
 * const store = await openSqliteStore({ database: ':memory:' });
 * const sandbox = createSandbox({ store });
 * const response = await sandbox.fetch(new Request('http://sandbox.test/health'));
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { store, clock = createClock(), random = platformRandom, bank = simulatedBank, log = silentLog } = options;
  const { hmac = webCryptoHmac } = options;
  const settings: SandboxSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  if (!isClosingTime(settings.settlementCloses))
    throw new RangeError('settlementCloses must be a time, 00:01 to 24:00');
  // After a restart, the clock continues with the stored offset.
  clock.advance(Math.max(0, store.clockOffset - clock.offset));
  const switches: Switches = { ...USUAL_SWITCHES, catchers: new Map() };
  const faults = createFaultRules();
  let isClosing = false;
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  const { deliverWebhook: deliver } = options;
  const sender = createSender({ store, clock, settings, deliver, log, owner: crypto.randomUUID() });

  const wait = (seconds: number): Promise<void> => (isClosing ? Promise.resolve() : clock.sleep(seconds * 1_000));
  const context: Context = {
    store,
    clock,
    random,
    bank,
    settings,
    wait,
    frameSaves: createFrameSaves(wait),
    cards: createCardBook(settings.extraTestCards),
    fingerprint: hmac(readHex(store.fingerprintKey)),
    outbox: createOutbox({
      clock,
      scenario: () => switches.scenario,
      fallback: (merchantId) => switches.catchers.get(merchantId) ?? null,
      wake: () => sender.wake(),
      attempted: (ids) => sender.attempted(ids),
    }),
    batches: { wake: () => batches.wake() },
    challenges: { wake: () => challenges.wake() },
    takeNextPayment() {
      const holderName = switches.nextPayment;
      switches.nextPayment = null;
      return holderName;
    },
  };
  const batches = createBatchRunner({ context, log });
  const timeOut = (challenge: Challenge): Promise<boolean> => finishChallenge(challenge, 'timed_out', context);
  const challenges = createChallengeTimer({ store, clock, log, timeOut });
  const requestLog = createRequestLog({ store, clock, settings, cards: context.cards, log });
  const handlerOptions = {
    context,
    requestLog,
    authenticate: createAuthenticate(store, hmac),
    log,
    isUnavailable: () => switches.availability === 'unavailable',
  };
  const answerPages = createLazyHandler(isPagePath, async () => {
    const { createPagesHandler } = await import('./pages/pages-handler.js');
    return createPagesHandler({ ...handlerOptions, script: options.pageScript?.() });
  });
  const answerChallenge = createLazyHandler(
    (path) => path.startsWith('/3ds/'),
    async () => (await import('./pages/challenge-handler.js')).createChallengeHandler(handlerOptions),
  );
  const answerRest = createRestHandler(handlerOptions);
  const answerSoap = createLazyHandler(isSoapPath, async () =>
    (await import('./soap/soap-handler.js')).createSoapHandler({ ...handlerOptions, faults }),
  );
  const answerOpenApi = createLazyHandler(
    (path, { method }) => /^\/openapi(\/|$)/.test(path) && /^(GET|HEAD)$/.test(method),
    async () =>
      (await import('./openapi/openapi-answers.js')).createOpenApiAnswers(settings, options.referenceScript?.()),
  );

  const checkStore = (): Promise<unknown> => store.read((view) => view.findMerchant(0));

  async function answer(request: Request, pathname: string): Promise<Response> {
    const answered =
      (await answerPages(request, pathname)) ??
      (await answerRest(request, pathname)) ??
      (await answerSoap(request, pathname));
    const page = answered ?? (await answerChallenge(request, pathname)) ?? (await answerOpenApi(request, pathname));
    return page ?? (await answerRootPage(request, pathname, checkStore)) ?? notFound();
  }

  function answerWithFault(request: Request, path: string): Promise<Response> {
    const operation = faults.list().length === 0 ? undefined : operationOf(request.method, path);
    const fault = operation && faults.take(operation);
    if (fault) requestLog.note(request, { fault: fault.kind });
    return fault ? injectFault(fault, () => answer(request, path), context.wait) : answer(request, path);
  }

  async function answerOrDrop(request: Request, path: string): Promise<Response> {
    const { availability } = switches;
    if (availability === 'dropping' || isClosing) throw new DroppedConnection();
    // A preflight does nothing yet. If it were lost, a browser would never send the call whose answer is to be lost.
    const isLost = availability === 'answer_lost' && request.method !== 'OPTIONS';
    if (isLost) requestLog.note(request, { fault: availability });
    const response = await answerWithFault(request, path);
    if (isLost) throw new DroppedConnection();
    return response;
  }

  const control = createControl({ store, clock, sender, challenges, faults, switches });
  const { controlApi } = options;
  // Checked here, because the lazy handler would throw only with the first call.
  if (controlApi) assertToken(controlApi.token);
  const answerControl =
    controlApi &&
    createLazyHandler(
      (path) => /^\/_sandbox(\/|$)/.test(path),
      async () => {
        const { createControlHandler } = await import('./control/control-handler.js');
        return createControlHandler({ hosts: [], ...controlApi, context, control, log });
      },
    );

  const answerOffice = createLazyHandler(isOfficePath, async () => {
    const { createOfficeHandler } = await import('./backoffice/office-handler.js');
    const script = options.officeScript?.();
    const { catchers } = switches;
    return createOfficeHandler({ context, control, requestLog, catchers, log, script, closing: closing.signal });
  });
  const answerCaught = createLazyHandler(isCatcherPath, async () =>
    (await import('./webhooks/catcher.js')).createCatcher(context),
  );

  async function answerAll(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    // The control API and the back office can end every fault, so no fault applies to them.
    const controlled = isClosing
      ? undefined
      : ((await answerControl?.(request, pathname)) ??
        (await answerOffice(request, pathname)) ??
        (await answerCaught(request, pathname)));
    return controlled ?? requestLog.answer(request, pathname, () => answerOrDrop(request, pathname));
  }

  return {
    async fetch(request) {
      const call = answerAll(request);
      running.add(call);
      try {
        const response = await call;
        // By its own clock, so that a caller that relies on it travels in time too.
        response.headers.set('Date', new Date(clock.now()).toUTCString());
        return response;
      } finally {
        running.delete(call);
      }
    },
    control,
    async close() {
      isClosing = true;
      closing.abort();
      clock.wakeAll();
      await Promise.allSettled([...running]);
      await batches.close();
      await challenges.close();
      await sender.close();
      await requestLog.close();
      await store.close();
    },
  };
}
