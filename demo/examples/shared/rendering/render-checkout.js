// @ts-check
/** The element as HTML, with its fields, so that shoppers see and fill in the form before any script: server-rendering.md. */
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import 'florin/elements/florin-checkout';

/**
 * @param {string} name of the order
 * @param {import('./orders.js').Order} order
 */
export async function renderCheckout(name, { cents }) {
  const form = await collectResult(
    render(html`<florin-checkout signer-url="/pay" order=${name} amount=${cents} currency="AUD"></florin-checkout>`),
  );
  // A browser without script shows this link to the form of the signer instead of the element: shop.css.
  return `${form}<noscript><a href="/pay/form?order=${encodeURIComponent(name)}">Pay by card</a></noscript>`;
}
