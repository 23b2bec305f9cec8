/** Whole documents of HTML and their responses. */
import type { Log } from '../log.js';
import { html, type Html, type HtmlValue } from './html.js';

/** Headers of private responses, for one shopper only. */
export const PRIVATE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Answers a page, and logs it without its URL, which contains a key. */
export async function logPage(
  log: Log,
  page: Readonly<Record<string, string>>,
  answer: () => Promise<Response>,
): Promise<Response> {
  const startedAt = performance.now();
  const response = await answer();
  const milliseconds = Math.round(performance.now() - startedAt);
  log({ level: 'info', event: 'page', ...page, status: response.status, milliseconds });
  return response;
}

/** Forbids frames in browsers that do not know `frame-ancestors`. */
export const NOT_FRAMED = { 'X-Frame-Options': 'DENY' } as const;

/** Policy of a page without scripts, forms and frames. */
export const CLOSED_POLICY = [
  "default-src 'none'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
] as const;

/** The parts of a document that differ. */
export interface DocumentParts {
  readonly title: string;
  /** Class of the root element. */
  readonly kind?: string;
  /** Styles, scripts and further metadata. */
  readonly head: HtmlValue;
  readonly body: HtmlValue;
}

/** Writes a document. It is not indexed, and has no icon that a browser would ask for. */
export function writeDocument({ title, kind, head, body }: DocumentParts): string {
  const { markup } = html`<html lang="en-AU" ${kind && html`class="${kind}"`}>
    <head>
      <meta charset="utf-8" />
      <title>${title}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <link rel="icon" href="data:," />
      ${head}
    </head>
    <body>
      ${body}
    </body>
  </html>`;
  return `<!doctype html>\n${markup}`;
}

/** An inline style. The Content-Security-Policy names it by `cspHash`. */
export function inlineStyle(css: string): Html {
  return { markup: `<style>${css}</style>` };
}

/** Creates the response with a document. @param policy directives of its Content-Security-Policy */
export function documentAnswer(
  text: string | null,
  policy: readonly string[],
  { status = 200, headers }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  return new Response(text, {
    status,
    headers: {
      ...PRIVATE_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      ...headers,
    },
  });
}
