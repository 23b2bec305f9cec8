/** `florin doctor`: checks a set-up and reports each finding in one line. */
import { Option, type Command } from 'commander';
import { addAccountOptions, connect, readAccount, type AccountFlags } from './account.js';
import { addSetUpOptions, setUpOf, type SetUpFlags } from './csp-command.js';
import { loadConfig } from './config-file.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import type { Finding } from './finding.js';
import { line, paint, print, writeJson, type Printable } from './printable.js';
import { createProgress } from './terminal.js';

interface DoctorFlags extends AccountFlags, SetUpFlags {
  readonly signer?: string;
  readonly page?: string;
  readonly payTest: boolean;
  readonly crn1?: string;
  readonly steps: boolean;
}

const WIDTH = 12;

async function examine(flags: DoctorFlags): Promise<void> {
  const findings: Finding[] = [];
  const progress = createProgress();
  const note = (...found: readonly Finding[]): void => {
    progress.end();
    findings.push(...found);
    if (!flags.json) for (const finding of found) print(lineOf(finding));
  };
  await runChecks(flags, note, (what) => progress.show(`asking about ${what}`));
  progress.end();
  if (flags.json) print(writeJson(findings));
  const count = findings.filter(({ status }) => status === 'bad').length;
  if (count > 0) throw new CommandEnd(EXIT.problems, `${count} of ${findings.length} checks found a problem`);
}

function lineOf({ check, status, message }: Finding): Printable {
  const word = status === 'skipped' ? '-- ' : status.padEnd(3);
  const shown = paint(word, status === 'ok' ? 'good' : status === 'bad' ? 'bad' : 'plain');
  return line`${shown} ${check.padEnd(WIDTH)} ${message}`;
}

async function runChecks(
  flags: DoctorFlags,
  note: (...found: readonly Finding[]) => void,
  show: (what: string) => void,
) {
  const checks = await import('./doctor-checks.js');
  const account = await readAccount(flags);
  const url = checks.checkUrl(account);
  note(url);
  const { checkClaims, checkConfig, checkDefaults, checkSandboxFiles } = await import('./doctor-local.js');
  if (flags.config !== undefined) {
    const config = await loadConfig(flags.config);
    note(...checkConfig(config), ...(await checkClaims(config, account)));
  }
  note(...checkSandboxFiles(), ...checkDefaults(account));
  show('the service');
  if (URL.canParse(account.baseUrl)) {
    const reach = await checks.checkReach(account);
    note(await checks.checkTls(account), ...reach);
    const isThere = [url, ...reach].every(({ check, status }) => status !== 'bad' || check === 'clock');
    const client = isThere ? await connect(flags, account) : undefined;
    const credentials = client && (await checks.checkCredentials(client));
    if (credentials) note(credentials);
    const isUsable = client !== undefined && credentials?.status === 'ok';
    if (isUsable) note(...(await checks.checkPermissions(client, flags.payTest, flags.crn1)));
    else note({ check: 'permissions', status: 'skipped', message: 'solve the problems above first' });
    if (isUsable && flags.steps) note(...(await (await import('./doctor-steps.js')).checkSteps(client, account)));
  }
  show('the shop');
  if (flags.signer !== undefined) note(...(await checks.checkSigner(flags.signer)));
  if (flags.page !== undefined) {
    note(...(await checks.checkPage(flags.page, setUpOf(flags, new URL(account.baseUrl).origin))));
  }
}

export function addDoctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description(
      'Checks files, secrets, credentials, permissions, addresses, clock, TLS, the signer and a page’s policy.',
    );
  addSetUpOptions(addAccountOptions(command))
    .addOption(new Option('--signer <url>', 'the signer’s public URL, to check it as well').env('FLORIN_PUBLIC_URL'))
    .option('--page <url>', 'a page with the form, to check its Content-Security-Policy as well')
    .option('--steps', 'show which steps to live payments are open', false)
    .option('--crn1 <text>', 'the Crn1 of one of your orders, to check whether the facility takes its form')
    .option('--pay-test', 'make one payment of 1.00 in test mode, look it up and search for it', false)
    .addHelpText(
      'after',
      `
Examples:
  $ florin doctor --config florin.config.json
  $ florin doctor --signer https://shop.example/pay --page https://shop.example/checkout

It creates one test key, which is never used, and makes a payment only with --pay-test. Exit codes: 0 no problem, 1 usage, 6 problems found.`,
    )
    .action(examine);
}
