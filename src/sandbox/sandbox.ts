/** The sandbox: the whole payment service, pretended, as a fetch handler over a store. */
import { createAuthenticate } from './authenticate.js';
import type { Bank } from './bank/bank.js';
import { simulatedBank } from './bank/simulated-bank.js';
import { createCardBook } from './bank/test-cards.js';
import { createBatchRunner } from './batch/batch-runner.js';
import type { Challenge } from './challenge.js';
import { createClock, type Clock } from './clock.js';
import type { Context } from './context.js';
import type { SandboxControl } from './control.js';
import { createControlDoor } from './control/control-door.js';
import { createControl, type Switches } from './control/create-control.js';
import { DroppedConnection } from './fault.js';
import { createFaultRules } from './faults/fault-rules.js';
import { injectFault } from './faults/inject-fault.js';
import { operationOf } from './faults/operation-names.js';
import { readHex } from './hex.js';
import { webCryptoHmac, type Hmac } from './hmac.js';
import { silentLog, type Log } from './log.js';
import { createChallengeTimer } from './operations/challenge-timer.js';
import { finishChallenge } from './operations/finish-challenge.js';
import { createOpenApiDoor } from './openapi/openapi-door.js';
import { createChallengeDoor } from './pages/challenge-door.js';
import { createPagesDoor } from './pages/pages-door.js';
import { platformRandom, type Random } from './random.js';
import { notFound } from './rest/http-answer.js';
import { createRestDoor } from './rest/rest-door.js';
import { answerRootPage } from './root-page.js';
import { DEFAULT_SETTINGS, type SandboxSettings } from './settings.js';
import { isClosingTime } from './settlement/settlement-day.js';
import { createSoapDoor } from './soap/soap-door.js';
import type { Store } from './store/store.js';
import type { Deliver } from './webhooks/delivery.js';
import { createOutbox } from './webhooks/outbox.js';
import { USUAL_SCENARIO } from './webhooks/scenario.js';
import { createSender } from './webhooks/sender.js';

/** What a sandbox is made from. All but the store have defaults. */
export interface SandboxOptions {
  /** Closed together with the sandbox. */
  readonly store: Store;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly bank?: Bank;
  readonly hmac?: Hmac;
  readonly log?: Log;
  readonly settings?: Partial<SandboxSettings>;
  /** Sends webhooks. Without it they are kept in the outbox and not sent. */
  readonly deliverWebhook?: Deliver | undefined;
  /** Text of the pages' built bundle; without it the pages are plain forms. */
  readonly pageScript?: string | undefined;
  /** Opens the control API below `/_sandbox`; without it there is none. */
  readonly controlApi?: ControlApiOptions | undefined;
}

/** How the control API is opened. */
export interface ControlApiOptions {
  /** At least 16 characters, to be sent in the header `Florin-Control-Token`. */
  readonly token: string;
  /** Host names by which the sandbox is reached, besides those of loopback. */
  readonly hosts?: readonly string[];
}

/** A running sandbox. */
export interface Sandbox {
  /** Answers a request. Rejects only when it was told to drop the connection, as `fetch` does then. */
  fetch(request: Request): Promise<Response>;
  readonly control: SandboxControl;
  /** Ends delays, lets running calls finish, and closes the store. */
  close(): Promise<void>;
}

/** Makes a sandbox. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { store, clock = createClock(), random = platformRandom, bank = simulatedBank, log = silentLog } = options;
  const { hmac = webCryptoHmac } = options;
  const settings: SandboxSettings = { ...DEFAULT_SETTINGS, ...options.settings };
  if (!isClosingTime(settings.settlementCloses))
    throw new RangeError('settlementCloses must be a time, 00:01 to 24:00');
  // A restart finds the clock where it was left.
  clock.advance(Math.max(0, store.clockOffset - clock.offset));
  const switches: Switches = { availability: 'normal', scenario: USUAL_SCENARIO };
  const faults = createFaultRules();
  let isClosing = false;
  const running = new Set<Promise<unknown>>();
  const { deliverWebhook: deliver } = options;
  const sender = createSender({ store, clock, settings, deliver, log, owner: crypto.randomUUID() });

  const context: Context = {
    store,
    clock,
    random,
    bank,
    settings,
    wait: (seconds) => (isClosing ? Promise.resolve() : clock.sleep(seconds * 1_000)),
    cards: createCardBook(settings.extraTestCards),
    fingerprint: hmac(readHex(store.fingerprintKey)),
    outbox: createOutbox({
      clock,
      scenario: () => switches.scenario,
      wake: () => sender.wake(),
      attempted: (ids) => sender.attempted(ids),
    }),
    batches: { wake: () => batches.wake() },
    challenges: { wake: () => challenges.wake() },
  };
  const batches = createBatchRunner({ context, log });
  const timeOut = (challenge: Challenge): Promise<boolean> => finishChallenge(challenge, 'timed_out', context);
  const challenges = createChallengeTimer({ store, clock, log, timeOut });
  const door = {
    context,
    authenticate: createAuthenticate(store, hmac),
    log,
    isUnavailable: () => switches.availability === 'unavailable',
  };
  const answerPages = createPagesDoor({ ...door, script: options.pageScript });
  const answerChallenge = createChallengeDoor(door);
  const answerRest = createRestDoor(door);
  const answerSoap = createSoapDoor({ ...door, faults });
  const answerOpenApi = createOpenApiDoor(settings.memberSpelling);

  const checkStore = (): Promise<unknown> => store.read((view) => view.findMerchant(0));

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const answered =
      (await answerPages(request)) ?? (await answerRest(request, pathname)) ?? (await answerSoap(request, pathname));
    const page = answered ?? (await answerChallenge(request, pathname)) ?? (await answerOpenApi(request, pathname));
    return page ?? (await answerRootPage(request, pathname, checkStore)) ?? notFound();
  }

  async function answerWithFault(request: Request): Promise<Response> {
    const operation = operationOf(request.method, new URL(request.url).pathname);
    const fault = operation && faults.take(operation);
    return fault ? injectFault(fault, () => answer(request), context.wait) : answer(request);
  }

  async function answerOrDrop(request: Request): Promise<Response> {
    const { availability } = switches;
    if (availability === 'dropping' || isClosing) throw new DroppedConnection();
    // A preflight asks for nothing yet: were it lost, a browser would never send the call whose answer is to be lost.
    const isLost = availability === 'answer_lost' && request.method !== 'OPTIONS';
    const response = await answerWithFault(request);
    if (isLost) throw new DroppedConnection();
    return response;
  }

  const control = createControl({ store, clock, sender, challenges, faults, switches });
  const { controlApi } = options;
  const answerControl = controlApi && createControlDoor({ hosts: [], ...controlApi, control, log });

  async function answerAll(request: Request): Promise<Response> {
    // The way back from every fault: no fault meets it.
    const controlled = isClosing ? undefined : await answerControl?.(request, new URL(request.url));
    return controlled ?? answerOrDrop(request);
  }

  return {
    async fetch(request) {
      const call = answerAll(request);
      running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
      }
    },
    control,
    async close() {
      isClosing = true;
      clock.wakeAll();
      await Promise.allSettled([...running]);
      await batches.close();
      await challenges.close();
      await sender.close();
      await store.close();
    },
  };
}
