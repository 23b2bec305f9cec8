/** Reads the configuration file of `florin sandbox`. docs/guides/sandbox.md has one with every member. */
import type { MerchantSeed } from '../merchant.js';
import { SOURCE_SPELLING, type MemberSpelling } from '../../wire/rest/write-wire.js';
import { SOAP_NAMESPACES, type SoapNamespaces } from '../../wire/soap/namespaces.js';
import { NUMBERS_OF_FILE, type NumberSetting, type SandboxSettings } from '../settings.js';
import { SHORTEST_TOKEN } from './gate.js';
import { readClosingTime, readMerchantSeed } from './read-merchant.js';
import {
  SetupError,
  readBoolean,
  readList,
  readMembers,
  readNumber,
  readText,
  readTextItem,
  requireText,
  withoutAbsent,
  type Members,
} from './read-record.js';

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

const RETRY = { from: 1, to: 31_536_000 };

function readOrigin(members: Members, where: string): string | undefined {
  const origin = readText(members, 'publicOrigin', where);
  if (origin === undefined || (URL.canParse(origin) && new URL(origin).origin === origin)) return origin;
  throw new SetupError(`${where}.publicOrigin must be an origin, like https://sandbox.example`);
}

function readSoapNamespaces(members: Members, where: string): SoapNamespaces | undefined {
  if (members['soapNamespaces'] === undefined) return undefined;
  const place = `${where}.soapNamespaces`;
  const names = readMembers(members['soapNamespaces'], Object.keys(SOAP_NAMESPACES), place);
  return {
    service: readText(names, 'service', place) ?? SOAP_NAMESPACES.service,
    common: readText(names, 'common', place) ?? SOAP_NAMESPACES.common,
  };
}

/** The file only switches the spelling on or off; docs/wire/rest.md lists the members. */
function readSpelling(members: Members, where: string): MemberSpelling | undefined {
  const isOfSource = readBoolean(members, 'sourceSpelling', where);
  return isOfSource === undefined ? undefined : isOfSource ? SOURCE_SPELLING : {};
}

function readSettings(value: unknown): Partial<SandboxSettings> {
  const where = 'config.settings';
  const members = readMembers(
    value,
    [
      ...NUMBERS_OF_FILE.map(([name]) => name),
      ...['publicOrigin', 'settlementCloses', 'soapNamespaces', 'sourceSpelling', 'webhookRetry'],
    ],
    where,
  );
  const numbers = NUMBERS_OF_FILE.map(([name, to]) => [name, readNumber(members, name, where, { from: 0, to })]);
  const settings = withoutAbsent({
    ...(Object.fromEntries(numbers) as Partial<Record<NumberSetting, number>>),
    publicOrigin: readOrigin(members, where),
    settlementCloses: readClosingTime(members, where),
    soapNamespaces: readSoapNamespaces(members, where),
    memberSpelling: readSpelling(members, where),
  });
  if (members['webhookRetry'] === undefined) return settings;
  const place = `${where}.webhookRetry`;
  const retry = readMembers(members['webhookRetry'], ['retrySeconds', 'retryForSeconds'], place);
  const retrySeconds = readNumber(retry, 'retrySeconds', place, RETRY);
  const retryForSeconds = readNumber(retry, 'retryForSeconds', place, RETRY);
  if (retrySeconds === undefined || retryForSeconds === undefined) {
    throw new SetupError(`${place} must have retrySeconds and retryForSeconds`);
  }
  return { ...settings, webhookRetry: { retrySeconds, retryForSeconds } };
}

function readToken(members: Members): string | undefined {
  if (members['controlToken'] === undefined) return undefined;
  const token = requireText(members, 'controlToken', 'config');
  if (token.length >= SHORTEST_TOKEN) return token;
  throw new SetupError(`config.controlToken must have ${SHORTEST_TOKEN} characters or more`);
}

/** The reader of each member. */
const READERS: { readonly [Name in keyof SandboxConfig]-?: (members: Members) => SandboxConfig[Name] | undefined } = {
  port: (members) => readNumber(members, 'port', 'config', { from: 0, to: 65_535 }),
  host: (members) => readText(members, 'host', 'config'),
  database: (members) => readText(members, 'database', 'config', 4_096),
  seed: (members) => readBoolean(members, 'seed', 'config'),
  verbose: (members) => readBoolean(members, 'verbose', 'config'),
  controlToken: readToken,
  controlHosts: (members) => readList(members, 'controlHosts', 'config', readTextItem),
  allowWebhooksTo: (members) => readList(members, 'allowWebhooksTo', 'config', readTextItem),
  merchants: (members) => readList(members, 'merchants', 'config', readMerchantSeed),
  settings: ({ settings }) => (settings === undefined ? undefined : readSettings(settings)),
};

/** Reads the configuration. @throws SetupError in one line that names the member */
export function readConfig(value: unknown): SandboxConfig {
  const members = readMembers(value, Object.keys(READERS), 'config');
  return withoutAbsent(Object.fromEntries(Object.entries(READERS).map(([name, read]) => [name, read(members)])));
}
