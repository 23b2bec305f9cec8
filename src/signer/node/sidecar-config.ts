/** The configuration of `florin signer`: one schema. Types, reader and docs/reference/settings.md are derived from it. */
import { resolve } from 'node:path';
import type { JWK } from 'jose';
import * as z from 'zod';
import { BRAND_IDS } from '../../core/card/brand.js';
import {
  choice,
  flag,
  noted,
  notesOf,
  list,
  object,
  readInput,
  text,
  textLike,
  whole,
  withoutUndefined,
  type Problems,
} from '../../wire/read-input.js';
import { SUPPORT } from '../attempts/shop-contact.js';
import { FRAME_THEME } from '../frame/frame-theme.js';
import { LOG_LEVELS } from '../monitoring/clean-log.js';
import { ORDER_ALGORITHMS } from '../order-tokens/order-token.js';
import { assertApart } from '../secrets/assert-apart.js';
import { CLAIMS_FILE, OPTION_RULES } from '../option-rules.js';
import type { ServiceAccount } from '../service/service-account.js';
import type { SignerOptions } from '../signer-options.js';
import {
  ORIGIN,
  secretFrom,
  textOrSecretFrom,
  URL_TEXT,
  type ConfigPlace,
  type SecretSource,
} from './sidecar-members.js';

const DAY = 86_400;
/** Lifetime of a callback's JWS in seconds. Each try is signed anew. */
export const CALLBACK_LIFETIME = 300;

const TEXT = text();
/** A cookie name by RFC 6265. */
const COOKIE = textLike('must be the name of a cookie', /^[\w!#$%&'*+.^`|~-]{1,64}$/);
const CONTACT = noted(SUPPORT, { limits: 'a sentence, or `{ email, phone, url }`' });

/** A list with at least one item. */
function filled<Item extends z.ZodType>(item: Item) {
  const rule = 'must be a list that is not empty';
  const schema = list(item, rule).refine((items) => items.length > 0, rule);
  return noted(schema, { item, ...notesOf.get(item) });
}

function serviceOf(place: ConfigPlace) {
  const secret = secretFrom(place);
  return object({
    /** Address of the service, without `/webapi`: https, or http on this machine. */
    baseUrl: URL_TEXT,
    /** The merchant at the service. */
    merchantNumber: TEXT,
    /** The API user of the shop. */
    username: textOrSecretFrom(place),
    /** The password of the API user. */
    password: secret,
    /** A second password: whichever the service accepts is used. Only during a change. */
    otherPassword: secret.exactOptional(),
    /** Version of the interface; default `v3`. */
    version: choice(['v2', 'v3']).exactOptional(),
    /** Where browsers send the card, if they reach the service by another address (containers). */
    browserUrl: URL_TEXT.exactOptional(),
    /**
     * True to call a service on another machine by http, where nobody else can listen: for example in a network of containers.
     */
    allowPlainHttp: flag().exactOptional(),
  });
}

const ADDRESS = {
  /** 0 selects any free port. */
  port: whole(0, 65_535),
  /** Address of this machine. */
  host: TEXT.default('127.0.0.1'),
};

/** The members of the file, in the order of the documentation. */
export function sidecarConfig(place: ConfigPlace) {
  const secret = secretFrom(place);
  const jwk = secret.transform(readJwk);
  return object({
    /** The payment service, and the account for its calls. */
    service: serviceOf(place),
    /** 32 characters or more; signs claims. The same in every process. */
    secret,
    /** A second secret, which signs nothing: what it has signed is accepted too. Only during a change. */
    otherSecret: secret.exactOptional(),
    /** Where browsers reach the signer. */
    publicUrl: URL_TEXT,
    /** The name on receipts. */
    merchantName: TEXT,
    /** How shoppers reach the shop while the outcome of a payment is not known. */
    support: CONTACT.exactOptional(),
    /** Whether the shop sends an e-mail when it knows the outcome; the shopper is then told so. */
    confirmsByEmail: flag().default(false),
    /** Whether the shopper is told of a decline for lack of money, where the law of the shop's country lets it. */
    tellsNoFunds: flag().default(false),
    /** The currency of a transaction that names none: the merchant's default. */
    merchantCurrency: TEXT.default(OPTION_RULES.merchantCurrency.default),
    /** What the merchant's facility fills in where an order has none; shown by `florin doctor`. */
    merchantDefaults: object({
      billerCode: TEXT.exactOptional(),
      crn2: TEXT.exactOptional(),
      crn3: TEXT.exactOptional(),
    }).exactOptional(),
    /** The transaction type that the merchant's facility expects of its web shop. */
    transactionType: choice(OPTION_RULES.transactionType.values).default(OPTION_RULES.transactionType.default),
    /** How long an AuthKey lives at the service. A value below the real lifetime is unsafe. */
    keyLifetimeSeconds: whole(1, DAY, 'seconds').default(OPTION_RULES.keyLifetimeSeconds.default),
    /** How many days the store keeps an order after its last payment; default: for ever. */
    retention: whole(OPTION_RULES.retention.least, OPTION_RULES.retention.most, 'days').exactOptional(),
    /** Origins of pages besides that of `publicUrl`. */
    allowedOrigins: filled(ORIGIN).exactOptional(),
    /**
     * Where the shopper goes after the service's redirect: a path of the shop, or a URL on one of its origins; `{order}` stands
     * for the order.
     */
    returnTo: TEXT.default('/'),
    /** The order tokens that the signer accepts. */
    orders: object({
      /** `iss` of the tokens. */
      issuer: TEXT,
      /** `aud` of the tokens. */
      audience: TEXT,
      /** Each key that may sign a token. */
      keys: filled(
        object({
          /** Name of the key in the header of a token. */
          kid: TEXT,
          /** Algorithm of the signature. */
          alg: choice(ORDER_ALGORITHMS),
          /** Text for HS256; else the public key, PEM or JWK. */
          key: secret.transform(readKey),
        }),
      ),
    }),
    /** The callbacks that notify the shop. */
    callbacks: object({
      /** The shop's URL for callbacks. */
      url: URL_TEXT,
      /** The shop's URL that answers what an order costs now. */
      termsUrl: URL_TEXT.exactOptional(),
      /** `iss` of the callbacks. */
      issuer: TEXT.default('florin'),
      /** Name of the key in the header of a callback. */
      kid: TEXT,
      /** Algorithm of the signature. */
      alg: choice(ORDER_ALGORITHMS),
      /** Text for HS256; else the private key, PEM or JWK. */
      key: secret,
      /** How long a callback may take; then its connection is closed, and it is repeated later. */
      timeoutSeconds: whole(1, CALLBACK_LIFETIME, 'seconds').default(OPTION_RULES.callbackTimeoutSeconds.default),
    }),
    /** Whether order tokens may have a `surcharge`; if not, such a token is refused. */
    surcharges: flag().default(false),
    /** Whether order tokens must have `person` while many cards are declined. */
    challenge: flag().default(false),
    /** Allows the service's own frame; not with `surcharges`. */
    iframe: object({
      /** Design tokens of the shop, for the fields of the frame. */
      theme: FRAME_THEME.exactOptional(),
      /** Style text for the frame, after the rules of `theme`. */
      css: TEXT.exactOptional(),
    }).exactOptional(),
    /** Allows the service's hosted page; not with `surcharges`. */
    redirect: object({
      /** The name in the page's URL. */
      merchantShortName: TEXT,
      /** Text of the page's link back to the shop; default `merchantName`. */
      backLabel: TEXT.exactOptional(),
      /** Where the link leads from a payment; `{order}` stands for the order. */
      backUrl: TEXT.exactOptional(),
      /** Where the link leads from a page that saves something. */
      backToCardsUrl: TEXT.exactOptional(),
    }).exactOptional(),
    /** Allows the plain form that works without script; not with `surcharges`. */
    webform: object({
      /** Title of the form's page. */
      title: TEXT.exactOptional(),
      /** Ids of the card brands that the shop accepts (`visa`), which the page names. */
      acceptedBrands: list(choice(BRAND_IDS)).exactOptional(),
      /** Where the page's link back to the shop leads; `{order}` stands for the order. */
      backUrl: TEXT.exactOptional(),
      /** Design tokens of the shop, for this page. */
      theme: FRAME_THEME.exactOptional(),
    }).exactOptional(),
    /** Allows saved cards. */
    savedCards: object({
      /** The cookie with the shopper's token. */
      cookie: COOKIE.default('florin_shopper'),
      /** Where the shopper goes after the service's token page. */
      returnTo: TEXT.default('/'),
    }).exactOptional(),
    /** `{ "sqlite": "file" }` or `{ "postgres": { "env": "NAME" }, "schema": "florin_signer" }`. */
    store: storeOf(place).prefault({ sqlite: CLAIMS_FILE }),
    /** How long the start waits for a PostgreSQL that is not there yet; then the process ends. */
    storeWaitSeconds: whole(0, 3600, 'seconds').default(60),
    /** Limits and short claims that several processes share; needs the package `@redis/client`. */
    redis: object({
      /** URL of the server; a secret if it has a user name or password. */
      url: textOrSecretFrom(place),
      /** Prefix of the keys in Redis; default `florin`. */
      prefix: TEXT.exactOptional(),
    }).exactOptional(),
    /** Address and port of the signer. */
    listen: object({
      ...ADDRESS,
      /** Number of the shop's own proxies, so that limits count clients. */
      proxies: whole(0, 10).default(0),
      /** Instead: the header in which the shop's proxy writes the client's address, such as `X-Real-IP`. */
      clientHeader: TEXT.exactOptional(),
    }).prefault({ port: 4000 }),
    /** The frame page of `isolation="frame"`. */
    frame: object({
      /** Address and port of the frame page. */
      listen: object(ADDRESS),
      /** The private key of `florin signer frame-keys`. */
      signingKey: jwk,
      /** A second key, public or private, whose signatures the frame page accepts too. Only during a change. */
      otherKey: jwk.exactOptional(),
      /** Origins of pages that may embed the frame; default: those of the shop. */
      parents: filled(ORIGIN).exactOptional(),
      /** The site that shop and frame share: binds keys to the shopper's browser. */
      cookieDomain: TEXT.exactOptional(),
    }).exactOptional(),
    /** How often the signer looks for payments whose answer was lost, and retries callbacks. */
    reconcileSeconds: whole(5, 3600, 'seconds').default(60),
    /** Whether the transactions of the last 48 hours are audited once a day. */
    dailyAudit: flag().default(true),
    /** How fast it asks the service then. It slows down by itself when the service is slow or answers 429. */
    reconciliation: object({
      /** The most calls at the same time. */
      atOnce: whole(1, 100).default(OPTION_RULES.reconciliation.atOnce),
      /** How many calls may begin in a second, on average. */
      callsPerSecond: whole(1, 1000).default(OPTION_RULES.reconciliation.callsPerSecond),
    }).default(OPTION_RULES.reconciliation),
    /** At SIGTERM: how long `/ready` is 503 while calls are still taken, so that balancers turn away first. */
    drainSeconds: whole(0, 300, 'seconds').default(1),
    /** The least level of entries in the log, which are JSON lines on standard error. At `warn` it has no `payment`. */
    logLevel: choice(LOG_LEVELS).default('info'),
  });
}

type StoreConfig = { readonly sqlite: string } | { readonly postgres: SecretSource; readonly schema?: string };
type StoreSettings = { readonly sqlite: string } | { readonly postgres: string; readonly schema: string | undefined };
type Schema = ReturnType<typeof sidecarConfig>;
type Read = Readonly<z.output<Schema>>;

/** `florin.config.(json|js|mjs|ts)`. Paths are relative to the file. */
export type SidecarConfig = z.input<Schema>;

/** Address and port of a server. */
export type Address = z.output<z.ZodObject<typeof ADDRESS>>;

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
  const { iframe, redirect, webform, frame, ...read } = readInput(sidecarConfig(place), withoutUndefined(value), '');
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
export function readService(value: unknown, place: ConfigPlace): ServiceAccount {
  return readInput(serviceOf(place), withoutUndefined(value), 'service');
}

/** Reads only the member `store`. @throws TypeError naming the wrong member */
export function readStore(value: unknown, place: ConfigPlace): StoreSettings {
  return readInput(storeOf(place).prefault({ sqlite: CLAIMS_FILE }), value, 'store');
}

/** A PEM or a secret is text; a JWK is JSON. */
function readKey(key: string, context: Problems): string | JWK {
  return key.trimStart().startsWith('{') ? readJwk(key, context) : key;
}

function readJwk(key: string, context: Problems): JWK {
  try {
    return JSON.parse(key) as JWK;
  } catch {
    // The parser's message quotes the key.
    context.addIssue('must be a JWK in JSON');
    return z.NEVER;
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

function storeOf(place: ConfigPlace) {
  const members = {
    sqlite: TEXT.exactOptional(),
    postgres: secretFrom(place).exactOptional(),
    schema: TEXT.exactOptional(),
  };
  const store = object(members).transform(({ sqlite, postgres, schema }, context): StoreSettings => {
    if (sqlite !== undefined && postgres === undefined && schema === undefined) {
      return { sqlite: resolve(place.folder, sqlite) };
    }
    if (sqlite === undefined && postgres !== undefined) return { postgres, schema };
    context.addIssue('must be { "sqlite": "file" } or { "postgres": { "env": "NAME" }, "schema": "name" }');
    return z.NEVER;
  });
  return store as unknown as z.ZodType<StoreSettings, StoreConfig>;
}
