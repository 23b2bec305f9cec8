/**
 * The developer bar at the bottom of each page: it shows the calls between page, shop and service,
 * and offers every outcome of a payment. A real shop has no such bar; it never sees a card. Its
 * script and styles are `public/developer/bar.js` and `bar.css`.
 */
import { html } from 'hono/html';
import type { Html } from '../pages/html.js';
import { BANK_ANSWERS, TEST_CARDS, WAYS } from './test-cards.js';

/** The values that the bar shows. */
export interface BarView {
  readonly hidden: boolean;
  readonly serviceDown: boolean;
  /** Cents added to the next order, which choose the answer of the test bank. */
  readonly bankCents: number;
  readonly live: boolean;
  readonly sandboxUrl: string;
}

/** Renders the bar, or nothing when it was closed. */
export function developerBar(view: BarView, path: string): Html {
  if (view.hidden) return html``;
  return html`<aside class="dev-bar" aria-label="Developer bar">
    <details class="dev-details">
      <summary>
        <strong>Developer</strong>
        <span class="dev-key">AuthKey: <span id="dev-key">none on this page</span></span>
        <span class="dev-last"><span id="dev-last">no exchange yet</span></span>
        <span class="dev-service" id="dev-service">${view.serviceDown ? 'service is down' : 'service is up'}</span>
      </summary>
      <div class="dev-panel">${waysThrough(view, path)} ${cards()} ${exchanges(view, path)}</div>
    </details>
    <form method="post" action="/developer/bar">
      ${backTo(path)}
      <button class="dev-close" name="hidden" value="1" aria-label="Close the developer bar">×</button>
    </form>
  </aside>`;
}

function waysThrough(view: BarView, path: string): Html {
  return html`<section aria-labelledby="dev-ways">
    <h2 id="dev-ways">Ways through</h2>
    <dl>
      ${WAYS.map(
        ({ end, how }) =>
          html`<dt>${end}</dt>
            <dd>${how}</dd>`,
      )}
      <dt>Expired key</dt>
      <dd>
        <form method="post" action="/developer/expire-keys" data-in-place>
          ${backTo(path)}<button>Expire every AuthKey now</button>
        </form>
      </dd>
      <dt>Service down</dt>
      <dd>
        <form method="post" action="/developer/service" data-in-place>
          ${backTo(path)}<button name="down" value="1">Take it down</button>
          <button name="down" value="0">Bring it up</button>
        </form>
      </dd>
      <dt>Next order</dt>
      <dd>
        <form class="dev-next" method="post" action="/developer/next-order">
          ${backTo(path)}
          <label
            >Bank says
            <select name="cents">
              ${BANK_ANSWERS.map(
                ({ cents, words }) =>
                  html`<option value="${cents}" ${cents === view.bankCents ? 'selected' : ''}>${words}</option>`,
              )}
            </select></label
          >
          <label><input type="checkbox" name="live" value="1" ${view.live ? 'checked' : ''} /> without test mode</label>
          <button>Set</button>
        </form>
      </dd>
    </dl>
  </section>`;
}

function cards(): Html {
  return html`<section aria-labelledby="dev-cards">
    <h2 id="dev-cards">Test cards</h2>
    <ul class="dev-cards">
      ${TEST_CARDS.map(
        ({ brand, number, securityCode }) =>
          html`<li>
            <span>${brand}</span> <code>${number}</code> <code>${securityCode}</code>
            <button
              type="button"
              data-copy="${number.replaceAll(' ', '')}"
              aria-label="Copy the ${brand} number"
              hidden
            >
              Copy
            </button>
          </li>`,
      )}
    </ul>
  </section>`;
}

function exchanges(view: BarView, path: string): Html {
  return html`<section aria-labelledby="dev-log-title">
    <h2 id="dev-log-title">On this page</h2>
    <div role="log" aria-label="What the payment form said" tabindex="0">
      <ol class="dev-log" id="dev-log" data-service="${view.sandboxUrl}">
        <li>Nothing yet. The payment form reports here; card data never does.</li>
      </ol>
    </div>
    <p>
      <a href="${view.sandboxUrl}/">Sandbox</a> <a href="/developer/source/${sourceOf(path)}">Source of this page</a>
      <a href="/checkout?example=1">Fill in an address</a>
    </p>
  </section>`;
}

function backTo(path: string): Html {
  return html`<input type="hidden" name="back" value="${path}" />`;
}

/** The source file of a page. */
function sourceOf(path: string): string {
  if (path.startsWith('/coffee/')) return 'pages/product-page.ts';
  if (path.startsWith('/checkout/')) return 'pages/payment-page.ts';
  if (path.startsWith('/orders/')) return 'pages/order-page.ts';
  const names: Readonly<Record<string, string>> = { '/cart': 'cart', '/checkout': 'delivery', '/orders': 'orders' };
  return `pages/${names[path] ?? 'home'}-page.ts`;
}
