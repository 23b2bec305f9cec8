/** The document of the back office, the same for each of its addresses, and its script. */
import { html } from '../pages/html.js';
import { fileAnswer, shortHash } from '../pages/page-files.js';
import type { SandboxSettings } from '../settings.js';

const FOLDER = '/backoffice/_files/';

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'text/html; charset=utf-8',
  // Styles are constructed sheets, which need no source in the policy.
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'none'",
    'img-src data:',
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

function writeDocument(script: string | undefined): string {
  const { markup } = html`<html lang="en-AU">
    <head>
      <meta charset="utf-8" />
      <title>Back office</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <meta name="color-scheme" content="light dark" />
      <link rel="icon" href="data:," />
      ${script && html`<script type="module" src="${script}"></script>`}
    </head>
    <body>
      ${
        script
          ? html`<office-app></office-app><noscript>The back office needs JavaScript.</noscript>`
          : html`<h1>Back office</h1>
              <p>Its script is not built. Run npm run build.</p>`
      }
    </body>
  </html>`;
  return `<!doctype html>\n${markup}`;
}

/** Creates the answers outside the API. */
export function createOfficePages(
  script: string | undefined,
  { publicPath }: Pick<SandboxSettings, 'publicPath'>,
): (request: Request, path: string) => Promise<Response> {
  const file = script === undefined ? undefined : shortHash(script).then((hash) => `${FOLDER}office.${hash}.js`);
  return async (request, path) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    const address = await file;
    if (path.startsWith(FOLDER)) {
      return path === address ? fileAnswer(script ?? '', 'text/javascript') : new Response(null, { status: 404 });
    }
    const document = writeDocument(address && publicPath + address);
    return new Response(request.method === 'HEAD' ? null : document, { headers: HEADERS });
  };
}
