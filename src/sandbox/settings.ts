/**
 * Numbers and rules that the sandbox chose because no public source gives them (marked [choice] in docs/wire/rest.md).
 * Each sandbox can override them.
 */
import type { MemberSpelling } from '../wire/rest/write-wire.js';
import { SOAP_NAMESPACES, type SoapNamespaces } from '../wire/soap/namespaces.js';
import type { TestCard } from './bank/test-cards.js';
import type { RetryRule } from './webhooks/retry-plan.js';

/** Settings of a sandbox. */
export interface SandboxSettings {
  /** Lifetime of an AuthKey. docs/wire/rest.md section 11. */
  readonly authKeyMinutes: number;
  /** Lifetime of a ResultKey after the payment. Section 11. */
  readonly resultKeyHours: number;
  /** Timeout of a 3-D Secure challenge. Sandbox choice. */
  readonly challengeMinutes: number;
  /**
   * Origin of the sandbox for browsers, such as `https://sandbox.example`, for the URLs in responses. Null uses the
   * Host of each request.
   */
  readonly publicOrigin: string | null;
  /** Delay of the timeout scenario (amount 11199). Section 10. */
  readonly timeoutSeconds: number;
  /** Delay for the card holder `SLOW`. Section 10. */
  readonly slowSeconds: number;
  /** Maximum length of a request body. Section 1. */
  readonly bodyLimitBytes: number;
  /** Maximum number of search results. Section 8. */
  readonly searchLimit: number;
  /** Period of a search without dates. docs/wire/rest-interface.md, "Search transactions". */
  readonly searchMonths: number;
  /** Closing time of a settlement day, `HH:MM` up to `24:00`, local time of the service. A merchant can override it. */
  readonly settlementCloses: string;
  /** Timeout of a webhook request, by the machine's clock. Section 6. */
  readonly webhookTimeoutSeconds: number;
  /** Retries of a webhook that was not acknowledged. Section 6. */
  readonly webhookRetry: RetryRule;
  /** Lease of a webhook attempt, by the machine's clock. After it, another process may send the webhook. */
  readonly webhookLeaseSeconds: number;
  /** Maximum number of concurrent webhooks to one target. */
  readonly webhooksPerTarget: number;
  /** Test cards besides the service's own. Never a real one. Section 10. */
  readonly extraTestCards: readonly TestCard[];
  /** Alternative member names in responses: `SOURCE_SPELLING` writes the manual's `MerchantNumber ` with its blank. */
  readonly memberSpelling: MemberSpelling;
  /** The XML namespaces of the SOAP interface. docs/wire/soap.md section 1. */
  readonly soapNamespaces: SoapNamespaces;
}

/** Default settings. */
export const DEFAULT_SETTINGS: SandboxSettings = {
  authKeyMinutes: 30,
  resultKeyHours: 24,
  challengeMinutes: 10,
  publicOrigin: null,
  timeoutSeconds: 50,
  slowSeconds: 8,
  bodyLimitBytes: 256 * 1024,
  searchLimit: 1_000,
  searchMonths: 18,
  settlementCloses: '24:00',
  webhookTimeoutSeconds: 10,
  webhookRetry: { retrySeconds: 3_600, retryForSeconds: 24 * 3_600 },
  webhookLeaseSeconds: 60,
  webhooksPerTarget: 4,
  extraTestCards: [],
  memberSpelling: {},
  soapNamespaces: SOAP_NAMESPACES,
};

/** Transaction type of a request without one. */
export const DEFAULT_TYPE = 'internet';

/** Sub type of a request without one. */
export const DEFAULT_SUB_TYPE = 'single';
