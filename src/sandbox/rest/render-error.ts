/** Renders errors for REST; no other file does. */
import type { ApiResponse } from '../../wire/rest/answers.js';
import { SandboxFault } from '../fault.js';
import type { Log } from '../log.js';
import type { Random } from '../random.js';
import { writeApiResponse } from './api-response.js';

/**
 * Renders a fault with its own code, and any other error as 999 with an id that is also in the log.
 *
 * The log gets the kind and the stack positions of the error, not its message, which may quote input.
 */
export function renderError(
  error: unknown,
  { log, random }: { readonly log: Log; readonly random: Random },
): ApiResponse {
  if (error instanceof SandboxFault) return { ResponseCode: error.apiCode, ResponseText: error.message };
  const id = random.uuid();
  log({ level: 'error', event: 'internal_error', id, ...describe(error) });
  const { ResponseCode, ResponseText } = writeApiResponse(999);
  return { ResponseCode, ResponseText: `${ResponseText} (${id})` };
}

function describe(error: unknown): { readonly kind: string; readonly at: string } {
  if (!(error instanceof Error)) return { kind: typeof error, at: '' };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s*at /.test(line));
  return {
    kind: error.name,
    at: frames
      .slice(0, 6)
      .map((line) => line.trim())
      .join(' < '),
  };
}
