/** The account of the commands, from options, the environment or a configuration file. A password is never an option. */
import { Option, type Command } from 'commander';
import { isLoopbackHost } from '../core/loopback.js';
import type { RestClient } from '../service/index.js';
import { readServiceOf } from './config-file.js';
import { CommandEnd, EXIT } from './exit-codes.js';

/** Options of every command that calls the service. */
export interface AccountFlags {
  readonly baseUrl?: string;
  readonly merchantNumber?: string;
  readonly username?: string;
  readonly config?: string;
  readonly timeout: number;
  readonly json: boolean;
  readonly allowPlainHttp: boolean;
}

export interface Account {
  readonly baseUrl: string;
  readonly merchantNumber: string;
  readonly username: string;
  readonly password: string;
  readonly otherPassword?: string | undefined;
  readonly allowPlainHttp: boolean;
}

const LONGEST_TIMEOUT = 3600;

/** Adds the options of an account, and `--json`. */
export function addAccountOptions(command: Command): Command {
  return command
    .addOption(new Option('--base-url <url>', 'where the service is, without /webapi').env('FLORIN_BASE_URL'))
    .addOption(new Option('--merchant-number <number>', 'the merchant').env('FLORIN_MERCHANT_NUMBER'))
    .addOption(new Option('--username <name>', 'the API user; its password: FLORIN_PASSWORD').env('FLORIN_USERNAME'))
    .option('-c, --config <file>', 'configuration of florin signer: its member "service" is the account')
    .option('--allow-plain-http', 'allow http to another machine: only in a private network', false)
    .option('--timeout <seconds>', 'how long a call may take', readTimeout, 100)
    .option('--json', 'print JSON and nothing else', false);
}

/** Reads the value of `--timeout`. @throws CommandEnd */
export function readTimeout(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT) return seconds;
  throw new CommandEnd(EXIT.usage, `--timeout must be a number of seconds up to ${LONGEST_TIMEOUT}`);
}

/** Reads the account. @throws CommandEnd naming everything that is missing */
export async function readAccount(flags: AccountFlags): Promise<Account> {
  const file = flags.config === undefined ? undefined : await readServiceOf(flags.config);
  const account = {
    baseUrl: firstOf(flags.baseUrl, file?.baseUrl),
    merchantNumber: firstOf(flags.merchantNumber, file?.merchantNumber),
    username: firstOf(flags.username, file?.username),
    password: firstOf(process.env['FLORIN_PASSWORD'], file?.password),
    otherPassword: file?.otherPassword,
    allowPlainHttp: flags.allowPlainHttp || file?.allowPlainHttp === true,
  };
  const missing = [
    [account.baseUrl, '--base-url or FLORIN_BASE_URL'],
    [account.merchantNumber, '--merchant-number or FLORIN_MERCHANT_NUMBER'],
    [account.username, '--username or FLORIN_USERNAME'],
    [account.password, 'FLORIN_PASSWORD (a password is never an option: other users of the machine could read it)'],
  ].flatMap(([value, name = '']) => (value ? [] : [name]));
  if (missing.length === 0) return account as Account;
  throw new CommandEnd(EXIT.usage, `The account is not known. Missing: ${missing.join('; ')}. --config works as well`);
}

/** The first value that is not empty: an empty environment variable counts as absent. */
function firstOf(...values: readonly (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined && value !== '');
}

/** Creates a client for the account. @throws CommandEnd when a part of it is invalid */
export async function connect(flags: AccountFlags, account?: Account): Promise<RestClient> {
  const known = account ?? (await readAccount(flags));
  const { createRestClient } = await import('../service/index.js');
  return createRestClient({ ...known, version: 'v3', timeoutSeconds: flags.timeout });
}

/** Whether a service is on this machine: then it is a sandbox, without real money. */
export function isLoopbackUrl(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname);
}
