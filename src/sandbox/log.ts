/**
 * A log entry: one flat record for each event. Its members are chosen one by one. They never contain a body, a path
 * with keys, a header, a card or a password.
 */
export interface LogEntry {
  readonly level: 'info' | 'error';
  /** Machine-readable name in snake_case. */
  readonly event: string;
  readonly [member: string]: string | number | boolean | null;
}

/** Receives one entry. Must not throw. */
export type Log = (entry: LogEntry) => void;

/** Discards every entry. */
export const silentLog: Log = () => undefined;
