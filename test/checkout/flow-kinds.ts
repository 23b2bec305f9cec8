/** One interface for paying, saving and updating, so that guards.test.ts tests all of them. */
import { afterEach, beforeEach } from 'vitest';
import { createCheckout } from '../../src/checkout/checkout.js';
import type { CheckoutOptions } from '../../src/checkout/contract.js';
import type { FlorinError } from '../../src/core/errors.js';
import { createTokenFlow, type TokenPurpose } from '../../src/checkout/token-flow.js';
import { CARD, prepareRun } from './checkout-run.js';
import { type ManualTimers, until } from './manual-timers.js';
import { CLAIM, grant, ORDER, receipt, type ScriptedServer, simple } from './scripted-server.js';

/** The state that a page sees. */
interface FlowState {
  readonly status: string;
  readonly error?: FlorinError;
  readonly result?: { readonly status: string };
}

export interface Flow {
  readonly state: FlowState;
  /** The shopper types. */
  prepare(): void;
  /** The shopper presses the button. */
  submit(): Promise<FlowState>;
  resume(): void;
  restore(): void;
  dispose(): void;
}

/** What a flow is given of its page and browser. */
type Surroundings = Pick<CheckoutOptions, 'signerUrl' | 'storage' | 'timers' | 'isOnline'>;

export type ResultStatus = 'done' | 'open' | 'pending' | 'expired' | 'review';

export interface Kind {
  readonly name: string;
  /** The status in which it has worked. */
  readonly done: 'approved' | 'saved';
  /** The signer's answer to its second question, with `done` for what has worked. */
  result(status: ResultStatus): object;
  grant(url: string): object;
  start(surroundings: Surroundings): Flow;
}

const SAVED = {
  handle: 'handle-1',
  kind: 'card',
  type: 'VC',
  lastDigits: '769',
  expiry: '0539',
  isExpired: false,
  holderName: '',
};
const ACCOUNT = { bsb: '063917', accountNumber: '80417726', accountName: 'Ada Lovelace' };

const pay: Kind = {
  name: 'pay',
  done: 'approved',
  result: (status) =>
    status === 'done' ? { status: 'approved', order: ORDER, claim: CLAIM, receipt: receipt() } : simple(status),
  grant: (url) => grant(url),
  start(surroundings) {
    const checkout = createCheckout({ order: ORDER, ...surroundings });
    return {
      get state() {
        return checkout.state;
      },
      prepare: () => checkout.prepare(),
      submit: () => checkout.submit(CARD),
      resume: () => checkout.resume(),
      restore: () => checkout.restore(),
      dispose: () => checkout.dispose(),
    };
  },
};

const storing = (purpose: TokenPurpose): Kind => ({
  name: purpose,
  done: 'saved',
  result: (status) => ({ ...simple(status === 'done' ? 'open' : status), ...(status === 'done' && stored(purpose)) }),
  grant: (url) => ({
    ...grant(url),
    task: purpose.startsWith('save') ? 'add' : 'update',
    ...(purpose.startsWith('update') && { card: saved(purpose) }),
  }),
  start(surroundings) {
    const flow = createTokenFlow({
      purpose,
      ...(purpose.startsWith('update') && { card: SAVED.handle }),
      ...surroundings,
    });
    return {
      get state() {
        return flow.state;
      },
      prepare: () => void flow.prepare(),
      submit: () => flow.submit(purpose.endsWith('card') ? CARD : ACCOUNT),
      resume: () => flow.resume(),
      restore: () => flow.restore(),
      dispose: () => flow.dispose(),
    };
  },
});

const saved = (purpose: TokenPurpose) => ({ ...SAVED, kind: purpose.endsWith('card') ? 'card' : 'bank_account' });
const stored = (purpose: TokenPurpose) => ({ status: 'stored', card: saved(purpose) });

export const KINDS: readonly Kind[] = [
  pay,
  storing('save-card'),
  storing('update-card'),
  storing('save-bank-account'),
  storing('update-bank-account'),
];

/** What a test works with. Its members are new for each test. */
export interface KindRun {
  readonly server: ScriptedServer;
  readonly timers: ManualTimers;
  readonly storage: Map<string, string>;
  /** A flow in a browser that is online, if nothing else is said. */
  start(options?: Pick<Surroundings, 'isOnline' | 'storage'>): Flow;
  /** What the signer answers from now on. */
  answerResult(status: ResultStatus): void;
  /** How often the signer was asked for a key, and how something ended. */
  asked(): { readonly keys: number; readonly results: number };
  /** The keys with which something was sent, in their order: `key-1` is the first that the signer gave. */
  sentWith(): readonly string[];
  /** Milliseconds until the flow asks by itself, shortest first. The end of a key is none of it: nobody is asked then. */
  waits(): readonly number[];
  /** Lets the shortest of them pass, and what is asked then be answered. Answers how long it was. */
  passNextWait(flow: Flow): Promise<number>;
}

const LONGEST_WAIT = 100_000;

export function prepareKind(kind: Kind): KindRun {
  const base = prepareRun();
  let open: Flow[] = [];
  const pathsOf = (pattern: RegExp) => base.server.calls.map(({ path }) => path).filter((path) => pattern.test(path));
  const run: KindRun = {
    get server() {
      return base.server;
    },
    get timers() {
      return base.timers;
    },
    get storage() {
      return base.storage;
    },
    start(options = { isOnline: () => true }) {
      const { storage, timers } = base;
      const flow = kind.start({
        signerUrl: base.server.signerUrl,
        timers,
        storage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) },
        ...options,
      });
      open.push(flow);
      return flow;
    },
    answerResult(status) {
      base.server.script.result = { json: kind.result(status) };
    },
    asked: () => ({ keys: pathsOf(/^\/pay\/\w+key$/).length, results: pathsOf(/^\/pay\/\w*result$/).length }),
    sentWith: () => pathsOf(/\/withauthkey\//).map((path) => path.split('/').at(-1) ?? ''),
    waits: () => base.timers.waiting().filter((wait) => wait < LONGEST_WAIT),
    async passNextWait(flow) {
      const [wait] = run.waits();
      if (wait === undefined) throw new Error('nothing waits');
      const { state } = flow;
      const started = base.timers.started();
      base.timers.advance(wait);
      // One timer for the call; then there is another for the next question, or the flow has something to tell.
      await until(() => flow.state !== state || base.timers.started() >= started + 2, 'an answer');
      return wait;
    },
  };
  beforeEach(() => {
    open = [];
    let keys = 0;
    base.server.script.authkey = () => {
      keys += 1;
      const submitUrl = `${base.server.url}/webapi/v3/withauthkey/key-${keys}`;
      return { json: { ...kind.grant(base.server.url), authKey: `key-${keys}`, submitUrl } };
    };
    run.answerResult('done');
  });
  afterEach(() => {
    for (const flow of open) flow.dispose();
  });
  return run;
}
