/**
 * Drives one order's payment in a browser: gets the key, sends the card, follows the service's answer, and asks the
 * signer how it ended. No user interface. What leads where is transitions.ts; nothing that the browser sees by itself
 * ever makes `approved`.
 */
import { FlorinError, isFlorinError } from '../core/errors.js';
import { isSameMoney } from '../core/money/money.js';
import type { AuthKeyGrant, PaymentResult } from '../core/pay-api.js';
import { isOfService, isSafeRedirectionUrl, isSafeSubmitUrl } from './addresses.js';
import { asFlorinError } from './as-florin-error.js';
import { type AttemptRecord, readRecord, type RecordStorage, sessionRecords, writeRecord } from './attempt-record.js';
import { type ChallengeEnd, type ChallengeStep, readStep, writeStep } from './challenge-step.js';
import type { Checkout, CheckoutOptions, CheckoutState, ShownPrice } from './contract.js';
import type { Exchange } from './exchange.js';
import { askKey, askResult } from './signer-calls.js';
import { type CardInput, type SavedCardInput, type SendCard, submitCard } from './submit-card.js';
import { browserTimers, pause, type Timers } from './timers.js';
import { canPay, type CheckoutEvent, nextStatus } from './transitions.js';

/** A key is not used in its last seconds: it could end on the way. */
const KEY_MARGIN_MS = 5_000;
const KEY_RETRY_MS = 1_500;
/** After a failure, typing does not ask again for this long; paying does. */
const QUIET_MS = 10_000;
/** Waits between questions in `unknown`; the last one repeats. */
const ASK_AGAIN_SECONDS = [2, 3, 5, 8, 13, 20, 30, 30, 30, 30, 60];
/** A broken connection can leave a card on its way: "nothing found" is not believed before this has passed. */
const SETTLE_MS = 10_000;

interface HeldKey extends AuthKeyGrant {
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Prepares the payment of one order. Nothing is asked or stored before {@link Checkout.prepare} or `submit`. */
export function createCheckout(options: CheckoutOptions): Checkout {
  return new CheckoutFlow(options);
}

class CheckoutFlow implements Checkout {
  readonly #options: CheckoutOptions;
  readonly #timers: Timers;
  readonly #storage: RecordStorage | undefined;
  readonly #listeners = new Set<(state: CheckoutState) => void>();
  #state: CheckoutState = { status: 'idle' };
  #key: HeldKey | undefined;
  #claim = '';
  #resultKey: string | undefined;
  /** The bank's step, until the signer knows how the payment ended. */
  #step: ChallengeStep | undefined;
  #keying: Promise<void> | undefined;
  #paying: Promise<CheckoutState> | undefined;
  #following = false;
  #quietUntil = 0;
  /** Of the card that is typed, for the price of the next key. */
  #cardType = '';
  #asked: string | undefined;
  #cancelKeyEnd = () => {};
  #work = new AbortController();
  #isDisposed = false;
  #wasSettled = false;
  readonly #onAbort = () => this.dispose();

  constructor(options: CheckoutOptions) {
    this.#options = options;
    this.#timers = options.timers ?? browserTimers;
    this.#storage = 'storage' in options ? options.storage : sessionRecords();
    options.signal?.addEventListener('abort', this.#onAbort);
  }

  get state(): CheckoutState {
    return this.#state;
  }

  subscribe(listener: (state: CheckoutState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  prepare(cardType = ''): void {
    this.#cardType = cardType;
    if (this.#state.status === 'ready' || this.#timers.now() < this.#quietUntil) return;
    void this.#obtainKey();
  }

  submit(card: CardInput | SavedCardInput | SendCard, shown: ShownPrice = {}): Promise<CheckoutState> {
    // The lock is synchronous: a second press in the same turn finds it.
    this.#paying ??= this.#pay(card, shown).finally(() => (this.#paying = undefined));
    return this.#paying;
  }

  async refresh(): Promise<CheckoutState> {
    await this.#keying;
    if (!this.#paying) await this.#obtainKey('price_outdated');
    return this.#state;
  }

  resume(): void {
    if (this.#isDisposed || this.#state.status !== 'idle') return;
    const record = readRecord(this.#options.order, this.#storage);
    if (record?.submittedAt === undefined) return;
    const { claim, settled, ...sent } = record;
    this.#claim = claim;
    this.#wasSettled = settled === true;
    this.#step = readStep(this.#options.order, claim, this.#storage);
    this.#apply('resumed', { ...sent, ...(this.#step && { challenge: 'left' }) });
    void this.#follow(0);
  }

  restore(): void {
    if (this.#isDisposed || nextStatus(this.#state.status, 'page_restored') === undefined) return;
    this.#stopWork();
    this.#dropKey();
    this.#apply('page_restored', this.#step && { challenge: 'left' });
    if (this.#state.status === 'unknown') void this.#follow(0);
  }

  continueChallenge(): Promise<CheckoutState> {
    if (this.#isDisposed || this.#state.status !== 'unknown' || !this.#step) return Promise.resolve(this.#state);
    this.#paying ??= this.#followStep('challenge_reopened', this.#step).finally(() => (this.#paying = undefined));
    return this.#paying;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#work.abort();
    this.#dropKey();
    this.#listeners.clear();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
  }

  async #pay(card: CardInput | SavedCardInput | SendCard, shown: ShownPrice): Promise<CheckoutState> {
    if (this.#isDisposed || !canPay(this.#state.status)) return this.#state;
    this.#cardType = shown.cardType ?? this.#cardType;
    if (this.#key && this.#key.endsAt <= this.#timers.now()) this.#endKey();
    if (this.#state.status !== 'ready') await this.#obtainKey();
    if (this.#isPricedOtherwise()) await this.#obtainKey('price_outdated');
    const key = this.#key;
    if (this.#isDisposed || this.#state.status !== 'ready' || !key) return this.#state;
    if (shown.amount && !isSameMoney(shown.amount, key.amount)) {
      const error = new FlorinError('amount_changed', 'Another amount');
      return this.#apply('not_sent', { error });
    }
    if (!(this.#options.isOnline ?? (() => globalThis.navigator?.onLine !== false))()) {
      const error = new FlorinError('service_unreachable', 'The browser is offline');
      return this.#apply('not_sent', { error });
    }
    const submittedAt = this.#timers.now();
    this.#remember({ claim: key.claim, submittedAt });
    this.#apply('submit', { submittedAt });
    const exchange = this.#exchange();
    let answer;
    try {
      answer = await (typeof card === 'function' ? card(key, exchange) : submitCard(key.submitUrl, card, exchange));
    } catch (cause) {
      return exchange.signal.aborted ? this.#state : this.#takeBack(key, asFlorinError(cause));
    }
    if (exchange.signal.aborted) return this.#state;
    switch (answer.kind) {
      case 'finished':
        this.#resultKey = answer.resultKey;
        this.#apply('finished');
        await this.#confirm();
        return this.#state;
      case 'challenge':
        return this.#challenge(answer.redirectionUrl, key);
      case 'field_error': {
        this.#remember({ claim: key.claim });
        const error = new FlorinError('field_invalid', `The service refused the card's ${answer.field}`, answer);
        return this.#apply('field_refused', { error, refusedField: answer.field });
      }
      case 'refused':
        return this.#takeBack(key, new FlorinError('api_rejected', `The service answered ${answer.apiCode}`, answer));
      case 'lost': {
        const error = new FlorinError('result_unknown', 'No answer of the service', answer);
        const learnt = { keyWasUsed: answer.apiCode === 206 || answer.apiCode === 207 };
        this.#remember({ claim: key.claim, submittedAt, ...learnt });
        this.#apply('answer_lost', { error, ...learnt });
        // An answer, even an unhelpful one, means that nothing is on its way any more.
        void this.#follow(2, answer.apiCode === undefined ? submittedAt + SETTLE_MS : 0);
        return this.#state;
      }
    }
  }

  /** Nothing was sent, as whoever holds the card says; or nothing was charged and nobody but the shop can mend it. */
  #takeBack(key: HeldKey, error: FlorinError): CheckoutState {
    this.#remember({ claim: key.claim });
    if (error.code === 'field_invalid' || error.audience === 'network') return this.#apply('not_sent', { error });
    this.#dropKey();
    return this.#apply(error.code === 'key_expired' ? 'key_ended' : 'service_refused', { error });
  }

  /** Gets the key of the order, once however often it is called. Ends in `ready` or says why not. */
  #obtainKey(event: CheckoutEvent = 'card_entry'): Promise<void> {
    if (this.#keying) return this.#keying;
    if (this.#isDisposed || nextStatus(this.#state.status, event) === undefined) return Promise.resolve();
    this.#dropKey();
    this.#apply(event);
    this.#keying = this.#askForKey(this.#cardType || (event === 'card_entry' ? '' : 'other')).finally(
      () => (this.#keying = undefined),
    );
    return this.#keying;
  }

  async #askForKey(cardType: string): Promise<void> {
    const exchange = this.#exchange();
    const { signerUrl, order, asks } = this.#options;
    const request = { order, ...(cardType && { cardType }), ...asks?.() };
    this.#asked = JSON.stringify(asks?.());
    try {
      const answer = await askKey(signerUrl, request, exchange).catch(async (error: unknown) => {
        if (!isFlorinError(error) || error.audience !== 'network' || error.code === 'rate_limited') throw error;
        await pause(KEY_RETRY_MS, this.#timers, exchange.signal);
        return askKey(signerUrl, request, exchange);
      });
      if (exchange.signal.aborted) return;
      if (answer.status === 'granted') this.#takeKey(answer);
      else this.#takeResult(answer);
    } catch (cause) {
      if (exchange.signal.aborted) return;
      const error = asFlorinError(cause);
      this.#quietUntil = this.#timers.now() + QUIET_MS;
      const isFinal = error.audience !== 'network' && error.audience !== 'shopper';
      this.#apply(isFinal ? 'key_refused' : 'key_unavailable', { error });
    }
  }

  #takeKey(grant: AuthKeyGrant): void {
    if (!isSafeSubmitUrl(grant.submitUrl)) {
      throw new FlorinError('configuration_invalid', 'A card is sent over https only');
    }
    const lifeMs = grant.expiresInSeconds * 1000 - KEY_MARGIN_MS;
    this.#key = { ...grant, endsAt: this.#timers.now() + lifeMs };
    this.#claim = grant.claim;
    this.#resultKey = undefined;
    this.#cancelKeyEnd = this.#timers.after(lifeMs, () => {
      if (this.#state.status === 'ready' && !this.#paying) this.#endKey();
    });
    this.#remember({ claim: grant.claim });
    const { amount, surcharge, surcharges, action, testMode } = grant;
    this.#apply('key_granted', { amount, surcharge, surcharges, action, testMode });
  }

  /** The key at hand is for something else, or has another surcharge, than the card that is to be sent. */
  #isPricedOtherwise(): boolean {
    const { surcharge, surcharges } = this.#key ?? {};
    if (JSON.stringify(this.#options.asks?.()) !== this.#asked) return true;
    return surcharges !== undefined && (surcharges[this.#cardType] ?? 0) !== (surcharge?.minor ?? 0);
  }

  #endKey(): void {
    this.#dropKey();
    this.#apply('key_ended');
  }

  #dropKey(): void {
    this.#cancelKeyEnd();
    this.#key = undefined;
  }

  async #challenge(url: string, key: HeldKey): Promise<CheckoutState> {
    if (!isSafeRedirectionUrl(url, key.submitUrl)) {
      const error = new FlorinError('result_unknown', 'A foreign address');
      this.#apply('answer_lost', { error });
      void this.#follow(2);
      return this.#state;
    }
    const step = { claim: key.claim, url, isOfService: isOfService(url, key.submitUrl) };
    this.#step = step;
    writeStep(this.#options.order, step, this.#storage);
    return this.#followStep('challenged', step);
  }

  /** In the page where that may be, else in the whole window, from which the shopper comes back by the signer. */
  async #followStep(event: 'challenged' | 'challenge_reopened', step: ChallengeStep): Promise<CheckoutState> {
    const { challenge, navigate = (target: string) => globalThis.location.assign(target) } = this.#options;
    this.#stopWork();
    const { signal } = this.#work;
    this.#apply(event, { challenge: 'open' });
    const end =
      challenge && step.isOfService
        ? await challenge(step.url, signal).catch((): ChallengeEnd => 'elsewhere')
        : 'elsewhere';
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
      this.#takeResult(await this.#askResult(exchange));
    } catch (cause) {
      if (exchange.signal.aborted) return;
      this.#apply('answer_lost', { error: asFlorinError(cause) });
      void this.#follow(2);
    }
  }

  /**
   * Asks the signer until the attempt is settled: first after so many seconds, then ever less often.
   * "Nothing found" counts from the instant `believeOpenFrom` on, in milliseconds since 1970.
   */
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
        const result = await this.#askResult(exchange);
        if (result.status === 'open' && this.#timers.now() < believeOpenFrom) continue;
        if (result.status === 'pending') seconds = Math.max(seconds, Math.min(result.retryAfterSeconds, 60));
        this.#following = result.status === 'pending';
        this.#takeResult(result);
      } catch (cause) {
        if (exchange.signal.aborted) return;
        const error = asFlorinError(cause);
        this.#apply('answer_lost', { error });
        // Nobody will ever know by this claim: asking on is noise. The page says so and stays shut.
        if (error.audience === 'merchant') this.#following = false;
      }
    }
  }

  #askResult(exchange: Exchange): Promise<PaymentResult> {
    const resultKey = this.#resultKey;
    return askResult(this.#options.signerUrl, { claim: this.#claim, ...(resultKey && { resultKey }) }, exchange);
  }

  #takeResult(result: PaymentResult): void {
    const { claim } = result;
    const submittedAt = this.#state.submittedAt ?? this.#timers.now();
    const isKeyHeld = this.#key?.claim === claim;
    if (result.status !== 'open' || !isKeyHeld) this.#dropKey();
    const event = result.status === 'open' && !isKeyHeld ? 'result_open_keyless' : (`result_${result.status}` as const);
    const status = nextStatus(this.#state.status, event);
    if (status === 'approved') this.#remember({ claim, submittedAt, settled: true });
    else if (status !== 'unknown') this.#remember({ claim });
    if (status !== 'unknown' && this.#step) {
      this.#step = undefined;
      writeStep(this.#options.order, undefined, this.#storage);
    }
    this.#claim = claim;
    this.#apply(event, { result });
    if (status === 'unknown' && result.status !== 'review') {
      void this.#follow(result.status === 'pending' ? result.retryAfterSeconds : 2);
    }
  }

  /** For the page that is loaded next. */
  #remember(record: AttemptRecord): void {
    writeRecord(this.#options.order, record, this.#storage);
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

  /** Takes the step of the table, and tells. What is not given anew is forgotten, but for the amount and the time. */
  #apply(event: CheckoutEvent, news: Omit<CheckoutState, 'status'> = {}): CheckoutState {
    const status = nextStatus(this.#state.status, event);
    if (status === undefined || this.#isDisposed) return this.#state;
    const { amount, surcharge, surcharges, action, testMode, submittedAt, challenge, keyWasUsed } = this.#state;
    const keepsTime = submittedAt !== undefined && (status === 'approved' ? !this.#wasSettled : !canPay(status));
    this.#state = Object.freeze({
      status,
      ...(amount && { amount }),
      ...(surcharge && { surcharge }),
      ...(surcharges && { surcharges }),
      ...(action && { action }),
      ...(testMode !== undefined && { testMode }),
      ...(keepsTime && { submittedAt }),
      ...(challenge && (status === 'confirming' || status === 'unknown') && { challenge }),
      ...(keyWasUsed && this.#state.status === 'unknown' && { keyWasUsed }),
      ...news,
    });
    for (const listener of [...this.#listeners]) listener(this.#state);
    return this.#state;
  }
}
