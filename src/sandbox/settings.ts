/**
 * Every number and rule that the sandbox chose by itself because nothing public says how the service does it (marked
 * [choice] in wire/rest.md), in one place. A started sandbox can be given others.
 */
import type { MemberSpelling } from '../wire/rest/write-wire.js';
import { SOAP_NAMESPACES, type SoapNamespaces } from '../wire/soap/namespaces.js';
import type { TestCard } from './bank/test-cards.js';
import type { RetryRule } from './webhooks/retry-plan.js';

/** What may differ from one sandbox to the next. */
export interface SandboxSettings {
  /** Life of an AuthKey. wire/rest.md section 11. */
  readonly authKeyMinutes: number;
  /** How long a ResultKey can be read, counted from the payment. Section 11. */
  readonly resultKeyHours: number;
  /** How long a shopper has for 3-D Secure before the payment is refused. Sandbox choice. */
  readonly challengeMinutes: number;
  /**
   * Where browsers reach the sandbox, like `https://sandbox.example`, for the addresses in its answers; null for the
   * host that each request names.
   */
  readonly publicOrigin: string | null;
  /** How late the time-out scenario (amount 11199) answers. Section 10. */
  readonly timeoutSeconds: number;
  /** How late the card holder `SLOW` is answered. Section 10. */
  readonly slowSeconds: number;
  /** Longest request body. Section 1. */
  readonly bodyLimitBytes: number;
  /** Most transactions that a search answers. Section 8. */
  readonly searchLimit: number;
  /** How far back a search without dates looks. rest-interface.md, "Search transactions". */
  readonly searchMonths: number;
  /** When a settlement day closes, `HH:MM` up to `24:00`, local time of the service; a merchant can have its own. */
  readonly settlementCloses: string;
  /** How long the shop has to answer a webhook, by the machine's clock. Section 6. */
  readonly webhookTimeoutSeconds: number;
  /** When a webhook that was not acknowledged is sent again. Section 6. */
  readonly webhookRetry: RetryRule;
  /** After so long, by the machine's clock, a webhook that a dead process was sending is another's to send. */
  readonly webhookLeaseSeconds: number;
  /** Most webhooks in flight to one target. */
  readonly webhooksPerTarget: number;
  /** Cards that are taken besides the service's own test cards. Never a real one. Section 10. */
  readonly extraTestCards: readonly TestCard[];
  /** Member names of answers in another spelling: `SOURCE_SPELLING` writes the manual's `MerchantNumber ` with its blank. */
  readonly memberSpelling: MemberSpelling;
  /** The XML namespaces of the SOAP interface. wire/soap.md section 1. */
  readonly soapNamespaces: SoapNamespaces;
}

/** What a sandbox does unless it is told otherwise. */
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

/** The transaction type of a request that names none. */
export const DEFAULT_TYPE = 'internet';

/** The sub type of a request that names none. */
export const DEFAULT_SUB_TYPE = 'single';
