import type { Kysely } from 'kysely';
import type { DialectRules } from '../dialect-rules.js';
import type { Schema } from '../schema.js';

/** One migration step. A released step is never changed. */
export interface Migration {
  /** 1, 2, 3 and so on without gaps. */
  readonly number: number;
  /** Runs within the transaction that also records it. */
  up(db: Kysely<Schema>, rules: DialectRules): Promise<void>;
}
