/** The frame of every page: head, skip link, header, main, footer, and the developer bar. */
import { html } from 'hono/html';
import type { CodePart } from '../../ways/code-view.js';
import type { Way } from '../../ways/ways.js';
import { SUPPORT } from '../catalogue.js';
import { developerBar, type BarView } from '../developer/developer-bar.js';
import { directionOf } from '../http/look-cookie.js';
import type { Html } from '../../ways/html.js';

/** The visitor's data for every page. */
export interface Visit {
  /** Path of the page, to mark it in the navigation. */
  readonly path: string;
  /** Bags in the cart. */
  readonly bags: number;
  /** The URLs that Florin may use: of the signers, the service and the frame page. */
  readonly florinOrigins: string;
  readonly bar: BarView;
}

export interface PageContent {
  readonly title: string;
  readonly main: Html;
  /** Loads the payment kit by the same script tag as in any shop. */
  readonly takesPayment?: boolean;
  /** Florin's script, if it is not `florin.js`. */
  readonly florin?: string;
  /** Loads Florin's styles for the signer's plain form. */
  readonly hasPlainForm?: boolean;
  /** The whole script tag; replaces the one for `florin`. */
  readonly scriptTag?: Html;
  /** The way to pay or save that the page shows, and its code, for the developer bar. */
  readonly way?: Way;
  readonly code?: readonly CodePart[];
}

/** When the page uses its dark colours, for each setting of the developer bar. Paper is light. */
const DARK_MEDIA = { '': 'screen and (prefers-color-scheme: dark)', light: 'not all', dark: 'screen' } as const;

/**
 * Renders a whole page. The shop's texts are English, whatever language was chosen for Florin's elements, which is that of the
 * page: so the texts have a language of their own. Pages with an element mark each part.
 */
export function layout(visit: Visit, page: PageContent): Html {
  const { title, main, takesPayment = false, florin = 'florin.js', hasPlainForm = false, scriptTag, way, code } = page;
  const { lang, dir, scheme } = visit.bar.look;
  return html`<!doctype html>
    <html lang="${lang || 'en-AU'}" dir="${dir || directionOf(lang)}" data-scheme="${scheme}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${scheme || 'light dark'}" />
        <title lang="en-AU">${title} · Wattlebird Coffee</title>
        <link rel="icon" href="/pictures/mark.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/shop.css" />
        <link rel="stylesheet" href="/pages.css" />
        <link rel="stylesheet" href="/checkout.css" />
        <link rel="stylesheet" href="/dark.css" id="dark-colours" media="${DARK_MEDIA[scheme]}" />
        ${hasPlainForm && html`<link rel="stylesheet" href="/florin/florin-form.css" />`}
        ${takesPayment && (scriptTag ?? html`<script type="module" src="/florin/${florin}" data-florin-origins="${visit.florinOrigins}"></script>`)}
        ${takesPayment && html`<script type="module" src="/sums.js"></script>`}
        <link rel="stylesheet" href="/ways/ways.css" />
        <link rel="stylesheet" href="/developer/bar.css" />
        <link rel="stylesheet" href="/print.css" media="print" />
        <script type="module" src="/ways/ways.js"></script>
        <script type="module" src="/developer/bar.js"></script>
      </head>
      <body ${!visit.bar.hidden && html`data-bar="${visit.bar.look.isBarOpen ? 'open' : 'closed'}"`}>
        <a class="skip-link" href="#main" lang="en-AU">Skip to content</a>
        <header class="site-header" lang="en-AU">
          <div class="site-header-row">
            <a class="brand" href="/" aria-label="Wattlebird Coffee">
              <img src="/pictures/mark.svg" alt="" width="36" height="36" />
              <span>Wattlebird</span>
            </a>
            ${way?.subject === 'payment' ? help() : navigation(visit)}
          </div>
        </header>
        <main id="main" class="${way && 'paying'}" tabindex="-1" ${!takesPayment && html`lang="en-AU"`}>${main}</main>
        <footer class="site-footer" lang="en-AU">
          <div class="site-footer-row">
            <p><strong>Wattlebird Coffee</strong><br />Roasted on Tuesdays, posted on Wednesdays.</p>
            <p>A demo shop for the Florin payment kit. Nothing is charged and nothing is posted.</p>
            ${visit.bar.hidden && showBarForm(visit.path)}
          </div>
        </footer>
        ${developerBar(visit.bar, { path: visit.path, way, code })}
      </body>
    </html>`;
}

function navigation(visit: Visit): Html {
  return html`<nav aria-label="Shop">
    <ul class="site-nav">
      <li>${navLink(visit, '/', 'Coffee')}</li>
      <li>${navLink(visit, '/orders', 'Orders')}</li>
      <li>${navLink(visit, '/account', 'Account')}</li>
      <li>
        ${navLink(
          visit,
          '/cart',
          html`Cart${visit.bags > 0 && html` <span class="badge">${visit.bags}<span class="unseen"> bags</span></span>`}`,
        )}
      </li>
    </ul>
  </nav>`;
}

/** A checkout has no ways out but back. */
function help(): Html {
  return html`<a class="site-help" href="mailto:${SUPPORT.email}">Help</a>`;
}

function navLink(visit: Visit, path: string, label: Html | string): Html {
  const here = visit.path === path || (path === '/' && visit.path.startsWith('/coffee/'));
  return here ? html`<a href="${path}" aria-current="page">${label}</a>` : html`<a href="${path}">${label}</a>`;
}

function showBarForm(path: string): Html {
  return html`<form method="post" action="/developer/bar">
    <input type="hidden" name="back" value="${path}" />
    <button class="link" name="hidden" value="0">Show the developer bar</button>
  </form>`;
}
