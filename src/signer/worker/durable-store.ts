/**
 * Claims in the SQLite database of a Durable Object. It keeps the contract of `ClaimStore`: nothing
 * runs in parallel inside an object, statements without an `await` between them are committed
 * together, and the runtime holds back everything that the object sends, also its calls of the
 * payment service, until all earlier writes are on the disk.
 * https://developers.cloudflare.com/durable-objects/reference/in-memory-state/
 */
import { LAST_LOOK } from '../claims/claim.js';
import type { ClaimStore } from '../claims/claim-store.js';
import type { StoreClock } from '../claims/store-clock.js';
import { createSqliteClaims } from '../sql/sqlite-claims.js';
import { refuseVersion, SCHEMA, SCHEMA_VERSION } from '../sql/sqlite-tables.js';
import type { DurableSql, DurableStorage } from './durable-storage.js';

/**
 * Opens the store, and creates its tables: `claim`, `entry` and `florin_version`. The
 * other tables of the object are the shop's.
 * @throws RangeError when the tables were made by another version of Florin
 */
export function openDurableStore(storage: DurableStorage, { clock }: StoreClock = {}): ClaimStore {
  const { sql } = storage;
  storage.transactionSync(() => prepareTables(sql));
  const readAll = (query: string, values: readonly unknown[]) => sql.exec(query, ...values).toArray();
  return createSqliteClaims({
    ...(clock && { clock }),
    database: {
      prepare: (query) => ({
        all: (...values) => readAll(query, values),
        run(...values) {
          readAll(query, values);
          return { changes: countChanges(sql), lastInsertRowid: 0 };
        },
      }),
    },
    writer: {
      write: async (work) => storage.transactionSync(work),
      writeUnsynced: async (work) => storage.transactionSync(work),
      snapshot: async (work) => work(),
    },
    // The database lives as long as the object.
    close: async () => undefined,
  });
}

/**
 * Whether the signer has something to do without a request: claims that can still be paid or have
 * a last look before them, hints that were not followed up, or notices that the shop has not received.
 */
export function hasOpenWork(sql: DurableSql): boolean {
  const [row] = sql
    .exec(
      `SELECT EXISTS (SELECT 1 FROM claim WHERE state IN ('live', 'superseded') AND asked_at IS NULL)
        OR EXISTS (SELECT 1 FROM claim WHERE state IN ('live', 'superseded') AND asked_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM claim WHERE hinted_at IS NOT NULL)
        OR EXISTS (SELECT 1 FROM claim WHERE state = 'expired' AND checked_at < expires_at + ${LAST_LOOK})
        OR EXISTS (SELECT 1 FROM entry WHERE notice IN ('due', 'calling')) AS is_open`,
    )
    .toArray();
  return row?.['is_open'] === 1;
}

/** When the newest claim was added, by the store's clock; undefined if there is none. */
export function newestClaimAt(sql: DurableSql): number | undefined {
  // The newest row: the claims have no index on their time alone, and the rows that a statement reads are paid for.
  const [row] = sql.exec('SELECT claimed_at FROM claim ORDER BY rowid DESC LIMIT 1').toArray();
  return row && Number(row['claimed_at']);
}

/** An object has no `PRAGMA user_version`. */
function prepareTables(sql: DurableSql): void {
  sql.exec('CREATE TABLE IF NOT EXISTS florin_version (version INTEGER NOT NULL) STRICT');
  const [row] = sql.exec('SELECT version FROM florin_version').toArray();
  if (row?.['version'] === SCHEMA_VERSION) return;
  if (row) throw refuseVersion("the object's database");
  sql.exec(SCHEMA);
  sql.exec('INSERT INTO florin_version (version) VALUES (?)', SCHEMA_VERSION);
}

/** Rows that the last statement has changed. `rowsWritten` of a cursor counts indexes too. */
function countChanges(sql: DurableSql): number {
  return Number(sql.exec('SELECT changes() AS changes').toArray()[0]?.['changes']);
}
