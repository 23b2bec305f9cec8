/** The common frame of every page, and its security headers. */
import { cspHash } from './csp-hash.js';
import { documentAnswer, inlineStyle, NOT_FRAMED, writeDocument } from './document.js';
import type { PageFiles } from './page-files.js';
import { html, type Html } from './html.js';
import type { PageAddress } from './page-address.js';

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

async function policyOf({ place, css, leadsOn }: Page): Promise<readonly string[]> {
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
  ];
}

function write({ place, title, main, bar, css }: Page, files: PageFiles): string {
  const document = writeDocument({
    title,
    kind: place,
    head: html`<link rel="stylesheet" href="${files.style}" /> ${css ? inlineStyle(css) : null}
      ${files.script && html`<script type="module" src="${files.script}"></script>`}`,
    body: html`${place === 'hosted' && html`<header class="top">${bar}<span class="mark">Sandbox</span></header>`}
      <main>${main}</main>
      <footer>
        <span>Sandbox: no real money is charged. </span>
        <a href="${files.testCards}" target="_blank" rel="noopener">Test cards</a>
      </footer>`,
  });
  return joinLines(document);
}

/** Without line breaks, and without blanks between tags of two lines. */
function joinLines(text: string): string {
  let joined = '';
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    joined += (joined === '' || (joined.endsWith('>') && line.startsWith('<')) ? '' : ' ') + line;
  }
  return joined;
}

export async function pageAnswer(page: Page, files: PageFiles): Promise<Response> {
  const { status, place } = page;
  const headers = { ...(place === 'hosted' && NOT_FRAMED), ...page.headers };
  return documentAnswer(write(page, files), await policyOf(page), { status, headers });
}
