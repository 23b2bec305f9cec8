/** What a command's exit code says. docs/guides/cli.md has the same table. */
import type { FlorinError } from '../service/index.js';

export const EXIT = {
  done: 0,
  /** An option, the environment or the configuration is wrong, or the command itself failed. Nothing was sent. */
  usage: 1,
  /** The bank or the rules of the service said no: no money moved. */
  declined: 2,
  /** The service refused the call, or knows of no such thing. Nothing was changed. */
  refused: 3,
  /** The service did not answer. Nothing was changed, or nothing was to be changed. */
  unreachable: 4,
  /** Nobody knows whether the change was made. It was sent once and is not sent again: look it up. */
  unknown: 5,
  /**
   * `florin doctor` found something wrong; `florin webhook listen --once` got a hint that is not true; the output of what was
   * done could not be written.
   */
  problems: 6,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An end of a command that has a code of its own, and a line to say. */
export class CommandEnd extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.name = 'CommandEnd';
    this.exitCode = exitCode;
  }
}

/** What the connection never carried was never received. */
const NEVER_SENT = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)\b/;

/** By shape, so that a command that calls no service does not load its clients. */
function isFlorinError(error: unknown): error is FlorinError {
  return error instanceof Error && error.name === 'FlorinError' && 'code' in error;
}

/** Whether a call that changes something may have been done although it failed. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!isFlorinError(error)) return false;
  if (error.code === 'service_timeout') return true;
  if (error.code !== 'service_unreachable') return false;
  return !(error.cause instanceof Error && NEVER_SENT.test(error.cause.message));
}

/** The code for a failure of a command that changes nothing, or before anything was sent. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandEnd) return error.exitCode;
  if (!isFlorinError(error)) return EXIT.usage;
  if (error.code === 'api_rejected') return EXIT.refused;
  return error.code === 'service_timeout' || error.code === 'service_unreachable' ? EXIT.unreachable : EXIT.usage;
}
