/** The exit codes. docs/guides/cli.md has the same table. */
import { isFlorinError } from '../core/errors.js';

export const EXIT = {
  done: 0,
  /** An option, the environment or the configuration is wrong, or the command itself failed. Nothing was sent. */
  usage: 1,
  /** The bank declined, or a rule of the service refused: no money moved. */
  declined: 2,
  /** The service refused the call, or did not find it. Nothing was changed. */
  refused: 3,
  /** The service did not answer. Nothing was changed. */
  unreachable: 4,
  /** The change may have been made. It was sent once and is not sent again: look it up. */
  unknown: 5,
  /**
   * `florin doctor` found a problem; `florin webhook listen --once` received a false hint; or the command succeeded and its
   * output could not be written.
   */
  problems: 6,
} as const;

type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command with an exit code and a message of one line. */
export class CommandEnd extends Error {
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode, message: string) {
    super(message);
    this.name = 'CommandEnd';
    this.exitCode = exitCode;
  }
}

/**
 * Failures before a connection: the service has not received the request. An open connection can fail by the same codes, in
 * a read or a write.
 */
const NEVER_SENT = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)\b(?! read| write)/;

/** Whether a call that changes something may have been done although it failed. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!isFlorinError(error)) return false;
  if (error.code === 'service_timeout' || error.code === 'result_unknown') return true;
  if (error.code !== 'service_unreachable') return false;
  return !(error.cause instanceof Error && NEVER_SENT.test(error.cause.message));
}

/** The exit code of a failure in a command that changes nothing, or before anything was sent. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandEnd) return error.exitCode;
  if (!isFlorinError(error)) return EXIT.usage;
  if (error.code === 'api_rejected') return EXIT.refused;
  return /^service_|^result_unknown$/.test(error.code) ? EXIT.unreachable : EXIT.usage;
}
