/** Reads the configuration file of `florin sandbox`. docs/guides/sandbox.md has one with every member. */
import type * as z from 'zod';
import { flag, list, number, object, someOf, text, withoutUndefined } from '../../wire/read-input.js';
import { SOURCE_SPELLING } from '../../wire/rest/write-wire.js';
import { SOAP_NAMESPACES } from '../../wire/soap/namespaces.js';
import type { MerchantSeed } from '../merchant.js';
import { NUMBERS_OF_FILE, type NumberSetting, type SandboxSettings } from '../settings.js';
import { SHORTEST_TOKEN } from './gate.js';
import { CLOSING_TIME, MERCHANT_SEED } from './read-merchant.js';
import { readSetup, TEXT } from './read-setup.js';

/** Contents of a configuration file. Absent members take the values of the command's options. */
export interface SandboxConfig {
  readonly port?: number;
  readonly host?: string;
  readonly database?: string;
  /** Whether the demo merchant is added; true by default. */
  readonly seed?: boolean;
  /** Logs every call, not only errors. */
  readonly verbose?: boolean;
  readonly controlToken?: string;
  /** Host names that may reach the control API besides loopback. */
  readonly controlHosts?: readonly string[];
  readonly allowWebhooksTo?: readonly string[];
  readonly merchants?: readonly MerchantSeed[];
  readonly settings?: Partial<SandboxSettings>;
}

const RETRY_SECONDS = number(1, 31_536_000);
const NUMBERS = Object.fromEntries(NUMBERS_OF_FILE.map(([name, most]) => [name, number(0, most)]));

const SETTINGS = someOf({
  ...(NUMBERS as Record<NumberSetting, z.ZodNumber>),
  publicOrigin: TEXT.refine(isOrigin, 'must be an origin, like https://sandbox.example'),
  settlementCloses: CLOSING_TIME,
  soapNamespaces: object({
    service: TEXT.default(SOAP_NAMESPACES.service),
    common: TEXT.default(SOAP_NAMESPACES.common),
  }),
  /** The file only switches the spelling on or off; docs/wire/rest.md lists the members. */
  sourceSpelling: flag(),
  webhookRetry: object({ retrySeconds: RETRY_SECONDS, retryForSeconds: RETRY_SECONDS }),
}).transform(({ sourceSpelling, ...settings }): Partial<SandboxSettings> => {
  return sourceSpelling === undefined
    ? settings
    : { ...settings, memberSpelling: sourceSpelling ? SOURCE_SPELLING : {} };
});

const CONFIG = someOf({
  port: number(0, 65_535),
  host: TEXT,
  database: text(4_096),
  seed: flag(),
  verbose: flag(),
  controlToken: TEXT.min(SHORTEST_TOKEN, `must have ${SHORTEST_TOKEN} characters or more`),
  controlHosts: list(text()),
  allowWebhooksTo: list(text()),
  merchants: list(MERCHANT_SEED),
  settings: SETTINGS,
} satisfies Record<keyof SandboxConfig, z.ZodType>);

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** Reads the configuration. @throws SetupError in one line that names the member */
export function readConfig(value: unknown): SandboxConfig {
  return readSetup(CONFIG, withoutUndefined(value), 'config');
}
