/** Where `florin soap` calls and as whom: options, then the environment, then a configuration, then the own sandbox. */
import { Option, type Command } from 'commander';
import { DEMO_MERCHANT, TEST_CARDS } from '../sandbox/index.js';
import type { SoapClientOptions } from '../service/index.js';
import { loadConfig, readLoaded } from './config-file.js';
import { CommandEnd, EXIT } from './exit-codes.js';

/** The options of {@link addConnectionOptions}, as they were written. */
export interface ConnectionFlags {
  readonly endpoint?: string;
  readonly merchantNumber?: string;
  readonly username?: string;
  readonly namespace?: string;
  readonly soapVersion: '1.1' | '1.2';
  readonly timeout?: string;
  readonly config?: string;
}

const PATH = '/evolve/service_1_4_4.asmx';
const OWN_SANDBOX = `http://127.0.0.1:4010${PATH}`;

/** Adds the options that say where and who. */
export function addConnectionOptions(command: Command): void {
  const options = [
    new Option('--endpoint <url>', `address of the service (default: ${OWN_SANDBOX}, florin sandbox)`).env(
      'FLORIN_SOAP_ENDPOINT',
    ),
    new Option('--merchant-number <number>', 'merchant').env('FLORIN_MERCHANT_NUMBER'),
    new Option('--username <name>', 'API user; its password: FLORIN_PASSWORD').env('FLORIN_USERNAME'),
    new Option('-c, --config <file>', 'configuration whose member service says all of these'),
    new Option('--namespace <uri>', 'namespace of the service, where it is not urn:Eve_1_4_4').env(
      'FLORIN_SOAP_NAMESPACE',
    ),
    new Option('--soap-version <version>', 'version of the envelope').choices(['1.1', '1.2']).default('1.1'),
    new Option('--timeout <seconds>', 'how long the call may take (default: 100)'),
  ];
  for (const option of options) command.addOption(option.helpGroup('Service:'));
}

interface Account {
  readonly endpoint: string;
  readonly merchantNumber: string;
  readonly username: string;
  readonly password: string;
}

async function accountOfConfig(file: string): Promise<Account> {
  const loaded = await loadConfig(file);
  const { readService } = await import('../signer/node/index.js');
  const { baseUrl, merchantNumber, username, password } = readLoaded(file, loaded, (value, place) =>
    readService({ name: 'service', value: (value as { readonly service?: unknown } | null)?.service }, place),
  );
  return { endpoint: baseUrl.replace(/\/+$/, '') + PATH, merchantNumber, username, password };
}

/** The demo merchant, for who says nothing at all about a service. */
function accountOfDemo(): Account {
  const [user] = DEMO_MERCHANT.users;
  if (!user) throw new Error('The demo merchant has no user');
  return { endpoint: OWN_SANDBOX, merchantNumber: DEMO_MERCHANT.number, ...user };
}

function withoutEmpty(values: ConnectionFlags & { readonly password: string | undefined }): Partial<Account> {
  const { endpoint, merchantNumber, username, password } = values;
  const account = { endpoint, merchantNumber, username, password };
  return Object.fromEntries(Object.entries(account).filter(([, value]) => value));
}

/** Whether a service is on this machine: then it is a sandbox, and nobody's money. */
function isLoopback(endpoint: string): boolean {
  const { hostname } = URL.canParse(endpoint) ? new URL(endpoint) : { hostname: '' };
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Keeps cards off the command line, where the shell keeps them and other users see them: a test card may stand there,
 * for a service on this machine. Tokens are no cards.
 *
 * @throws CommandEnd that does not quote the number
 */
export function assertNoCard(typed: string, endpoint: string): void {
  const digits = typed.replace(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(digits) || digits.startsWith('599999')) return;
  if (isLoopback(endpoint) && TEST_CARDS.some(({ pan }) => pan === digits)) return;
  throw new CommandEnd(
    EXIT.usage,
    'A card number must not stand on the command line, where the shell keeps it and other users see it: use --input -',
  );
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds > 0 && seconds <= 3_600) return seconds;
  throw new TypeError('--timeout must be a number of seconds, up to 3600');
}

/** @throws Error in one line that names what is missing; no message holds a password */
export async function readConnection(flags: ConnectionFlags): Promise<SoapClientOptions> {
  const { namespace, soapVersion: version, timeout } = flags;
  let base: Partial<Account> = {};
  if (flags.config !== undefined) base = await accountOfConfig(flags.config);
  else if (flags.endpoint === undefined || flags.endpoint === OWN_SANDBOX) base = accountOfDemo();
  // A password is never an option: other users of the machine could read it.
  const given = { ...base, ...withoutEmpty({ ...flags, password: process.env['FLORIN_PASSWORD'] }) };
  const need = (name: keyof Account, place: string): string => {
    if (given[name]) return given[name];
    throw new TypeError(`${place} is missing; --config can have it as well`);
  };
  return {
    endpoint: need('endpoint', '--endpoint or FLORIN_SOAP_ENDPOINT'),
    credentials: {
      merchantNumber: need('merchantNumber', '--merchant-number or FLORIN_MERCHANT_NUMBER'),
      username: need('username', '--username or FLORIN_USERNAME'),
      password: need('password', 'FLORIN_PASSWORD'),
    },
    version,
    ...(namespace !== undefined && { namespace }),
    ...(timeout !== undefined && { timeoutSeconds: readSeconds(timeout) }),
  };
}
