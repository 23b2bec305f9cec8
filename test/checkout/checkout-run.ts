/** One checkout against a scripted server, with a clock that is moved by hand; everything is closed after each test. */
import { afterEach, beforeEach } from 'vitest';
import { attemptName } from '../../src/checkout/attempt-name.js';
import { createCheckout } from '../../src/checkout/checkout.js';
import type { Checkout, CheckoutOptions } from '../../src/checkout/contract.js';
import { createManualTimers, type ManualTimers, until } from './manual-timers.js';
import { ORDER, type ScriptedServer, startScriptedServer } from './scripted-server.js';

export const CARD = {
  number: '4987654321098769',
  expiryMonth: '05',
  expiryYear: '39',
  cvn: '123',
  holderName: 'Ada Lovelace',
};

/** What a test works with. Its members are new for each test. */
export interface Run {
  server: ScriptedServer;
  timers: ManualTimers;
  storage: Map<string, string>;
  /** A checkout and every status that it went through. */
  start(changes?: Partial<CheckoutOptions>): Checkout & { readonly trace: readonly string[] };
  /** The name of its entry in the storage. */
  readonly recordName: string;
  /** What the page remembers of the order. */
  record(): unknown;
}

export function prepareRun(): Run {
  let open: Checkout[] = [];
  const run: Run = {
    server: undefined as unknown as ScriptedServer,
    timers: createManualTimers(),
    storage: new Map(),
    start(changes = {}) {
      const { storage } = run;
      const checkout = createCheckout({
        signerUrl: run.server.signerUrl,
        order: ORDER,
        storage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) },
        timers: run.timers,
        isOnline: () => true,
        ...changes,
      });
      open.push(checkout);
      const trace: string[] = [];
      checkout.subscribe((state) => trace.push(state.status));
      return Object.assign(checkout, { trace });
    },
    get recordName() {
      return `florin:${attemptName({ signerUrl: run.server.signerUrl, order: ORDER })}`;
    },
    record: () => JSON.parse(run.storage.get(run.recordName) ?? 'null') as unknown,
  };
  beforeEach(async () => {
    run.server = await startScriptedServer();
    run.timers = createManualTimers();
    run.storage = new Map();
    open = [];
  });
  afterEach(async () => {
    for (const checkout of open) checkout.dispose();
    await run.server.close();
  });
  return run;
}

export const reach = (checkout: Checkout, status: string) => until(() => checkout.state.status === status, status);
