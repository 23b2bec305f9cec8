/**
 * Second step of the checkout: the card. One script tag (in the head, see layout.ts) and one
 * element are all that a shop writes to take a card with Florin.
 */
import { html, raw } from 'hono/html';
import { CURRENCY } from '../catalogue.js';
import type { Order } from '../store/order-store.js';
import { checkoutSteps } from './checkout-steps.js';
import type { Html } from './html.js';
import type { PageContent } from './layout.js';
import { summaryAside, summaryFold, summaryOfOrder } from './order-summary.js';

/**
 * Where the card is typed: in the page, in the page with a surcharge by card, in Florin's frame
 * page at this address, or at the payment service. `saved` shows the shopper's saved cards above
 * it; its address is that of the frame page, or empty for the card in the page. `aroundFrame` has
 * all elements that can be around a frame; `form` is the signer's plain form.
 */
export type CardPlace =
  | 'page'
  | 'surcharge'
  | { readonly saved: string }
  | { readonly frameUrl: string }
  | { readonly aroundFrame: string }
  | { readonly method: 'redirect' | 'iframe' | 'webform' }
  | { readonly form: string }
  | { readonly scriptTag: Html };

/** Renders the payment page of an open order. */
export function paymentPage(order: Order, place: CardPlace): PageContent {
  const summary = summaryOfOrder(order);
  const { name, street, suburb, state, postcode } = order.delivery;
  return {
    title: 'Payment',
    takesPayment: true,
    // The smaller script: the fields are in the frame's own page.
    ...(typeof place !== 'string' &&
      ('frameUrl' in place || 'aroundFrame' in place) && { florin: 'florin-isolated.js' }),
    ...(typeof place !== 'string' && 'form' in place && { hasPlainForm: true }),
    ...(typeof place !== 'string' && 'scriptTag' in place && { scriptTag: place.scriptTag }),
    main: html`${checkoutSteps('payment')} ${summaryFold(summary)}
      <div class="beside">
        <section class="payment" aria-labelledby="payment-title">
          <h1 id="payment-title">Payment</h1>
          <p class="deliver-to">
            <span>Deliver to <strong>${name}</strong>, ${street}, ${suburb} ${state} ${postcode}</span>
            <a href="/checkout">Change<span class="unseen"> the address</span></a>
          </p>
          ${element(order, place)}
          <p class="hint padlock">Your card goes straight to the payment service. This shop never sees its number.</p>
          <p class="hint">
            ${
              place === 'page'
                ? html`The same <a href="/checkout/${order.number}/saved">with your saved cards</a>,
                    <a href="/checkout/${order.number}/framed">with the card in a frame of another origin</a>,
                    <a href="/checkout/${order.number}/framed-all">there with saved cards, surcharge and a reference</a
                    >, <a href="/checkout/${order.number}/iframe">in the service’s own frame</a>,
                    <a href="/checkout/${order.number}/redirect">on the service’s page</a>,
                    <a href="/checkout/${order.number}/webform">on a plain form without script</a>,
                    <a href="/checkout/${order.number}/script">by data- attributes alone</a>,
                    <a href="/checkout/${order.number}/surcharge">with a surcharge by card, and a reference</a>`
                : html`<a href="/checkout/${order.number}">The same with the card in this page</a>`
            }
          </p>
        </section>
        ${summaryAside(summary)}
      </div>`,
  };
}

function element(order: Order, place: CardPlace): Html {
  if (place === 'page') return cardInPage(order);
  if (place === 'surcharge') return cardWithSurcharge(order);
  if ('scriptTag' in place) return cardByAttributes(order);
  if ('aroundFrame' in place) return allAroundFrame(order, place.aroundFrame);
  if ('saved' in place) return withSavedCards(order, place.saved);
  if ('form' in place) return formInPage(order, place.form);
  return 'frameUrl' in place ? cardInFrame(order, place.frameUrl) : cardAtService(order, place.method);
}

/** Nothing of the card is typed in a page of the shop. The link works without script. */
function cardAtService({ number, total }: Order, method: 'redirect' | 'iframe' | 'webform'): Html {
  return html`<florin-checkout
    method="${method}"
    signer-url="/pay"
    order="${number}"
    amount="${total}"
    currency="${CURRENCY}"
    success-url="/orders/${number}"
  >
    <noscript><a class="button" href="/pay/form?order=${number}">Pay by card</a></noscript>
  </florin-checkout>`;
}

/** Works without script; with script, the element's fields replace the form. */
function formInPage({ number, total }: Order, form: string): Html {
  return html`<florin-checkout
    method="webform"
    signer-url="/pay"
    order="${number}"
    amount="${total}"
    currency="${CURRENCY}"
    success-url="/orders/${number}"
  >
    ${raw(form)}
  </florin-checkout>`;
}

/** The amount is shown from the start; the signer determines what is charged. */
function cardInPage({ number, total }: Order): Html {
  return html`<florin-checkout
    signer-url="/pay"
    order="${number}"
    amount="${total}"
    currency="${CURRENCY}"
    success-url="/orders/${number}"
  >
    ${withoutScript(number)}
  </florin-checkout>`;
}

/** For pages that cannot contain Florin's elements or a script of their own: any element works. */
function cardByAttributes({ number, total }: Order): Html {
  return html`<div
    data-florin-checkout
    data-signer-url="/pay"
    data-order="${number}"
    data-amount="${total}"
    data-currency="${CURRENCY}"
    data-success-url="/orders/${number}"
  >
    ${withoutScript(number)}
  </div>`;
}

/**
 * The card determines the surcharge, which is shown as soon as the number shows the card's type.
 * Reference, amounts and button are separate elements around the checkout.
 */
function cardWithSurcharge({ number, total }: Order): Html {
  return html`<p class="notice">American Express costs $2.00 more, Visa and Mastercard $1.00, other cards nothing.</p>
    <florin-references
      for="card"
      crn2-label="Purchase order number"
      crn2-hint="Stands on your receipt"
      crn2-maxlength="20"
    ></florin-references>
    <florin-checkout
      id="card"
      signer-url="/pay-surcharge"
      order="${number}"
      amount="${total}"
      currency="${CURRENCY}"
      success-url="/orders/${number}"
    >
      ${withoutScript(number)}
    </florin-checkout>
    <florin-amount for="card" amount="${total}" currency="${CURRENCY}"></florin-amount>
    <florin-pay-button for="card"></florin-pay-button>`;
}

/** For logged-in shoppers: in this shop the session is the login. */
function withSavedCards({ number, total }: Order, frameUrl: string): Html {
  const isolation = frameUrl ? html`isolation="frame" frame-src="${frameUrl}"` : '';
  return html`<florin-checkout
    ${isolation}
    signer-url="/pay"
    order="${number}"
    amount="${total}"
    currency="${CURRENCY}"
    success-url="/orders/${number}"
  >
    <florin-saved-cards slot="before-fields"></florin-saved-cards>
    <florin-store-card slot="after-fields"></florin-store-card>
    ${withoutScript(number)}
  </florin-checkout>`;
}

/**
 * Only the card is in the frame. All other elements are in the page, in files that only this page
 * loads.
 */
function allAroundFrame({ number, total }: Order, frameUrl: string): Html {
  return html`<p class="notice">American Express costs $2.00 more, Visa and Mastercard $1.00, other cards nothing.</p>
    <florin-references for="card" crn2-label="Purchase order number" crn2-maxlength="20"></florin-references>
    <florin-checkout
      id="card"
      isolation="frame"
      frame-src="${frameUrl}"
      signer-url="/pay-surcharge"
      order="${number}"
      amount="${total}"
      currency="${CURRENCY}"
      success-url="/orders/${number}"
    >
      <florin-saved-cards slot="before-fields"></florin-saved-cards>
      <florin-store-card slot="after-fields"></florin-store-card>
      ${withoutScript(number)}
    </florin-checkout>
    <florin-amount for="card" amount="${total}" currency="${CURRENCY}"></florin-amount>
    <florin-pay-button for="card"></florin-pay-button>`;
}

/**
 * No script of the shop can read the typed card; `frame-src` is the address of the signer's
 * `createFramePage`.
 */
function cardInFrame({ number, total }: Order, frameUrl: string): Html {
  return html`<florin-checkout
    isolation="frame"
    frame-src="${frameUrl}"
    signer-url="/pay"
    order="${number}"
    amount="${total}"
    currency="${CURRENCY}"
    success-url="/orders/${number}"
  >
    ${withoutScript(number)}
  </florin-checkout>`;
}

function withoutScript(number: number): Html {
  return html`<noscript>
    <p class="notice">
      To pay by card here, please turn JavaScript on for this page and load it again, or pay
      <a href="/checkout/${number}/webform">on the form that works without it</a>. Nothing has been charged.
    </p>
  </noscript>`;
}
