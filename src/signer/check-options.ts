/**
 * Checks the options of `createSigner` at once, so that a misspelled name, a missing secret or a
 * callback that is not a function does not fail only at the first payment. Errors name the wrong
 * member, never its value.
 */
import { SUPPORT } from './attempts/shop-contact.js';
import type { ClaimStore } from './claims/claim-store.js';
import { checkTheme, type FrameColours, type FrameTheme } from './frame/frame-theme.js';
import type { CallCounter, CallLimit, TryCounter } from './guards/call-limits.js';
import type { OpenTelemetry } from './monitoring/open-telemetry.js';
import {
  ABOVE_ZERO,
  BOOLEAN,
  FUNCTION,
  ifMember,
  listOf,
  NUMBER,
  OBJECT_OR_FALSE,
  objectWith,
  oneOf,
  only,
  optional,
  TEXT,
  TEXT_OR_EMPTY,
  type Check,
  type Checks,
} from './option-check.js';
import { assertApart } from './secrets/assert-apart.js';
import type { PaymentService } from './service/payment-service.js';
import type { ServiceAccount, ServiceConnection, SignerOptions } from './signer-options.js';

const API_VERSION = oneOf('v2', 'v3');
const ACCOUNT: Checks<ServiceAccount> = {
  baseUrl: TEXT,
  allowPlainHttp: optional(BOOLEAN),
  merchantNumber: TEXT,
  username: TEXT,
  password: TEXT,
  otherPassword: optional(TEXT),
  version: optional(API_VERSION),
  browserUrl: optional(TEXT),
  fetch: optional(FUNCTION),
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
  version: optional(API_VERSION),
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
const limitOr = (counter: Readonly<Record<string, Check>>) =>
  ifMember('take', objectWith({ ...counter, networks: optional(objectWith(counter)) }), only(LIMIT));
const RATE_LIMIT: Checks<Exclude<SignerOptions['rateLimit'], false | undefined>> = {
  client: optional(limitOr(CALL_COUNTER)),
  order: optional(limitOr(CALL_COUNTER)),
  tries: optional(limitOr(TRY_COUNTER)),
  declines: optional(limitOr(TRY_COUNTER)),
};

const DEFAULTS: Checks<NonNullable<SignerOptions['merchantDefaults']>> = {
  billerCode: optional(TEXT),
  crn2: optional(TEXT),
  crn3: optional(TEXT),
};

/** The members of a private key on P-256. A JWK may have others. */
const SIGNING_KEY = { kty: oneOf('EC'), crv: oneOf('P-256'), x: TEXT, y: TEXT, d: TEXT };

const COLOURS: Checks<FrameColours> = {
  ink: optional(TEXT),
  inkSoft: optional(TEXT),
  paper: optional(TEXT),
  line: optional(TEXT),
  accent: optional(TEXT),
  danger: optional(TEXT),
};
const THEME_MEMBERS: Checks<FrameTheme> = {
  light: optional(only(COLOURS)),
  dark: optional(only(COLOURS)),
  radius: optional(TEXT),
  controlHeight: optional(TEXT),
  font: optional(TEXT),
};
const THEME: Check = (name, value) => {
  only(THEME_MEMBERS)(name, value);
  checkTheme(name, value as FrameTheme);
};

const OPTION_MEMBERS: Checks<SignerOptions> = {
  service: ifMember('client', only(CONNECTION), only(ACCOUNT)),
  store: objectWith({ ...STORE, notifyPaid: optional(FUNCTION) }),
  secret: TEXT,
  otherSecret: optional(TEXT),
  allowPublishedSecret: optional(BOOLEAN),
  publicUrl: TEXT,
  clientHeader: optional(TEXT),
  basePath: optional(TEXT),
  merchantName: TEXT,
  support: optional(SUPPORT),
  confirmsByEmail: optional(BOOLEAN),
  merchantCurrency: optional(TEXT),
  merchantDefaults: optional(only(DEFAULTS)),
  transactionType: optional(oneOf('internet', 'ecommerce')),
  retention: optional(NUMBER),
  keyLifetimeSeconds: optional(NUMBER),
  callbackTimeoutSeconds: optional(ABOVE_ZERO),
  dailyAudit: optional(BOOLEAN),
  reconciliation: optional(only({ atOnce: optional(ABOVE_ZERO), callsPerSecond: optional(ABOVE_ZERO) })),
  priceOrder: FUNCTION,
  surcharge: optional(FUNCTION),
  onPaid: optional(FUNCTION),
  currentTerms: optional(FUNCTION),
  onMismatch: optional(FUNCTION),
  orderVersions: optional(oneOf('opaque', 'rising')),
  returnTo: optional(FUNCTION),
  authoriseToken: optional(FUNCTION),
  onTokenStored: optional(FUNCTION),
  returnToCards: optional(FUNCTION),
  iframe: optional(only({ css: optional(TEXT_OR_EMPTY), theme: optional(THEME) })),
  redirect: optional(
    only({
      merchantShortName: TEXT,
      backLabel: optional(TEXT),
      backUrl: optional(TEXT),
      backToCardsUrl: optional(TEXT),
    }),
  ),
  webform: optional(only({ title: optional(TEXT), theme: optional(THEME) })),
  frame: optional(only({ signingKey: objectWith(SIGNING_KEY) })),
  webhooks: optional(BOOLEAN),
  allowedOrigins: optional(listOf(TEXT)),
  clock: optional(objectWith({ now: FUNCTION })),
  log: optional(FUNCTION),
  openTelemetry: optional(objectWith(OPEN_TELEMETRY)),
  rateLimit: optional((name, value) => {
    OBJECT_OR_FALSE(name, value);
    if (value !== false) only(RATE_LIMIT)(name, value);
  }),
  shortClaims: optional(objectWith({ hold: FUNCTION })),
  challenge: optional(FUNCTION),
  onCspReport: optional(FUNCTION),
};
const OPTIONS = only(OPTION_MEMBERS);

/** Every method of a store except the one that runs the shop's own code. */
export const STORE_CALLS = Object.keys(STORE) as readonly (keyof typeof STORE)[];

/** @throws TypeError or RangeError naming the member that is wrong */
export function checkOptions(options: SignerOptions): void {
  OPTIONS('', options);
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
