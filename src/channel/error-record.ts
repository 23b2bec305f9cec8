/**
 * Errors on a port: a record of code and message. Comlink's own handler sends name, message and stack, loses the code, and
 * lets a hostile side throw any object.
 */
import { transferHandlers } from 'comlink';
import { FlorinError, type FlorinErrorCode, isFlorinError } from '../core/errors.js';
import { membersOf } from '../core/members-of.js';

/** An error from the frame to the page, without stack and cause. */
interface ErrorRecord {
  readonly code: FlorinErrorCode;
  /** For developers. */
  readonly message: string;
}

const LONGEST_MESSAGE = 300;

/** Six or more digits in any groups. No message of Florin has them, so they could be a part of a card number. */
const MANY_DIGITS = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,2}\p{Nd}){5,}/gu;

/** Writes the record of an error. Only a FlorinError keeps its message, because other messages may quote the input. */
export function writeErrorRecord(error: unknown): ErrorRecord {
  if (!isFlorinError(error)) return { code: 'internal_error', message: 'The frame failed' };
  return { code: error.code, message: error.message.replace(MANY_DIGITS, '…').slice(0, LONGEST_MESSAGE) };
}

/** Makes Comlink send these records for all errors of exposed methods in this document. */
export function sendErrorRecords(): void {
  const thrown = transferHandlers.get('throw')!;
  transferHandlers.set('throw', {
    ...thrown,
    serialize: (failure: unknown) => [writeErrorRecord((failure as { readonly value: unknown }).value), []],
  });
}

/** Creates the error of a record; `internal_error` for any other value. */
export function readErrorRecord(record: unknown): FlorinError {
  const { code, message } = membersOf(record);
  const named: unknown = { name: 'FlorinError', code, message };
  return isFlorinError(named)
    ? new FlorinError(named.code, named.message.slice(0, LONGEST_MESSAGE))
    : new FlorinError('internal_error', 'The frame failed without an error code');
}
