/**
 * Second step of the checkout: the card. One script tag (in the head, see layout.ts) and one element are all that a
 * shop writes to take a card with Florin; `demo/ways/way-code.ts` writes both, here and in the developer bar.
 */
import { html, raw } from 'hono/html';
import {
  RENDERING,
  scriptOf,
  writeFormLink,
  writeMarkup,
  writePageCode,
  writeScriptTag,
  writeServerCode,
  type WayValues,
} from '../../ways/way-code.js';
import { isElsewhere, type Way } from '../../ways/ways.js';
import { CURRENCY } from '../catalogue.js';
import { testCardLine } from '../developer/test-card-line.js';
import type { Order } from '../store/order-store.js';
import { printSum } from '../sum.js';
import { checkoutSteps } from './checkout-steps.js';
import type { Html } from '../../ways/html.js';
import type { PageContent } from './layout.js';
import { summaryAside, summaryFold, summaryOfOrder } from './order-summary.js';

/** One way to pay, and what its markup needs of the shop. */
interface PaymentContent {
  readonly way: Way;
  readonly origins: string;
  readonly frameUrl: string;
  /** The signer's plain form, for a form inside the page. */
  readonly form?: string;
  /** Renders the element, for the way in which the server does. */
  readonly render?: (values: WayValues) => Promise<string>;
  /** The script tag with its hash, for the way with one. */
  readonly scriptTag?: Html | undefined;
}

/** Renders the payment page of an open order. */
export async function paymentPage(order: Order, content: PaymentContent): Promise<PageContent> {
  const { way, form, render, scriptTag } = content;
  const summary = summaryOfOrder(order);
  const { name, street, suburb, state, postcode } = order.delivery;
  const values = valuesOf(order, content);
  const inside = form ?? withoutScript(values, way);
  return {
    title: `Payment for order ${order.number}`,
    takesPayment: true,
    florin: scriptOf(way),
    ...(form !== undefined && { hasPlainForm: true }),
    ...(scriptTag && { scriptTag }),
    ...(render && { scriptTag: raw(writeScriptTag(way, values)) }),
    way,
    code: [
      { title: 'Page', code: writePageCode(way, values) },
      { title: 'Server', code: writeServerCode(way) },
      ...(render ? [{ title: 'Rendering', code: RENDERING }] : []),
    ],
    main: html`${checkoutSteps('payment')} ${summaryFold(summary)}
      <div class="beside">
        <section class="payment${isElsewhere(way) ? ' elsewhere' : ''}" aria-labelledby="payment-title">
          <h1 id="payment-title" lang="en-AU">Payment</h1>
          <p class="deliver-to" lang="en-AU">
            <span>Deliver to <strong>${name}</strong>, ${street}, ${suburb} ${state} ${postcode}</span>
            <a href="/checkout">Change<span class="unseen"> the address</span></a>
          </p>
          ${way.surcharge && html`<p class="notice" lang="en-AU">Surcharge: Amex ${printSum(200)}, Visa and Mastercard ${printSum(100)}, others free.</p>`}
          ${raw(render ? (await render(values)) + inside : writeMarkup(way, values, inside))} ${testCardLine(way)}
          <p class="hint padlock" lang="en-AU">
            Your card details go straight to the payment service. This shop never sees them.
          </p>
        </section>
        ${summaryAside(summary)}
      </div>`,
  };
}

/** The amount is shown from the start; the signer determines what is charged. */
function valuesOf({ number, total }: Order, { way, origins, frameUrl }: PaymentContent): WayValues {
  return {
    scripts: '/florin/',
    origins,
    frameUrl,
    signerUrl: '/pay',
    order: { number: String(number), amount: total, currency: CURRENCY },
    successUrl: `/orders/${number}`,
    changeUrl: `/account/{kind}?card={card}&back=/checkout/${number}/${way.id}`,
    // All that the payment service knows.
    acceptedBrands: 'visa mastercard amex diners jcb',
  };
}

/** The content of the element for browsers without script. Of a form that the server has rendered it stands beside it. */
function withoutScript(values: WayValues, { method, variant }: Way): string {
  if (method !== 'javascript' || variant === 'server-rendered') return writeFormLink(values);
  return `<noscript><p class="notice" lang="en-AU">To pay by card here, please turn JavaScript on for this page and load it again, or pay
    <a href="/checkout/${values.order?.number}/webform">on the form that works without it</a>. Nothing has been charged.</p></noscript>`;
}
