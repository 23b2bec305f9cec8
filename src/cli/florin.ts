#!/usr/bin/env node
/** The command `florin`. Each sub-command is a file of its own. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addAuthKeyCommand } from './authkey-command.js';
import { assertNoCardNumber } from './card-guard.js';
import { addCspCommand } from './csp-command.js';
import { addDoctorCommand } from './doctor-command.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { addPayCommand } from './pay-command.js';
import { addSandboxCommand } from './sandbox-command.js';
import { addSignerCommand } from './signer-command.js';
import { addSoapCommand } from './soap-command.js';
import { addTokenCommand } from './token-command.js';
import { addTxnCommand } from './txn-command.js';
import { addWebhookCommand } from './webhook-command.js';

const program = new Command('florin')
  .description('Card payment forms for the web, and a sandbox that stands in for the whole payment service.')
  .option('-V, --version', 'print the version')
  // The whole help would push the one line that says what is wrong off the screen.
  .showHelpAfterError('(--help at its end shows the options and examples)')
  .addHelpText(
    'after',
    `
Exit codes: 0 done, 1 usage, 2 declined, 3 refused or not found, 4 no answer, 5 nobody knows: look it up, 6 problems found.
Each command has examples: florin pay --help`,
  );
program.on('option:version', () => {
  console.log(readVersion());
  process.exit(EXIT.done);
});

/** Read only when it is asked for: every command would wait for it. */
function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

addPayCommand(program);
addTxnCommand(program);
addTokenCommand(program);
addAuthKeyCommand(program);
addWebhookCommand(program);
addDoctorCommand(program);
addCspCommand(program);
addSignerCommand(program);
addSandboxCommand(program);
addSoapCommand(program);

function isFromService(error: unknown): boolean {
  return error instanceof Error && error.name === 'FlorinError';
}

async function run(): Promise<void> {
  assertNoCardNumber(process.argv.slice(2));
  await program.parseAsync();
}

// A log that nobody reads any more ends no process, and a closed pipe changes no exit code: that says what was done.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  console.error(`florin: what was asked for was done, but its output could not be written: ${message}`);
  process.exitCode ||= EXIT.problems;
});

run().catch((error: unknown) => {
  const code = exitCodeOf(error);
  const hint = isFromService(error) && code === EXIT.unreachable ? ' (florin doctor looks why)' : '';
  console.error(`florin: ${error instanceof Error ? error.message : String(error)}${hint}`);
  process.exitCode = code;
});
