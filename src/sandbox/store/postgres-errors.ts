/** What an error of PostgreSQL means to a unit of work, by its SQLSTATE (the appendix "Error Codes" of its manual). */

function stateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** What the driver throws when there is no connection, or none any more. The cause says more. */
export class DatabaseGone extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The database does not answer', { cause });
    this.name = 'DatabaseGone';
  }
}

/** Serialization failure and deadlock: nothing of the unit was kept, and it may be run again. */
const BROKEN_OFF: readonly string[] = ['40001', '40P01'];

/** Connection exception, end of the server's process by its operator or a crash, idle for too long in a transaction. */
const CONNECTION_LOST = /^(08|57P0|25P03)/;

/**
 * What is not the unit's fault: logging in, resources (connections, disk, memory), a statement that took too long, a lock
 * that could not be had, a server that only reads, an error of its machine, a database that is not there.
 */
const NOT_AVAILABLE = /^(28|53|57014|55P03|25006|58|3D000)/;

/** True when the unit was broken off and may be run again. */
export function isBrokenOff(error: unknown): boolean {
  const state = stateOf(error);
  return state !== undefined && BROKEN_OFF.includes(state);
}

/** True for an error of the driver after which a connection cannot be used: what has no SQLSTATE is not the server's. */
export function isConnectionLost(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined || CONNECTION_LOST.test(state);
}

/** True when the database does not answer now, but may later. What a unit throws of its own is never that. */
export function isNotAvailable(error: unknown): boolean {
  const state = stateOf(error) ?? '';
  return error instanceof DatabaseGone || BROKEN_OFF.includes(state) || NOT_AVAILABLE.test(state);
}
