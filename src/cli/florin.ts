#!/usr/bin/env node
/** The command `florin`. Each sub-command is a file of its own. */
import { Command } from 'commander';
import { addAuthKeyCommand } from './authkey-command.js';
import { assertNoCardNumber } from './card-guard.js';
import { addCspCommand } from './csp-command.js';
import { addDoctorCommand } from './doctor-command.js';
import { exitCodeOf } from './exit-codes.js';
import { addPayCommand } from './pay-command.js';
import { addSandboxCommand } from './sandbox-command.js';
import { addSignerCommand } from './signer-command.js';
import { addSoapCommand } from './soap-command.js';
import { addTokenCommand } from './token-command.js';
import { addTxnCommand } from './txn-command.js';
import { addWebhookCommand } from './webhook-command.js';

const program = new Command('florin')
  .description('Card payment forms for the web, and a sandbox that stands in for the whole payment service.')
  .showHelpAfterError();

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

async function run(): Promise<void> {
  assertNoCardNumber(process.argv.slice(2));
  await program.parseAsync();
}

run().catch((error: unknown) => {
  console.error(`florin: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = exitCodeOf(error);
});
