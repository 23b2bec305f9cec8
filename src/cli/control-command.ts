/** `florin control`: one call of a running sandbox's control API. docs/guides/sandbox.md. */
import { InvalidArgumentError, type Command } from 'commander';
import { matching } from './argument.js';
import { addControlOptions, readControl, sendControl, type ControlFlags } from './control-connection.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { print, writeJson } from './printable.js';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

function readMethod(text: string): string {
  const method = text.toUpperCase();
  if (METHODS.includes(method)) return method;
  throw new InvalidArgumentError(`It must be one of ${METHODS.join(', ')}.`);
}

const readPath = matching(/^\/[\w/.?&=%-]*$/, 'It must begin with /, such as /clock.');

function readBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}

async function run(method: string, path: string, body: string | undefined, flags: ControlFlags): Promise<void> {
  const { origin, token } = readControl(flags);
  const address = `${origin}/_sandbox${path}`;
  const response = await sendControl(address, {
    method,
    headers: {
      'Florin-Control-Token': token,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    redirect: 'error',
  });
  const text = await response.text();
  if (!response.ok)
    throw new CommandEnd(EXIT.refused, `The sandbox answered ${response.status}: ${text.slice(0, 500)}`);
  print(text === '' ? '' : writeJson(readAnswer(text, address), 2));
}

/** @throws CommandEnd when the answer is not JSON: a sandbox answers with JSON only */
function readAnswer(text: string, address: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandEnd(EXIT.unreachable, `${new URL(address).origin} answers, but not with JSON: it is no sandbox`);
  }
}

export function addControlCommand(program: Command): void {
  const command = program
    .command('control')
    .description('Calls the control API of a running sandbox: its clock, faults, webhooks, data and merchants.')
    .argument('<method>', 'GET, POST, PUT or DELETE', readMethod)
    .argument('<path>', 'path below /_sandbox, such as /clock', readPath)
    .argument('[body]', 'JSON', readBody)
    .addHelpText(
      'after',
      `
Examples:
  $ florin control POST /clock '{"advanceSeconds":1800}'
  $ florin control PUT /availability '{"availability":"unavailable"}'
  $ florin control GET /webhooks`,
    );
  addControlOptions(command).action((method: string, path: string, body: string | undefined, flags: ControlFlags) =>
    run(method, path, body, flags),
  );
}
