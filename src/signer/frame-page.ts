/**
 * Serves Florin's frame page: the document of another origin that holds the card's fields (docs/guides/isolation.md). One
 * response with its script inlined, which is as fast as no isolation at all. Everything that the frame may trust is baked
 * into it (invariant 10): the origins that may hold it, the one origin that may get the card, and the public key of the
 * signer.
 *
 * Serve it from an origin of its own, where no other page and no other script lives: `https://card.shop.example`.
 */
import type { JWK } from 'jose';
import { isLoopbackHost, isLoopbackInBrowser } from '../core/loopback.js';
import { consentLanguage } from './consent-words.js';
import { cspHash } from './csp-hash.js';
import { bindFrame } from './frame-binding.js';

export interface FramePageOptions {
  /** The text of `florin/florin-frame.js`; `readFrameScript()` of `florin/signer/node` reads it. */
  readonly script: string;
  /** Origins of the shop's pages that may hold the frame, for example `https://shop.example`. */
  readonly parents: readonly string[];
  /** Origin of the payment service, as browsers reach it. */
  readonly serviceOrigin: string;
  /** Public JWKs of the signer (`generateFrameKeys`); two while one takes the other's place. */
  readonly publicKeys: readonly JWK[];
  /**
   * The site that shop and frame share, `shop.example` for `card.shop.example`: keys are then bound to the shopper's browser by an
   * HttpOnly cookie of that site, so that a script in the shop's page cannot use a key of another shopper. Leave it out where the frame
   * is of another site than the shop: the frame then shows the shopper itself what a key pays or stores, and asks before it sends. On
   * the machine itself it may be the one host of both, `127.0.0.1`. docs/guides/isolation.md#whose-key
   */
  readonly cookieDomain?: string;
  /** The only path that is answered. Default `/frame.html`. */
  readonly path?: string;
  /** Default: the machine's clock. Milliseconds since 1970. */
  readonly clock?: { now(): number };
}

export interface FramePage {
  /** Answers `GET` and `HEAD` of the one path, 404 and 405 to all else. Never rejects. */
  fetch(request: Request): Promise<Response>;
}

const STYLE = 'html{background:none}body{margin:0}';

/**
 * Makes the handler of the frame page.
 * @throws TypeError naming the option that is wrong
 */
export function createFramePage(options: FramePageOptions): FramePage {
  const { script, path = '/frame.html', clock = { now: () => Date.now() } } = options;
  const parents = readList('parents', options.parents).map((parent) => readOrigin('parents', parent));
  const serviceOrigin = readOrigin('serviceOrigin', options.serviceOrigin);
  const publicKeys = readList('publicKeys', options.publicKeys).map(readPublicKey);
  if (!script || /<\/script/i.test(script)) throw new TypeError('script must be the text of florin/florin-frame.js');
  const cookieDomain = readDomain(options.cookieDomain, parents);
  const isSecure = parents.every((parent) => parent.startsWith('https:'));
  const settings = { parents, serviceOrigin, publicKeys };
  const headers = createHeaders({ script, parents, serviceOrigin });

  return {
    async fetch(request) {
      if (new URL(request.url).pathname !== path) return new Response('Not found', { status: 404 });
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } });
      }
      const bound = cookieDomain === undefined ? undefined : await bindFrame(request, cookieDomain, isSecure);
      const now = Math.floor(clock.now() / 1000);
      const trust = bound ? { binding: bound.binding } : { asks: consentLanguage(request) };
      const page = writePage(script, { ...settings, ...trust, now });
      // A stored copy would have a binding without its cookie.
      const caching = bound ? { 'cache-control': 'no-store' } : { vary: 'accept-language' };
      const own = new Headers({ ...(await headers), ...caching });
      for (const cookie of bound?.cookies ?? []) own.append('set-cookie', cookie);
      return new Response(request.method === 'HEAD' ? null : page, { headers: own });
    },
  };
}

/** `<` can begin neither a tag nor the end of the script in this: JSON takes `\u003c` for it. */
function writePage(script: string, settings: object): string {
  const baked = JSON.stringify(settings).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Card details</title>
<style>${STYLE}</style>
<body>
<script type="application/json" id="florin">${baked}</script>
<script>${script}</script>
`;
}

async function createHeaders({
  script,
  parents,
  serviceOrigin,
}: {
  script: string;
  parents: readonly string[];
  serviceOrigin: string;
}): Promise<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src '${await cspHash(script)}'`,
    `style-src '${await cspHash(STYLE)}'`,
    `connect-src ${serviceOrigin}`,
    `frame-ancestors ${parents.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    // The time of the answer stands in it.
    'cache-control': 'no-cache',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'origin-agent-cluster': '?1',
    'cross-origin-resource-policy': 'cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}

function readList<Item>(name: string, list: readonly Item[]): readonly Item[] {
  const isList: boolean = Array.isArray(list);
  if (!isList || list.length === 0) throw new TypeError(`${name} must be a list that is not empty`);
  return list;
}

/** One exact origin, https but on the machine itself; it stands in a header, so nothing else may stand in it. */
function readOrigin(name: string, origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  // A star is a host for URL, and every host for a policy.
  if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol) || origin.includes('*')) {
    throw new TypeError(`${name} takes bare origins, like https://shop.example; "${origin}" is none`);
  }
  if (url.protocol === 'http:' && !isLoopbackInBrowser(url.hostname))
    throw new TypeError(`${name} must be https; "${origin}" is not`);
  return origin;
}

/**
 * A name of two labels or more that every parent ends in: a browser refuses a cookie of any other site. Empty for the one host of a
 * machine by itself, whose cookies are those of all its ports and cannot have a domain.
 */
function readDomain(domain: string | undefined, parents: readonly string[]): string | undefined {
  if (domain === undefined) return undefined;
  const hosts = parents.map((parent) => new URL(parent).hostname);
  if (isLoopbackHost(domain) && hosts.every((host) => host === domain)) return '';
  const isName = /^(?=.{3,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) && !/^[\d.]+$/.test(domain);
  if (!isName || !hosts.every((host) => `.${host}`.endsWith(`.${domain}`))) {
    throw new TypeError(`cookieDomain must be the site of all parents, like shop.example; "${domain}" is not`);
  }
  return domain;
}

/** Copied by name: a private part must never get into a page. */
function readPublicKey({ kty, crv, x, y, d }: JWK): JWK {
  if (d !== undefined) throw new TypeError('publicKeys holds a private key: replace the pair');
  if (kty !== 'EC' || crv !== 'P-256' || !x || !y) throw new TypeError('publicKeys takes JWKs on P-256');
  return { kty, crv, x, y };
}
