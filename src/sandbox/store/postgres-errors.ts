/** Classifies errors of PostgreSQL by SQLSTATE (the appendix "Error Codes" of its manual). */

function stateOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined;
}

/** Thrown when the connection fails or is lost. See its cause. */
export class ConnectionFailed extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The database does not answer', { cause });
    this.name = 'ConnectionFailed';
  }
}

/** Serialization failure and deadlock: the unit was rolled back and may be retried. */
const ROLLED_BACK: readonly string[] = ['40001', '40P01'];

/** Connection exception, server shutdown or crash, and idle timeout in a transaction. */
const CONNECTION_LOST = /^(08|57P0|25P03)/;

/**
 * Unavailability: login, resources (connections, disk, memory), statement timeout, lock timeout, read-only server,
 * system error, missing database.
 */
const NOT_AVAILABLE = /^(28|53|57014|55P03|25006|58|3D000)/;

/** True when the unit was rolled back and may be retried. */
export function isRolledBack(error: unknown): boolean {
  const state = stateOf(error);
  return state !== undefined && ROLLED_BACK.includes(state);
}

/** True when the connection is unusable: an error without SQLSTATE comes from the driver. */
export function isConnectionLost(error: unknown): boolean {
  const state = stateOf(error);
  return state === undefined || CONNECTION_LOST.test(state);
}

/** True when the database is temporarily unavailable. Errors of the unit itself never are. */
export function isNotAvailable(error: unknown): boolean {
  const state = stateOf(error) ?? '';
  return error instanceof ConnectionFailed || ROLLED_BACK.includes(state) || NOT_AVAILABLE.test(state);
}
