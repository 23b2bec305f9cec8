/** `florin control`: one call of a running sandbox's control API. docs/guides/sandbox.md. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { isLoopbackUrl } from './account.js';
import { matching } from './argument.js';
import { CommandEnd, EXIT } from './exit-codes.js';
import { print, writeJson } from './printable.js';

interface ControlFlags {
  readonly url: string;
  readonly controlToken?: string;
}

const TIMEOUT_MS = 30_000;
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

/** The token must not go to another machine without encryption. @throws CommandEnd */
function addressOf(url: string, path: string): string {
  if (!URL.canParse(url)) throw new CommandEnd(EXIT.usage, 'The address of the sandbox must be a URL');
  if (!url.startsWith('https:') && !isLoopbackUrl(url)) {
    throw new CommandEnd(
      EXIT.usage,
      'The address is http to another machine: the token would be sent without encryption',
    );
  }
  return `${new URL(url).origin}/_sandbox${path}`;
}

async function run(method: string, path: string, body: string | undefined, flags: ControlFlags): Promise<void> {
  const { url, controlToken } = flags;
  if (controlToken === undefined) {
    throw new CommandEnd(EXIT.usage, 'The token is missing: set FLORIN_CONTROL_TOKEN to the one of the sandbox');
  }
  const address = addressOf(url, path);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, {
      method,
      headers: {
        'Florin-Control-Token': controlToken,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    throw new CommandEnd(EXIT.unreachable, `The sandbox at ${new URL(address).origin} does not answer`);
  }
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
  program
    .command('control')
    .description('Calls the control API of a running sandbox: its clock, faults, webhooks, data and merchants.')
    .argument('<method>', 'GET, POST, PUT or DELETE', readMethod)
    .argument('<path>', 'path below /_sandbox, such as /clock', readPath)
    .argument('[body]', 'JSON', readBody)
    .addOption(
      new Option('--url <url>', 'address of the sandbox').env('FLORIN_BASE_URL').default('http://127.0.0.1:4010'),
    )
    .addOption(new Option('--control-token <token>', 'token of the control API').env('FLORIN_CONTROL_TOKEN'))
    .addHelpText(
      'after',
      `
Examples:
  $ florin control POST /clock '{"advanceSeconds":1800}'
  $ florin control PUT /availability '{"availability":"unavailable"}'
  $ florin control GET /webhooks`,
    )
    .action((method: string, path: string, body: string | undefined, flags: ControlFlags) =>
      run(method, path, body, flags),
    );
}
