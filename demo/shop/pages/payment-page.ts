/**
 * Second step of the checkout: the card. This is all that a shop writes to take a card with Florin: one script tag
 * (in the head, see layout.ts) and one element.
 */
import { html } from 'hono/html';
import type { Order } from '../store/order-store.js';
import { checkoutSteps } from './checkout-steps.js';
import type { PageContent } from './layout.js';
import { summaryAside, summaryFold, summaryOfOrder } from './order-summary.js';

/** Renders the payment page of an open order. */
export function paymentPage(order: Order): PageContent {
  const summary = summaryOfOrder(order);
  const { name, street, suburb, state, postcode } = order.delivery;
  return {
    title: 'Payment',
    takesPayment: true,
    main: html`${checkoutSteps('payment')} ${summaryFold(summary)}
      <div class="beside">
        <section class="payment" aria-labelledby="payment-title">
          <h1 id="payment-title">Payment</h1>
          <p class="deliver-to">
            <span>Deliver to <strong>${name}</strong>, ${street}, ${suburb} ${state} ${postcode}</span>
            <a href="/checkout">Change<span class="unseen"> the address</span></a>
          </p>
          <florin-checkout signer-url="/pay" order="${order.number}" success-url="/orders/${order.number}">
            <noscript>
              <p class="notice">
                To pay by card here, please turn JavaScript on for this page and load it again. Nothing has been
                charged.
              </p>
            </noscript>
          </florin-checkout>
          <p class="hint padlock">Your card goes straight to the payment service. This shop never sees its number.</p>
        </section>
        ${summaryAside(summary)}
      </div>`,
  };
}
