/** The sandbox under test, in process or over a real port, with the same calls. Responses are checked. */
import { createClock, type Clock } from '../../src/sandbox/clock.js';
import type { ControlApiOptions } from '../../src/sandbox/handlers.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import type { SandboxControl } from '../../src/sandbox/control.js';
import type { Log } from '../../src/sandbox/log.js';
import type { MerchantSeed } from '../../src/sandbox/merchant.js';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import type { SandboxSettings } from '../../src/sandbox/settings.js';
import type { Deliver } from '../../src/sandbox/webhooks/delivery.js';
import { openStore } from '../../src/sandbox/node/open-store.js';
import { startSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { checked } from './checked-service.js';
import { databaseForTest } from './database-for-test.js';

/** Noon in Sydney on 4 March 2026. */
export const START = Date.UTC(2026, 2, 4, 1, 0, 0);

/** Options of a test. */
export interface ServiceOptions {
  readonly database?: string;
  readonly clock?: Clock;
  readonly log?: Log;
  readonly settings?: Partial<SandboxSettings>;
  readonly seed?: readonly MerchantSeed[];
  readonly controlApi?: ControlApiOptions;
  readonly deliverWebhook?: Deliver;
}

/** A sandbox behind `fetch`. */
export interface ServiceUnderTest {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly control: SandboxControl;
  readonly clock: Clock;
  close(): Promise<void>;
}

/** One way to reach a sandbox. */
export interface Target {
  readonly target: string;
  open(options?: ServiceOptions): Promise<ServiceUnderTest>;
}

/** A stopped clock. It moves only on demand, and delays end only then. */
export function stoppedClock(start = START): Clock {
  return createClock({ now: () => start, startTimer: () => () => undefined });
}

const BASE = 'http://sandbox.test';

export const inProcess: Target = {
  target: 'in process',
  async open(options = {}) {
    const { database = databaseForTest(), clock = stoppedClock(), seed = [DEMO_MERCHANT], ...others } = options;
    const store = await openStore({ database, seed });
    const sandbox = createSandbox({ store, clock, ...others });
    const service: ServiceUnderTest = {
      fetch: (path, init) => sandbox.fetch(new Request(BASE + path, init)),
      control: sandbox.control,
      clock,
      close: () => sandbox.close(),
    };
    return checked(service, others.settings);
  },
};

export const overPort: Target = {
  target: 'over a port',
  async open(options = {}) {
    const { clock = stoppedClock(), database = databaseForTest(), ...others } = options;
    const running = await startSandbox({ clock, database, ...others });
    const service: ServiceUnderTest = {
      fetch: (path, init) => fetch(running.url + path, init),
      control: running.control,
      clock,
      close: () => running.close(),
    };
    return checked(service, others.settings);
  },
};

/** Both targets, for tests of HTTP itself and one response of each kind. */
export const EACH_TARGET: readonly Target[] = [inProcess, overPort];

/** In process; over a port in the run that asks for it (`npm run proof`). */
export const TARGETS: readonly Target[] = process.env['FLORIN_TEST_TARGET'] === 'port' ? [overPort] : [inProcess];
