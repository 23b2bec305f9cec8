/** The orders of this browser, newest first. */
import { html } from 'hono/html';
import { printDay } from '../shop-time.js';
import { printSum } from '../sum.js';
import { countBags } from '../store/cart-store.js';
import type { PaymentState } from '../payment-state.js';
import type { Order } from '../store/order-store.js';
import type { Html } from '../../ways/html.js';
import type { PageContent } from './layout.js';
import { message } from './message-page.js';

const WORDS: Readonly<Record<PaymentState['status'], string>> = {
  open: 'Not paid yet',
  checking: 'Payment being checked',
  confirming: 'Waits for your bank',
  paid: 'Paid',
  review: 'Payment being checked',
};

/** An order and the state of its payment. */
export interface ListedOrder {
  readonly order: Order;
  readonly payment: PaymentState;
}

/** Renders the order history. */
export function ordersPage(orders: readonly ListedOrder[]): PageContent {
  return { title: 'Your orders', main: orders.length === 0 ? noOrders() : orderList(orders) };
}

function noOrders(): Html {
  const link = { href: '/#coffees', text: 'See the coffees' };
  return message('No orders yet', 'Orders that you place in this browser appear here.', link);
}

function orderList(orders: readonly ListedOrder[]): Html {
  return html`<h1>Your orders</h1>
    <ul class="orders">
      ${orders.map(
        ({ order, payment: { status } }) =>
          html`<li ${isSettled(status) ? '' : html`data-payment="${order.number}:${status}"`}>
            <a class="order" href="${status === 'open' ? '/checkout' : '/orders'}/${order.number}">
              <span class="order-pictures" aria-hidden="true"
                >${order.lines
                  .slice(0, 3)
                  .map(
                    (line) =>
                      html`<span class="tile tile-${line.product} thumb"
                        ><img src="/pictures/${line.product}.svg" alt="" width="308" height="464"
                      /></span>`,
                  )}</span
              >
              <span class="order-what">
                <strong>Order <span translate="no">${order.number}</span></strong>
                <small>${printDay(order.createdAt)} · ${describeBags(order)}</small>
              </span>
              <span class="order-status order-status-${status}">${WORDS[status]}</span>
              <span class="sum">${printSum(order.payment?.amount ?? order.total)}</span>
            </a>
          </li>`,
      )}
    </ul>
    <script type="module" src="/payment-state.js"></script>`;
}

/** Such an order does not change any more. */
export function isSettled(status: PaymentState['status']): boolean {
  return status === 'paid' || status === 'review';
}

function describeBags(order: Order): string {
  const bags = countBags(order.lines);
  const names = [...new Set(order.lines.map((line) => line.name))].join(', ');
  return `${bags} ${bags === 1 ? 'bag' : 'bags'}: ${names}`;
}
