/**
 * The flow of one attempt in a browser, to pay or to save: requests the key, submits the input, follows the service's answer,
 * and asks the signer for the result. transitions.ts has the state machine. Only the signer's answer leads to `approved`.
 */
import { FlorinError, isFlorinError } from '../core/errors.js';
import { isSafeRedirectionUrl } from './addresses.js';
import { asFlorinError, askTwice, askUntilSettled, isOutage, offlineError } from './ask-until-settled.js';
import { eventOf, keptOf, keyEventOf } from './attempt-events.js';
import type { AttemptKind, Grant, Result, SendTyped } from './attempt-kind.js';
import { type AttemptRecord, readRecord, type RecordStorage, recordsOf, writeRecord } from './attempt-record.js';
import { type ChallengeEnd, type ChallengeStep, KeptStep } from './challenge-step.js';
import type { AttemptOptions, AttemptState, ShownPrice } from './contract.js';
import { createExchange, type Exchange } from './exchange.js';
import { HeldKey } from './held-key.js';
import { browserTimers, KEY_BACKOFF_MS, LEAVING_MS, pause, SETTLE_MS, type Timers } from './timers.js';
import { canPay, type CheckoutEvent, type CheckoutStatus, nextStatus } from './transitions.js';

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
  /** The 3-D Secure step, until the result is known; for all tabs of the browser. */
  readonly #kept: KeptStep;
  #keying: Promise<void> | undefined;
  #submitting: Promise<State> | undefined;
  #following = false;
  #noKeyBefore = 0;
  /** How often {@link askBefore} has asked: the last answer counts. */
  #asked = 0;
  /** Card type of the typed card, for the amount of the next key. */
  #cardType = '';
  #work = new AbortController();
  #isDisposed = false;
  #wasSettled = false;
  #settleMs = SETTLE_MS;
  readonly #onAbort = () => this.dispose();

  constructor(options: AttemptOptions, kind: AttemptKind<Key, Input>) {
    this.#options = options;
    this.#kind = kind;
    this.#timers = options.timers ?? browserTimers;
    this.#held = new HeldKey(this.#timers);
    this.#storage = 'storage' in options ? options.storage : recordsOf('sessionStorage');
    this.#kept = new KeptStep(this.#storage, 'storage' in options ? options.storage : recordsOf('localStorage'));
    options.signal?.addEventListener('abort', this.#onAbort);
  }

  get state(): State {
    return this.#state;
  }

  /** The current key, for the element that opens the service's frame. Never pass it to the page. */
  get key(): Key | undefined {
    return this.#held.key;
  }

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

  /**
   * Shows the price, or the entry to be updated, and the result of an attempt that was made anywhere, unless the shopper types
   * first: the key's answer is the same. Ignores a failure, which the request for a key will report.
   */
  async askBefore(isWanted = () => true): Promise<void> {
    if (this.#status !== 'idle') return;
    const asked = ++this.#asked;
    const exchange = this.#exchange();
    const { details, result } = (await this.#kind.askBefore?.(exchange).catch(() => undefined)) ?? {};
    if (exchange.signal.aborted || this.#status !== 'idle' || asked !== this.#asked || !isWanted()) return;
    this.#details = details ?? this.#details;
    if (result) this.#takeResult(result);
    else if (details) this.#notify({ ...this.#state, ...details });
  }

  /** Submits the input. Calls during a submission return its promise. */
  submit(input: Input | SendTyped<Key>, shown: ShownPrice = this.#state as ShownPrice): Promise<State> {
    // Synchronous, so that a second click in the same turn of the event loop finds the lock.
    this.#submitting ??= this.#submit(input, shown).finally(() => (this.#submitting = undefined));
    return this.#submitting;
  }

  /** The order has changed: asks for its price. @param isShown - The page shows the signer's price without this flow. */
  async refresh(isShown = false): Promise<State> {
    await this.#keying;
    if (this.#submitting) return this.#state;
    if (this.#status !== 'idle' || isShown || this.#state.error) await this.#obtainKey();
    else if (this.#asked > 0) await this.askBefore();
    return this.#state;
  }

  /**
   * After a page load: asks the signer for the result, if something was submitted before.
   *
   * @param isForShow - also show the last finished attempt; the page starts nothing
   * @param elsewhere - the claim of another tab, which has sent a card
   */
  resume(isForShow = false, elsewhere?: string): void {
    if (this.#isDisposed || this.#status !== 'idle') return;
    const { claim: given = elsewhere } = this.#options;
    const stored = given ? { claim: given } : readRecord(this.#kind.record, this.#storage);
    const record: AttemptRecord | undefined = stored && elsewhere ? { ...stored, keyWasUsed: true } : stored;
    if (!record || (record.submittedAt === undefined && !isForShow)) return;
    const { claim, settled, isAway, ...sent } = record;
    this.#claim = claim;
    this.#settleMs = isAway ? 0 : SETTLE_MS;
    this.#wasSettled = settled === true;
    this.#kept.find(claim);
    this.#apply('resumed', { ...sent, ...(this.#kept.step && { challenge: 'left' }) });
    void this.#follow(0, elsewhere === undefined ? undefined : this.#timers.now() + SETTLE_MS);
  }

  /** The page came back from the back-forward cache. */
  restore(): void {
    if (this.#isDisposed || nextStatus(this.#status, 'page_restored') === undefined) return;
    this.#stopWork();
    this.#held.drop();
    this.#apply('page_restored', this.#kept.step && { challenge: 'left' });
    if (this.#status === 'unknown') void this.#follow(0);
  }

  /** When the browser is online again: repeats a question, never the input. Returns whether the error was an outage. */
  askAgain(): boolean {
    const isOver = isOutage(this.#state.error);
    if (this.#following && !this.#isDisposed) {
      this.#stopWork();
      void this.#follow(0);
    } else if (isOver) {
      this.#noKeyBefore = 0;
      // Removes the error from `ready`; the other states request the key again.
      this.#apply('not_sent');
      void this.prepare(this.#cardType);
    }
    return isOver;
  }

  /** Opens the 3-D Secure step again after it was left. */
  continueChallenge(): Promise<State> {
    const step = this.#status === 'unknown' ? this.#kept.step : undefined;
    if (this.#isDisposed || !step) return Promise.resolve(this.#state);
    this.#submitting ??= this.#followStep('challenge_reopened', step).finally(() => (this.#submitting = undefined));
    return this.#submitting;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#work.abort();
    this.#held.drop();
    this.#listeners.clear();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
  }

  async #submit(input: Input | SendTyped<Key>, shown: ShownPrice, isAgain = false): Promise<State> {
    if (!canPay(this.#status)) return this.#state;
    this.#cardType = shown.cardType ?? this.#cardType;
    if (this.#held.isExpired) this.#apply('key_ended');
    if (this.#keying) {
      await this.#keying;
      if (this.#status !== 'ready') return this.#state;
    }
    if (isAgain || !this.key || this.#kind.isOutdated?.(this.key, this.#cardType)) await this.#obtainKey(shown);
    const key = this.key;
    if (this.#status !== 'ready') return this.#state;
    const problem = this.#kind.problemOf?.(key, shown) ?? offlineError(this.#options);
    if (problem) return this.#apply('not_sent', { error: problem });
    if (!key) return this.#state;
    const submittedAt = this.#timers.now();
    this.#settleMs = shown.isAway ? 0 : SETTLE_MS;
    this.#remember({ claim: key.claim, submittedAt, isAway: shown.isAway });
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
      // A frame that was loaded again accepts only keys that were signed after that: docs/guides/isolation.md#whose-key
      this.#apply('not_sent');
      return this.#submit(input, shown, true);
    }
    if (exchange.signal.aborted) return this.#state;
    // Invariant 13: a page may open only these addresses.
    const mayOpen = (url: string) => this.#kind.hasChallenge && isSafeRedirectionUrl(url, key.submitUrl);
    if (answer.kind === 'challenge' && !mayOpen(answer.redirectionUrl)) answer = { kind: 'lost' } as const;
    switch (answer.kind) {
      case 'finished':
        this.#resultKey = answer.resultKey;
        // The key has made its one transaction and is never used again, whatever the result.
        this.#held.drop();
        await this.#confirm('finished');
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
        void this.#follow(2, answer.apiCode === undefined ? submittedAt + this.#settleMs : 0);
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

  /** Requests a key, or before the press (`shown`) a changed price. Concurrent calls share it. Ends in `ready` or an error. */
  #obtainKey(shown?: ShownPrice): Promise<void> {
    if (this.#keying) return this.#keying;
    const event = this.#status === 'ready' ? 'price_outdated' : 'card_entry';
    if (this.#isDisposed || nextStatus(this.#status, event) === undefined) return Promise.resolve();
    this.#held.drop();
    this.#apply(event);
    this.#keying = this.#askForKey(shown).finally(() => (this.#keying = undefined));
    return this.#keying;
  }

  async #askForKey(shown: ShownPrice | undefined): Promise<void> {
    const exchange = this.#exchange();
    const ask = () => this.#kind.askKey({ cardType: this.#cardType, shown }, exchange);
    try {
      const answer = await askTwice(ask, exchange);
      if (exchange.signal.aborted) return;
      if (answer.status === 'granted') this.#acceptKey(answer);
      else if (answer.status === 'priced') {
        this.#details = this.#kind.describe(answer);
        this.#apply('priced');
      } else this.#takeResult(answer);
    } catch (cause) {
      if (exchange.signal.aborted) return;
      const error = asFlorinError(cause);
      this.#noKeyBefore = this.#timers.now() + KEY_BACKOFF_MS;
      if (error.code === 'nothing_to_pay') this.#details = {};
      this.#apply(keyEventOf(error), { error });
    }
  }

  #acceptKey(key: Key): void {
    this.#held.hold(key, () => {
      if (!this.#submitting) this.#apply('key_ended');
    });
    this.#claim = key.claim;
    this.#resultKey = undefined;
    this.#details = this.#kind.describe(key);
    this.#apply('key_granted');
  }

  #challenge(url: string, key: Key): Promise<State> {
    return this.#followStep('challenged', this.#kept.begin(url, key, this.#timers.now()));
  }

  /** Opens the step in the page if possible, else in the whole window; the signer's return address leads back. */
  async #followStep(event: 'challenged' | 'challenge_reopened', step: ChallengeStep): Promise<State> {
    const { challenge, navigate = (target: string) => globalThis.location.assign(target) } = this.#options;
    this.#stopWork();
    const { signal } = this.#work;
    // A step that another tab has begun is this page's from now on.
    this.#apply(event, { challenge: 'open', submittedAt: this.#state.submittedAt ?? this.#timers.now() });
    const elsewhere = (): ChallengeEnd => 'elsewhere';
    const end =
      challenge && step.isOfService ? await challenge(step.url, signal, step.endsAt).catch(elsewhere) : elsewhere();
    if (signal.aborted) return this.#state;
    if (end === 'elsewhere') {
      navigate(step.url);
      void pause(LEAVING_MS, this.#timers, signal).then(() =>
        signal.aborted ? undefined : this.#confirm('challenge_ended', { challenge: 'left' }),
      );
    } else await this.#confirm('challenge_ended', { challenge: end });
    return this.#state;
  }

  async #confirm(event: CheckoutEvent, news?: Pick<AttemptState, 'challenge'>): Promise<void> {
    this.#apply(event, news);
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

  /** Polls until the attempt is settled. A submission can still arrive for {@link #settleMs}. */
  async #follow(first: number, believeOpenFrom = (this.#state.submittedAt ?? 0) + this.#settleMs): Promise<void> {
    if (this.#following) return;
    this.#following = true;
    const exchange = this.#exchange();
    const inquiry = {
      ask: () => this.#askResult(exchange),
      firstSeconds: first,
      // The shopper's clock may have been put back since the submission.
      believeOpenFrom: Math.min(believeOpenFrom, this.#timers.now() + SETTLE_MS),
      onAnswer: (answer: Result | FlorinError, isLast: boolean) => {
        this.#following = !isLast;
        if (isFlorinError(answer)) this.#apply('answer_lost', { error: answer });
        else this.#takeResult(answer);
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
    const event = eventOf(result, isKeyHeld);
    const status = nextStatus(this.#status, event);
    if (status === 'approved' && this.#kind.isOnce) this.#remember({ claim, submittedAt, settled: true });
    else if (status !== 'unknown') this.#remember({ claim });
    if (status === 'unknown') this.#kept.find(claim);
    else this.#kept.end();
    this.#claim = claim;
    this.#apply(event, { result, ...(this.#kept.step && { challenge: this.#state.challenge ?? 'left' }) });
    if (status === 'unknown' && result.status !== 'review') {
      void this.#follow(result.status === 'pending' ? result.retryAfterSeconds : 2);
    }
  }

  #remember(record: AttemptRecord): void {
    writeRecord(this.#kind.record, record, this.#storage);
  }

  #stopWork(): void {
    this.#work.abort();
    this.#work = new AbortController();
    this.#following = false;
  }

  #exchange(): Exchange {
    return createExchange(this.#work.signal, this.#options);
  }

  /** Applies the transition and notifies listeners. Details and time stay; other members are dropped unless given. */
  #apply(event: CheckoutEvent, news: Omit<AttemptState, 'status'> = {}): State {
    const before = this.#status;
    const status = nextStatus(before, event);
    if (status === undefined || this.#isDisposed) return this.#state;
    if (event === 'key_ended') this.#held.drop();
    this.#status = status;
    this.#notify({
      status: status === 'approved' ? this.#kind.done : status,
      ...this.#details,
      ...keptOf(this.#state, { from: before, to: status, wasSettled: this.#wasSettled }),
      ...news,
    });
    return this.#state;
  }

  #notify(state: AttemptState): void {
    this.#state = Object.freeze(state) as State;
    for (const listener of [...this.#listeners]) listener(this.#state);
  }
}
