#!/usr/bin/env node
/** The command `florin`. Each sub-command is a file of its own. */
import { Command } from 'commander';
import { exitCodeOf } from './exit-codes.js';
import { addSandboxCommand } from './sandbox-command.js';
import { addSignerCommand } from './signer-command.js';

const program = new Command('florin')
  .description('Card payment forms for the web, and a sandbox that stands in for the whole payment service.')
  .showHelpAfterError();

addSandboxCommand(program);
addSignerCommand(program);

program.parseAsync().catch((error: unknown) => {
  console.error(`florin: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = exitCodeOf(error);
});
