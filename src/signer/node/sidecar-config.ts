/**
 * The configuration of `florin signer`: its members, how each is checked, and the settings made
 * from it.
 */
import { resolve } from 'node:path';
import type { JWK } from 'jose';
import type { OrderAlgorithm, OrderKey } from '../order-token.js';
import type { ServiceAccount, SignerOptions } from '../signer-options.js';
import {
  ifPresent,
  readChoice,
  readList,
  readObject,
  readSecret,
  readText,
  readTextOrSecret,
  readUrl,
  readWhole,
  readYesNo,
  type ConfigPlace,
  type Node,
  type SecretSource,
} from './sidecar-members.js';

interface Listen {
  readonly port: number;
  readonly host?: string;
}

/**
 * `florin.config.(json|js|mjs|ts)`. Paths are relative to the file. docs/guides/sidecar.md explains
 * each member.
 */
export interface SidecarConfig {
  readonly service: {
    readonly baseUrl: string;
    readonly allowPlainHttp?: boolean;
    readonly merchantNumber: string;
    readonly username: string | SecretSource;
    readonly password: SecretSource;
    readonly version?: 'v2' | 'v3';
    readonly browserUrl?: string;
  };
  readonly secret: SecretSource;
  readonly publicUrl: string;
  readonly merchantName: string;
  readonly merchantCurrency?: string;
  readonly transactionType?: 'internet' | 'ecommerce';
  readonly keyLifetimeSeconds?: number;
  readonly allowedOrigins?: readonly string[];
  readonly returnTo?: string;
  readonly orders: {
    readonly issuer: string;
    readonly audience: string;
    readonly keys: readonly { readonly kid: string; readonly alg: OrderAlgorithm; readonly key: SecretSource }[];
  };
  readonly callbacks: {
    readonly url: string;
    readonly termsUrl?: string;
    readonly issuer?: string;
    readonly kid: string;
    readonly alg: OrderAlgorithm;
    readonly key: SecretSource;
    readonly timeoutSeconds?: number;
  };
  /** Whether order tokens may have a `surcharge`. Default false: a token with one is refused. */
  readonly surcharges?: boolean;
  /** Whether order tokens must have `person` while many cards are being declined. Default false. */
  readonly challenge?: boolean;
  /** Allows the service's own frame. */
  readonly iframe?: { readonly css?: string };
  /** Allows the service's hosted page. */
  readonly redirect?: { readonly merchantShortName: string };
  /** Allows the plain form that works without script. */
  readonly webform?: { readonly title?: string };
  /** Allows saved cards. */
  readonly savedCards?: { readonly cookie?: string; readonly returnTo?: string };
  readonly store?: { readonly sqlite: string } | { readonly postgres: SecretSource; readonly schema?: string };
  readonly redis?: { readonly url: string | SecretSource; readonly prefix?: string };
  readonly listen?: Listen & { readonly proxies?: number };
  readonly frame?: {
    readonly listen: Listen;
    readonly signingKey: SecretSource;
    readonly parents?: readonly string[];
    /** The site that shop and frame share: binds keys to the shopper's browser. */
    readonly cookieDomain?: string;
  };
  readonly reconcileSeconds?: number;
}

/** Where to listen. */
export interface Address {
  readonly port: number;
  readonly host: string;
}

/** The configuration after reading: with defaults and secrets. Never log it. */
export interface SidecarSettings {
  readonly service: ServiceAccount;
  readonly secret: string;
  readonly publicUrl: string;
  readonly merchantName: string;
  readonly merchantCurrency: string;
  readonly transactionType: 'internet' | 'ecommerce';
  readonly keyLifetimeSeconds: number;
  readonly allowedOrigins: readonly string[];
  /** `{order}` stands for the order's name. */
  readonly returnTo: string;
  readonly orders: { readonly issuer: string; readonly audience: string; readonly keys: readonly OrderKey[] };
  readonly callbacks: {
    readonly url: string;
    /** The URL to ask what an order costs now. */
    readonly termsUrl: string | undefined;
    readonly issuer: string;
    readonly audience: string;
    readonly kid: string;
    readonly alg: OrderAlgorithm;
    readonly key: string;
    readonly timeoutSeconds: number;
  };
  readonly surcharges: boolean;
  readonly challenge: boolean;
  readonly methods: Pick<SignerOptions, 'iframe' | 'redirect' | 'webform'>;
  /** The cookie with a shopper's token, and the address after the service's token page. */
  readonly savedCards: { readonly cookie: string; readonly returnTo: string } | undefined;
  readonly store: { readonly sqlite: string } | { readonly postgres: string; readonly schema: string | undefined };
  readonly redis: { readonly url: string; readonly prefix: string | undefined } | undefined;
  readonly listen: Address & { readonly proxies: number };
  readonly frame:
    | {
        readonly listen: Address;
        readonly signingKey: JWK;
        readonly parents: readonly string[];
        readonly cookieDomain?: string;
      }
    | undefined;
  readonly reconcileSeconds: number;
}

const HIGHEST_PORT = 65_535;
const ALGORITHMS = ['HS256', 'ES256', 'EdDSA'] as const;
const DAY = 86_400;
const METHODS = ['iframe', 'redirect', 'webform'] as const;

/**
 * Reads a configuration.
 * @throws TypeError naming the wrong member; no message contains a secret
 */
export function readSidecarConfig(value: unknown, place: ConfigPlace): SidecarSettings {
  const root = readObject({ name: '', value }, [
    ...(['service', 'secret', 'publicUrl', 'merchantName', 'merchantCurrency', 'transactionType'] as const),
    ...(['keyLifetimeSeconds', 'allowedOrigins', 'returnTo', 'orders', 'callbacks', 'store', 'redis'] as const),
    ...(['listen', 'frame', 'reconcileSeconds', 'surcharges', 'savedCards', 'challenge'] as const),
    ...METHODS,
  ]);
  const publicUrl = readUrl(root.publicUrl);
  const allowedOrigins = ifPresent(root.allowedOrigins) ? readList(root.allowedOrigins).map(readOrigin) : [];
  const orders = readOrders(root.orders, place);
  const pages = { publicUrl, origins: [new URL(publicUrl).origin, ...allowedOrigins] };
  const service = readService(root.service, place);
  const secret = readSecret(root.secret, place);
  const callbacks = readCallbacks(root.callbacks, orders.issuer, place);
  assertApart([
    ['service.password', service.password],
    ['secret', secret],
    ...orders.keys.map(({ key }, index) => [`orders.keys[${index}].key`, key] as const),
    ['callbacks.key', callbacks.key],
  ]);
  return {
    service,
    secret,
    publicUrl,
    merchantName: readText(root.merchantName),
    merchantCurrency: ifPresent(root.merchantCurrency) ? readText(root.merchantCurrency) : 'AUD',
    transactionType: ifPresent(root.transactionType)
      ? readChoice(root.transactionType, ['internet', 'ecommerce'])
      : 'internet',
    keyLifetimeSeconds: ifPresent(root.keyLifetimeSeconds) ? readWhole(root.keyLifetimeSeconds, 1, DAY) : 1800,
    allowedOrigins,
    returnTo: ifPresent(root.returnTo) ? readReturnTo(root.returnTo, pages) : '/',
    orders,
    callbacks,
    surcharges: ifPresent(root.surcharges) ? readYesNo(root.surcharges) : false,
    challenge: ifPresent(root.challenge) ? readYesNo(root.challenge) : false,
    methods: readMethods(root),
    savedCards: readSavedCards(root.savedCards, pages),
    store: readStore(root.store, place),
    redis: readRedis(root.redis, place),
    listen: readListen(root.listen),
    frame: readFrame(root.frame, pages.origins, place),
    reconcileSeconds: ifPresent(root.reconcileSeconds) ? readWhole(root.reconcileSeconds, 5, 3600) : 60,
  };
}

/**
 * Reads only the member `service`, for the other commands. @throws TypeError naming the wrong
 * member
 */
export function readService(node: Node, place: ConfigPlace): ServiceAccount {
  const known = [
    'baseUrl',
    'merchantNumber',
    'username',
    'password',
    'version',
    'browserUrl',
    'allowPlainHttp',
  ] as const;
  const { baseUrl, merchantNumber, username, password, version, browserUrl, allowPlainHttp } = readObject(node, known);
  return {
    baseUrl: readUrl(baseUrl),
    merchantNumber: readText(merchantNumber),
    username: readTextOrSecret(username, place),
    password: readSecret(password, place),
    ...(ifPresent(version) && { version: readChoice(version, ['v2', 'v3']) }),
    ...(ifPresent(browserUrl) && { browserUrl: readUrl(browserUrl) }),
    ...(ifPresent(allowPlainHttp) && { allowPlainHttp: readYesNo(allowPlainHttp) }),
  };
}

function readOrigin(node: Node): string {
  const url = readUrl(node);
  if (new URL(url).origin === url) return url;
  throw new TypeError(`${node.name} must be an origin, like ${new URL(url).origin}`);
}

function readOrders(node: Node, place: ConfigPlace): SidecarSettings['orders'] {
  const { issuer, audience, keys } = readObject(node, ['issuer', 'audience', 'keys']);
  return {
    issuer: readText(issuer),
    audience: readText(audience),
    keys: readList(keys).map((each) => {
      const { kid, alg, key } = readObject(each, ['kid', 'alg', 'key']);
      return { kid: readText(kid), alg: readChoice(alg, ALGORITHMS), key: readKey(key, place) };
    }),
  };
}

/** A PEM or a secret is text; a JWK is JSON. */
function readKey(node: Node, place: ConfigPlace): string | JWK {
  const text = readSecret(node, place);
  return text.trimStart().startsWith('{') ? readJwk(node, text) : text;
}

function readJwk(node: Node, text: string): JWK {
  try {
    return JSON.parse(text) as JWK;
  } catch {
    // The parser's message quotes the key.
    throw new TypeError(`${node.name} must be a JWK in JSON`);
  }
}

function readCallbacks(node: Node, shop: string, place: ConfigPlace): SidecarSettings['callbacks'] {
  const known = ['url', 'termsUrl', 'issuer', 'kid', 'alg', 'key', 'timeoutSeconds'] as const;
  const { url, termsUrl, issuer, kid, alg, key, timeoutSeconds } = readObject(node, known);
  return {
    url: readUrl(url),
    termsUrl: ifPresent(termsUrl) && readUrl(termsUrl),
    issuer: ifPresent(issuer) ? readText(issuer) : 'florin',
    audience: shop,
    kid: readText(kid),
    alg: readChoice(alg, ALGORITHMS),
    key: readSecret(key, place),
    timeoutSeconds: ifPresent(timeoutSeconds) ? readWhole(timeoutSeconds, 1, 30) : 8,
  };
}

/**
 * Refuses one secret for two uses: a holder of it for one use could misuse it for the other.
 * @throws TypeError naming both
 */
function assertApart(secrets: readonly (readonly [name: string, value: string | JWK])[]): void {
  const names = new Map<string, string>();
  for (const [name, value] of secrets) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const other = names.get(text);
    if (other !== undefined) throw new TypeError(`${name} must not be the same secret as ${other}`);
    names.set(text, name);
  }
}

/** Addresses of the shop's pages. */
interface Pages {
  readonly publicUrl: string;
  readonly origins: readonly string[];
}

/** A path, or a URL on one of the shop's origins. `//elsewhere` and `javascript:` are refused. */
function readReturnTo(node: Node, { publicUrl, origins }: Pages): string {
  const text = readText(node);
  const example = text.replaceAll('{order}', '1');
  if (URL.canParse(example, publicUrl) && origins.includes(new URL(example, publicUrl).origin)) return text;
  throw new TypeError(
    `${node.name} must be a path of the shop, or an address on publicUrl's origin or one of allowedOrigins`,
  );
}

/** A cookie name by RFC 6265. */
const COOKIE = /^[\w!#$%&'*+.^`|~-]{1,64}$/;

function readSavedCards(node: Node, pages: Pages): SidecarSettings['savedCards'] {
  if (!ifPresent(node)) return undefined;
  const { cookie, returnTo } = readObject(node, ['cookie', 'returnTo']);
  const name = ifPresent(cookie) ? readText(cookie) : 'florin_shopper';
  if (!COOKIE.test(name)) throw new TypeError(`${cookie.name} must be the name of a cookie`);
  return { cookie: name, returnTo: ifPresent(returnTo) ? readReturnTo(returnTo, pages) : '/' };
}

/** The allowed methods besides the card form's own (`javascript`). */
function readMethods(root: Readonly<Record<(typeof METHODS)[number], Node>>): SidecarSettings['methods'] {
  const [iframe, redirect, webform] = METHODS.map((name) => ifPresent(root[name]));
  const readOptionalText = <Name extends string>(node: Node, name: Name) => {
    const member = readObject(node, [name])[name];
    return ifPresent(member) ? ({ [name]: readText(member) } as Record<Name, string>) : {};
  };
  return {
    ...(iframe && { iframe: readOptionalText(iframe, 'css') }),
    ...(redirect && {
      redirect: { merchantShortName: readText(readObject(redirect, ['merchantShortName']).merchantShortName) },
    }),
    ...(webform && { webform: readOptionalText(webform, 'title') }),
  };
}

function readStore(node: Node, place: ConfigPlace): SidecarSettings['store'] {
  if (!ifPresent(node)) return { sqlite: resolve(place.folder, 'florin-claims.sqlite') };
  const { sqlite, postgres, schema } = readObject(node, ['sqlite', 'postgres', 'schema']);
  if (ifPresent(sqlite) && !ifPresent(postgres) && !ifPresent(schema)) {
    return { sqlite: resolve(place.folder, readText(sqlite)) };
  }
  if (ifPresent(sqlite) || !ifPresent(postgres)) {
    throw new TypeError('store must be { "sqlite": "file" } or { "postgres": { "env": "NAME" }, "schema": "name" }');
  }
  return { postgres: readSecret(postgres, place), schema: ifPresent(schema) && readText(schema) };
}

function readRedis(node: Node, place: ConfigPlace): SidecarSettings['redis'] {
  if (!ifPresent(node)) return undefined;
  const { url, prefix } = readObject(node, ['url', 'prefix']);
  return { url: readTextOrSecret(url, place), prefix: ifPresent(prefix) && readText(prefix) };
}

function readListen(node: Node): SidecarSettings['listen'] {
  if (!ifPresent(node)) return { port: 4000, host: '127.0.0.1', proxies: 0 };
  const { port, host, proxies } = readObject(node, ['port', 'host', 'proxies']);
  return { ...readAddress(port, host), proxies: ifPresent(proxies) ? readWhole(proxies, 0, 10) : 0 };
}

function readAddress(port: Node, host: Node): Address {
  return { port: readWhole(port, 0, HIGHEST_PORT), host: ifPresent(host) ? readText(host) : '127.0.0.1' };
}

function readFrame(node: Node, shop: readonly string[], place: ConfigPlace): SidecarSettings['frame'] {
  if (!ifPresent(node)) return undefined;
  const { listen, signingKey, parents, cookieDomain } = readObject(node, [
    'listen',
    'signingKey',
    'parents',
    'cookieDomain',
  ]);
  const { port, host } = readObject(listen, ['port', 'host']);
  return {
    listen: readAddress(port, host),
    signingKey: readJwk(signingKey, readSecret(signingKey, place)),
    parents: ifPresent(parents) ? readList(parents).map(readOrigin) : shop,
    ...(ifPresent(cookieDomain) && { cookieDomain: readText(cookieDomain) }),
  };
}
