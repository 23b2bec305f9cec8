/**
 * Ties an element to the `<florin-checkout>` that it stands beside: finds it whichever of the two comes first, follows each of
 * its drawings, and lets go of it when it leaves. What the checkout's own button says is what all of them go by.
 */
import type { LitElement, ReactiveController } from 'lit';
import type { CheckoutElement } from './florin-checkout/checkout-element.js';

/** The element that stands beside a checkout. */
export type BesideHost = LitElement & {
  /** Id of the checkout; the first of the page when empty. */
  readonly htmlFor: string;
};

export class BesideCheckout implements ReactiveController {
  readonly #host: BesideHost;
  readonly #onTie: (checkout: CheckoutElement, signal: AbortSignal) => void;
  #checkout: CheckoutElement | undefined;
  #tie: AbortController | undefined;
  #search: MutationObserver | undefined;
  #isMissed = false;

  /** @param onTie adds listeners until the signal aborts */
  constructor(host: BesideHost, onTie: (checkout: CheckoutElement, signal: AbortSignal) => void) {
    this.#host = host;
    this.#onTie = onTie;
    host.addController(this);
  }

  get checkout(): CheckoutElement | undefined {
    return this.#checkout;
  }

  /** The checkout's own button, once it is drawn. */
  get button(): HTMLButtonElement | undefined {
    return this.#checkout?.renderRoot?.querySelector<HTMLButtonElement>('button[type="submit"]') ?? undefined;
  }

  /** From the press of the button until the payment has come to rest. */
  get isBusy(): boolean {
    return this.button?.getAttribute('aria-disabled') === 'true';
  }

  /** There is nothing to pay any more, or nothing that can be pressed now. */
  get isOver(): boolean {
    return this.button?.hasAttribute('hidden') ?? false;
  }

  hostConnected(): void {
    this.#look();
  }

  hostDisconnected(): void {
    this.#search?.disconnect();
    this.#search = undefined;
    this.#letGo();
  }

  hostUpdate(): void {
    if (this.#checkout && this.#host.isConnected && this.#find() !== this.#checkout) this.#look();
  }

  #find(): CheckoutElement | undefined {
    const { htmlFor } = this.#host;
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    const checkouts = [...root.querySelectorAll('florin-checkout')];
    return htmlFor ? checkouts.find(({ id }) => id === htmlFor) : checkouts[0];
  }

  #look(): void {
    this.#letGo();
    const found = this.#find();
    if (found && 'pay' in found) {
      this.#search?.disconnect();
      this.#search = undefined;
      this.#tieTo(found);
      return;
    }
    if (found) {
      const again = () => this.#host.isConnected && this.#look();
      void customElements.whenDefined('florin-checkout').then(again);
      return;
    }
    if (!this.#search) {
      this.#search = new MutationObserver(() => this.#find() && this.#look());
      this.#search.observe(this.#host.getRootNode(), {
        childList: true,
        subtree: true,
        attributes: true,
        attributeFilter: ['id'],
      });
    }
    // The page may be half read still.
    setTimeout(() => this.#warn(), 1_000);
  }

  #warn(): void {
    const { htmlFor, localName, isConnected } = this.#host;
    if (this.#isMissed || !isConnected || this.#find()) return;
    this.#isMissed = true;
    console.warn(
      `${localName}: ${htmlFor ? `for="${htmlFor}" names no` : 'there is no'} florin-checkout on this page yet`,
    );
  }

  #tieTo(checkout: CheckoutElement): void {
    const tie = new AbortController();
    this.#tie = tie;
    this.#checkout = checkout;
    const controller: ReactiveController = {
      hostUpdated: () => this.#host.requestUpdate(),
      hostDisconnected: () => this.#host.isConnected && this.#look(),
    };
    checkout.addController(controller);
    tie.signal.addEventListener('abort', () => checkout.removeController(controller));
    this.#onTie(checkout, tie.signal);
    this.#host.requestUpdate();
  }

  #letGo(): void {
    this.#tie?.abort();
    this.#tie = undefined;
    this.#checkout = undefined;
    this.#host.requestUpdate();
  }
}
