/**
 * Numbers and rules that the sandbox chose because no public source gives them (marked [choice] in docs/wire/rest.md).
 * Each sandbox can override them. One row for each: the types, the defaults, the reader of the configuration file,
 * docs/reference/settings.md and texts such as "after 10 minutes" are made from the rows and their comments.
 */
import type { MemberSpelling } from '../wire/rest/write-wire.js';
import { SOAP_NAMESPACES, type SoapNamespaces } from '../wire/soap/namespaces.js';
import type { TestCard } from './bank/test-cards.js';
import { NO_DIALECT, type Dialect } from './dialect/dialect.js';
import type { RetryRule } from './webhooks/retry-plan.js';

export interface SettingRow<Value> {
  readonly default: Value;
  readonly unit?: 'bytes' | 'calls' | 'seconds' | 'minutes' | 'hours' | 'months' | 'results' | 'webhooks';
  /** Highest number that a configuration file may give; the lowest is 0. Without it, only code gives a number. */
  readonly most?: number;
}

type NumberRow = SettingRow<number> & Required<Pick<SettingRow<number>, 'unit'>>;

const number = (row: NumberRow): NumberRow => row;
const setting = <Value>(value: Value): SettingRow<Value> => ({ default: value });

/** The settings, in the order of the documentation. */
export const SETTINGS = {
  /** Lifetime of an AuthKey. docs/wire/rest.md section 11. */
  authKeyMinutes: number({ default: 30, unit: 'minutes', most: 525_600 }),
  /** Lifetime of a ResultKey after the payment. Section 11. */
  resultKeyHours: number({ default: 24, unit: 'hours', most: 8_760 }),
  /** Timeout of a 3-D Secure challenge. Sandbox choice. */
  challengeMinutes: number({ default: 10, unit: 'minutes', most: 10_080 }),
  /**
   * Origin of the sandbox for browsers, such as `https://sandbox.example`, for the URLs in responses. Null uses the
   * Host of each request.
   */
  publicOrigin: setting<string | null>(null),
  /**
   * Path below which browsers reach the sandbox, such as `/sandbox`, for the links in responses. Whatever is in front of
   * the sandbox removes it from requests. Empty by default.
   */
  publicPath: setting(''),
  /** Delay of the timeout scenario (amount 11199). Section 10. */
  timeoutSeconds: number({ default: 50, unit: 'seconds', most: 3_600 }),
  /** Delay for the card holder `SLOW`. Section 10. */
  slowSeconds: number({ default: 8, unit: 'seconds', most: 3_600 }),
  /** Maximum length of a request body. Section 1. */
  bodyLimitBytes: number({ default: 256 * 1024, unit: 'bytes' }),
  /** Maximum number of search results. Section 8. */
  searchLimit: number({ default: 1_000, unit: 'results', most: 100_000 }),
  /** Period of a search without dates. docs/wire/rest-interface.md, "Search transactions". */
  searchMonths: number({ default: 18, unit: 'months', most: 1_200 }),
  /** Closing time of a settlement day, `HH:MM` up to `24:00`, local time of the service. A merchant can override it. */
  settlementCloses: setting('24:00'),
  /** Timeout of a webhook request, by the machine's clock. Section 6. */
  webhookTimeoutSeconds: number({ default: 10, unit: 'seconds', most: 600 }),
  /** Retries of a webhook that was not acknowledged. Section 6. */
  webhookRetry: setting<RetryRule>({ retrySeconds: 3_600, retryForSeconds: 24 * 3_600 }),
  /** Lease of a webhook attempt, by the machine's clock. After it, another process may send the webhook. */
  webhookLeaseSeconds: number({ default: 60, unit: 'seconds', most: 86_400 }),
  /** Maximum number of concurrent webhooks to one target. */
  webhooksPerTarget: number({ default: 4, unit: 'webhooks', most: 1_000 }),
  /** Maximum number of calls in the back office's request log. 0 turns the log off. docs/guides/back-office.md. */
  requestLogCalls: number({ default: 5_000, unit: 'calls', most: 100_000 }),
  /** Time after which a call leaves the request log, by the machine's clock. */
  requestLogHours: number({ default: 72, unit: 'hours', most: 8_760 }),
  /** Maximum number of calls in the journal of `control.calls`, in memory. 0 turns it off. docs/guides/testing.md. */
  journalCalls: number({ default: 10_000, unit: 'calls', most: 100_000 }),
  /** Test cards besides the service's own. Never a real one. Section 10. */
  extraTestCards: setting<readonly TestCard[]>([]),
  /**
   * Alternative member names in responses: `SOURCE_SPELLING` writes the manual's `MerchantNumber ` with its blank. In a
   * configuration file it is `sourceSpelling`, true or false.
   */
  memberSpelling: setting<MemberSpelling>({}),
  /** What a real facility does in another way: `florin sandbox --facts`. docs/guides/contract.md. */
  dialect: setting<Dialect>(NO_DIALECT),
  /** The XML namespaces of the SOAP interface. docs/wire/soap.md section 1. */
  soapNamespaces: setting<SoapNamespaces>(SOAP_NAMESPACES),
};

type Rows = typeof SETTINGS;

/** Settings of a sandbox. */
export type SandboxSettings = {
  readonly [Name in keyof Rows]: Rows[Name] extends SettingRow<infer Value> ? Value : never;
};

/** Names of the settings that are a number. */
export type NumberSetting = { [Name in keyof Rows]: Rows[Name] extends NumberRow ? Name : never }[keyof Rows];

/** Default settings. */
export const DEFAULT_SETTINGS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, row]) => [name, row.default]),
) as unknown as SandboxSettings;

/** Names of the numbers that a configuration file may give, each with its highest value. */
export const NUMBERS_OF_FILE = Object.entries(SETTINGS).flatMap(([name, { most }]) =>
  most === undefined ? [] : [[name as NumberSetting, most] as const],
);

/** A number with its unit, such as `10 minutes`. */
export function writeSetting(name: NumberSetting, settings: SandboxSettings = DEFAULT_SETTINGS): string {
  const { [name]: value } = settings;
  const { unit } = SETTINGS[name];
  return `${value.toLocaleString('en')} ${value === 1 ? unit.slice(0, -1) : unit}`;
}

/** Writes the settings into a text that names them, such as `It expires after {authKeyMinutes}.` */
export function fillSettings(text: string, settings: SandboxSettings): string {
  return text.replace(/\{(\w+)\}/g, (_braces, name: NumberSetting) => writeSetting(name, settings));
}

/** Transaction type of a request without one. */
export const DEFAULT_TYPE = 'internet';

/** Sub type of a request without one. */
export const DEFAULT_SUB_TYPE = 'single';
