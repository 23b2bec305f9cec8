import { FlorinError, isFlorinError } from '../core/errors.js';

/** What was thrown, as the one kind of error that is told. */
export function asFlorinError(cause: unknown): FlorinError {
  return isFlorinError(cause) ? cause : new FlorinError('internal_error', 'Florin failed', { cause });
}
