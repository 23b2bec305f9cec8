/** The command `florin` with its sub-commands. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { addAuthKeyCommand } from './authkey-command.js';
import { addBrowserFilesCommand } from './browser-files-command.js';
import { addCompletionCommand } from './completion-command.js';
import { addContractCommand } from './contract-command.js';
import { addControlCommand } from './control-command.js';
import { addCspCommand } from './csp-command.js';
import { addDoctorCommand } from './doctor-command.js';
import { addInitCommand } from './init-command.js';
import { addLogsCommand } from './logs-command.js';
import { addOrderTokenCommand } from './order-token-command.js';
import { addPayCommand } from './pay-command.js';
import { addSandboxCommand } from './sandbox-command.js';
import { addSignerCommand } from './signer-command.js';
import { addSoapCommand } from './soap-command.js';
import { addTokenCommand } from './token-command.js';
import { addTriggerCommand } from './trigger-command.js';
import { addTxnCommand } from './txn-command.js';
import { addWebhookCommand } from './webhook-command.js';
import { EXIT } from './exit-codes.js';
import { COMMANDER_OUTPUT, print } from './printable.js';

/** Creates the command without running it. */
export function createProgram(): Command {
  const program = new Command('florin')
    .description('Card payment forms for the web, and a sandbox of the payment service.')
    .option('-V, --version', 'print the version')
    .configureOutput(COMMANDER_OUTPUT)
    // The whole help would push the error message off the screen.
    .showHelpAfterError('(--help at its end shows the options and examples)')
    .addHelpText(
      'after',
      `
Examples:
  $ florin sandbox
  $ florin init express my-shop

Exit codes: 0 done, 1 usage, 2 declined, 3 refused or not found, 4 no answer, 5 unknown: look it up, 6 problems found.
Each command has examples: florin pay --help`,
    );
  program.on('option:version', () => {
    print(readVersion());
    process.exit(EXIT.done);
  });
  addInitCommand(program);
  addPayCommand(program);
  addTxnCommand(program);
  addTokenCommand(program);
  addAuthKeyCommand(program);
  addWebhookCommand(program);
  addDoctorCommand(program);
  addCspCommand(program);
  addSignerCommand(program);
  addOrderTokenCommand(program);
  addSandboxCommand(program);
  addBrowserFilesCommand(program);
  addContractCommand(program);
  addControlCommand(program);
  addLogsCommand(program);
  addTriggerCommand(program);
  addSoapCommand(program);
  addCompletionCommand(program);
  return program;
}

/** Read only for --version: it would delay every command. */
function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
