/** The front page: what the shop is, and the six coffees. */
import { html } from 'hono/html';
import { PRODUCTS, type Product } from '../catalogue.js';
import { printSum } from '../sum.js';
import type { Html } from '../../ways/html.js';
import type { PageContent } from './layout.js';

/** Renders the front page. */
export function homePage(): PageContent {
  return {
    title: 'Six coffees, roasted to order',
    main: html`
      <section class="hero" aria-labelledby="hero-title">
        <div class="hero-text">
          <p class="kicker">Small-batch coffee roasters</p>
          <h1 id="hero-title">Six coffees, roasted on Tuesday, in your kitchen by Friday</h1>
          <p class="lead">
            Roasted in small batches in a tin shed by the river and posted the next morning. No subscriptions, no
            capsules: just bags of very good beans.
          </p>
          <p><a class="button" href="#coffees">See the six coffees</a></p>
        </div>
        <div class="hero-picture" aria-hidden="true">
          <img src="/pictures/meadow.svg" alt="" width="308" height="464" />
          <img src="/pictures/daybreak.svg" alt="" width="308" height="464" />
          <img src="/pictures/night-ferry.svg" alt="" width="308" height="464" />
        </div>
      </section>
      <section id="coffees" class="section" aria-labelledby="coffees-title">
        <h2 id="coffees-title">The six coffees</h2>
        ${productGrid(PRODUCTS)}
      </section>
      <section class="facts" aria-label="Good to know">
        <div>
          <h2>Roasted to order</h2>
          <p>Orders close on Monday night, the roaster is lit on Tuesday, and the bags leave on Wednesday.</p>
        </div>
        <div>
          <h2>Free delivery from ${printSum(6000)}</h2>
          <p>Below that it is ${printSum(800)}, wherever you are in Australia, by ordinary post.</p>
        </div>
        <div>
          <h2>Compostable bags</h2>
          <p>Paper outside, plant film inside. Tear off the tin tie and compost the rest.</p>
        </div>
      </section>
    `,
  };
}

/** A grid of products, each a link to its page. */
export function productGrid(products: readonly Product[]): Html {
  return html`<ul class="product-grid ${products.length < PRODUCTS.length ? 'product-grid-others' : ''}">
    ${products.map(
      (product) =>
        html`<li class="product-card">
          <a href="/coffee/${product.slug}">
            <span class="tile tile-${product.slug}">
              <img src="/pictures/${product.slug}.svg" alt="" width="308" height="464" />
            </span>
            <span class="product-card-head">
              <span class="product-name">${product.name}</span>
              <span class="product-price">${printSum(product.price.small)}</span>
            </span>
            <span class="product-kind">${product.kind} · ${product.notes.join(', ')}</span>
          </a>
        </li>`,
    )}
  </ul>`;
}
