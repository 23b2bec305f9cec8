/** The headers of every response, and the checks of every form post. */
import type { MiddlewareHandler } from 'hono';

/**
 * Sets the strictest policy under which shop and kit work: no inline script or style, nothing from
 * other hosts, no connections except to the payment service, and no frame except the card's and the
 * bank's step (3-D Secure), which begins at the payment service and ends at the signer.
 */
export function securityHeaders(serviceOrigin: string, frameOrigin: string): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    // The signer's pages have a policy of their own.
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', writePolicy(serviceOrigin, frameOrigin, "'self'"));
    }
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'same-origin');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  };
}

/** The policy of the one page whose form posts the card to the payment service, which redirects to the signer. */
export function formPagePolicy(serviceOrigin: string, frameOrigin: string): string {
  return writePolicy(serviceOrigin, frameOrigin, `'self' ${serviceOrigin}`);
}

/**
 * The policy of the page whose form the server has rendered: its style elements are allowed by their hashes.
 * @param styles hashes, as Florin's build has written them (`florin/integrity.json`)
 */
export function renderedPagePolicy(serviceOrigin: string, frameOrigin: string, styles: readonly string[]): string {
  const hashes = styles.map((hash) => ` '${hash}'`).join('');
  return writePolicy(serviceOrigin, frameOrigin, "'self'", hashes);
}

function writePolicy(serviceOrigin: string, frameOrigin: string, formsTo: string, styles = ''): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styles}`,
    "img-src 'self'",
    `connect-src 'self' ${serviceOrigin}`,
    `frame-src 'self' ${frameOrigin} ${serviceOrigin}`,
    `form-action ${formsTo}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ');
}

/**
 * Serves one origin only. Redirects another name of this machine (`localhost`) to it, and refuses
 * all other names, so that a foreign domain that resolves to 127.0.0.1 cannot reach the shop.
 */
export function onlyOrigin(origin: string): MiddlewareHandler {
  const { host, port } = new URL(origin);
  const aliases = new Set([`localhost:${port}`, `[::1]:${port}`]);
  return async (context, next) => {
    const asked = context.req.header('Host') ?? '';
    if (asked === host) return next();
    const { pathname, search } = new URL(context.req.url);
    if (aliases.has(asked) && context.req.method === 'GET') return context.redirect(origin + pathname + search, 307);
    return context.text(`This shop answers at ${origin} only.`, 421);
  };
}

/** Refuses form posts from other sites: browsers send `Origin` with every POST. */
export function onlyOwnForms(origin: string): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req;
    if (method === 'GET' || method === 'HEAD') return next();
    if (context.req.header('Origin') === origin) return next();
    return context.text('This form was not sent by a page of the shop.', 403);
  };
}
