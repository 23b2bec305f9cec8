/** The cart. Every change is a small form, so that it works without JavaScript. */
import { html } from 'hono/html';
import { GRINDS, SIZES } from '../catalogue.js';
import { printSum } from '../sum.js';
import { MOST_BAGS, type CartLine } from '../store/cart-store.js';
import type { Html } from '../../ways/html.js';
import type { PageContent } from './layout.js';
import { message } from './message-page.js';
import { summaryOfCart, summarySums } from './order-summary.js';

/** Renders the cart. `bankCents` are added by the developer bar, in minor units. */
export function cartPage(lines: readonly CartLine[], bankCents: number): PageContent {
  return { title: 'Cart', main: lines.length === 0 ? emptyCart() : fullCart(lines, bankCents) };
}

function emptyCart(): Html {
  const link = { href: '/#coffees', text: 'See the coffees' };
  return message('Your cart is empty', 'Six coffees are waiting for you.', link);
}

function fullCart(lines: readonly CartLine[], bankCents: number): Html {
  return html`<h1>Cart</h1>
    <div class="beside">
      <ul class="cart-lines">
        ${lines.map(cartLine)}
      </ul>
      <section class="summary" aria-labelledby="sums-title">
        <h2 id="sums-title">Summary</h2>
        ${summarySums(summaryOfCart(lines, bankCents))}
        <p><a class="button button-wide" href="/checkout">Check out</a></p>
        <p class="hint">Free delivery from ${printSum(6000)}. You pay after entering your address.</p>
      </section>
    </div>`;
}

function cartLine(line: CartLine): Html {
  const { product, size, grind, quantity } = line;
  const id = `${product.slug}-${size}-${grind}`;
  const named = `${product.name}, ${SIZES[size]}`;
  return html`<li id="${id}" class="cart-line">
    <a class="tile tile-${product.slug} thumb" href="/coffee/${product.slug}" tabindex="-1" aria-hidden="true"
      ><img src="/pictures/${product.slug}.svg" alt="" width="308" height="464"
    /></a>
    <div class="cart-line-name">
      <a href="/coffee/${product.slug}"><strong>${product.name}</strong></a>
      <small>${SIZES[size]} · ${GRINDS[grind]} · ${printSum(line.unitPrice)} each</small>
    </div>
    <form class="stepper" method="post" action="/cart/line" aria-label="Number of bags: ${named}">
      <input type="hidden" name="product" value="${product.slug}" />
      <input type="hidden" name="size" value="${size}" />
      <input type="hidden" name="grind" value="${grind}" />
      <button name="quantity" value="${quantity - 1}" aria-label="Remove one bag: ${named}">−</button>
      <span class="stepper-count">${quantity}<span class="unseen"> ${quantity === 1 ? 'bag' : 'bags'}</span></span>
      <button
        name="quantity"
        value="${quantity + 1}"
        aria-label="Add one bag: ${named}"
        ${quantity >= MOST_BAGS ? 'disabled' : ''}
      >
        +
      </button>
      <button class="link" name="quantity" value="0" aria-label="Remove ${named}">Remove</button>
    </form>
    <span class="sum">${printSum(line.total)}</span>
  </li>`;
}
