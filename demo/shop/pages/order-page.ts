/** One order: the receipt if it is paid, else what to do next. */
import { html } from 'hono/html';
import { printSum, SHOP_TIME } from '../catalogue.js';
import type { Order } from '../store/order-store.js';
import type { Html } from './html.js';
import type { PageContent } from './layout.js';
import { summaryLines, summaryOfOrder, summarySums } from './order-summary.js';

const DAY_AND_TIME = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeStyle: 'short', timeZone: SHOP_TIME });

/**
 * Renders an order. `showsAttempt` is for a shopper who comes back from a failed payment, by the
 * payment page that ends in `way`.
 */
export function orderPage(order: Order, { showsAttempt = false, way = '' } = {}): PageContent {
  const isOpenAttempt = showsAttempt && order.status === 'open';
  const summary = summaryOfOrder(order);
  return {
    title: order.status === 'paid' ? `Receipt for order ${order.number}` : `Order ${order.number}`,
    takesPayment: isOpenAttempt,
    main: html`<div class="beside">
        <div>
          ${heading(order, isOpenAttempt, way)} ${order.payment && order.status === 'paid' && paymentSlip(order)}
          <h2>${order.status === 'paid' ? 'On its way to' : 'To be sent to'}</h2>
          <address>
            ${order.delivery.name}<br />${order.delivery.street}<br />${order.delivery.suburb} ${order.delivery.state}
            ${order.delivery.postcode}
          </address>
        </div>
        <section class="summary" aria-labelledby="bags-title">
          <h2 id="bags-title">Order ${order.number}</h2>
          ${summaryLines(summary.lines)} ${summarySums(summary)}
        </section>
      </div>
      <p class="after-order">
        <a class="button" href="/">Back to the coffees</a> <a href="/orders">All your orders</a>
      </p>`,
  };
}

function heading(order: Order, isOpenAttempt: boolean, way: string): Html {
  const firstName = order.delivery.name.split(' ')[0] ?? '';
  switch (order.status) {
    case 'paid':
      return html`<h1 class="thanks">${tick()}Thank you, ${firstName}</h1>
        <p class="lead">Order ${order.number} is paid. We roast it on Tuesday and post it on Wednesday.</p>`;
    case 'review':
      return html`<h1>We are looking at your payment</h1>
        <p class="lead">
          Something about it does not match the order. Please do not pay again; we write to ${order.delivery.email}.
        </p>`;
    case 'open':
      return html`<h1>Order ${order.number} is not paid yet</h1>
        ${
          isOpenAttempt
            ? html`<p class="lead">Your bags are kept for you.</p>
                ${attempt(order, way)}`
            : html`<p class="lead">
                  Your bags are kept for you. If you have just paid, load this page again in a moment.
                </p>
                <p>${toPayment(order, way)}</p>`
        }`;
  }
}

/**
 * Shows the outcome of the payment, from what this browser tab has stored. The signer redirects
 * here only after a decline, so the page can show that without script too.
 */
function attempt(order: Order, way: string): Html {
  return html`<florin-receipt signer-url="/pay" order="${order.number}"></florin-receipt>
    <noscript>
      <p class="notice">
        Your payment was not approved, and nothing was charged. Please try another card
        <a href="/checkout/${order.number}/webform">on the form that works without JavaScript</a>.
      </p>
    </noscript>
    <p>${toPayment(order, way)}</p>`;
}

function toPayment({ number }: Order, way: string): Html {
  return html`<a class="button" href="/checkout/${number}${way}">Go to payment</a>`;
}

function tick(): Html {
  return html`<svg class="tick" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
    <circle cx="16" cy="16" r="16" />
    <path d="m9 16.500 5 5L23.500 11" />
  </svg>`;
}

function paymentSlip(order: Order): Html {
  if (!order.payment) return html``;
  const { payment } = order;
  const amount = payment.amount ?? order.total;
  const surcharge = amount - order.total;
  return html`<dl class="slip">
    <div class="slip-amount">
      <dt>Paid</dt>
      <dd>${printSum(amount)}</dd>
    </div>
    ${
      surcharge > 0
        ? html`<div>
            <dt>Surcharge</dt>
            <dd>${printSum(surcharge)} of it</dd>
          </div>`
        : ''
    }
    <div>
      <dt>Card</dt>
      <dd>${payment.card}</dd>
    </div>
    <div>
      <dt>Date</dt>
      <dd>${DAY_AND_TIME.format(payment.paidAt)}</dd>
    </div>
    <div>
      <dt>Receipt</dt>
      <dd class="mono">${payment.receiptNumber}</dd>
    </div>
  </dl>`;
}
