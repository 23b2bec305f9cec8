/** The steps of the checkout, from cart to receipt. */
import { html } from 'hono/html';
import type { Html } from '../../ways/html.js';

const STEPS = { cart: 'Cart', delivery: 'Delivery', payment: 'Payment' } as const;

/** Renders the steps and marks the current one. */
export function checkoutSteps(here: keyof typeof STEPS): Html {
  return html`<nav aria-label="Checkout" lang="en-AU">
    <ol class="steps">
      ${Object.entries(STEPS).map(([step, text]) =>
        step === here ? html`<li aria-current="step">${text}</li>` : html`<li>${stepLink(step, text, here)}</li>`,
      )}
    </ol>
  </nav>`;
}

function stepLink(step: string, text: string, here: string): Html | string {
  if (step === 'payment') return text;
  return here === 'cart' ? text : html`<a href="${step === 'cart' ? '/cart' : '/checkout'}">${text}</a>`;
}
