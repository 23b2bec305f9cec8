/** First step of the checkout: the delivery address. */
import { html } from 'hono/html';
import { STATES, type DeliveryProblems } from '../delivery.js';
import type { CartLine } from '../store/cart-store.js';
import type { Delivery } from '../store/session-store.js';
import { checkoutSteps } from './checkout-steps.js';
import type { Html } from '../../ways/html.js';
import type { PageContent } from './layout.js';
import { summaryAside, summaryFold, summaryOfCart } from './order-summary.js';

/** What the page shows. */
interface DeliveryView {
  readonly cart: readonly CartLine[];
  readonly bankCents: number;
  readonly delivery: Delivery;
  readonly problems: DeliveryProblems;
}

interface FieldLook {
  readonly label: string;
  readonly autocomplete: string;
  readonly type?: 'email' | 'text';
  readonly inputmode?: 'numeric';
  readonly hint?: string;
}

const FIELDS: Readonly<Record<keyof Delivery, FieldLook>> = {
  email: { label: 'Email', autocomplete: 'email', type: 'email', hint: 'Only for your receipt' },
  name: { label: 'Full name', autocomplete: 'name' },
  street: { label: 'Street address', autocomplete: 'address-line1' },
  suburb: { label: 'Suburb', autocomplete: 'address-level2' },
  state: { label: 'State', autocomplete: 'address-level1' },
  postcode: { label: 'Postcode', autocomplete: 'postal-code', inputmode: 'numeric' },
};

/** Renders the form, with an error at each invalid field. */
export function deliveryPage(view: DeliveryView): PageContent {
  const { delivery, problems } = view;
  const summary = summaryOfCart(view.cart, view.bankCents);
  const names = Object.keys(problems) as (keyof Delivery)[];
  const field = (name: keyof Delivery) => textField(name, delivery[name], problems[name]);
  return {
    title: names.length > 0 ? 'Delivery: something is missing' : 'Delivery',
    main: html`${checkoutSteps('delivery')} ${summaryFold(summary)}
      <div class="beside">
        <form class="delivery" method="post" action="/checkout" novalidate>
          <h1>Delivery</h1>
          ${names.length > 0 && problemList(problems)} ${field('email')} ${field('name')} ${field('street')}
          <div class="delivery-row">
            ${field('suburb')} ${stateField(delivery.state, problems.state)} ${field('postcode')}
          </div>
          <button class="button button-wide">Continue to payment</button>
          <p class="hint"><a href="/cart">Back to the cart</a></p>
        </form>
        ${summaryAside(summary)}
      </div>`,
  };
}

function problemList(problems: DeliveryProblems): Html {
  return html`<div class="problems" role="alert">
    <p>Please fix these fields:</p>
    <ul>
      ${Object.entries(problems).map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`)}
    </ul>
  </div>`;
}

function textField(name: keyof Delivery, value: string, problem: string | undefined): Html {
  const look = FIELDS[name];
  return html`<div class="field">
    <label class="field-label" for="${name}">${look.label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${look.type ?? 'text'}"
      ${look.inputmode ? html`inputmode="${look.inputmode}"` : ''}
      autocomplete="${look.autocomplete}"
      value="${value}"
      maxlength="120"
      required
      ${noteReference(name, look, problem)}
    />
    ${fieldNote(name, look, problem)}
  </div>`;
}

function stateField(value: string, problem: string | undefined): Html {
  const look = FIELDS.state;
  return html`<div class="field">
    <label class="field-label" for="state">${look.label}</label>
    <select
      id="state"
      name="state"
      autocomplete="${look.autocomplete}"
      required
      ${noteReference('state', look, problem)}
    >
      <option value="">Choose a state</option>
      ${STATES.map((state) => html`<option ${state === value ? 'selected' : ''}>${state}</option>`)}
    </select>
    ${fieldNote('state', look, problem)}
  </div>`;
}

function noteReference(name: string, look: FieldLook, problem: string | undefined): Html | string {
  if (problem !== undefined) return html`aria-invalid="true" aria-describedby="${name}-note"`;
  return look.hint === undefined ? '' : html`aria-describedby="${name}-note"`;
}

function fieldNote(name: string, look: FieldLook, problem: string | undefined): Html | string {
  if (problem !== undefined) return html`<p id="${name}-note" class="field-problem">${problem}</p>`;
  return look.hint === undefined ? '' : html`<p id="${name}-note" class="hint">${look.hint}</p>`;
}
