/**
 * Stores a card or a bank account, or changes a saved one, from a browser: gets a key, sends what was typed, and asks the
 * signer how it ended. The steps are those of transitions.ts, whose `approved` is `saved` here; no bank is asked, so there
 * is no decline and no challenge. A file of its own, so that nobody who pays has to load it.
 */
import { FlorinError } from '../core/errors.js';
import type { SavedCard, TokenKeyGrant, TokenResult } from '../core/pay-api.js';
import { isSafeSubmitUrl } from './addresses.js';
import { asFlorinError } from './as-florin-error.js';
import { readRecord, type RecordStorage, sessionRecords, writeRecord } from './attempt-record.js';
import type { Exchange } from './exchange.js';
import type { CardField } from './submit-card.js';
import { type AccountField, type SendToken, submitToken, type TokenInput } from './submit-token.js';
import { browserTimers, pause, type Timers } from './timers.js';
import { askSaved, askTokenKey, askTokenResult } from './token-calls.js';
import { canPay, type CheckoutEvent, type CheckoutStatus, nextStatus } from './transitions.js';

/** What is to be done, as the attribute `purpose` of the checkout names it. */
export type TokenPurpose = 'save-card' | 'update-card' | 'save-bank-account' | 'update-bank-account';

export const TOKEN_PURPOSES: readonly TokenPurpose[] = [
  'save-card',
  'update-card',
  'save-bank-account',
  'update-bank-account',
];

/** As the statuses of a payment; `saved`: the signer says that it is stored. */
export type TokenStatus = Exclude<CheckoutStatus, 'approved' | 'declined' | 'challenging'> | 'saved';

/** Where it stands. Never holds a key or what was typed. */
export interface TokenState {
  readonly status: TokenStatus;
  /** What is to be changed, as soon as the signer has said it. */
  readonly card?: SavedCard | undefined;
  /** The signer's last word. */
  readonly result?: TokenResult;
  /** Why the last step did not work. */
  readonly error?: FlorinError;
  /** The field that the service found fault with, in `ready`. */
  readonly refusedField?: CardField | AccountField;
  /** When something went out, in milliseconds since 1970; until it is known what became of it, and in `saved`. */
  readonly submittedAt?: number;
}

/** What a flow needs; everything but the first two has the browser's own as its default. */
export interface TokenFlowOptions {
  readonly signerUrl: string;
  readonly purpose: TokenPurpose;
  /** The handle of what is changed. */
  readonly card?: string;
  /** Of an attempt that this browser tab has no record of, to be shown by {@link TokenFlow.resume}. */
  readonly claim?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly storage?: RecordStorage | undefined;
  readonly timers?: Timers;
  readonly isOnline?: () => boolean;
}

/** A key is not used in its last seconds: it could end on the way. */
const KEY_MARGIN_MS = 5_000;
/** After a failure, typing does not ask again for this long; the button does. */
const QUIET_MS = 10_000;
/** Waits between questions in `unknown`; the last one repeats. */
const ASK_AGAIN_SECONDS = [2, 3, 5, 8, 13, 20, 30, 60];
/** What was sent can be on its way still: "nothing found" is not believed before this has passed. */
const SETTLE_MS = 10_000;

/** The name of the attempt's record in sessionStorage (attempt-record.ts). */
export function recordName(purpose: TokenPurpose, card = ''): string {
  return card ? `${purpose} ${card}` : purpose;
}

/** One card or account. All calls are safe in every state. */
export class TokenFlow {
  readonly #options: TokenFlowOptions;
  readonly #timers: Timers;
  readonly #storage: RecordStorage | undefined;
  readonly #name: string;
  readonly #listeners = new Set<(state: TokenState) => void>();
  #step: CheckoutStatus = 'idle';
  #state: TokenState = { status: 'idle' };
  #key: (TokenKeyGrant & { readonly endsAt: number }) | undefined;
  #claim = '';
  #resultKey = '';
  #keying: Promise<void> | undefined;
  #saving: Promise<TokenState> | undefined;
  #following = false;
  #quietUntil = 0;
  #work = new AbortController();
  #isDisposed = false;

  constructor(options: TokenFlowOptions) {
    this.#options = options;
    this.#timers = options.timers ?? browserTimers;
    this.#storage = 'storage' in options ? options.storage : sessionRecords();
    this.#name = recordName(options.purpose, options.card);
  }

  get state(): TokenState {
    return this.#state;
  }

  /** The key at hand: for the element that opens the service's frame. Not to be given to the page. */
  get key(): TokenKeyGrant | undefined {
    return this.#key;
  }

  /** Calls back after each change; the answer ends it. */
  subscribe(listener: (state: TokenState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The shopper has begun to type: gets a key, unless one is held. Resolves when it is there, or is not to be had. */
  async prepare(): Promise<void> {
    if (this.#step === 'ready' || this.#timers.now() < this.#quietUntil) return;
    await this.#obtainKey();
  }

  /** Finds out what is to be changed, to be shown before anybody types. That it cannot is told when a key is wanted. */
  async identify(): Promise<void> {
    const { signerUrl, card: handle } = this.#options;
    if (!handle || this.#step !== 'idle') return;
    const exchange = this.#exchange();
    const card = await askSaved(signerUrl, handle, exchange).catch(() => undefined);
    // After a step the key has said it.
    if (card && !exchange.signal.aborted && this.#state.status === 'idle' && !this.#state.result) {
      this.#tell({ status: this.#state.status, card });
    }
  }

  /** Saves. While that is under way, every further call joins it. Resolves when it has come to rest. */
  submit(input: TokenInput | SendToken): Promise<TokenState> {
    // The lock is synchronous: a second press in the same turn finds it.
    this.#saving ??= this.#save(input).finally(() => (this.#saving = undefined));
    return this.#saving;
  }

  /**
   * After a page load: if something had gone out before, finds out what became of it.
   *
   * @param isForShow - also of the last attempt that has come to its end: nothing new is to begin here
   */
  resume(isForShow = false): void {
    if (this.#isDisposed || this.#step !== 'idle') return;
    const given = this.#options.claim;
    const record = given ? { claim: given, submittedAt: undefined } : readRecord(this.#name, this.#storage);
    if (!record || (record.submittedAt === undefined && !isForShow)) return;
    const { claim, submittedAt } = record;
    this.#claim = claim;
    this.#apply('resumed', submittedAt === undefined ? {} : { submittedAt });
    void this.#follow(0);
  }

  /** The page came back from the back-forward cache. */
  restore(): void {
    if (this.#isDisposed || nextStatus(this.#step, 'page_restored') === undefined) return;
    this.#work.abort();
    this.#work = new AbortController();
    this.#following = false;
    this.#key = undefined;
    this.#apply('page_restored');
    if (this.#step === 'unknown') void this.#follow(0);
  }

  /** Aborts everything. */
  dispose(): void {
    this.#isDisposed = true;
    this.#work.abort();
    this.#key = undefined;
    this.#listeners.clear();
  }

  async #save(input: TokenInput | SendToken): Promise<TokenState> {
    if (this.#isDisposed || !canPay(this.#step)) return this.#state;
    if (this.#key && this.#key.endsAt <= this.#timers.now()) {
      this.#key = undefined;
      this.#apply('key_ended');
    }
    if (this.#step !== 'ready') await this.#obtainKey();
    const key = this.#key;
    if (this.#isDisposed || this.#step !== 'ready' || !key) return this.#state;
    if (!(this.#options.isOnline ?? (() => globalThis.navigator?.onLine !== false))()) {
      const error = new FlorinError('service_unreachable', 'The browser is offline; nothing was sent');
      return this.#apply('not_sent', { error });
    }
    const submittedAt = this.#timers.now();
    writeRecord(this.#name, { claim: key.claim, submittedAt }, this.#storage);
    this.#apply('submit', { submittedAt });
    const exchange = this.#exchange();
    let answer;
    try {
      answer = await (typeof input === 'function' ? input(key, exchange) : submitToken(key.submitUrl, input, exchange));
    } catch (cause) {
      return exchange.signal.aborted ? this.#state : this.#takeBack(key, asFlorinError(cause));
    }
    if (exchange.signal.aborted) return this.#state;
    switch (answer.kind) {
      case 'finished':
        this.#resultKey = answer.resultKey;
        // It has made its one change: whatever comes of the question, it is never used again.
        this.#key = undefined;
        this.#apply('finished');
        await this.#confirm();
        return this.#state;
      case 'field_error': {
        writeRecord(this.#name, { claim: key.claim }, this.#storage);
        const error = new FlorinError('field_invalid', `The service refused the ${answer.field}`, answer);
        return this.#apply('field_refused', { error, refusedField: answer.field });
      }
      case 'refused':
        return this.#takeBack(key, new FlorinError('api_rejected', `The service answered ${answer.apiCode}`, answer));
      case 'lost': {
        // A key that the service does not take any more (206, 207) is of no use for a second try.
        if (answer.apiCode !== undefined) this.#key = undefined;
        this.#apply('answer_lost', {
          error: new FlorinError('result_unknown', "The service's answer was lost", answer),
        });
        void this.#follow(2, answer.apiCode === undefined ? submittedAt + SETTLE_MS : 0);
        return this.#state;
      }
    }
  }

  /** Nothing was sent, or nothing was stored and nobody but the shop can mend it. */
  #takeBack(key: TokenKeyGrant, error: FlorinError): TokenState {
    writeRecord(this.#name, { claim: key.claim }, this.#storage);
    if (error.code === 'field_invalid' || error.audience === 'network') return this.#apply('not_sent', { error });
    this.#key = undefined;
    return this.#apply(error.code === 'key_expired' ? 'key_ended' : 'service_refused', { error });
  }

  /** Gets a key, once however often it is called. Ends in `ready` or says why not. */
  #obtainKey(): Promise<void> {
    if (this.#keying) return this.#keying;
    if (this.#isDisposed || nextStatus(this.#step, 'card_entry') === undefined) return Promise.resolve();
    this.#key = undefined;
    this.#apply('card_entry');
    this.#keying = this.#askForKey().finally(() => (this.#keying = undefined));
    return this.#keying;
  }

  async #askForKey(): Promise<void> {
    const { signerUrl, purpose, card } = this.#options;
    const exchange = this.#exchange();
    const kind = purpose.endsWith('card') ? 'card' : 'bank_account';
    const task = purpose.startsWith('save')
      ? ({ task: 'add' } as const)
      : ({ task: 'update', card: card ?? '' } as const);
    try {
      const grant = await askTokenKey(signerUrl, { ...task, kind }, exchange);
      if (exchange.signal.aborted) return;
      if (!isSafeSubmitUrl(grant.submitUrl)) {
        throw new FlorinError('configuration_invalid', 'A card goes over https only');
      }
      const endsAt = this.#timers.now() + grant.expiresInSeconds * 1000 - KEY_MARGIN_MS;
      this.#key = { ...grant, endsAt };
      this.#claim = grant.claim;
      this.#resultKey = '';
      this.#apply('key_granted', { card: grant.card });
    } catch (cause) {
      if (exchange.signal.aborted) return;
      const error = asFlorinError(cause);
      this.#quietUntil = this.#timers.now() + QUIET_MS;
      this.#apply(error.audience === 'network' ? 'key_unavailable' : 'key_refused', { error });
    }
  }

  async #confirm(): Promise<void> {
    const exchange = this.#exchange();
    try {
      const result = await this.#ask(exchange);
      if (!exchange.signal.aborted) this.#takeResult(result);
    } catch (cause) {
      if (exchange.signal.aborted) return;
      this.#apply('answer_lost', { error: asFlorinError(cause) });
      void this.#follow(2);
    }
  }

  /** Asks the signer until it is known: first after so many seconds, then ever less often. */
  async #follow(firstSeconds: number, believeOpenFrom = (this.#state.submittedAt ?? 0) + SETTLE_MS): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    const exchange = this.#exchange();
    let seconds = firstSeconds;
    for (let turn = firstSeconds > 0 ? 1 : 0; this.#following; turn += 1) {
      await pause(seconds * 1000, this.#timers, exchange.signal);
      if (exchange.signal.aborted) return;
      seconds = ASK_AGAIN_SECONDS[Math.min(turn, ASK_AGAIN_SECONDS.length - 1)] ?? 60;
      try {
        const result = await this.#ask(exchange);
        if (exchange.signal.aborted) return;
        if (result.status === 'open' && this.#timers.now() < believeOpenFrom) continue;
        if (result.status === 'pending') seconds = Math.max(seconds, Math.min(result.retryAfterSeconds, 60));
        this.#following = result.status === 'pending';
        this.#takeResult(result);
      } catch (cause) {
        if (exchange.signal.aborted) return;
        const error = asFlorinError(cause);
        this.#apply('answer_lost', { error });
        // Nobody will ever know by this claim: asking on is noise.
        if (error.audience === 'merchant') this.#following = false;
      }
    }
  }

  #ask(exchange: Exchange): Promise<TokenResult> {
    const resultKey = this.#resultKey;
    return askTokenResult(this.#options.signerUrl, { claim: this.#claim, ...(resultKey && { resultKey }) }, exchange);
  }

  #takeResult(result: TokenResult): void {
    const isKeyHeld = this.#key?.claim === result.claim;
    if (result.status !== 'open') this.#key = undefined;
    const event: CheckoutEvent =
      result.status === 'stored'
        ? 'result_approved'
        : result.status === 'open' && !isKeyHeld
          ? 'result_open_keyless'
          : `result_${result.status}`;
    const next = nextStatus(this.#step, event);
    // Once it is known, a page that is loaded again begins anew: the shopper may have another card to save.
    if (next !== 'unknown') writeRecord(this.#name, { claim: result.claim }, this.#storage);
    this.#apply(event, { result });
    if (next === 'unknown' && result.status !== 'review') {
      void this.#follow(result.status === 'pending' ? result.retryAfterSeconds : 2);
    }
  }

  #exchange(): Exchange {
    const { fetch = (...call: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...call) } = this.#options;
    return { fetch, timers: this.#timers, signal: this.#work.signal };
  }

  /** Takes the step of the table, and tells. What is not given anew is forgotten, but for the card and the time. */
  #apply(event: CheckoutEvent, news: Omit<TokenState, 'status'> = {}): TokenState {
    const step = nextStatus(this.#step, event);
    if (step === undefined || this.#isDisposed) return this.#state;
    this.#step = step;
    const { card, submittedAt } = this.#state;
    const keepsTime = submittedAt !== undefined && !canPay(step);
    this.#tell({
      // The table's other three are led to by events of a payment only.
      status: (step === 'approved' ? 'saved' : step) as TokenStatus,
      ...(card && { card }),
      ...(keepsTime && { submittedAt }),
      ...news,
    });
    return this.#state;
  }

  #tell(state: TokenState): void {
    this.#state = Object.freeze(state);
    for (const listener of [...this.#listeners]) listener(this.#state);
  }
}
