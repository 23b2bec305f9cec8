/**
 * Connects an element to the `<florin-checkout>` that it belongs to, in any order of the two on the
 * page. It follows each render of the checkout, and disconnects when the element is removed. The
 * state of the checkout's own button decides what these elements show.
 */
import type { LitElement, ReactiveController } from 'lit';
import type { CheckoutElement } from './florin-checkout/checkout-element.js';

/** An element that belongs to a checkout on the same page. */
type CheckoutControllerHost = LitElement & {
  /** Id of the checkout; the first of the page when empty. */
  readonly htmlFor: string;
};

export class CheckoutController implements ReactiveController {
  readonly #host: CheckoutControllerHost;
  readonly #onConnect: (checkout: CheckoutElement, signal: AbortSignal) => void;
  #checkout: CheckoutElement | undefined;
  #connection: AbortController | undefined;
  #observer: MutationObserver | undefined;
  #hasWarned = false;

  /** @param onConnect called with each checkout; its listeners end with the signal */
  constructor(host: CheckoutControllerHost, onConnect: (checkout: CheckoutElement, signal: AbortSignal) => void) {
    this.#host = host;
    this.#onConnect = onConnect;
    host.addController(this);
  }

  get checkout(): CheckoutElement | undefined {
    return this.#checkout;
  }

  /** The checkout's own button, after its first render. */
  get button(): HTMLButtonElement | undefined {
    return this.#checkout?.renderRoot?.querySelector<HTMLButtonElement>('button[type="submit"]') ?? undefined;
  }

  /** True from the press of the button until the attempt has settled. */
  get isBusy(): boolean {
    return this.button?.getAttribute('aria-disabled') === 'true';
  }

  /** True if nothing is left to pay, or nothing can be pressed now. */
  get isOver(): boolean {
    return this.button?.hasAttribute('hidden') ?? false;
  }

  hostConnected(): void {
    this.#update();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#disconnect();
  }

  hostUpdate(): void {
    if (this.#checkout && this.#host.isConnected && this.#find() !== this.#checkout) this.#update();
  }

  #find(): CheckoutElement | undefined {
    const { htmlFor } = this.#host;
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    const checkouts = [...root.querySelectorAll('florin-checkout')];
    return htmlFor ? checkouts.find(({ id }) => id === htmlFor) : checkouts[0];
  }

  #update(): void {
    this.#disconnect();
    const found = this.#find();
    if (found && 'pay' in found) {
      this.#observer?.disconnect();
      this.#observer = undefined;
      this.#connect(found);
      return;
    }
    if (found) {
      const again = () => this.#host.isConnected && this.#update();
      void customElements.whenDefined('florin-checkout').then(again);
      return;
    }
    if (!this.#observer) {
      this.#observer = new MutationObserver(() => this.#find() && this.#update());
      this.#observer.observe(this.#host.getRootNode(), {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['id'],
      });
    }
    // The page may not have been read completely.
    setTimeout(() => this.#warn(), 1_000);
  }

  #warn(): void {
    const { htmlFor, localName, isConnected } = this.#host;
    if (this.#hasWarned || !isConnected || this.#find()) return;
    this.#hasWarned = true;
    console.warn(
      `${localName}: ${htmlFor ? `for="${htmlFor}" names no` : 'there is no'} florin-checkout on this page yet`,
    );
  }

  #connect(checkout: CheckoutElement): void {
    const connection = new AbortController();
    this.#connection = connection;
    this.#checkout = checkout;
    const controller: ReactiveController = {
      hostUpdated: () => this.#host.requestUpdate(),
      hostDisconnected: () => this.#host.isConnected && this.#update(),
    };
    checkout.addController(controller);
    connection.signal.addEventListener('abort', () => checkout.removeController(controller));
    this.#onConnect(checkout, connection.signal);
    this.#host.requestUpdate();
  }

  #disconnect(): void {
    this.#connection?.abort();
    this.#connection = undefined;
    this.#checkout = undefined;
    this.#host.requestUpdate();
  }
}
