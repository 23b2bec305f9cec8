/** The checkout page's side: reports its height and the outcome of the payment to the page that embeds it. */
import { answerPage } from '../channel/frame-handshake.js';
import type { FlorinResultEvent } from '../elements/events.js';
import type { CheckoutMessage, CheckoutOutcome } from './contract.js';

/** Options of {@link reportCheckout}. */
export interface ReportOptions {
  /**
   * Origins of the pages that may embed this page, such as `https://shop.example`; compared exactly. The policy of this page
   * needs the same in `frame-ancestors`.
   */
  readonly parents: readonly string[];
  /** The outcome that is known when the page loads, for example for an order that is already paid. */
  readonly outcome?: CheckoutOutcome;
}

/**
 * Reports the height of this page, and the outcome of each `florin-result`. Does nothing in a page that is not embedded.
 *
 * @example
 * reportCheckout({ parents: ['https://shop.example'] });
 *
 * @throws TypeError when one of `parents` is not one exact origin
 */
export function reportCheckout({ parents, outcome }: ReportOptions): void {
  let port: MessagePort | undefined;
  let height = 0;
  let known = outcome;
  const post = (message: CheckoutMessage) => port?.postMessage(message);

  const onResult = (event: Event) => {
    known = (event as FlorinResultEvent).result.status;
    post({ outcome: known });
  };
  const measure = () => {
    const now = Math.ceil(document.documentElement.getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    post({ height });
  };

  answerPage({
    parents,
    onPort(next) {
      // The embedding page connects again, for example after it has created its listener again.
      port?.close();
      port = next;
      if (height > 0) post({ height });
      if (known !== undefined) post({ outcome: known });
    },
  });
  if (window.parent === window) return;
  document.addEventListener('florin-result', onResult);
  new ResizeObserver(measure).observe(document.documentElement);
}
