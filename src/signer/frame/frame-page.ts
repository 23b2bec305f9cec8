/**
 * Serves Florin's frame page: the document on another origin that holds the card's fields
 * (docs/guides/isolation.md). It is one response with its script inlined, because each further
 * request would delay the form. Everything that the frame trusts is written into the response
 * (invariant 10): the origins that may embed it, the one origin that receives the card, and the
 * signer's public key.
 * Serve it from an origin of its own, without other pages or scripts: `https://card.shop.example`.
 */
import type { JWK } from 'jose';
import { isLoopbackHost, isLoopbackInBrowser } from '../../core/loopback.js';
import { htmlHeaders, writePage, writeScriptJson } from '../forms/html-page.js';
import { cspHash } from '../guards/csp-hash.js';
import { withoutUserInfo } from '../monitoring/clean-log.js';
import { consentLanguage } from './consent-messages.js';
import { bindFrame } from './frame-binding.js';

/** Options of {@link createFramePage}. */
export interface FramePageOptions {
  /** The text of `florin/florin-frame.js`, from `readFrameScript()` of `florin-server/signer/node`. */
  readonly script: string;
  /** Origins of the shop's pages that may embed the frame, for example `https://shop.example`. */
  readonly parents: readonly string[];
  /** Origin of the payment service, as browsers reach it. */
  readonly serviceOrigin: string;
  /** Public JWKs of the signer (`generateFrameKeys`); two during a change of keys. */
  readonly publicKeys: readonly JWK[];
  /**
   * The site that shop and frame share, `shop.example` for `card.shop.example`. Keys are then bound
   * to the shopper's browser by an HttpOnly cookie of that site, so that a script in the shop's
   * page cannot use a key of another shopper. Omit it if the frame is on another site than the
   * shop: the frame then shows the shopper what a key pays or stores, and asks before it sends. For
   * local development it may be the host of both, `127.0.0.1`. docs/guides/isolation.md#whose-key
   */
  readonly cookieDomain?: string;
  /** The only path that is served. Default `/frame.html`. */
  readonly path?: string;
  /** Default: the system clock. Milliseconds since 1970. */
  readonly clock?: {
    /** The current time. */
    now(): number;
  };
}

/** The handler of the frame page. */
export interface FramePage {
  /** Serves `GET` and `HEAD` of the one path; answers 404 or 405 otherwise. Never rejects. */
  fetch(request: Request): Promise<Response>;
}

const STYLE = 'html{background:none}body{margin:0}h1{clip-path:inset(50%);font-size:1px;margin:0;position:absolute}';
/** The page's own title of the frame is in the shopper's language. */
const TITLE = 'Card details';

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
      const content = `<body>
<main aria-label="${TITLE}"><h1 lang="en">${TITLE}</h1></main>
<script type="application/json" id="florin">${writeScriptJson({ ...settings, ...trust, now })}</script>
<script>${script}</script>`;
      const page = writePage({ locale: 'en', direction: 'ltr' }, { title: TITLE, style: STYLE, content });
      // A cached copy would have a binding without its cookie.
      const caching = bound ? { 'cache-control': 'no-store' } : { vary: 'accept-language' };
      const own = new Headers({ ...(await headers), ...caching });
      for (const cookie of bound?.cookies ?? []) own.append('set-cookie', cookie);
      return new Response(request.method === 'HEAD' ? null : page, { headers: own });
    },
  };
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
    ...htmlHeaders(policy),
    // The response contains its own time.
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
  if (!isList || list.length === 0) throw new TypeError(`${name} must be a non-empty list`);
  return list;
}

/**
 * Returns one exact origin: https, or http on the machine itself. It goes into a header, so nothing
 * else is accepted.
 */
function readOrigin(name: string, origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  // `*` is a valid host for URL, but means every host in a policy.
  if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol) || origin.includes('*')) {
    throw new TypeError(
      `${name} takes origins, like https://shop.example; "${withoutUserInfo(origin)}" is not an origin`,
    );
  }
  if (url.protocol === 'http:' && !isLoopbackInBrowser(url.hostname))
    throw new TypeError(`${name} must be https; "${origin}" is not`);
  return origin;
}

/**
 * A name of at least two labels that every parent ends in: a browser refuses a cookie of any other
 * site. Empty for a local host: its cookies apply to all its ports and cannot have a domain.
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

/** Copied by name, so that a private part never gets into a page. */
function readPublicKey({ kty, crv, x, y, d }: JWK): JWK {
  if (d !== undefined) throw new TypeError('publicKeys holds a private key: replace the pair');
  if (kty !== 'EC' || crv !== 'P-256' || !x || !y) throw new TypeError('publicKeys must be JWKs on P-256');
  return { kty, crv, x, y };
}
