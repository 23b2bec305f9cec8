/**
 * The pages that may call: those of the signer's own origin and of the origins that the shop lists.
 * A call from another page is refused before anything is read, because the shopper's browser may
 * send cookies with it.
 * A page cannot forge `Sec-Fetch-Site`, so it is checked first. Browsers without it send `Origin`
 * on every POST. A call with neither header does not come from a browser and carries no cookies, so
 * it is accepted.
 */
import { Refusal } from '../refusal.js';

export interface PageOrigins {
  /** The signer's own origin first, then the listed ones. */
  readonly all: readonly string[];
  /** Refuses a call from a page of another origin. */
  assertAllowed(request: Request): void;
  /** The origin of a page that calls its own server, which is this signer, but at another origin than the signer's own. */
  unlistedOrigin(request: Request): string | undefined;
  /** Whether a shopper may be redirected to this origin. */
  isOwnOrListed(origin: string): boolean;
  /** CORS headers that let a listed page of another origin read the response; none for other pages. */
  corsHeaders(request: Request): Readonly<Record<string, string>>;
  /** The response to a preflight, or undefined if the request is not one. */
  preflight(request: Request): Response | undefined;
}

/** @param own the origin of the signer; @param allowed further origins, exact */
export function createPageOrigins(own: string, allowed: readonly string[]): PageOrigins {
  const listed = new Set(allowed);
  const isListed = (origin: string | null): origin is string => origin !== null && listed.has(origin);

  const corsHeaders = (request: Request): Readonly<Record<string, string>> => {
    if (listed.size === 0) return {};
    const origin = request.headers.get('origin');
    if (!isListed(origin)) return { vary: 'Origin' };
    return { vary: 'Origin', 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
  };

  return {
    all: [...new Set([own, ...allowed])],
    corsHeaders,
    isOwnOrListed: (origin) => origin === own || listed.has(origin),
    assertAllowed(request) {
      const origin = request.headers.get('origin');
      const site = request.headers.get('sec-fetch-site');
      const mode = request.headers.get('sec-fetch-mode');
      const isScripted = mode === null || mode === 'cors' || mode === 'same-origin';
      const isOwn = site === null ? origin === null || origin === own : site === 'same-origin';
      if (!isScripted || (!isOwn && !isListed(origin))) {
        throw new Refusal('origin_refused', 'Pages of this origin may not call the signer');
      }
    },
    unlistedOrigin({ headers }) {
      const origin = headers.get('origin');
      const isSame = headers.get('sec-fetch-site') === 'same-origin' && origin !== null && /^https?:/.test(origin);
      return isSame && origin !== own && !isListed(origin) ? origin : undefined;
    },
    preflight(request) {
      if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return undefined;
      if (!isListed(request.headers.get('origin'))) {
        throw new Refusal('origin_refused', 'Pages of this origin may not call the signer');
      }
      return new Response(null, {
        status: 204,
        headers: {
          ...corsHeaders(request),
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'Content-Type',
          'access-control-max-age': '600',
        },
      });
    },
  };
}
