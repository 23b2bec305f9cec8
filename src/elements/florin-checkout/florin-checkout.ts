/**
 * Defines `<florin-checkout>` with the fields of the page (`../framed.ts`: without them). Each of the two registers a
 * subclass that names the sources of its bundle; the first one that is imported wins. The files of this folder:
 *
 * - `checkout-element.ts` draws the form: fields, button, message, receipt. It creates one Source and one Attempt. Its
 *   only own state is the press of the button.
 * - A Source (`source.ts`) is the place where a card or an account is typed, and owns the typed text: `page-card.ts`
 *   and `frame-card.ts` for `javascript`. `method-cards.ts` creates those of the other methods: `method-frame.ts`,
 *   `method-away.ts`, `method-webform.ts` (around the fields of the page). `token-sources.ts` creates those for saving,
 *   with `token-card.ts` (around a card) and `token-account.ts`. `chosen-card.ts` wraps the source if there are saved
 *   cards.
 * - An Attempt (`attempt.ts`) shows one flow of `src/checkout` and owns it: `payment.ts` for an order, `token-form.ts`
 *   for a card or an account to save. The flow owns the state, the key and the record; `challenge.ts` shows the bank's
 *   step.
 *
 * Loaded on demand: the attempt, the other methods, the frame, the bank's step, saving.
 */
import { isServer } from 'lit';
import { defineOnce } from '../define-once.js';
import { CheckoutElement } from './checkout-element.js';
import { cardLayout } from '../field/card-layout.css.js';
import { fieldStyles } from '../field/field.css.js';
import { PageCard } from './page-card.js';
import type { Sources } from './source.js';

export type {} from '../event-types.js';

declare global {
  interface HTMLElementTagNameMap {
    'florin-checkout': CheckoutElement;
  }
}

/** A checkout with its own fields for cards and accounts. */
class PageCheckout extends CheckoutElement {
  /** A server can add no styles later; in the browser PageCard adds those of the fields. */
  static override styles = [...CheckoutElement.styles, ...(isServer ? [fieldStyles, cardLayout] : [])];

  override readonly sources: Sources = {
    page: (host, omitted) => new PageCard(host, omitted),
    account: () => import('../extras.js'),
  };
}

defineOnce('florin-checkout', PageCheckout);
