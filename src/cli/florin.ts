#!/usr/bin/env node
/** Runs the command `florin`. */
import { isFlorinError } from '../core/errors.js';
import { assertNoCardNumber } from './card-guard.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import { noteError } from './printable.js';
import { createProgram } from './program.js';

async function run(): Promise<void> {
  assertNoCardNumber(process.argv.slice(2));
  await createProgram().parseAsync();
}

// A closed pipe neither ends the process nor changes the exit code, which is the result of the command.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') return;
  noteError(`the command succeeded, but its output could not be written: ${message}`);
  process.exitCode ||= EXIT.problems;
});

run().catch((error: unknown) => {
  const code = exitCodeOf(error);
  const hint = isFlorinError(error) && code === EXIT.unreachable ? ' (florin doctor finds the cause)' : '';
  noteError(error, hint);
  process.exitCode = code;
});
