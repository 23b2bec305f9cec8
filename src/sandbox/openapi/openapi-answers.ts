/** Serves the OpenAPI documents and the reference page. They contain nothing from the store. */
import { sha256Of } from '../hex.js';
import type { Handler } from '../lazy-handler.js';
import type { Version } from '../auth-key.js';
import type { SandboxSettings } from '../settings.js';
import { createOpenApi, type OpenApiObject } from './document.js';
import { PAGE_CSS, REFERENCE_CSS } from './reference-css.js';
import { writeReferencePage } from './reference-page.js';

const STYLES: Readonly<Record<string, string>> = {
  '/openapi/page.css': PAGE_CSS,
  '/openapi/reference.css': REFERENCE_CSS,
};
const SCRIPT = '/openapi/reference.js';
const DOCUMENT = /^\/openapi\/(v2|v3)(\.json)?\/?$/;

const EVERY_ANSWER = {
  // Cached for a minute, then revalidated by ETag, so that a newer sandbox at the same address shows at once.
  'Cache-Control': 'public, max-age=60, must-revalidate',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'X-Frame-Options': 'DENY',
};
// The document is public, and tools on other origins read it.
const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Access-Control-Allow-Origin': '*' };
const SCRIPT_HEADERS = { 'Content-Type': 'text/javascript; charset=utf-8' };
const STYLE_HEADERS = { 'Content-Type': 'text/css; charset=utf-8' };

async function answerText(
  request: Request,
  text: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const ETag = `"${(await sha256Of(text)).slice(0, 24)}"`;
  const all = { ...EVERY_ANSWER, ...headers, ETag };
  const isKnown = (request.headers.get('if-none-match') ?? '').split(/,\s*/).includes(ETag);
  if (isKnown) return new Response(null, { status: 304, headers: all });
  return new Response(request.method === 'HEAD' ? null : text, { headers: all });
}

/**
 * Creates the handler below `/openapi`. It returns undefined for unknown paths.
 *
 * @param script text of the page's script
 */
export function createOpenApiAnswers(settings: SandboxSettings, script: string | undefined): Handler {
  const made = new Map<Version, OpenApiObject>();

  /** Created on demand, which keeps the start fast. */
  function documentOf(version: Version): OpenApiObject {
    const document = made.get(version) ?? createOpenApi(version, settings);
    made.set(version, document);
    return document;
  }

  return async (request, path) => {
    const style = STYLES[path];
    if (style !== undefined) return answerText(request, style, STYLE_HEADERS);
    if (path === SCRIPT && script !== undefined) return answerText(request, script, SCRIPT_HEADERS);
    if (/^\/openapi\/?$/.test(path))
      return new Response(null, { status: 307, headers: { Location: `${settings.publicPath}/openapi/v3` } });
    const [, version, isJson] = DOCUMENT.exec(path) ?? [];
    if (version !== 'v2' && version !== 'v3') return undefined;
    const document = documentOf(version);
    if (isJson) return answerText(request, JSON.stringify(document), JSON_HEADERS);
    const { origin } = new URL(request.url);
    const files = { styles: Object.keys(STYLES), script: script === undefined ? undefined : SCRIPT };
    const page = writeReferencePage(document, version, { origin, path: settings.publicPath, ...files });
    return answerText(request, page, PAGE_HEADERS);
  };
}
