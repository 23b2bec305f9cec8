/**
 * Checks the options of `createSigner` once and fills in the defaults. All other parts work with
 * the result.
 */
import { isLoopbackHost } from '../core/loopback.js';
import { isCurrency } from '../core/money/currency.js';
import type { PageScheme } from '../core/pay-api.js';
import { trimSlashes } from '../core/trim-slashes.js';
import type { IframeParameters } from '../wire/rest/auth-key.js';
import { STORE_CALLS } from './check-options.js';
import type { ClaimStore } from './claims/claim-store.js';
import { createClaimTokens, createClientNames, HINT_PURPOSE, type ClaimTokens } from './claims/claim-token.js';
import { createReferences, type References } from './claims/references.js';
import { accountOf, scopesOf, type Scopes } from './claims/scope.js';
import { watchStore } from './claims/watched-store.js';
import { createKeySigner, type SignKey } from './frame/frame-keys.js';
import { writeThemeCss } from './frame/frame-theme.js';
import {
  CALL_LIMITS,
  countCallsOf,
  createClientCounter,
  createMemoryCounter,
  THROTTLE_SECONDS,
  type CallCounter,
  type CallLimit,
} from './guards/call-limits.js';
import { createCardTestingGuard, type CardTestingGuard } from './guards/card-testing.js';
import { createReportMerger, REPORT_LIMITS, type MergeReport, type ReportCounters } from './guards/csp-report.js';
import { createPageOrigins, type PageOrigins } from './guards/page-origin.js';
import { createHostedLook, type HostedLook, readBackUrl } from './keys/hosted-page.js';
import { CLAIM_RULES, type ClaimRules } from './keys/next-step.js';
import { createCleanLog } from './monitoring/clean-log.js';
import type { ClockDifferences } from './monitoring/clocks.js';
import { createSetUpLog, type NoteSetUp } from './monitoring/set-up-log.js';
import { createStoreProbe, type ProbeStore } from './monitoring/store-probe.js';
import { createTelemetry, type Telemetry } from './monitoring/telemetry.js';
import { createSavedCardHandles, type SavedCardHandles } from './saved-cards/saved-card-handle.js';
import { assertOwnSecret } from './secrets/published-secret.js';
import type { Secrets } from './secrets/secrets.js';
import { createPace, type Pace } from './service/pace.js';
import {
  readFrameService,
  readTokenService,
  type FrameService,
  type PaymentService,
  type TokenService,
} from './service/payment-service.js';
import { createAddresses, type ServiceAddresses } from './service/service-addresses.js';
import { CIRCUIT_RULES, createCircuit, type ServiceCircuit } from './service/service-circuit.js';
import { SECRET_LENGTH, OPTION_RULES, type TransactionType } from './option-rules.js';
import type { ServiceConnection } from './service/service-account.js';
import type { SignerLogEntry, SignerOptions } from './signer-options.js';

/** The shop's callbacks and settings. */
export type Shop = Pick<
  SignerOptions,
  | 'priceOrder'
  | 'surcharge'
  | 'onPaid'
  | 'currentTerms'
  | 'onMismatch'
  | 'returnTo'
  | 'merchantName'
  | 'support'
  | 'confirmsByEmail'
  | 'tellsNoFunds'
  | 'orderVersions'
  | 'authoriseToken'
  | 'onTokenStored'
  | 'returnToCards'
  | 'challenge'
  | 'shortClaims'
  | 'onCspReport'
>;

/** The dependencies of all parts of the signer. Times are in milliseconds. */
export interface SignerContext {
  readonly service: PaymentService;
  /** Absent if the shop has no saved cards. */
  readonly tokenService: TokenService | undefined;
  /** Absent if the shop does not allow the service's own frame. */
  readonly frameService: FrameService | undefined;
  readonly store: ClaimStore;
  readonly circuit: Pick<ServiceCircuit<PaymentService>, 'state' | 'failures' | 'isAway' | 'refusals'>;
  readonly probeStore: ProbeStore;
  readonly tokens: ClaimTokens;
  /** Like `tokens`, for the webhook's address. */
  readonly hints: ClaimTokens;
  readonly references: References;
  readonly hasWebhooks: boolean;
  readonly nameClient: (client: string) => Promise<string>;
  readonly origins: PageOrigins;
  /** The header with the client's address; absent if the mount passes the address. */
  readonly clientHeader: string | undefined;
  readonly clock: { now(): number };
  readonly log: (entry: SignerLogEntry) => void;
  readonly telemetry: Telemetry;
  readonly shop: Shop;
  readonly rules: ClaimRules;
  readonly clientCalls: CallCounter | undefined;
  readonly orderCalls: CallCounter | undefined;
  /** Absent if limits are off. */
  readonly reportCalls: ReportCounters | undefined;
  readonly mergeReport: MergeReport;
  readonly noteSetUp: NoteSetUp;
  /** Absent if limits are off. */
  readonly guard: CardTestingGuard | undefined;
  readonly basePath: string;
  readonly publicUrl: string;
  readonly addresses: ServiceAddresses;
  readonly handles: SavedCardHandles;
  /** The parameters of the hosted page; absent if the shop has no hosted page. */
  readonly hosted: HostedLook | undefined;
  /** The look of the service's own frame; absent if the frame is not allowed. */
  readonly iframe: ((scheme: PageScheme | undefined) => IframeParameters) | undefined;
  /** Absent if the shop does not allow the plain form. */
  readonly webform:
    | (Omit<NonNullable<SignerOptions['webform']>, 'backUrl'> & { readonly backUrl: (order?: string) => string })
    | undefined;
  readonly merchantNumber: string;
  readonly scopes: Scopes;
  readonly merchantCurrency: string;
  readonly merchantDefaults: SignerOptions['merchantDefaults'];
  readonly transactionType: TransactionType;
  readonly keyLifetime: number;
  readonly auditsDaily: boolean;
  /** In days; absent if nothing is removed. */
  readonly retention: number | undefined;
  /** How long a callback of the shop may take. */
  readonly callbackTimeout: number;
  /** Absent without frame isolation. */
  readonly signKey: SignKey | undefined;
  /**
   * True during a reconciliation's search: the shop is notified after the search, so that no
   * callback delays it.
   */
  readonly notifiesLater?: true;
  /** Who asks the service for an outcome, for the log; `next_key`: the request for another key. Default: the page. */
  readonly foundBy?: 'page' | 'webhook' | 'reconciliation' | 'next_key' | 'audit';
  /** True while a payment is recorded that was made a moment ago: nothing can have followed it yet. */
  readonly isJustPaid?: boolean;
  /** Of the calls of reconciliations. */
  readonly pace: Pace;
  /** When this process last searched for all new payments, by the service's clock and by its own. */
  readonly sweep: { seenAt: number; madeAt: number };
  /** Activity of this process, for its health only. */
  readonly vitals: {
    reconciledAt: number | null;
    callbackTimedOutAt: number | null;
    knowsClients: boolean | null;
    clocks: ClockDifferences | null;
  };
}

type Limits = Pick<SignerContext, 'clientCalls' | 'orderCalls' | 'reportCalls' | 'guard'>;
const NO_LIMITS: Limits = { clientCalls: undefined, orderCalls: undefined, reportCalls: undefined, guard: undefined };

/** @throws TypeError or RangeError naming the wrong option */
export function createContext(options: SignerOptions, connection: ServiceConnection): SignerContext {
  const publicUrl = readUrl('publicUrl', options.publicUrl);
  const basePath = options.basePath ?? publicUrl.pathname;
  const secrets = readSecrets(options, publicUrl);
  if (options.surcharge && (options.webform || options.iframe || options.redirect)) {
    throw new TypeError(
      'surcharge cannot be combined with webform, iframe and redirect, because it needs the card type first',
    );
  }
  const merchantCurrency = options.merchantCurrency ?? OPTION_RULES.merchantCurrency.default;
  if (!isCurrency(merchantCurrency)) throw new RangeError('merchantCurrency must be an ISO 4217 code');
  const keyLifetime = (options.keyLifetimeSeconds ?? OPTION_RULES.keyLifetimeSeconds.default) * 1000;
  if (!(keyLifetime > 0)) throw new RangeError('keyLifetimeSeconds must be above 0');
  const { default: usual, most } = OPTION_RULES.callbackTimeoutSeconds;
  const { callbackTimeoutSeconds = usual } = options;
  if (callbackTimeoutSeconds > most) throw new RangeError(`callbackTimeoutSeconds must be at most ${most}`);
  const { least, most: longest } = OPTION_RULES.retention;
  const { retention } = options;
  if (retention !== undefined && !(Number.isInteger(retention) && retention >= least && retention <= longest))
    throw new RangeError(`retention must be a whole number of days from ${least} to ${longest}`);
  const serviceUrl = trimSlashes(readUrl('service.browserUrl', connection.browserUrl).href);
  const account = accountOf(serviceUrl, connection.merchantNumber);
  const clock = options.clock ?? { now: () => Date.now() };
  const log = createCleanLog(options.log ?? logTrouble);
  const telemetry = createTelemetry(() => circuit.state(), options.openTelemetry);
  const circuit = createCircuit(connection.client, CIRCUIT_RULES, undefined, telemetry.call);
  const store = watchStore(options.store, STORE_CALLS);
  const scopes = scopesOf(account);
  return {
    service: circuit.client,
    circuit,
    store,
    probeStore: createStoreProbe(store, scopes),
    tokens: createClaimTokens(secrets, account),
    hints: createClaimTokens(secrets, account, HINT_PURPOSE),
    references: createReferences(secrets, scopes),
    // A service on the same machine, such as the sandbox, can reach it.
    hasWebhooks: options.webhooks ?? (publicUrl.protocol === 'https:' || isLoopbackHost(publicUrl.hostname)),
    nameClient: createClientNames(secrets, account),
    origins: createPageOrigins(publicUrl.origin, readOrigins(options.allowedOrigins ?? [])),
    clock,
    log,
    telemetry,
    shop: options,
    rules: CLAIM_RULES,
    ...createLimits(options, account, log),
    mergeReport: createReportMerger(clock),
    noteSetUp: createSetUpLog(log, clock),
    clientHeader: options.clientHeader,
    basePath: trimSlashes(basePath),
    publicUrl: trimSlashes(publicUrl.origin + publicUrl.pathname),
    addresses: createAddresses({
      serviceUrl,
      version: connection.version ?? 'v3',
      isFrameAllowed: options.iframe !== undefined,
      merchantShortName: readShortName(options.redirect?.merchantShortName),
    }),
    handles: createSavedCardHandles(secrets, account),
    tokenService: options.authoriseToken && readTokenService(circuit.client),
    frameService: options.iframe && readFrameService(circuit.client),
    iframe: options.iframe && createFrameLook(options.iframe),
    hosted: createHostedLook(options),
    webform: options.webform && {
      ...options.webform,
      backUrl: readBackUrl(options.publicUrl, 'webform.backUrl', options.webform.backUrl),
    },
    merchantNumber: connection.merchantNumber,
    scopes,
    merchantCurrency,
    merchantDefaults: options.merchantDefaults,
    transactionType: options.transactionType ?? OPTION_RULES.transactionType.default,
    keyLifetime,
    auditsDaily: options.dailyAudit ?? true,
    retention,
    callbackTimeout: callbackTimeoutSeconds * 1000,
    signKey: options.frame && createKeySigner(options.frame.signingKey),
    pace: createPace({ ...OPTION_RULES.reconciliation, ...options.reconciliation }, circuit.state),
    sweep: { seenAt: 0, madeAt: -Infinity },
    vitals: { reconciledAt: null, callbackTimedOutAt: null, knowsClients: null, clocks: null },
  };
}

/** @throws RangeError naming the wrong option */
function readSecrets({ secret, otherSecret, allowPublishedSecret }: SignerOptions, publicUrl: URL): Secrets {
  for (const [name, value] of Object.entries({ secret, ...(otherSecret !== undefined && { otherSecret }) })) {
    if (value.length < SECRET_LENGTH) throw new RangeError(`${name} must have at least ${SECRET_LENGTH} characters`);
    assertOwnSecret(name, value, publicUrl, allowPublishedSecret);
  }
  return otherSecret === undefined ? [secret] : [secret, otherSecret];
}

/** Without a theme and a scheme, the frame has only the shop's CSS. */
function createFrameLook({ css = '', theme }: NonNullable<SignerOptions['iframe']>) {
  return (scheme: PageScheme | undefined): IframeParameters => {
    const text = (theme || scheme ? writeThemeCss(theme ?? {}, scheme ?? 'light') : '') + css;
    return { ShowSubmitButton: false, ...(text && { CSS: text }) };
  };
}

function createLimits({ rateLimit, challenge }: SignerOptions, account: string, log: SignerContext['log']): Limits {
  if (rateLimit === false) return NO_LIMITS;
  const { client = CALL_LIMITS.client, order = CALL_LIMITS.order } = rateLimit ?? {};
  const { tries = CALL_LIMITS.tries, declines = CALL_LIMITS.declines } = rateLimit ?? {};
  return {
    clientCalls: countCallsOf(account, createCounter<CallCounter>(client, createClientCounter)),
    orderCalls: countCallsOf(account, createCounter<CallCounter>(order, createMemoryCounter)),
    reportCalls: { client: createClientCounter(REPORT_LIMITS.client), all: createMemoryCounter(REPORT_LIMITS.all) },
    guard: createCardTestingGuard({
      tries: createCounter(tries, createClientCounter),
      declines: createCounter(declines, (limit) => createMemoryCounter(limit, THROTTLE_SECONDS)),
      hasChallenge: challenge !== undefined,
      log,
    }),
  };
}

function createCounter<Counter extends CallCounter>(
  limit: CallLimit | Counter,
  create: (limit: CallLimit) => Counter,
): Counter {
  return 'take' in limit ? limit : create(limit);
}

function readUrl(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError(`${name} must be an absolute http or https URL`);
  // It would end up in pages and logs, and `fetch` refuses such URLs.
  if (url.username || url.password) throw new TypeError(`${name} must have no user name or password in it`);
  return url;
}

function readShortName(name: string | undefined): string | undefined {
  if (name !== undefined && !/^[\w-]+$/.test(name)) {
    throw new TypeError('redirect.merchantShortName must be letters, digits, - and _');
  }
  return name;
}

function readOrigins(origins: readonly string[]): readonly string[] {
  return origins.map((origin) => {
    if (readUrl('allowedOrigins', origin).origin !== origin) {
      throw new TypeError(`allowedOrigins must be origins, like ${new URL(origin).origin}`);
    }
    return origin;
  });
}

function logTrouble(entry: SignerLogEntry): void {
  if (entry.level === 'error') console.error(JSON.stringify(entry));
  if (entry.level === 'warn') console.warn(JSON.stringify(entry));
}
