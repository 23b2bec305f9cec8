import type { RawBuilder } from 'kysely';
import type { DialectRules } from '../dialect-rules.js';

/** One migration step. A released step is never changed. */
export interface Migration {
  /** 1, 2, 3 and so on without gaps. */
  readonly number: number;
  /** Statements without a schema's name. They run within the transaction that also records the step. */
  statements(rules: DialectRules): readonly RawBuilder<unknown>[];
}
