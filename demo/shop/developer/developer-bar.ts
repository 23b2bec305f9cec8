/**
 * The developer bar beside or below each page: it links to every way to pay, sets the outcome of the next payment, and
 * shows the code of the page and the calls between page, shop and service. One line of it is below the card form
 * (test-card-line.ts). A real shop has no such bar. The bar never sees a card. Its script and styles are
 * `public/developer/bar.js` and `bar.css`, and those of the folder `demo/ways`.
 */
import { html } from 'hono/html';
import { codeView, type CodePart } from '../../ways/code-view.js';
import { outcomeButtons } from '../../ways/scenarios.js';
import { wayPicker, waySwitches } from '../../ways/picker.js';
import type { Way } from '../../ways/ways.js';
import { directionOf, type Look } from '../http/look-cookie.js';
import type { Html } from '../../ways/html.js';
import { BANK_ANSWERS, REFUSED_NUMBER, TEST_CARDS } from './test-cards.js';

/** The values that the bar shows. */
export interface BarView {
  readonly hidden: boolean;
  readonly serviceDown: boolean;
  /** The outcome of the next payment, as its button names it. */
  readonly nextOutcome: string;
  /** Cents added to the next order, which choose the answer of the test bank. */
  readonly bankCents: number;
  readonly live: boolean;
  readonly sandboxUrl: string;
  readonly look: Look;
  /** Name of the cookie with the look. */
  readonly lookCookie: string;
  /** Languages of Florin's texts. */
  readonly languages: readonly string[];
  /** The ways that can be opened now. */
  readonly ways: readonly Way[];
  readonly hrefOf: (way: Way) => string;
}

interface BarPage {
  readonly path: string;
  readonly way: Way | undefined;
  readonly code: readonly CodePart[] | undefined;
}

/** Renders the bar, or nothing when it was closed. */
export function developerBar(view: BarView, page: BarPage): Html {
  if (view.hidden) return html``;
  const { path } = page;
  return html`<aside class="dev-bar" aria-label="Developer bar" lang="en" dir="ltr" data-cookie="${view.lookCookie}">
    <details class="dev-details" ${view.look.isBarOpen && 'open'}>
      <summary>
        <strong>Developer bar</strong>
        <span>Tools for trying this demo</span>
        <span>Checkout: <span id="dev-state">${page.way ? 'idle' : 'none on this page'}</span></span>
        <span class="dev-key">AuthKey: <span id="dev-key">${page.way ? 'not requested yet' : 'none'}</span></span>
        <span>Service: <span id="dev-service">${view.serviceDown ? 'down' : 'up'}</span></span>
      </summary>
      <div class="dev-panel">
        ${ways(view, page)} ${nextPayment(view, path)} ${page.code && codeOf(page.code)} ${lookOf(view, path)}
        ${cards()} ${nextOrder(view, path)} ${exchanges(view, path)}
      </div>
    </details>
    <form class="dev-close" method="post" action="/developer/bar">
      ${backTo(path)}
      <button name="hidden" value="1" aria-label="Close the developer bar">×</button>
    </form>
  </aside>`;
}

function ways(view: BarView, { path, way }: BarPage): Html {
  const { hrefOf } = view;
  return html`<section aria-labelledby="dev-ways">
    <h2 id="dev-ways">Ways to pay and to save</h2>
    ${wayPicker({ ways: view.ways, current: way, hrefOf, action: '/developer/way' })} ${way && waySwitches(way, hrefOf)}
    <form method="post" action="/developer/example-order">${backTo(path)}<button>Begin an example order</button></form>
  </section>`;
}

function nextPayment(view: BarView, path: string): Html {
  return html`<section aria-labelledby="dev-next">
    <h2 id="dev-next">Next payment: <span id="dev-outcome">${view.nextOutcome}</span></h2>
    ${outcomeButtons(backTo(path))}
    <div class="dev-actions">
      <form method="post" action="/developer/expire-keys" data-in-place>
        ${backTo(path)}<button>Expire every AuthKey</button>
      </form>
      <form method="post" action="/developer/service" data-in-place>
        ${backTo(path)}<button name="down" value="1">Take the service down</button>
        <button name="down" value="0">Bring it up</button>
      </form>
    </div>
  </section>`;
}

function codeOf(parts: readonly CodePart[]): Html {
  return html`<section class="dev-wide" aria-labelledby="dev-code">
    <h2 id="dev-code">Code of this page</h2>
    ${codeView(parts)}
  </section>`;
}

function lookOf({ look, languages }: BarView, path: string): Html {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return html`<section aria-labelledby="dev-look">
    <h2 id="dev-look">Language and colours</h2>
    <form class="dev-row" id="dev-look-form" method="post" action="/developer/look">
      ${backTo(path)}<input type="hidden" name="bar" value="open" />
      ${choice('lang', 'Language', look.lang, [
        ['', 'English'],
        ...languages.map((lang) => [lang, names.of(lang) ?? lang] as const),
      ])}
      ${choice('dir', 'Direction', look.dir, [
        ['', 'as the language'],
        ['ltr', 'left to right'],
        ['rtl', 'right to left'],
      ])}
      ${choice('scheme', 'Colours', look.scheme, [
        ['', 'as the system'],
        ['light', 'light'],
        ['dark', 'dark'],
      ])}
      <button>Set</button>
    </form>
  </section>`;
}

function choice(
  name: keyof Omit<Look, 'isBarOpen'>,
  label: string,
  current: string,
  options: readonly (readonly [value: string, text: string])[],
): Html {
  return html`<p>
    <label for="dev-${name}">${label}</label>
    <select id="dev-${name}" name="${name}">
      ${options.map(
        ([value, text]) =>
          html`<option
            value="${value}"
            ${name === 'lang' && html`data-dir="${directionOf(value)}"`}
            ${value === current && 'selected'}
          >
            ${text}
          </option>`,
      )}
    </select>
  </p>`;
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
    <p>Any expiry date in the future. Security code 987 is declined.</p>
  </section>`;
}

function nextOrder(view: BarView, path: string): Html {
  return html`<section aria-labelledby="dev-order">
    <h2 id="dev-order">Next order</h2>
    <form class="dev-row" method="post" action="/developer/next-order">
      ${backTo(path)}
      <label
        >Bank says
        <select name="cents">
          ${BANK_ANSWERS.map(
            ({ cents, text }) =>
              html`<option value="${cents}" ${cents === view.bankCents ? 'selected' : ''}>${text}</option>`,
          )}
        </select></label
      >
      <label><input type="checkbox" name="live" value="1" ${view.live ? 'checked' : ''} /> without test mode</label>
      <button>Set</button>
    </form>
    <p>Without test mode the service refuses the number <code>${REFUSED_NUMBER}</code>: code 112.</p>
  </section>`;
}

function exchanges(view: BarView, path: string): Html {
  return html`<section aria-labelledby="dev-log-title">
    <h2 id="dev-log-title">On this page</h2>
    <p class="dev-last" id="dev-last">no exchange yet</p>
    <div role="log" aria-label="Events of the payment form" tabindex="0">
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
  if (path.startsWith('/account')) return 'pages/account-page.ts';
  const names: Readonly<Record<string, string>> = { '/cart': 'cart', '/checkout': 'delivery', '/orders': 'orders' };
  return `pages/${names[path] ?? 'home'}-page.ts`;
}
