/** The common frame of every page, and its security headers. */
import { cspHash } from './csp-hash.js';
import type { PageFiles } from './page-files.js';
import { html, type Html } from './html.js';
import type { PageAddress } from './page-address.js';

/** A page to render. */
export interface Page {
  readonly status: number;
  readonly place: PageAddress['place'];
  readonly title: string;
  readonly main: Html;
  /** Bar above the content of a hosted page, with the link to the shop. */
  readonly bar?: Html | null;
  /** A merchant's style sheet, already filtered. */
  readonly css?: string;
  /** True when the form's response may redirect to the shop. */
  readonly leadsOn?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the URL if it is http or https, else null: never a `javascript:` URL. */
export function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return /^https?:$/.test(protocol) ? href : null;
}

async function policyOf({ place, css, leadsOn }: Page): Promise<string> {
  return [
    "default-src 'none'",
    "script-src 'self'",
    css ? `style-src 'self' '${await cspHash(css)}'` : "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    // This list also applies to the form's response and every redirect after it, and a shop's return URL may redirect
    // to other origins.
    leadsOn ? "form-action 'self' http: https:" : "form-action 'self'",
    // The service's frame may be embedded by any merchant; the hosted page only opens at top level.
    place === 'frame' ? 'frame-ancestors http: https:' : "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}

/** Headers of private responses, for one shopper only. */
export const PRIVATE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

function write({ place, title, main, bar, css }: Page, files: PageFiles): string {
  const { markup } = html`<html lang="en-AU" class="${place}">
    <head>
      <meta charset="utf-8" />
      <title>${title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="${files.style}" />
      ${css ? { markup: `<style>${css}</style>` } : null}
      ${files.script && html`<script type="module" src="${files.script}"></script>`}
    </head>
    <body>
      ${place === 'hosted' && html`<header class="top">${bar}<span class="mark">Sandbox</span></header>`}
      <main>${main}</main>
      <footer>
        <span>Sandbox: no real money is charged. </span>
        <a href="${files.testCards}" target="_blank" rel="noopener">Test cards</a>
      </footer>
    </body>
  </html>`;
  return `<!doctype html>\n${markup.replace(/>\s*\n\s*</g, '><').replace(/\s*\n\s*/g, ' ')}`;
}

/** Creates the response with a page. */
export async function pageAnswer(page: Page, files: PageFiles): Promise<Response> {
  const headers: Record<string, string> = {
    ...PRIVATE_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': await policyOf(page),
    ...(page.place === 'hosted' && { 'X-Frame-Options': 'DENY' }),
    ...page.headers,
  };
  return new Response(write(page, files), { status: page.status, headers });
}
