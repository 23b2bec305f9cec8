/**
 * Defines `<florin-checkout>` with the fields of the page (`../framed.ts`: without them). The map of this folder:
 *
 * - `checkout-element.ts` draws the form: fields, button, message, receipt. It creates one Source and one Attempt, and owns
 *   nothing but the press of the button.
 * - A Source (`source.ts`) is where a card or an account is typed, and owns what is typed: `page-card.ts` and `frame-card.ts` for
 *   `javascript`; the other methods by `method-cards.ts`: `method-frame.ts`, `method-away.ts`, `method-webform.ts` (around the
 *   fields of the page). `token-sources.ts` creates them for saving, with `token-card.ts` (around a card) and
 *   `token-account.ts`. `chosen-card.ts` puts itself around the source when saved cards are there.
 * - An Attempt (`attempt.ts`) shows one flow of `src/checkout` and owns it: `payment.ts` an order's, `token-form.ts` that of a
 *   card or an account to be saved. The flow owns the state, the key and the record; `challenge.ts` shows the bank's step.
 *
 * Loaded when they are wanted: the attempt, the other methods, the frame, the bank's step, saving.
 */
import { defineOnce } from '../define-once.js';
import { CheckoutElement } from './checkout-element.js';
import { PageCard } from './page-card.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-checkout': CheckoutElement;
  }
}

CheckoutElement.sources = {
  ...CheckoutElement.sources,
  page: (host, leftOut) => new PageCard(host, leftOut),
  account: () => import('../extras.js'),
};
defineOnce('florin-checkout', CheckoutElement);
