/** One coffee: what it is, and a form to put it into the cart. */
import { html } from 'hono/html';
import { GRINDS, PRODUCTS, SIZES, type Product, type Size } from '../catalogue.js';
import { printSum } from '../sum.js';
import type { Html } from '../../ways/html.js';
import type { PageContent } from './layout.js';
import { productGrid } from './home-page.js';

const ROASTS = { 1: 'Light', 2: 'Medium light', 3: 'Medium', 4: 'Medium dark', 5: 'Dark' } as const;

/** Renders the page of a product. */
export function productPage(product: Product): PageContent {
  const at = PRODUCTS.indexOf(product);
  const others = [1, 2, 3]
    .map((step) => PRODUCTS[(at + step) % PRODUCTS.length])
    .filter((other) => other !== undefined);
  return {
    title: product.name,
    main: html`
      <nav class="trail" aria-label="Breadcrumb">
        <a href="/">Coffee</a> <span aria-hidden="true">/</span> ${product.name}
      </nav>
      <article class="product">
        <div class="tile tile-${product.slug} product-picture">
          <img src="/pictures/${product.slug}.svg" alt="A bag of ${product.name}" width="308" height="464" />
        </div>
        <div class="product-about">
          <p class="kicker">${product.kind}</p>
          <h1>${product.name}</h1>
          <p class="lead">${product.summary}</p>
          <ul class="notes" aria-label="Tasting notes">
            ${product.notes.map((note) => html`<li>${note}</li>`)}
          </ul>
          ${orderForm(product)}
          <p>${product.story}</p>
          <dl class="details">
            ${detail('Origin', product.origin)} ${detail('Process', product.process)}
            ${detail('Roast', html`${ROASTS[product.roast]} ${roastScale(product.roast)}`)}
            ${detail('Good for', product.goodFor)}
          </dl>
        </div>
      </article>
      <section class="section" aria-labelledby="others-title">
        <h2 id="others-title">You may also like</h2>
        ${productGrid(others)}
      </section>
    `,
  };
}

function orderForm(product: Product): Html {
  return html`<form class="order-form" method="post" action="/cart">
    <input type="hidden" name="product" value="${product.slug}" />
    <fieldset class="choices">
      <legend>Size</legend>
      ${(Object.keys(SIZES) as Size[]).map(
        (size) =>
          html`<label class="choice">
            <input type="radio" name="size" value="${size}" ${size === 'small' ? 'checked' : ''} />
            <span>${SIZES[size]}</span> <strong>${printSum(product.price[size])}</strong>
          </label>`,
      )}
    </fieldset>
    <div class="order-form-row">
      <label class="field">
        <span class="field-label">Grind</span>
        <select name="grind">
          ${Object.entries(GRINDS).map(([grind, text]) => html`<option value="${grind}">${text}</option>`)}
        </select>
      </label>
      <label class="field field-narrow">
        <span class="field-label">Bags</span>
        <input name="quantity" type="number" inputmode="numeric" min="1" max="20" value="1" required />
      </label>
    </div>
    <button class="button button-wide">Add to cart</button>
  </form>`;
}

function detail(term: string, text: Html | string): Html {
  return html`<div>
    <dt>${term}</dt>
    <dd>${text}</dd>
  </div>`;
}

function roastScale(roast: number): Html {
  return html`<span class="roast" aria-hidden="true"
    >${[1, 2, 3, 4, 5].map((step) => html`<i class="${step <= roast ? 'on' : 'off'}"></i>`)}</span
  >`;
}
