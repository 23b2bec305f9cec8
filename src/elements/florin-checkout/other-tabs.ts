/**
 * Tells the other tabs with the same order that this tab has sent a card, so that each of them asks the signer for the
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
   * @param onSent - called with the claim of another tab's attempt
   * @param signal - closes the channel
   */
  constructor(order: string, onSent: (claim: string) => void, signal: AbortSignal) {
    this.#name = `florin:${order}`;
    this.#onSent = onSent;
    if (signal.aborted) return;
    signal.addEventListener('abort', () => this.#shut());
    globalThis.addEventListener('pagehide', () => this.#shut(), { signal });
    globalThis.addEventListener('pageshow', ({ persisted }) => persisted && this.#open(), { signal });
    this.#open();
  }

  /** Tells the claim of this tab's attempt, and tells it again to each tab that is opened later; undefined ends that. */
  tell(claim: string | undefined): void {
    if (claim === this.#claim) return;
    this.#claim = claim;
    if (claim !== undefined) this.#channel?.postMessage(claim);
  }

  #open(): void {
    try {
      this.#channel = new BroadcastChannel(this.#name);
    } catch {
      // No channels in this browser or frame: then the next press asks the signer.
      return;
    }
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') this.#onSent(data);
      else if (this.#claim !== undefined) this.#channel?.postMessage(this.#claim);
    };
    // Asks the tabs that are already there.
    this.#channel.postMessage(null);
  }

  #shut(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }
}
