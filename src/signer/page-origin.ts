/**
 * Which pages may call: those of the signer's own origin and those that the shop lists. A foreign page that makes the
 * shopper's browser call with its cookies is refused before anything is read.
 *
 * `Sec-Fetch-Site` cannot be forged by a page, so it is asked first; browsers without it send `Origin` on every POST.
 * A call with neither header comes from no browser and carries nobody's cookies: it is let through.
 */
import { Refusal } from './refusal.js';

export interface PageOrigins {
  /** The signer's own first, then those that the shop lists. */
  readonly all: readonly string[];
  /** Refuses a call from a page that may not call. */
  assertAllowed(request: Request): void;
  /** Whether a shopper may be sent there. */
  isOwnOrListed(origin: string): boolean;
  /** Headers by which a listed page of another origin may read the answer; none for all others. */
  corsHeaders(request: Request): Readonly<Record<string, string>>;
  /** The answer to a preflight, or undefined when the request is none. */
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
        throw new Refusal('origin_refused', 'Pages of this origin may not call here');
      }
    },
    preflight(request) {
      if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return undefined;
      if (!isListed(request.headers.get('origin'))) {
        throw new Refusal('origin_refused', 'Pages of this origin may not call here');
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
