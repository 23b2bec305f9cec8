/**
 * Checks the options of `createSigner` at once, so that a misspelled name, a missing secret or a
 * callback that is not a function does not fail only at the first payment. Errors name the wrong
 * member, never its value.
 */
import * as z from 'zod';
import { BRAND_IDS } from '../core/card/brand.js';
import { choice, either, flag, list, object, readInput, text } from '../wire/read-input.js';
import { SUPPORT } from './attempts/shop-contact.js';
import type { ClaimStore } from './claims/claim-store.js';
import { FRAME_THEME } from './frame/frame-theme.js';
import type { CallCounter, CallLimit, TryCounter } from './guards/call-limits.js';
import type { OpenTelemetry } from './monitoring/open-telemetry.js';
import { assertApart } from './secrets/assert-apart.js';
import type { PaymentService } from './service/payment-service.js';
import type { ServiceAccount, ServiceConnection } from './service/service-account.js';
import type { SignerOptions } from './signer-options.js';

/** A schema for each member of `T`. The compiler refuses a table that lacks one. */
type Checks<T> = Readonly<Record<keyof T, z.ZodType>>;

const TEXT = text();
const FUNCTION = z.custom((value) => typeof value === 'function', 'must be a function');
const ABOVE_ZERO = z.number('must be a number above 0').gt(0, 'must be a number above 0');
const FLAG = flag();

/** An object with these members. It may have others: methods of a class, members of another standard. */
const objectWith = (members: Readonly<Record<string, z.ZodType>>) => z.object(members, 'must be an object');
/** The second schema for an object that has the member, else the third. */
const ifMember = (member: string, present: z.ZodType, absent: z.ZodType) =>
  either((value) => typeof value === 'object' && value !== null && member in value, present, absent);

const API_VERSION = choice(['v2', 'v3']);
const ACCOUNT: Checks<ServiceAccount> = {
  baseUrl: TEXT,
  allowPlainHttp: FLAG.optional(),
  merchantNumber: TEXT,
  username: TEXT,
  password: TEXT,
  otherPassword: TEXT.optional(),
  version: API_VERSION.optional(),
  browserUrl: TEXT.optional(),
  fetch: FUNCTION.optional(),
};
/** The other calls are checked where the options that need them are read (payment-service.ts). */
const CLIENT: Checks<Pick<PaymentService, 'createAuthKey' | 'getResult' | 'getTransaction' | 'searchTransactions'>> = {
  createAuthKey: FUNCTION,
  getResult: FUNCTION,
  getTransaction: FUNCTION,
  searchTransactions: FUNCTION,
};
const CONNECTION: Checks<ServiceConnection> = {
  client: objectWith(CLIENT),
  browserUrl: TEXT,
  merchantNumber: TEXT,
  version: API_VERSION.optional(),
};
const STORE: Checks<Omit<ClaimStore, 'notifyPaid'>> = {
  now: FUNCTION,
  readOrder: FUNCTION,
  readClaim: FUNCTION,
  readClaimByReference: FUNCTION,
  addClaim: FUNCTION,
  takeLease: FUNCTION,
  failLease: FUNCTION,
  goLive: FUNCTION,
  markAsked: FUNCTION,
  markHinted: FUNCTION,
  clearHint: FUNCTION,
  supersede: FUNCTION,
  expire: FUNCTION,
  record: FUNCTION,
  takeNotice: FUNCTION,
  supersedePayment: FUNCTION,
  finishNotice: FUNCTION,
  failNotice: FUNCTION,
  readDueNotices: FUNCTION,
  takeOpenClaims: FUNCTION,
  readBacklog: FUNCTION,
  readEntries: FUNCTION,
  readMark: FUNCTION,
  setMark: FUNCTION,
  removeSettled: FUNCTION,
  forgetOrder: FUNCTION,
  close: FUNCTION,
};

const OPEN_TELEMETRY: Checks<OpenTelemetry> = {
  trace: objectWith({ getTracer: FUNCTION, getActiveSpan: FUNCTION }),
  metrics: objectWith({ getMeterProvider: FUNCTION }),
};
const LIMIT: Checks<CallLimit> = { calls: ABOVE_ZERO, seconds: ABOVE_ZERO };
const CALL_COUNTER: Checks<Omit<CallCounter, 'networks'>> = { take: FUNCTION };
const TRY_COUNTER: Checks<Omit<TryCounter, 'networks'>> = { take: FUNCTION, peek: FUNCTION, giveBack: FUNCTION };
/** A limit, or a counter of the shop's own. */
const limitOr = (counter: Readonly<Record<string, z.ZodType>>) =>
  ifMember('take', objectWith({ ...counter, networks: objectWith(counter).optional() }), object(LIMIT));
const RATE_LIMIT: Checks<Exclude<SignerOptions['rateLimit'], false | undefined>> = {
  client: limitOr(CALL_COUNTER).optional(),
  order: limitOr(CALL_COUNTER).optional(),
  tries: limitOr(TRY_COUNTER).optional(),
  declines: limitOr(TRY_COUNTER).optional(),
};

const DEFAULTS: Checks<NonNullable<SignerOptions['merchantDefaults']>> = {
  billerCode: TEXT.optional(),
  crn2: TEXT.optional(),
  crn3: TEXT.optional(),
};

/** The members of a private key on P-256. A JWK may have others. */
const SIGNING_KEY = { kty: choice(['EC']), crv: choice(['P-256']), x: TEXT, y: TEXT, d: TEXT };

const OPTION_MEMBERS: Checks<SignerOptions> = {
  service: ifMember('client', object(CONNECTION), object(ACCOUNT)),
  store: objectWith({ ...STORE, notifyPaid: FUNCTION.optional() }),
  secret: TEXT,
  otherSecret: TEXT.optional(),
  allowPublishedSecret: FLAG.optional(),
  publicUrl: TEXT,
  clientHeader: TEXT.optional(),
  basePath: TEXT.optional(),
  merchantName: TEXT,
  support: SUPPORT.optional(),
  confirmsByEmail: FLAG.optional(),
  tellsNoFunds: FLAG.optional(),
  merchantCurrency: TEXT.optional(),
  merchantDefaults: object(DEFAULTS).optional(),
  transactionType: choice(['internet', 'ecommerce']).optional(),
  retention: z.number('must be a number').optional(),
  keyLifetimeSeconds: z.number('must be a number').optional(),
  callbackTimeoutSeconds: ABOVE_ZERO.optional(),
  dailyAudit: FLAG.optional(),
  reconciliation: object({ atOnce: ABOVE_ZERO.optional(), callsPerSecond: ABOVE_ZERO.optional() }).optional(),
  priceOrder: FUNCTION,
  surcharge: FUNCTION.optional(),
  onPaid: FUNCTION.optional(),
  currentTerms: FUNCTION.optional(),
  onMismatch: FUNCTION.optional(),
  orderVersions: choice(['opaque', 'rising']).optional(),
  returnTo: FUNCTION.optional(),
  authoriseToken: FUNCTION.optional(),
  onTokenStored: FUNCTION.optional(),
  returnToCards: FUNCTION.optional(),
  iframe: object({ css: z.string('must be text').optional(), theme: FRAME_THEME.optional() }).optional(),
  redirect: object({
    merchantShortName: TEXT,
    backLabel: TEXT.optional(),
    backUrl: TEXT.optional(),
    backToCardsUrl: TEXT.optional(),
  }).optional(),
  webform: object({
    title: TEXT.optional(),
    acceptedBrands: list(choice(BRAND_IDS)).optional(),
    backUrl: TEXT.optional(),
    theme: FRAME_THEME.optional(),
  }).optional(),
  frame: object({ signingKey: objectWith(SIGNING_KEY) }).optional(),
  webhooks: FLAG.optional(),
  allowedOrigins: list(TEXT, 'must be a list').optional(),
  clock: objectWith({ now: FUNCTION }).optional(),
  log: FUNCTION.optional(),
  openTelemetry: objectWith(OPEN_TELEMETRY).optional(),
  rateLimit: either(
    (value) => typeof value === 'object',
    object(RATE_LIMIT),
    z.literal(false, 'must be an object or false'),
  ).optional(),
  shortClaims: objectWith({ hold: FUNCTION }).optional(),
  challenge: FUNCTION.optional(),
  onCspReport: FUNCTION.optional(),
};
const OPTIONS = object(OPTION_MEMBERS);

/** Every method of a store except the one that runs the shop's own code. */
export const STORE_CALLS = Object.keys(STORE) as readonly (keyof typeof STORE)[];

/** @throws TypeError or RangeError naming the member that is wrong */
export function checkOptions(options: SignerOptions): void {
  readInput(OPTIONS, options, '', { isOptions: true });
  const { secret, otherSecret, service } = options;
  const { password, otherPassword } = 'password' in service ? service : {};
  assertApart([
    ['service.password', password],
    ['service.otherPassword', otherPassword],
    ['secret', secret],
    ['otherSecret', otherSecret],
  ]);
  checkListeners(options);
}

/** At least one callback must receive each kind of event that moves money. */
function checkListeners({
  store,
  onPaid,
  onMismatch,
  currentTerms,
  authoriseToken,
  onTokenStored,
}: SignerOptions): void {
  if (onPaid && store.notifyPaid) throw new TypeError('onPaid is given twice: to the signer and to its store');
  if (!onPaid && !store.notifyPaid && !(authoriseToken && onTokenStored)) {
    throw new TypeError(
      'onPaid must be a function, so that the shop is notified of payments; it may also be a member of the store. A shop that only saves cards needs authoriseToken and onTokenStored instead',
    );
  }
  if (currentTerms && !onMismatch) {
    throw new TypeError(
      'onMismatch must be a function if currentTerms is given: it is called when the terms have changed',
    );
  }
}
