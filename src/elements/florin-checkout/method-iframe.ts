/** The method `iframe` of a payment: the card is typed in the service's own frame (method-frame.ts). */
import { readRecord, sessionRecords } from '../../checkout/attempt-record.js';
import { askKey } from '../../checkout/signer-calls.js';
import type { SendCard } from '../../checkout/submit-card.js';
import { browserTimers } from '../../checkout/timers.js';
import type { Money } from '../../core/money/money.js';
import { localeOf } from '../locale.js';
import { methodWords } from '../words/method-words.js';
import type { CardHost, CardSource } from './card-source.js';
import { type FindFrameKey, ServiceFrame } from './method-frame.js';

export class IframeCard implements CardSource {
  readonly #host: CardHost;
  readonly #frame: ServiceFrame;
  /** Whose frame it is: another order has another one. */
  #shown = '';
  /** What is typed there is not here. */
  readonly isEmpty = true;
  /** The key that the frame is for has it, long before the button asks for one. */
  amount: Money | undefined;

  constructor(host: CardHost) {
    this.#host = host;
    this.#frame = new ServiceFrame(host, this.#findKey);
    host.addController(this);
  }

  render() {
    const { frame, ...words } = methodWords(localeOf(this.#host));
    return this.#frame.render({ ...words, title: frame });
  }

  get isReady(): boolean {
    return this.#frame.isShown;
  }

  hostUpdated(): void {
    const { isConnected, signerUrl, order } = this.#host;
    if (!isConnected || !signerUrl || !order) return;
    const shown = `${signerUrl} ${order}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#frame.close();
      this.amount = undefined;
    }
    if (this.#frame.isBegun) return;
    // A card had gone out before this page was loaded: first it has to be known what became of that.
    if (readRecord(order, sessionRecords())?.submittedAt === undefined) void this.#frame.show();
  }

  hostDisconnected(): void {
    this.#frame.close();
  }

  report(): boolean {
    return true;
  }

  forSubmission(): SendCard {
    return (key, exchange) => this.#frame.process(key, exchange);
  }

  focus(): boolean {
    return this.#frame.focus();
  }

  /** A decline: its key is used, and the frame with it. */
  clearCvn(): void {
    void this.#frame.show();
  }

  allowTestMonth(): void {}
  refuse(): void {}
  clear(): void {}
  hostChanged(): void {}

  /** The order's key is the same for whoever asks. Without one it is paid, or not to be paid now. */
  readonly #findKey: FindFrameKey = async (signal) => {
    const { signerUrl, order } = this.#host;
    const fetch = (...call: Parameters<typeof globalThis.fetch>) => globalThis.fetch(...call);
    const answer = await askKey(signerUrl, { order }, { fetch, timers: browserTimers, signal });
    if (answer.status !== 'granted') return 'waits';
    if (!signal.aborted) this.amount = answer.amount;
    return answer;
  };
}
