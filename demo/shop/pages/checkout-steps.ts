/** The steps of the checkout, from cart to receipt. */
import { html } from 'hono/html';
import type { Html } from './html.js';

const STEPS = { cart: 'Cart', delivery: 'Delivery', payment: 'Payment' } as const;

/** Renders the steps and marks the current one. */
export function checkoutSteps(here: keyof typeof STEPS): Html {
  return html`<nav aria-label="Checkout">
    <ol class="steps">
      ${Object.entries(STEPS).map(([step, words]) =>
        step === here ? html`<li aria-current="step">${words}</li>` : html`<li>${stepLink(step, words, here)}</li>`,
      )}
    </ol>
  </nav>`;
}

function stepLink(step: string, words: string, here: string): Html | string {
  if (step === 'payment') return words;
  return here === 'cart' ? words : html`<a href="${step === 'cart' ? '/cart' : '/checkout'}">${words}</a>`;
}
