/** The connection of the commands that control a running sandbox. */
import { Option, type Command } from 'commander';
import type { RemoteControl } from '../sandbox/control/remote-control.js';
import { isLoopbackUrl } from './account.js';
import { CommandEnd, EXIT } from './exit-codes.js';

/** Options of every command that controls a sandbox. */
export interface ControlFlags {
  readonly url: string;
  readonly controlToken?: string;
}

export interface ControlAddress {
  readonly origin: string;
  readonly token: string;
}

/** Adds the address and the token of a sandbox. */
export function addControlOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--url <url>', 'address of the sandbox').env('FLORIN_BASE_URL').default('http://127.0.0.1:4010'),
    )
    .addOption(new Option('--control-token <token>', 'token of the control API').env('FLORIN_CONTROL_TOKEN'));
}

/** The token must not go to another machine without encryption. @throws CommandEnd */
export function readControl({ url, controlToken }: ControlFlags): ControlAddress {
  if (controlToken === undefined) {
    throw new CommandEnd(EXIT.usage, 'The token is missing: set FLORIN_CONTROL_TOKEN to the one of the sandbox');
  }
  if (!URL.canParse(url)) throw new CommandEnd(EXIT.usage, 'The address of the sandbox must be a URL');
  if (!url.startsWith('https:') && !isLoopbackUrl(url)) {
    throw new CommandEnd(
      EXIT.usage,
      'The address is http to another machine: the token would be sent without encryption',
    );
  }
  return { origin: new URL(url).origin, token: controlToken };
}

const TIMEOUT_SECONDS = 30;

/** Resolves with a whole answer. @throws CommandEnd when the sandbox does not give one in time */
export async function sendControl(
  address: string,
  init: RequestInit,
  timeoutSeconds = TIMEOUT_SECONDS,
): Promise<Response> {
  try {
    const response = await fetch(address, { ...init, signal: AbortSignal.timeout(timeoutSeconds * 1_000) });
    return new Response((await response.text()) || null, response);
  } catch (error) {
    const text = `The sandbox at ${new URL(address).origin} does not answer`;
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    if (!isLate) throw new CommandEnd(EXIT.unreachable, text);
    // A fault can delay the answer after the change, and without end while the sandbox's clock stands still.
    const isChange = init.method !== undefined && init.method !== 'GET';
    throw new CommandEnd(isChange ? EXIT.unknown : EXIT.unreachable, `${text} within ${timeoutSeconds} seconds`);
  }
}

/** Runs with the control of a sandbox. @throws CommandEnd */
export async function withControl(flags: ControlFlags, run: (control: RemoteControl) => Promise<void>): Promise<void> {
  const { origin, token } = readControl(flags);
  // It would delay every command.
  const { createRemoteControl } = await import('../sandbox/control/remote-control.js');
  try {
    await run(createRemoteControl({ url: origin, token, fetch: (address, init) => sendControl(address, init) }));
  } catch (error) {
    if (error instanceof Error && error.name === 'SetupError') throw new CommandEnd(EXIT.refused, error.message);
    throw error;
  }
}
