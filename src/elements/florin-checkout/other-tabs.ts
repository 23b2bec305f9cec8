/**
 * Notifies the other tabs with the same order that this tab has sent a card, so that each of them asks the signer for the
 * result and offers no second payment. The message is the claim, which only pages of this origin receive; it is no secret to
 * them, because the record of the attempt is in their storage too (src/checkout/attempt-record.ts).
 */

/** The channel of one order. Closed while the page is in the back-forward cache. */
export class OtherTabs {
  readonly #name: string;
  readonly #onSent: (claim: string) => void;
  #channel: BroadcastChannel | undefined;
  #claim: string | undefined;

  /**
   * @param name - the order's name, the same in all tabs (`attemptName`)
   * @param onSent - called with the claim of another tab's attempt
   * @param signal - closes the channel
   */
  constructor(name: string, onSent: (claim: string) => void, signal: AbortSignal) {
    this.#name = `florin:${name}`;
    this.#onSent = onSent;
    if (signal.aborted) return;
    signal.addEventListener('abort', () => this.#close());
    globalThis.addEventListener('pagehide', () => this.#close(), { signal });
    globalThis.addEventListener('pageshow', ({ persisted }) => persisted && this.#open(), { signal });
    this.#open();
  }

  /** Posts the claim of this tab's attempt, and posts it again for each tab that is opened later; undefined ends that. */
  announce(claim: string | undefined): void {
    if (claim === this.#claim) return;
    this.#claim = claim;
    if (claim !== undefined) this.#channel?.postMessage(claim);
  }

  #open(): void {
    try {
      this.#channel = new BroadcastChannel(this.#name);
    } catch {
      // This browser or frame has no channels: the next press asks the signer.
      return;
    }
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') this.#onSent(data);
      else if (this.#claim !== undefined) this.#channel?.postMessage(this.#claim);
    };
    // Asks the tabs that are already there.
    this.#channel.postMessage(null);
  }

  #close(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }
}
