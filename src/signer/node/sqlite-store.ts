/**
 * Claims in one SQLite file: the default. Several processes may share the file. It survives `kill
 * -9` and, on a disk that keeps what it has synced, a power cut (WAL, synchronous FULL). It keeps
 * the contract of `ClaimStore`. Only the second of a key's two commits waits for the disk; it makes
 * both durable (docs/decisions/0001-store.md).
 */
import type { ClaimStore } from '../claims/claim-store.js';
import type { StoreClock } from '../claims/store-clock.js';
import { createGroupCommit } from '../sql/group-commit.js';
import { createSqliteClaims } from '../sql/sqlite-claims.js';
import { openDatabase } from './sqlite-schema.js';

/**
 * Opens or creates the file.
 * @throws RangeError when the file was made by another version of Florin or by another program
 */
export function openSqliteStore(file: string, options: StoreClock = {}): ClaimStore {
  const database = openDatabase(file);
  const store = createSqliteClaims({
    database,
    ...options,
    // After the requests that arrived together with this one have been read.
    writer: createGroupCommit({ database, defer: setImmediate }),
    async close() {
      // After the writes that have begun.
      await new Promise((resolve) => void setImmediate(resolve));
      if (database.isOpen) database.close();
    },
  });
  return {
    ...store,
    async forgetOrder(scope, order) {
      const isForgotten = await store.forgetOrder(scope, order);
      // The log has the rows as they were, until it is written over.
      if (isForgotten) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return isForgotten;
    },
  };
}
