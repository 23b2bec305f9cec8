/** The sandbox: the simulated payment service as a fetch handler over a store. */
import { createAuthenticate } from './authenticate.js';
import type { Bank } from './bank/bank.js';
import { simulatedBank } from './bank/simulated-bank.js';
import { createCardBook } from './bank/test-cards.js';
import { createBatchRunner } from './batch/batch-runner.js';
import type { Challenge } from './challenge.js';
import { createClock, type Clock } from './clock.js';
import type { Context } from './context.js';
import type { SandboxControl } from './control.js';
import { createControl } from './control/create-control.js';
import { createSwitches } from './control/switches.js';
import { NO_DIALECT } from './dialect/dialect.js';
import { speak } from './dialect/speak.js';
import { DroppedConnection } from './fault.js';
import { createDisturbances } from './faults/disturb.js';
import { findMerchantOf } from './faults/merchant-of.js';
import { operationOf } from './faults/operation-names.js';
import { createFrameSaves } from './frame-saves.js';
import { createOfficeHandlers, createServiceHandler, type AnswerOptions } from './handlers.js';
import { readHex } from './hex.js';
import { webCryptoHmac, type Hmac } from './hmac.js';
import { silentLog, type Log } from './log.js';
import { createChallengeTimer } from './operations/challenge-timer.js';
import { finishChallenge } from './operations/finish-challenge.js';
import { platformRandom, type Random } from './random.js';
import { createCallJournal } from './journal/call-journal.js';
import { createRequestLog } from './request-log/request-log.js';
import { DEFAULT_SETTINGS, type SandboxSettings } from './settings.js';
import { isClosingTime } from './settlement/settlement-day.js';
import type { Store } from './store/store.js';
import type { Deliver } from './webhooks/delivery.js';
import { createOutbox } from './webhooks/outbox.js';
import { createSender } from './webhooks/sender.js';

/** Options of {@link createSandbox}. Only the store is required. */
export interface SandboxOptions extends AnswerOptions {
  /** The store; the sandbox closes it. */
  readonly store: Store;
  /** Default: a clock that runs with the machine's and can be moved. */
  readonly clock?: Clock;
  /** Makes ids and numbers. Default: random. */
  readonly random?: Random;
  /** Decides about a payment. Default: the simulated bank, which follows the rules of test mode and approves everything else. */
  readonly bank?: Bank;
  /** Signs webhooks. Default: Web Crypto. */
  readonly hmac?: Hmac;
  /** Default: nothing is logged. */
  readonly log?: Log;
  /** Settings that differ from the defaults. docs/reference/settings.md */
  readonly settings?: Partial<SandboxSettings>;
  /** Sends webhooks. Without it, they stay in the outbox. */
  readonly deliverWebhook?: Deliver | undefined;
}

/** A running sandbox. */
export interface Sandbox {
  /** Answers a request. Rejects only when the sandbox drops the connection on purpose, like `fetch`. */
  fetch(request: Request): Promise<Response>;
  /** Controls the sandbox from a test. */
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
  const switches = createSwitches();
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
      scenario: async (merchantId, view) =>
        switches.scenario.get(switches.scenario.hasOwn ? (await view.findMerchant(merchantId))?.number : undefined),
      fallback: (merchantId) => switches.catchers.get(merchantId) ?? null,
      wake: () => sender.wake(),
      attempted: (ids) => sender.attempted(ids),
    }),
    batches: { wake: () => batches.wake() },
    challenges: { wake: () => challenges.wake() },
    takeNextPayment: (merchant) => switches.nextPayment.take(merchant),
  };
  const batches = createBatchRunner({ context, log });
  const timeOut = (challenge: Challenge): Promise<boolean> => finishChallenge(challenge, 'timed_out', context);
  const challenges = createChallengeTimer({ store, clock, log, timeOut });
  const journal = createCallJournal({ store, cards: context.cards, most: settings.journalCalls });
  const requestLog = createRequestLog({ store, clock, settings, cards: context.cards, log, journal });
  const disturbances = createDisturbances({ switches, requestLog, wait });
  const parts = { ...options, context, disturbances, log, requestLog, switches, closing: closing.signal };
  const authenticate = createAuthenticate(store, hmac);
  const answerOwn = createServiceHandler({ ...parts, authenticate });
  const answerService = settings.dialect === NO_DIALECT ? answerOwn : speak(answerOwn, settings.dialect);

  async function answerOrDrop(request: Request, path: string): Promise<Response> {
    if (isClosing) throw new DroppedConnection();
    const operation = switches.faults.list().length === 0 ? undefined : operationOf(request.method, path);
    // The merchant of a SOAP call is in its body: the handler of SOAP asks again.
    const findMerchant = () => findMerchantOf(request, path, { store, authenticate });
    return disturbances.answer({ request, operation, findMerchant }, () => answerService(request, path));
  }

  const control = createControl({ store, clock, sender, challenges, switches, journal });
  const answerOffice = createOfficeHandlers({ ...parts, control });

  async function answerAll(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    // The control API and the back office can end every fault, so no fault applies to them.
    const answered = isClosing ? undefined : await answerOffice(request, pathname);
    return answered ?? requestLog.answer(request, pathname, () => answerOrDrop(request, pathname));
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
      journal.close();
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
