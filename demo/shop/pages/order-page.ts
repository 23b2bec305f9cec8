/** One order: the receipt if it is paid, else what to do next. */
import { html } from 'hono/html';
import { SUPPORT } from '../catalogue.js';
import { printDay, printTime } from '../shop-time.js';
import { printSum } from '../sum.js';
import type { Order } from '../store/order-store.js';
import type { Html } from '../../ways/html.js';
import type { PageContent } from './layout.js';
import { isSettled, type ListedOrder } from './orders-page.js';
import { summaryLines, summaryOfOrder, summarySums } from './order-summary.js';

/**
 * Renders an order. `showsAttempt` is for a shopper who comes back from a failed payment, by the
 * payment page that ends in `way`.
 */
export function orderPage({ order, payment }: ListedOrder, { showsAttempt = false, way = '' } = {}): PageContent {
  const isOpenAttempt = showsAttempt && payment.status === 'open';
  const summary = summaryOfOrder(order);
  return {
    title: order.status === 'paid' ? `Receipt for order ${order.number}` : `Order ${order.number}`,
    takesPayment: isOpenAttempt || order.status === 'paid',
    main: html`<div class="beside">
        <div>
          <div lang="en-AU" ${isSettled(payment.status) ? '' : html`data-payment="${order.number}:${payment.status}"`}>
            ${heading({ order, payment }, isOpenAttempt, way)}
          </div>
          ${isOpenAttempt && attempt(order, way)} ${order.status === 'paid' && receipt(order)}
          <h2 lang="en-AU">${order.status === 'paid' ? 'Delivering to' : 'Deliver to'}</h2>
          <address lang="en-AU">
            ${order.delivery.name}<br />${order.delivery.street}<br />${order.delivery.suburb} ${order.delivery.state}
            ${order.delivery.postcode}
          </address>
        </div>
        <section class="summary" lang="en-AU" aria-labelledby="bags-title">
          <h2 id="bags-title">Order ${order.number}</h2>
          ${summaryLines(summary.lines)} ${summarySums(summary)}
        </section>
      </div>
      <script type="module" src="/payment-state.js"></script>
      <p class="after-order" lang="en-AU">
        <a class="button" href="/">Back to the coffees</a> <a href="/orders">All your orders</a>
      </p>`,
  };
}

const CONTACT = html`<p>
  Questions? <a href="mailto:${SUPPORT.email}">${SUPPORT.email}</a>,
  <a href="tel:${SUPPORT.phone.replaceAll(' ', '')}">${SUPPORT.phone}</a>
</p>`;

function heading({ order, payment }: ListedOrder, isOpenAttempt: boolean, way: string): Html {
  const firstName = order.delivery.name.split(' ')[0] ?? '';
  const { status, until, isPayableThen } = payment;
  switch (status) {
    case 'checking':
      return html`<h1>Payment being checked</h1>
        <p class="lead">
          It is not known yet whether your payment for order ${order.number} went through. Please do not pay again. We
          write to ${order.delivery.email} as soon as we know, and this page shows it.
        </p>
        ${
          until &&
          html`<p>
            ${
              isPayableThen
                ? `If no payment is found, you can pay again at ${printTime(until)}.`
                : `If your bank has not answered by ${printTime(until)}, we check the payment ourselves.`
            }
          </p>`
        }
        ${CONTACT}`;
    case 'confirming':
      return html`<h1>Your bank is waiting for you to confirm this payment</h1>
        <p class="lead">
          If you do not continue, it expires${until && ` at about ${printTime(until)}`}. After that you can pay order
          ${order.number} with another card.
        </p>
        <p><a class="button" href="/checkout/${order.number}${way}">Continue with your bank</a></p>`;
    case 'paid':
      return html`<h1>Thank you, ${firstName}: order ${order.number} is paid</h1>
        <p class="lead">
          ${
            order.payment?.isHeld
              ? `We check the payment before we roast and post it, and write to ${order.delivery.email}.`
              : 'We roast it on Tuesday and post it on Wednesday.'
          }
        </p>`;
    case 'review':
      return html`<h1>We are checking your payment</h1>
        <p class="lead">The payment does not match the order. Please do not pay again while we look into it.</p>
        ${CONTACT}`;
    case 'open':
      return html`<h1>Order ${order.number} is not paid yet</h1>
        ${
          isOpenAttempt
            ? html`<p class="lead">We are holding your bags for you.</p>`
            : html`<p class="lead">
                  We are holding your bags for you. If you have just paid, reload this page in a moment.
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
  return html`<noscript>
      <p class="notice" lang="en-AU">
        Your payment was not approved, and nothing was charged. Please try another card
        <a href="/checkout/${order.number}/webform">on the form that works without JavaScript</a>.
      </p>
    </noscript>
    <florin-receipt signer-url="/pay" order="${order.number}">
      <p class="to-payment" slot="again" lang="en-AU">${toPayment(order, way)}</p>
    </florin-receipt>`;
}

function toPayment({ number }: Order, way: string): Html {
  return html`<a class="button" href="/checkout/${number}${way}">Go to payment</a>`;
}

/**
 * The shop's server has fetched and stored the transaction; the element shows it, as it shows the
 * outcome of a payment on every other page.
 */
function receipt({ payment }: Order): Html {
  if (!payment) return html``;
  const { card, receiptNumber, amount = 0, paidAt } = payment;
  return html`<florin-receipt transaction="${payment.receipt}"></florin-receipt>
    <noscript>
      <p class="notice" lang="en-AU">
        Paid ${printSum(amount)} with <span translate="no">${card}</span> on ${printDay(paidAt)} at
        ${printTime(paidAt)}. Receipt number
        <span class="mono" translate="no">${receiptNumber}</span>
      </p>
    </noscript>`;
}
