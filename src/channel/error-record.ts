/**
 * What crosses a port instead of an error: code and message. Comlink's own handler sends name, message and stack, loses
 * the code, and lets a hostile side throw any object of its making.
 */
import { FlorinError, type FlorinErrorCode, isFlorinError } from '../core/errors.js';

/** An error on its way from the frame to the page. Never a stack, never a cause. */
export interface ErrorRecord {
  readonly code: FlorinErrorCode;
  /** For developers. */
  readonly message: string;
}

const LONGEST_MESSAGE = 300;

/** Six digits or more, however they are grouped: no message of ours holds any, so these would be someone's card. */
const MANY_DIGITS = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,2}\p{Nd}){5,}/gu;

/** Only our own errors keep their message: others may quote what they choked on. */
export function writeErrorRecord(error: unknown): ErrorRecord {
  if (!isFlorinError(error)) return { code: 'internal_error', message: 'The frame failed' };
  return { code: error.code, message: error.message.replace(MANY_DIGITS, '…').slice(0, LONGEST_MESSAGE) };
}

/** The error that a record stands for; `internal_error` for anything that is no record. */
export function readErrorRecord(record: unknown): FlorinError {
  const { code, message } = (record ?? {}) as Readonly<Record<string, unknown>>;
  const named: unknown = { name: 'FlorinError', code, message };
  return isFlorinError(named)
    ? new FlorinError(named.code, named.message.slice(0, LONGEST_MESSAGE))
    : new FlorinError('internal_error', 'The frame failed in a way that it cannot tell');
}
