/**
 * What the sandbox tells its operator, one flat record for each event. Members are chosen one by one where they are
 * written: never a body, a path with keys in it, a header, a card or a password.
 */
export interface LogEntry {
  readonly level: 'info' | 'error';
  /** snake_case, for a machine. */
  readonly event: string;
  readonly [member: string]: string | number | boolean | null;
}

/** Takes one record. Must not throw. */
export type Log = (entry: LogEntry) => void;

/** Says nothing. */
export const silentLog: Log = () => undefined;
