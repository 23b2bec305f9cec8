/** One interface for paying, saving and updating, so that the tests of the flow run for all of them. */
import { afterEach, beforeEach } from 'vitest';
import type { Grant, SendTyped } from '../../src/checkout/attempt-kind.js';
import { type CheckoutFlow, createCheckout } from '../../src/checkout/checkout.js';
import type { AttemptOptions, AttemptState, ShownPrice } from '../../src/checkout/contract.js';
import { createSaving, type TokenPurpose } from '../../src/checkout/saving.js';
import { CARD, prepareRun } from './checkout-run.js';
import { type ManualTimers, until } from './manual-timers.js';
import { CLAIM, grant, ORDER, receipt, type ScriptedServer, simple } from './scripted-server.js';

/** The methods of src/checkout/attempt-flow.ts, with the input of any kind. */
interface AnyFlow {
  readonly state: AttemptState;
  readonly key: Grant | undefined;
  subscribe(listener: (state: AttemptState) => void): () => void;
  prepare(): unknown;
  askBefore(): Promise<void>;
  submit(input: object, shown?: ShownPrice): Promise<AttemptState>;
  resume(isForShow?: boolean, elsewhere?: string): void;
  restore(): void;
  askAgain(): boolean;
  refresh(): Promise<AttemptState>;
  continueChallenge(): Promise<AttemptState>;
  dispose(): void;
}

export interface Flow extends AnyFlow {
  /** Each status of the flow, in order. */
  readonly trace: readonly string[];
  /** The shopper presses the button. Without an argument it submits the kind's input. */
  submit(input?: object | SendTyped<Grant>, shown?: ShownPrice): Promise<AttemptState>;
}

export type ResultStatus = 'done' | 'open' | 'pending' | 'expired' | 'review';

export interface Kind {
  readonly name: string;
  /** The status after a success. */
  readonly done: 'approved' | 'saved';
  /** Key of its record in sessionStorage; absent for an order, which is named with its signer. */
  readonly record?: string;
  /** Body of a request for a key at the first input. */
  readonly request: object;
  /** Body of a request for a key at the press of the button. */
  readonly pressed: object;
  readonly input: object;
  /** Body of the submission. */
  readonly submission: object;
  /** The fields that a shopper can correct, by the code with which the service refuses them. */
  readonly fields: readonly (readonly [code: number, field: string])[];
  /** Answer of the signer to a request for the result; `done` is a success. */
  result(status: ResultStatus): object;
  grant(url: string): object;
  create(options: AttemptOptions): AnyFlow;
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

const CARD_DETAILS = {
  CardHolderName: 'Ada Lovelace',
  CardNumber: CARD.number,
  ExpiryDateMonth: '05',
  ExpiryDateYear: '39',
};
const CARD_FIELDS = [
  [112, 'number'],
  [113, 'name'],
  [114, 'expiry'],
  [115, 'cvn'],
] as const;
const ACCOUNT_FIELDS = [
  [124, 'accountNumber'],
  [125, 'bsb'],
  [126, 'accountName'],
  [129, 'agreement'],
] as const;

const PAY: Kind = {
  name: 'pay',
  done: 'approved',
  request: { order: ORDER, beforePay: true },
  pressed: { order: ORDER, cardType: 'other' },
  input: CARD,
  submission: { TxnReq: { CardDetails: { ...CARD_DETAILS, Cvn: CARD.cvn } } },
  fields: CARD_FIELDS,
  result: (status) =>
    status === 'done' ? { status: 'approved', order: ORDER, claim: CLAIM, receipt: receipt() } : simple(status),
  grant: (url) => grant(url),
  create: (options) => createCheckout({ order: ORDER, ...options }) as CheckoutFlow,
};

function saving(purpose: TokenPurpose): Kind {
  const isUpdate = purpose.startsWith('update');
  const isCard = purpose.endsWith('card');
  const card = { ...SAVED, kind: isCard ? 'card' : 'bank_account' };
  const handle = isUpdate && { card: SAVED.handle };
  const request = { task: isUpdate ? 'update' : 'add', kind: card.kind, ...handle };
  return {
    name: purpose,
    done: 'saved',
    record: isUpdate ? `florin:${purpose} ${SAVED.handle}` : `florin:${purpose}`,
    request,
    pressed: request,
    input: isCard ? CARD : ACCOUNT,
    submission: {
      DVTokenReq: isCard
        ? { CardDetails: CARD_DETAILS }
        : {
            AcceptBADirectDebitTC: true,
            BankAccountDetails: { AccountName: 'Ada Lovelace', AccountNumber: '80417726', BSBNumber: '063917' },
          },
    },
    fields: isCard ? CARD_FIELDS : ACCOUNT_FIELDS,
    result: (status) => (status === 'done' ? { ...simple('open'), status: 'stored', card } : simple(status)),
    grant: (url) => ({ ...grant(url), task: isUpdate ? 'update' : 'add', ...(isUpdate && { card }) }),
    create: (options) => createSaving({ purpose, ...handle, ...options }),
  };
}

export const SAVING_KINDS: readonly Kind[] = [
  saving('save-card'),
  saving('update-card'),
  saving('save-bank-account'),
  saving('update-bank-account'),
];

export const KINDS: readonly Kind[] = [PAY, ...SAVING_KINDS];

/** The tools of a test. Its members are new for each test. */
export interface KindRun {
  readonly server: ScriptedServer;
  readonly timers: ManualTimers;
  readonly storage: Map<string, string>;
  /** Starts a flow; without options, in a browser that is online. */
  start(options?: Partial<AttemptOptions>): Flow;
  /** Starts a flow and requests its key. */
  startReady(): Promise<Flow>;
  /** Starts a flow and submits, without an answer of the service. */
  startLost(): Promise<Flow>;
  /** Sets the signer's answer to requests for the result. */
  answerResult(status: ResultStatus): void;
  /** Number of requests to the signer, for keys and for results. */
  asked(): { readonly keys: number; readonly results: number };
  /** Bodies of the requests to a path of the signer that matches. */
  bodies(path: RegExp): readonly unknown[];
  /** The keys of the submissions, in order: `key-1` is the first that the signer granted. */
  sentWith(): readonly string[];
  /** The record of the attempt in sessionStorage. */
  record(): unknown;
  readonly recordName: string;
  /** Milliseconds until each of the flow's next requests, shortest first; the expiry of a key is not included. */
  waits(): readonly number[];
  /** Advances the clock by the shortest wait, and waits until the request is answered. Returns the wait. */
  passNextWait(flow: Flow): Promise<number>;
}

const LONGEST_WAIT = 100_000;

export const reach = (flow: Flow, status: string) => until(() => flow.state.status === status, status);

export function prepareKind(kind: Kind): KindRun {
  const base = prepareRun();
  let open: Flow[] = [];
  const callsTo = (pattern: RegExp) => base.server.calls.filter(({ path }) => pattern.test(path));
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
      const flow = kind.create({
        signerUrl: base.server.signerUrl,
        timers,
        storage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => void storage.set(key, value) },
        ...options,
      });
      const trace: string[] = [];
      flow.subscribe(({ status }) => trace.push(status));
      const submit = flow.submit.bind(flow);
      const started: Flow = Object.assign(flow, {
        trace,
        submit: (input: object = kind.input, shown?: ShownPrice) => submit(input, shown),
      });
      open.push(started);
      return started;
    },
    async startReady() {
      const flow = run.start();
      flow.prepare();
      await reach(flow, 'ready');
      return flow;
    },
    async startLost() {
      const flow = run.start();
      const { submit } = base.server.script;
      base.server.script.submit = 'drop';
      await flow.submit();
      base.server.script.submit = submit;
      if (flow.state.status !== 'unknown') throw new Error(`not unknown but ${flow.state.status}`);
      return flow;
    },
    answerResult(status) {
      base.server.script.result = { json: kind.result(status) };
    },
    asked: () => ({
      keys: callsTo(/^\/pay\/\w+key$/).length,
      results: callsTo(/^\/pay\/\w*result$/).length,
    }),
    bodies: (path) => callsTo(path).map(({ body }) => body),
    sentWith: () => callsTo(/\/withauthkey\//).map(({ path }) => path.split('/').at(-1) ?? ''),
    get recordName() {
      return kind.record ?? base.recordName;
    },
    record: () => JSON.parse(base.storage.get(run.recordName) ?? 'null') as unknown,
    waits: () => base.timers.waiting().filter((wait) => wait < LONGEST_WAIT),
    async passNextWait(flow) {
      const [wait] = run.waits();
      if (wait === undefined) throw new Error('nothing waits');
      const { state } = flow;
      const started = base.timers.started();
      base.timers.advance(wait);
      // One timer is for the call; after it there is a timer for the next request, or a new state.
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
