/** What every page has around its content, and the headers that keep strangers out of it. */
import type { PageFiles } from './page-files.js';
import { html, type Html } from './html.js';
import type { PageAddress } from './page-address.js';

/** A page to be answered. */
export interface Page {
  readonly status: number;
  readonly place: PageAddress['place'];
  readonly title: string;
  readonly main: Html;
  /** Above the content of a hosted page: the way back to the shop. */
  readonly bar?: Html | null;
  /** A merchant's style text, let through already. */
  readonly css?: string;
  /** Whether a form's answer may lead to the shop. */
  readonly leadsOn?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Only an address that a browser may be sent to, else null: never a script. */
export function webAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return /^https?:$/.test(protocol) ? href : null;
}

async function hashOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...digest));
}

async function policyOf({ place, css, leadsOn }: Page): Promise<string> {
  return [
    "default-src 'none'",
    "script-src 'self'",
    css ? `style-src 'self' 'sha256-${await hashOf(css)}'` : "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    // Browsers hold the answer of a form to this list too, and every redirect behind it: a shop's return address may lead
    // on to another origin of the shop.
    leadsOn ? "form-action 'self' http: https:" : "form-action 'self'",
    // The service's frame is made for any merchant's page; the hosted page is for the shopper's own window.
    place === 'frame' ? 'frame-ancestors http: https:' : "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}

/** Headers of everything that is for one shopper only. */
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
        <span>Sandbox: no money moves. </span>
        <a href="${files.testCards}" target="_blank" rel="noopener">Test cards</a>
      </footer>
    </body>
  </html>`;
  return `<!doctype html>\n${markup.replace(/>\s*\n\s*</g, '><').replace(/\s*\n\s*/g, ' ')}`;
}

/** Answers a page. */
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
