/** The document of the back office, the same for each of its addresses, and its script. */
import { documentAnswer, NOT_FRAMED, writeDocument } from '../pages/document.js';
import { html } from '../pages/html.js';
import { fileAnswer, shortHash } from '../pages/page-files.js';
import type { SandboxSettings } from '../settings.js';

const FOLDER = '/backoffice/_files/';

// Styles are constructed sheets, which need no source in the policy.
const POLICY = [
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
];

function officeDocument(script: string | undefined): string {
  return writeDocument({
    title: 'Back office',
    head: html`<meta name="color-scheme" content="light dark" />
      ${script && html`<script type="module" src="${script}"></script>`}`,
    body: script
      ? html`<office-app></office-app><noscript>The back office needs JavaScript.</noscript>`
      : html`<h1>Back office</h1>
          <p>Its script is not built. Run npm run build.</p>`,
  });
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
    const document = officeDocument(address && publicPath + address);
    const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', ...NOT_FRAMED };
    return documentAnswer(request.method === 'HEAD' ? null : document, POLICY, { headers });
  };
}
