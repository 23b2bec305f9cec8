/** The configuration of `florin signer`: one row for each member. Types, reader and docs/reference/settings.md are derived from them. */
import { resolve } from 'node:path';
import type { JWK } from 'jose';
import type { Support } from '../../core/pay-api.js';
import { SUPPORT } from '../attempts/shop-contact.js';
import { checkTheme } from '../frame/frame-theme.js';
import { LOG_LEVELS } from '../monitoring/clean-log.js';
import { ORDER_ALGORITHMS } from '../order-tokens/order-token.js';
import { assertApart } from '../secrets/assert-apart.js';
import { CLAIMS_FILE, SIGNER_SETTINGS } from '../settings.js';
import type { ServiceAccount, SignerOptions } from '../signer-options.js';
import {
  ifPresent,
  readObject,
  readSecret,
  readText,
  readUrl,
  type ConfigPlace,
  type Node,
  type SecretSource,
} from './sidecar-members.js';
import {
  choice,
  optional,
  list,
  object,
  withDefault,
  secret,
  text,
  textOrSecret,
  url,
  whole,
  flag,
  type ReadOf,
  type Row,
  type WrittenOf,
} from './sidecar-rows.js';

const DAY = 86_400;
/** Lifetime of a callback's JWS in seconds. Each try is signed anew. */
export const CALLBACK_LIFETIME = 300;

const origin: Row<string> = { read: readOrigin, limits: 'an origin' };
const orderKey: Row<SecretSource, string | JWK> = { read: readKey };
const jwk: Row<SecretSource, JWK> = { read: (node, place) => readJwk(node, readSecret(node, place)) };
const cookieName: Row<string> = { read: readCookieName };
const support: Row<Support> = { read: readSupport, limits: 'a sentence, or `{ email, phone, url }`' };
const store: Row<StoreConfig, StoreSettings> = { read: readStore };

const FRAME_COLOURS = {
  /** Text in a field. */
  ink: optional(text),
  /** Labels and hints. */
  inkSoft: optional(text),
  /** Background of a field. */
  paper: optional(text),
  /** Border of a field. */
  line: optional(text),
  /** Border of the field with the focus. */
  accent: optional(text),
  /** Errors. */
  danger: optional(text),
};

const FRAME_THEME = object({
  /** Colours on a light page: `#rrggbb`, a name, `rgb()` or `hsl()`. */
  light: optional(object(FRAME_COLOURS)),
  /** The same on a dark page. */
  dark: optional(object(FRAME_COLOURS)),
  /** Radius of a field's corners, such as `8px`. */
  radius: optional(text),
  /** Height of a field, such as `48px`. */
  controlHeight: optional(text),
  /** Names of fonts that the shopper's device has. */
  font: optional(text),
});

/** Design tokens, checked like the signer's own option. */
const frameTheme: typeof FRAME_THEME = {
  ...FRAME_THEME,
  read(node, place) {
    const theme = FRAME_THEME.read(node, place);
    checkTheme(node.name, theme);
    return theme;
  },
};

const SERVICE = {
  /** Address of the service, without `/webapi`: https, or http on this machine. */
  baseUrl: url,
  /** The merchant at the service. */
  merchantNumber: text,
  /** The API user of the shop. */
  username: textOrSecret,
  /** The password of the API user. */
  password: secret,
  /** A second password: whichever the service accepts is used. Only during a change. */
  otherPassword: optional(secret),
  /** Version of the interface; default `v3`. */
  version: optional(choice(['v2', 'v3'])),
  /** Where browsers send the card, if they reach the service by another address (containers). */
  browserUrl: optional(url),
  /** True to call a service on another machine by http, where nobody else can listen: for example in a network of containers. */
  allowPlainHttp: optional(flag),
};

const ADDRESS = {
  /** 0 selects any free port. */
  port: whole(0, 65_535),
  /** Address of this machine. */
  host: withDefault(text, '127.0.0.1'),
};

/** The members of the file, in the order of the documentation. */
export const SIDECAR_CONFIG = {
  /** The payment service, and the account for its calls. */
  service: object(SERVICE),
  /** 32 characters or more; signs claims. The same in every process. */
  secret,
  /** A second secret, which signs nothing: what it has signed is accepted too. Only during a change. */
  otherSecret: optional(secret),
  /** Where browsers reach the signer. */
  publicUrl: url,
  /** The name on receipts. */
  merchantName: text,
  /** How shoppers reach the shop while the outcome of a payment is not known. */
  support: optional(support),
  /** Whether the shop sends an e-mail when it knows the outcome; the shopper is then told so. */
  confirmsByEmail: withDefault(flag, false),
  /** The currency of a transaction that names none: the merchant's default. */
  merchantCurrency: withDefault(text, SIGNER_SETTINGS.merchantCurrency.default),
  /** What the merchant's facility fills in where an order has none; shown by `florin doctor`. */
  merchantDefaults: optional(object({ billerCode: optional(text), crn2: optional(text), crn3: optional(text) })),
  /** The transaction type that the merchant's facility expects of its web shop. */
  transactionType: withDefault(choice(SIGNER_SETTINGS.transactionType.values), SIGNER_SETTINGS.transactionType.default),
  /** How long an AuthKey lives at the service. A value below the real lifetime is unsafe. */
  keyLifetimeSeconds: withDefault(whole(1, DAY, 'seconds'), SIGNER_SETTINGS.keyLifetimeSeconds.default),
  /** How many days the store keeps an order after its last payment; default: for ever. */
  retention: optional(whole(SIGNER_SETTINGS.retention.least, SIGNER_SETTINGS.retention.most, 'days')),
  /** Origins of pages besides that of `publicUrl`. */
  allowedOrigins: optional(list(origin)),
  /** Where the shopper goes after the service's redirect: a path of the shop, or a URL on one of its origins; `{order}` stands for the order. */
  returnTo: withDefault(text, '/'),
  /** The order tokens that the signer accepts. */
  orders: object({
    /** `iss` of the tokens. */
    issuer: text,
    /** `aud` of the tokens. */
    audience: text,
    /** Each key that may sign a token. */
    keys: list(
      object({
        /** Name of the key in the header of a token. */
        kid: text,
        /** Algorithm of the signature. */
        alg: choice(ORDER_ALGORITHMS),
        /** Text for HS256; else the public key, PEM or JWK. */
        key: orderKey,
      }),
    ),
  }),
  /** The callbacks that notify the shop. */
  callbacks: object({
    /** The shop's URL for callbacks. */
    url,
    /** The shop's URL that answers what an order costs now. */
    termsUrl: optional(url),
    /** `iss` of the callbacks. */
    issuer: withDefault(text, 'florin'),
    /** Name of the key in the header of a callback. */
    kid: text,
    /** Algorithm of the signature. */
    alg: choice(ORDER_ALGORITHMS),
    /** Text for HS256; else the private key, PEM or JWK. */
    key: secret,
    /** How long a callback may take; then its connection is closed, and it is repeated later. */
    timeoutSeconds: withDefault(whole(1, CALLBACK_LIFETIME, 'seconds'), SIGNER_SETTINGS.callbackTimeoutSeconds.default),
  }),
  /** Whether order tokens may have a `surcharge`; if not, such a token is refused. */
  surcharges: withDefault(flag, false),
  /** Whether order tokens must have `person` while many cards are declined. */
  challenge: withDefault(flag, false),
  /** Allows the service's own frame; not with `surcharges`. */
  iframe: optional(
    object({
      /** Design tokens of the shop, for the fields of the frame. */
      theme: optional(frameTheme),
      /** Style text for the frame, after the rules of `theme`. */
      css: optional(text),
    }),
  ),
  /** Allows the service's hosted page; not with `surcharges`. */
  redirect: optional(
    object({
      /** The name in the page's URL. */
      merchantShortName: text,
      /** Text of the page's link back to the shop; default `merchantName`. */
      backLabel: optional(text),
      /** Where the link leads from a payment; `{order}` stands for the order. */
      backUrl: optional(text),
      /** Where the link leads from a page that saves something. */
      backToCardsUrl: optional(text),
    }),
  ),
  /** Allows the plain form that works without script; not with `surcharges`. */
  webform: optional(
    object({
      /** Title of the form's page. */
      title: optional(text),
      /** Design tokens of the shop, for this page. */
      theme: optional(frameTheme),
    }),
  ),
  /** Allows saved cards. */
  savedCards: optional(
    object({
      /** The cookie with the shopper's token. */
      cookie: withDefault(cookieName, 'florin_shopper'),
      /** Where the shopper goes after the service's token page. */
      returnTo: withDefault(text, '/'),
    }),
  ),
  /** `{ "sqlite": "file" }` or `{ "postgres": { "env": "NAME" }, "schema": "florin_signer" }`. */
  store: withDefault(store, { sqlite: CLAIMS_FILE }),
  /** How long the start waits for a PostgreSQL that is not there yet; then the process ends. */
  storeWaitSeconds: withDefault(whole(0, 3600, 'seconds'), 60),
  /** Limits and short claims that several processes share; needs the package `@redis/client`. */
  redis: optional(
    object({
      /** URL of the server; a secret if it has a user name or password. */
      url: textOrSecret,
      /** Prefix of the keys in Redis; default `florin`. */
      prefix: optional(text),
    }),
  ),
  /** Address and port of the signer. */
  listen: withDefault(
    object({
      ...ADDRESS,
      /** Number of the shop's own proxies, so that limits count clients. */
      proxies: withDefault(whole(0, 10), 0),
      /** Instead: the header in which the shop's proxy writes the client's address, such as `X-Real-IP`. */
      clientHeader: optional(text),
    }),
    { port: 4000 },
  ),
  /** The frame page of `isolation="frame"`. */
  frame: optional(
    object({
      /** Address and port of the frame page. */
      listen: object(ADDRESS),
      /** The private key of `florin signer frame-keys`. */
      signingKey: jwk,
      /** A second key, public or private, whose signatures the frame page accepts too. Only during a change. */
      otherKey: optional(jwk),
      /** Origins of pages that may embed the frame; default: those of the shop. */
      parents: optional(list(origin)),
      /** The site that shop and frame share: binds keys to the shopper's browser. */
      cookieDomain: optional(text),
    }),
  ),
  /** How often the signer looks for payments whose answer was lost, and retries callbacks. */
  reconcileSeconds: withDefault(whole(5, 3600, 'seconds'), 60),
  /** Whether the transactions of the last 48 hours are audited once a day. */
  dailyAudit: withDefault(flag, true),
  /** How fast it asks the service then. It slows down by itself when the service is slow or answers 429. */
  reconciliation: withDefault(
    object({
      /** The most calls at the same time. */
      atOnce: withDefault(whole(1, 100), SIGNER_SETTINGS.reconciliation.atOnce),
      /** How many calls may begin in a second, on average. */
      callsPerSecond: withDefault(whole(1, 1000), SIGNER_SETTINGS.reconciliation.callsPerSecond),
    }),
    SIGNER_SETTINGS.reconciliation,
  ),
  /** At SIGTERM: how long `/ready` is 503 while calls are still taken, so that balancers turn away first. */
  drainSeconds: withDefault(whole(0, 300, 'seconds'), 1),
  /** The least level of entries in the log, which are JSON lines on standard error. At `warn` it has no `payment`. */
  logLevel: withDefault(choice(LOG_LEVELS), 'info'),
};

type StoreConfig = { readonly sqlite: string } | { readonly postgres: SecretSource; readonly schema?: string };
type StoreSettings = { readonly sqlite: string } | { readonly postgres: string; readonly schema: string | undefined };
type Read = ReadOf<typeof SIDECAR_CONFIG>;

/** `florin.config.(json|js|mjs|ts)`. Paths are relative to the file. */
export type SidecarConfig = WrittenOf<typeof SIDECAR_CONFIG>;

/** Address and port of a server. */
export type Address = ReadOf<typeof ADDRESS>;

/** The configuration after reading: with defaults and secrets. Never log it. */
export interface SidecarSettings extends Omit<Read, 'callbacks' | 'frame' | 'iframe' | 'redirect' | 'webform'> {
  readonly allowedOrigins: readonly string[];
  readonly callbacks: Read['callbacks'] & { readonly audience: string };
  /** The methods that are allowed besides the card form's own (`javascript`). */
  readonly methods: Pick<SignerOptions, 'iframe' | 'redirect' | 'webform'>;
  readonly frame: (NonNullable<Read['frame']> & { readonly parents: readonly string[] }) | undefined;
}

/**
 * Reads a configuration.
 * @throws TypeError naming the wrong member; no message contains a secret
 */
export function readSidecarConfig(value: unknown, place: ConfigPlace): SidecarSettings {
  const { iframe, redirect, webform, frame, ...read } = object(SIDECAR_CONFIG).read({ name: '', value }, place);
  const { publicUrl, allowedOrigins = [], orders, callbacks, savedCards } = read;
  const pages = { publicUrl, origins: [new URL(publicUrl).origin, ...allowedOrigins] };
  assertReturnTo('returnTo', read.returnTo, pages);
  if (savedCards) assertReturnTo('savedCards.returnTo', savedCards.returnTo, pages);
  assertApart([
    ['service.password', read.service.password],
    ['service.otherPassword', read.service.otherPassword],
    ['secret', read.secret],
    ['otherSecret', read.otherSecret],
    ...orders.keys.map(({ key }, index) => [`orders.keys[${index}].key`, key] as const),
    ['callbacks.key', callbacks.key],
  ]);
  return {
    ...read,
    allowedOrigins,
    callbacks: { ...callbacks, audience: orders.issuer },
    methods: { ...(iframe && { iframe }), ...(redirect && { redirect }), ...(webform && { webform }) },
    frame: frame && { parents: pages.origins, ...frame },
  };
}

/** Reads only the member `service`, for the other commands. @throws TypeError naming the wrong member */
export function readService(node: Node, place: ConfigPlace): ServiceAccount {
  return object(SERVICE).read(node, place);
}

function readSupport({ name, value }: Node): Support {
  SUPPORT(name, value);
  return value as Support;
}

function readOrigin(node: Node): string {
  const address = readUrl(node);
  if (new URL(address).origin === address) return address;
  throw new TypeError(`${node.name} must be an origin, like ${new URL(address).origin}`);
}

/** A PEM or a secret is text; a JWK is JSON. */
function readKey(node: Node, place: ConfigPlace): string | JWK {
  const key = readSecret(node, place);
  return key.trimStart().startsWith('{') ? readJwk(node, key) : key;
}

function readJwk(node: Node, key: string): JWK {
  try {
    return JSON.parse(key) as JWK;
  } catch {
    // The parser's message quotes the key.
    throw new TypeError(`${node.name} must be a JWK in JSON`);
  }
}

/** Addresses of the shop's pages. */
interface Pages {
  readonly publicUrl: string;
  readonly origins: readonly string[];
}

/** Refuses all but a path or a URL on one of the shop's origins, such as `//elsewhere` and `javascript:`. */
function assertReturnTo(name: string, returnTo: string, { publicUrl, origins }: Pages): void {
  const example = returnTo.replaceAll('{order}', '1');
  if (URL.canParse(example, publicUrl) && origins.includes(new URL(example, publicUrl).origin)) return;
  throw new TypeError(
    `${name} must be a path of the shop, or an address on publicUrl's origin or one of allowedOrigins`,
  );
}

/** A cookie name by RFC 6265. */
const COOKIE = /^[\w!#$%&'*+.^`|~-]{1,64}$/;

function readCookieName(node: Node): string {
  const name = readText(node);
  if (COOKIE.test(name)) return name;
  throw new TypeError(`${node.name} must be the name of a cookie`);
}

function readStore(node: Node, place: ConfigPlace): StoreSettings {
  const { sqlite, postgres, schema } = readObject(node, ['sqlite', 'postgres', 'schema']);
  if (ifPresent(sqlite) && !ifPresent(postgres) && !ifPresent(schema)) {
    return { sqlite: resolve(place.folder, readText(sqlite)) };
  }
  if (ifPresent(sqlite) || !ifPresent(postgres)) {
    throw new TypeError('store must be { "sqlite": "file" } or { "postgres": { "env": "NAME" }, "schema": "name" }');
  }
  return { postgres: readSecret(postgres, place), schema: ifPresent(schema) && readText(schema) };
}
