/** The items and their prices: beside the form on wide screens, folded above it on phones. */
import { html } from 'hono/html';
import { deliveryFee, type Grind, type Size } from '../catalogue.js';
import { printSum } from '../sum.js';
import { countBags, type CartLine } from '../store/cart-store.js';
import { describeLine, type Order } from '../store/order-store.js';
import type { Html } from '../../ways/html.js';

/** A summary's content. Sums in minor units. */
export interface Summary {
  readonly lines: readonly SummaryLine[];
  readonly subtotal: number;
  readonly deliveryFee: number;
  readonly bankCents: number;
  /** The surcharge of the card that has paid; undefined before. */
  readonly surcharge?: number;
  readonly total: number;
}

interface SummaryLine {
  readonly slug: string;
  readonly name: string;
  readonly size: Size;
  readonly grind: Grind;
  readonly quantity: number;
  readonly total: number;
}

export function summaryOfOrder(order: Order): Summary {
  const total = order.payment?.amount ?? order.total;
  return {
    ...order,
    total,
    surcharge: total - order.total,
    lines: order.lines.map((line) => ({ ...line, slug: line.product, total: line.unitPrice * line.quantity })),
  };
}

/** The summary of the current cart. */
export function summaryOfCart(cart: readonly CartLine[], bankCents: number): Summary {
  const subtotal = cart.reduce((sum, line) => sum + line.total, 0);
  const fee = deliveryFee(subtotal);
  return {
    lines: cart.map((line) => ({ ...line, slug: line.product.slug, name: line.product.name })),
    subtotal,
    deliveryFee: fee,
    bankCents,
    total: subtotal + fee + bankCents,
  };
}

/** For wide screens: a box beside the form. */
export function summaryAside(summary: Summary): Html {
  return html`<aside class="summary summary-beside" lang="en-AU" aria-labelledby="summary-title">
    <h2 id="summary-title">Your order</h2>
    ${summaryLines(summary.lines)} ${summarySums(summary)}
  </aside>`;
}

/** For phones: one line above the form that unfolds. */
export function summaryFold(summary: Summary): Html {
  const bags = countBags(summary.lines);
  return html`<details class="summary summary-fold" lang="en-AU">
    <summary>
      <span>Your order, ${bags} ${bags === 1 ? 'bag' : 'bags'}</span>
      <strong data-total>${printSum(summary.total)}</strong>
    </summary>
    ${summaryLines(summary.lines)} ${summarySums(summary)}
  </details>`;
}

/** The bags, each with its picture. */
export function summaryLines(lines: readonly SummaryLine[]): Html {
  return html`<ul class="summary-lines">
    ${lines.map(
      (line) =>
        html`<li>
          <span class="tile tile-${line.slug} thumb"
            ><img src="/pictures/${line.slug}.svg" alt="" width="308" height="464"
          /></span>
          <span class="summary-name">${line.name}<small>${line.quantity} × ${describeLine(line)}</small></span>
          <span class="sum">${printSum(line.total)}</span>
        </li>`,
    )}
  </ul>`;
}

/**
 * Subtotal, delivery and total. The payment form's price replaces the total as soon as it is another
 * one (public/sums.js).
 */
export function summarySums(summary: Summary): Html {
  return html`<dl class="sums">
    ${sumRow('Bags', printSum(summary.subtotal))}
    ${sumRow('Delivery', summary.deliveryFee === 0 ? 'Free' : printSum(summary.deliveryFee))}
    ${summary.bankCents > 0 && sumRow('Test cents', printSum(summary.bankCents))}
    ${summary.surcharge ? sumRow('Surcharge', printSum(summary.surcharge)) : ''}
    <div class="sums-total">
      <dt>Total</dt>
      <dd data-total>${printSum(summary.total)}</dd>
    </div>
  </dl>`;
}

function sumRow(term: string, sum: Html | string): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${sum}</dd>
  </div>`;
}
