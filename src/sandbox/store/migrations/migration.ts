import type { Kysely } from 'kysely';
import type { DialectRules } from '../dialect-rules.js';
import type { Schema } from '../schema.js';

/** One step from a version of the tables to the next. A step that has been released is never changed. */
export interface Migration {
  /** 1, 2, 3 and so on without a gap. */
  readonly number: number;
  /** Runs within a transaction, together with the note that it has run. */
  up(db: Kysely<Schema>, rules: DialectRules): Promise<void>;
}
