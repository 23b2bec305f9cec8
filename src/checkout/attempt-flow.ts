/**
 * The flow of one attempt in a browser: to pay an order, or to save or update a card or a bank account. It requests the key,
 * submits the input, follows the service's answer, and asks the signer for the result, without a user interface. The kinds
 * differ only by their AttemptKind; transitions.ts has the state machine. Only the signer's answer leads to `approved`.
 */
import { FlorinError, isFlorinError } from '../core/errors.js';
import { isOfService, isSafeRedirectionUrl } from './addresses.js';
import { asFlorinError, askUntilSettled, offlineError } from './ask-until-settled.js';
import type { AttemptKind, Grant, Result, SendTyped } from './attempt-kind.js';
import { type AttemptRecord, readRecord, type RecordStorage, sessionRecords, writeRecord } from './attempt-record.js';
import { type ChallengeEnd, type ChallengeStep, readStep, writeStep } from './challenge-step.js';
import type { AttemptOptions, AttemptState, ShownPrice } from './contract.js';
import type { Exchange } from './exchange.js';
import { HeldKey } from './held-key.js';
import { browserTimers, pause, type Timers } from './timers.js';
import { canPay, type CheckoutEvent, type CheckoutStatus, nextStatus } from './transitions.js';

const KEY_RETRY_MS = 1_500;
/** After a failed request for a key, typing does not retry for this long; the button does. */
const KEY_BACKOFF_MS = 10_000;
/** A submission can still arrive after its connection broke: a result `open` is ignored for this long. */
const SETTLE_MS = 10_000;

/** All calls are safe in every state. */
export class AttemptFlow<State extends AttemptState, Key extends Grant, Input extends object> {
  readonly #options: AttemptOptions;
  readonly #kind: AttemptKind<Key, Input>;
  readonly #timers: Timers;
  readonly #storage: RecordStorage | undefined;
  readonly #listeners = new Set<(state: State) => void>();
  #status: CheckoutStatus = 'idle';
  #state = { status: 'idle' } as State;
  /** Members of every state: details of the order or the card, from the key and the signer. */
  #details: object = {};
  readonly #held: HeldKey<Key>;
  #claim = '';
  #resultKey: string | undefined;
  /** The 3-D Secure step, until the result is known. */
  #step: ChallengeStep | undefined;
  #keying: Promise<void> | undefined;
  #submitting: Promise<State> | undefined;
  #following = false;
  #noKeyBefore = 0;
  /** Card type of the typed card, for the amount of the next key. */
  #cardType = '';
  #work = new AbortController();
  #isDisposed = false;
  #wasSettled = false;
  readonly #onAbort = () => this.dispose();

  constructor(options: AttemptOptions, kind: AttemptKind<Key, Input>) {
    this.#options = options;
    this.#kind = kind;
    this.#timers = options.timers ?? browserTimers;
    this.#held = new HeldKey(this.#timers);
    this.#storage = 'storage' in options ? options.storage : sessionRecords();
    options.signal?.addEventListener('abort', this.#onAbort);
  }

  get state(): State {
    return this.#state;
  }

  /** The current key, for the element that opens the service's frame. Never pass it to the page. */
  get key(): Key | undefined {
    return this.#held.key;
  }

  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe(listener: (state: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Requests a key, unless there is one: the shopper has started to type. Resolves when the signer has answered. */
  async prepare(cardType = ''): Promise<void> {
    this.#cardType = cardType;
    if (this.#status === 'ready' || this.#timers.now() < this.#noKeyBefore) return;
    await this.#obtainKey();
  }

  /** Shows the entry to be updated before the shopper types. A failure is reported by the request for a key. */
  async identify(): Promise<void> {
    if (this.#status !== 'idle') return;
    const exchange = this.#exchange();
    const details = await this.#kind.identify?.(exchange).catch(() => undefined);
    // After another transition the key has the details.
    if (!details || exchange.signal.aborted || this.#status !== 'idle' || this.#state.result) return;
    this.#details = details;
    this.#notify({ status: 'idle', ...details });
  }

  /** Submits the input. Calls during a submission return its promise. */
  submit(input: Input | SendTyped<Key>, shown: ShownPrice = {}): Promise<State> {
    // Synchronous, so that a second click in the same turn of the event loop finds the lock.
    this.#submitting ??= this.#submit(input, shown).finally(() => (this.#submitting = undefined));
    return this.#submitting;
  }

  /** The order has changed: requests a key for its new amount, if there is an unused one. */
  async refresh(): Promise<State> {
    await this.#keying;
    if (!this.#submitting) await this.#obtainKey('price_outdated');
    return this.#state;
  }

  /**
   * After a page load: asks the signer for the result, if something was submitted before.
   *
   * @param isForShow - also show the last finished attempt; the page starts nothing
   */
  resume(isForShow = false): void {
    if (this.#isDisposed || this.#status !== 'idle') return;
    const given = this.#options.claim;
    const record = given ? { claim: given } : readRecord(this.#kind.record, this.#storage);
    if (!record || (record.submittedAt === undefined && !isForShow)) return;
    const { claim, settled, ...sent } = record;
    this.#claim = claim;
    this.#wasSettled = settled === true;
    this.#step = readStep(this.#kind.record, claim, this.#storage);
    this.#apply('resumed', { ...sent, ...(this.#step && { challenge: 'left' }) });
    void this.#follow(0);
  }

  /** The page came back from the back-forward cache. */
  restore(): void {
    if (this.#isDisposed || nextStatus(this.#status, 'page_restored') === undefined) return;
    this.#stopWork();
    this.#held.drop();
    this.#apply('page_restored', this.#step && { challenge: 'left' });
    if (this.#status === 'unknown') void this.#follow(0);
  }

  /** Opens the 3-D Secure step again after it was left. */
  continueChallenge(): Promise<State> {
    if (this.#isDisposed || this.#status !== 'unknown' || !this.#step) return Promise.resolve(this.#state);
    this.#submitting ??= this.#followStep('challenge_reopened', this.#step).finally(
      () => (this.#submitting = undefined),
    );
    return this.#submitting;
  }

  /** Aborts everything. */
  dispose(): void {
    this.#isDisposed = true;
    this.#work.abort();
    this.#held.drop();
    this.#listeners.clear();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
  }

  async #submit(input: Input | SendTyped<Key>, shown: ShownPrice, isAgain = false): Promise<State> {
    if (this.#isDisposed || !canPay(this.#status)) return this.#state;
    this.#cardType = shown.cardType ?? this.#cardType;
    if (this.#held.isExpired) this.#expireKey();
    if (this.#status !== 'ready') await this.#obtainKey();
    if (this.key && this.#kind.isOutdated?.(this.key, this.#cardType)) await this.#obtainKey('price_outdated');
    const key = this.key;
    if (this.#isDisposed || this.#status !== 'ready' || !key) return this.#state;
    const problem = this.#kind.problemOf?.(key, shown) ?? offlineError(this.#options);
    if (problem) return this.#apply('not_sent', { error: problem });
    const submittedAt = this.#timers.now();
    this.#remember({ claim: key.claim, submittedAt });
    this.#apply('submit', { submittedAt });
    const exchange = this.#exchange();
    let answer;
    try {
      answer = await (typeof input === 'function'
        ? input(key, exchange)
        : this.#kind.send(key.submitUrl, input, exchange));
    } catch (cause) {
      if (exchange.signal.aborted) return this.#state;
      const error = asFlorinError(cause);
      if (error.code !== 'key_refused' || isAgain) return this.#fail(key, error);
      // A frame that was loaded anew takes only keys that were signed since: docs/guides/isolation.md#whose-key
      this.#apply('not_sent');
      await this.#obtainKey('price_outdated');
      return this.#submit(input, shown, true);
    }
    if (exchange.signal.aborted) return this.#state;
    if (answer.kind === 'challenge' && !this.#kind.hasChallenge) answer = { kind: 'lost' } as const;
    switch (answer.kind) {
      case 'finished':
        this.#resultKey = answer.resultKey;
        // The key has made its one transaction and is never used again, whatever the result.
        this.#held.drop();
        this.#apply('finished');
        await this.#confirm();
        return this.#state;
      case 'challenge':
        return this.#challenge(answer.redirectionUrl, key);
      case 'field_error': {
        this.#remember({ claim: key.claim });
        const error = new FlorinError('field_invalid', `The service refused the field ${answer.field}`, answer);
        return this.#apply('field_refused', { error, refusedField: answer.field });
      }
      case 'refused':
        return this.#fail(key, new FlorinError('api_rejected', `The service answered ${answer.apiCode}`, answer));
      case 'lost': {
        const error = new FlorinError('result_unknown', 'No answer of the service', answer);
        const facts = { keyWasUsed: answer.apiCode === 206 || answer.apiCode === 207 };
        // The service no longer accepts this key.
        if (facts.keyWasUsed) this.#held.drop();
        this.#remember({ claim: key.claim, submittedAt, ...facts });
        this.#apply('answer_lost', { error, ...facts });
        // After an answer, even an unusable one, no submission can arrive any more.
        void this.#follow(2, answer.apiCode === undefined ? submittedAt + SETTLE_MS : 0);
        return this.#state;
      }
    }
  }

  /** Either nothing was sent, or the service refused it and only the shop can help: nothing was charged or stored. */
  #fail(key: Key, error: FlorinError): State {
    this.#remember({ claim: key.claim });
    if (error.code === 'field_invalid' || error.audience === 'network') return this.#apply('not_sent', { error });
    this.#held.drop();
    return this.#apply(error.code === 'key_expired' ? 'key_ended' : 'service_refused', { error });
  }

  /** Requests a key; concurrent calls share one request. Ends in `ready`, or in a state with the error. */
  #obtainKey(event: 'card_entry' | 'price_outdated' = 'card_entry'): Promise<void> {
    if (this.#keying) return this.#keying;
    if (this.#isDisposed || nextStatus(this.#status, event) === undefined) return Promise.resolve();
    this.#held.drop();
    this.#apply(event);
    this.#keying = this.#askForKey(event === 'price_outdated').finally(() => (this.#keying = undefined));
    return this.#keying;
  }

  async #askForKey(isRepriced: boolean): Promise<void> {
    const exchange = this.#exchange();
    const ask = () => this.#kind.askKey({ cardType: this.#cardType, isRepriced }, exchange);
    try {
      const answer = await ask().catch(async (error: unknown) => {
        if (!isFlorinError(error) || error.audience !== 'network' || error.code === 'rate_limited') throw error;
        await pause(KEY_RETRY_MS, this.#timers, exchange.signal);
        return ask();
      });
      if (exchange.signal.aborted) return;
      if (answer.status === 'granted') this.#acceptKey(answer);
      else this.#takeResult(answer);
    } catch (cause) {
      if (exchange.signal.aborted) return;
      const error = asFlorinError(cause);
      this.#noKeyBefore = this.#timers.now() + KEY_BACKOFF_MS;
      const isFinal = error.audience !== 'network' && error.audience !== 'shopper';
      this.#apply(isFinal ? 'key_refused' : 'key_unavailable', { error });
    }
  }

  #acceptKey(key: Key): void {
    this.#held.hold(key, () => {
      if (this.#status === 'ready' && !this.#submitting) this.#expireKey();
    });
    this.#claim = key.claim;
    this.#resultKey = undefined;
    this.#details = this.#kind.describe(key);
    this.#apply('key_granted');
  }

  #expireKey(): void {
    this.#held.drop();
    this.#apply('key_ended');
  }

  async #challenge(url: string, { claim, submitUrl }: Key): Promise<State> {
    if (!isSafeRedirectionUrl(url, submitUrl)) {
      const error = new FlorinError('result_unknown', 'A foreign address');
      this.#apply('answer_lost', { error });
      void this.#follow(2);
      return this.#state;
    }
    const step = { claim, url, isOfService: isOfService(url, submitUrl) };
    this.#step = step;
    writeStep(this.#kind.record, step, this.#storage);
    return this.#followStep('challenged', step);
  }

  /** Opens the step in the page if possible, else in the whole window; the signer's return address leads back. */
  async #followStep(event: 'challenged' | 'challenge_reopened', step: ChallengeStep): Promise<State> {
    const { challenge, navigate = (target: string) => globalThis.location.assign(target) } = this.#options;
    this.#stopWork();
    const { signal } = this.#work;
    this.#apply(event, { challenge: 'open' });
    const elsewhere = (): ChallengeEnd => 'elsewhere';
    const end = challenge && step.isOfService ? await challenge(step.url, signal).catch(elsewhere) : elsewhere();
    if (signal.aborted) return this.#state;
    if (end === 'elsewhere') {
      navigate(step.url);
      return this.#state;
    }
    this.#apply(end === 'returned' ? 'challenge_returned' : 'challenge_left', { challenge: end });
    await this.#confirm();
    return this.#state;
  }

  async #confirm(): Promise<void> {
    const exchange = this.#exchange();
    try {
      const result = await this.#askResult(exchange);
      if (!exchange.signal.aborted) this.#takeResult(result);
    } catch (cause) {
      if (exchange.signal.aborted) return;
      this.#apply('answer_lost', { error: asFlorinError(cause) });
      void this.#follow(2);
    }
  }

  /** Polls until the attempt is settled. A submission can still arrive for {@link SETTLE_MS}. */
  async #follow(firstSeconds: number, believeOpenFrom = (this.#state.submittedAt ?? 0) + SETTLE_MS): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    const exchange = this.#exchange();
    const inquiry = {
      ask: () => this.#askResult(exchange),
      firstSeconds,
      believeOpenFrom,
      onResult: (result: Result, isLast: boolean) => {
        this.#following = !isLast;
        this.#takeResult(result);
      },
      onError: (error: FlorinError, isLast: boolean) => {
        this.#following = !isLast;
        this.#apply('answer_lost', { error });
      },
    };
    await askUntilSettled(inquiry, exchange);
  }

  #askResult(exchange: Exchange): Promise<Result> {
    const resultKey = this.#resultKey;
    return this.#kind.askResult({ claim: this.#claim, ...(resultKey && { resultKey }) }, exchange);
  }

  #takeResult(result: Result): void {
    const { claim } = result;
    const submittedAt = this.#state.submittedAt ?? this.#timers.now();
    const isKeyHeld = this.key?.claim === claim;
    if (result.status !== 'open' || !isKeyHeld) this.#held.drop();
    const event: CheckoutEvent =
      result.status === 'stored'
        ? 'result_approved'
        : result.status === 'open' && !isKeyHeld
          ? 'result_open_keyless'
          : `result_${result.status}`;
    const status = nextStatus(this.#status, event);
    if (status === 'approved' && this.#kind.isOnce) this.#remember({ claim, submittedAt, settled: true });
    else if (status !== 'unknown') this.#remember({ claim });
    if (status !== 'unknown' && this.#step) {
      this.#step = undefined;
      writeStep(this.#kind.record, undefined, this.#storage);
    }
    this.#claim = claim;
    this.#apply(event, { result });
    if (status === 'unknown' && result.status !== 'review') {
      void this.#follow(result.status === 'pending' ? result.retryAfterSeconds : 2);
    }
  }

  /** Stores the record for the next page load. */
  #remember(record: AttemptRecord): void {
    writeRecord(this.#kind.record, record, this.#storage);
  }

  #stopWork(): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.#following = false;
  }

  #exchange(): Exchange {
    const { fetch = (...call: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...call) } = this.#options;
    return { fetch, timers: this.#timers, signal: this.#work.signal };
  }

  /** Applies the transition and notifies listeners. Details and time stay; other members are dropped unless given. */
  #apply(event: CheckoutEvent, news: Omit<AttemptState, 'status'> = {}): State {
    const before = this.#status;
    const status = nextStatus(before, event);
    if (status === undefined || this.#isDisposed) return this.#state;
    this.#status = status;
    const { submittedAt, challenge, keyWasUsed } = this.#state;
    const keepsTime = submittedAt !== undefined && (status === 'approved' ? !this.#wasSettled : !canPay(status));
    this.#notify({
      status: status === 'approved' ? this.#kind.done : status,
      ...this.#details,
      ...(keepsTime && { submittedAt }),
      ...(challenge && (status === 'confirming' || status === 'unknown') && { challenge }),
      ...(keyWasUsed && before === 'unknown' && { keyWasUsed }),
      ...news,
    });
    return this.#state;
  }

  #notify(state: AttemptState): void {
    this.#state = Object.freeze(state) as State;
    for (const listener of [...this.#listeners]) listener(this.#state);
  }
}
