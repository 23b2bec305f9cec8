/**
 * The members of a Durable Object's storage that the signer uses, so that a user needs no types of
 * Cloudflare. A `DurableObjectStorage` of an object with SQLite has them.
 * https://developers.cloudflare.com/durable-objects/api/sqlite-storage-api/
 */

/** `ctx.storage` of a Durable Object with SQLite. */
export interface DurableStorage {
  /** The object's own database. */
  readonly sql: DurableSql;
  /** Runs statements that are committed together, or undone if `work` throws. */
  transactionSync<T>(work: () => T): T;
  /** When the object is called again, in milliseconds since 1970; null if no alarm is set. */
  getAlarm(): Promise<number | null>;
  /** @param at milliseconds since 1970 */
  setAlarm(at: number): Promise<void>;
}

/** `ctx.storage.sql` of a Durable Object. */
export interface DurableSql {
  /** Runs statements. Synchronous. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in the types of Cloudflare
  exec(query: string, ...bindings: any[]): { toArray(): Record<string, unknown>[] };
}
