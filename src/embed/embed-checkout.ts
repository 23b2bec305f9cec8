/** The shop's side: shows a checkout page of another origin in a frame, with the height of its content. */
import { greetFrame } from '../channel/page-handshake.js';
import { BANK_ALLOW, BANK_SANDBOX } from '../core/bank-frame.js';
import { isLoopbackInBrowser } from '../core/loopback.js';
import { reportError } from '../elements/events.js';
import { readCheckoutMessage } from './contract.js';
import { FlorinOutcomeEvent } from './outcome-event.js';

/** Options of {@link embedCheckout}. */
export interface EmbedOptions {
  /** Address of the checkout page: https, of another origin than this page. */
  readonly src: string;
  /** Name of the frame for screen readers, such as `Payment`. */
  readonly title: string;
  /**
   * The frame is never lower, in CSS pixels. The default of 640 has room for the form and for the bank's dialog, so that
   * neither moves the page.
   */
  readonly minHeight?: number;
  /** Removes the frame. */
  readonly signal?: AbortSignal;
}

/** The signer's return address posts it if 3-D Secure has ended in the frame itself instead of in a dialog. */
const RETURN_MESSAGE = 'florin:returned';

/**
 * Appends the frame to an element of the page. It fires `florin-outcome`, and `florin-error` with `frame_unreachable` when the
 * page does not load or does not answer.
 *
 * @example
 * const frame = embedCheckout(document.querySelector('#pay'), { src: 'https://pay.example/orders/1042', title: 'Payment' });
 * frame.addEventListener('florin-outcome', () => location.reload());
 *
 * @returns the iframe
 * @throws TypeError when `src` is not an https address of another origin; http only on this machine
 */
export function embedCheckout(place: Element, options: EmbedOptions): HTMLIFrameElement {
  const { src, title, minHeight = 640, signal } = options;
  const origin = readOrigin(src);
  const ending = new AbortController();
  const iframe = document.createElement('iframe');
  iframe.title = title;
  // The bank's page inside has at most the same permissions.
  iframe.setAttribute('sandbox', BANK_SANDBOX);
  iframe.allow = BANK_ALLOW;
  iframe.referrerPolicy = 'strict-origin';
  Object.assign(iframe.style, { border: '0', display: 'block', inlineSize: '100%', blockSize: `${minHeight}px` });
  iframe.style.colorScheme = 'inherit';

  const onMessage = ({ data }: MessageEvent) => {
    const message = readCheckoutMessage(data);
    if (message === undefined) return;
    if ('height' in message) iframe.style.blockSize = `${Math.max(minHeight, message.height)}px`;
    else iframe.dispatchEvent(new FlorinOutcomeEvent(message.outcome));
  };
  const onReturn = ({ source, origin: sender, data }: MessageEvent) => {
    const isOwn = source !== null && source === iframe.contentWindow && sender === origin;
    // The checkout page asks its signer for the result.
    if (isOwn && data === RETURN_MESSAGE) iframe.src = src;
  };

  let port: MessagePort | undefined;
  greetFrame(iframe, {
    origin,
    signal: ending.signal,
    onPort(next) {
      port?.close();
      port = next;
      port.onmessage = onMessage;
    },
    onFailure: (error) => reportError(iframe, error),
  });
  addEventListener('message', onReturn, { signal: ending.signal });
  signal?.addEventListener('abort', () => {
    ending.abort();
    port?.close();
    iframe.remove();
  });
  iframe.src = src;
  place.append(iframe);
  return iframe;
}

/** @throws TypeError when it is not an https address of another origin */
function readOrigin(src: string): string {
  const url = URL.canParse(src) ? new URL(src) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackInBrowser(url.hostname));
  if (!url || !isSafe) throw new TypeError(`embedCheckout: src takes an https address, not ${src}`);
  if (url.origin === location.origin) {
    throw new TypeError('embedCheckout: src is of the origin of this page. Serve the checkout from another origin');
  }
  return url.origin;
}
