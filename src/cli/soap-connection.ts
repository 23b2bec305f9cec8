/** Address and account of `florin soap`: from options, the environment, a configuration, or the local sandbox. */
import { trimSlashes } from '../core/trim-slashes.js';
import { Option, type Command } from 'commander';
import { DEMO_MERCHANT } from '../sandbox/merchant.js';
import type { SoapClientOptions } from '../service/index.js';
import { readTimeout } from './account.js';
import { readServiceOf } from './config-file.js';

/** The options of {@link addConnectionOptions}. */
export interface ConnectionFlags {
  readonly endpoint?: string;
  readonly merchantNumber?: string;
  readonly username?: string;
  readonly namespace?: string;
  readonly soapVersion: '1.1' | '1.2';
  readonly timeout?: string;
  readonly allowPlainHttp?: boolean;
  readonly config?: string;
}

const PATH = '/evolve/service_1_4_4.asmx';
const OWN_SANDBOX = `http://127.0.0.1:4010${PATH}`;

/** Adds the options of address and account. */
export function addConnectionOptions(command: Command): void {
  const options = [
    new Option('--endpoint <url>', `address of the service (default: ${OWN_SANDBOX}, florin sandbox)`).env(
      'FLORIN_SOAP_ENDPOINT',
    ),
    new Option('--merchant-number <number>', 'merchant').env('FLORIN_MERCHANT_NUMBER'),
    new Option('--username <name>', 'API user; its password: FLORIN_PASSWORD').env('FLORIN_USERNAME'),
    new Option('-c, --config <file>', 'configuration of florin signer: its member "service" has all of these'),
    new Option('--namespace <uri>', 'namespace of the service, if it is not urn:Eve_1_4_4').env(
      'FLORIN_SOAP_NAMESPACE',
    ),
    new Option('--soap-version <version>', 'version of the envelope').choices(['1.1', '1.2']).default('1.1'),
    new Option('--allow-plain-http', 'allow http to another machine: only in a private network'),
    new Option('--timeout <seconds>', 'how long the call may take (default: 100)'),
  ];
  for (const option of options) command.addOption(option.helpGroup('Service:'));
}

interface Account {
  readonly endpoint: string;
  readonly merchantNumber: string;
  readonly username: string;
  readonly password: string;
  readonly allowPlainHttp?: boolean | undefined;
}

async function accountOfConfig(file: string): Promise<Account> {
  const { baseUrl, merchantNumber, username, password, allowPlainHttp } = await readServiceOf(file);
  return { endpoint: trimSlashes(baseUrl) + PATH, merchantNumber, username, password, allowPlainHttp };
}

/** The demo merchant, if no service is named. */
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

/** @throws Error in one line that names what is missing; no message contains a password */
export async function readConnection(flags: ConnectionFlags): Promise<SoapClientOptions> {
  const { namespace, soapVersion: version, timeout } = flags;
  let base: Partial<Account> = {};
  if (flags.config !== undefined) base = await accountOfConfig(flags.config);
  else if (flags.endpoint === undefined || flags.endpoint === OWN_SANDBOX) base = accountOfDemo();
  // A password is never an option: other users of the machine could read it.
  const given = { ...base, ...withoutEmpty({ ...flags, password: process.env['FLORIN_PASSWORD'] }) };
  const need = (name: Exclude<keyof Account, 'allowPlainHttp'>, place: string): string => {
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
    allowPlainHttp: flags.allowPlainHttp === true || given.allowPlainHttp === true,
    ...(namespace !== undefined && { namespace }),
    ...(timeout !== undefined && { timeoutSeconds: readTimeout(timeout) }),
  };
}
