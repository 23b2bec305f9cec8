/** The claim store on a SQLite connection. It keeps the contract of `ClaimStore`. */
import type { Compilable } from 'kysely';
import type { SqlitePrepared } from '../../sqlite/connection.js';
import type { ClaimStore, EntryName } from '../claims/claim-store.js';
import type { Claim } from '../claims/claim.js';
import { createEntry, stateAfter, type LedgerEntry, type OrderRecord } from '../claims/ledger-entry.js';
import { MACHINE_CLOCK, type StoreClock } from '../claims/store-clock.js';
import { isSettled } from '../claims/settled.js';
import {
  createClaimQueries,
  deleteOrder,
  forgetRows,
  hasChanged,
  hintLastLook,
  later,
  markSuperseded,
  openClaims,
  selectEntry,
  selectSettled,
  updateAsked,
} from './claim-queries.js';
import { toClaim, toEntry, toEntryRow } from './rows.js';
import { createSqliteKysely } from './sqlite-kysely.js';
import type { ClaimRow, EntryRow, Tables } from './tables.js';

/** Runs statements, all of them or none, and returns their result. Synchronous, so that no other statement comes between. */
export type Work<T> = () => T;

/** How a store runs its statements. */
export interface ClaimWriter {
  /** Resolves when it is on the disk; rejects when none of it is. */
  write<T>(work: Work<T>): Promise<T>;
  /**
   * Resolves when it is committed: every process sees it, and it survives the end of
   * this process. A power cut may undo it until a later `write` has resolved: the log is one file,
   * and a sync writes all of it up to that point.
   */
  writeUnsynced<T>(work: Work<T>): Promise<T>;
  /** Reads at one instant. */
  snapshot<T>(work: Work<T>): Promise<T>;
}

interface SqliteClaimsOptions extends StoreClock {
  /** A connection with the tables of sqlite-tables.ts. */
  readonly database: { prepare(sql: string): Pick<SqlitePrepared, 'all' | 'run'> };
  readonly writer: ClaimWriter;
  close(): Promise<void>;
}

export function createSqliteClaims(options: SqliteClaimsOptions): ClaimStore {
  const { clock = MACHINE_CLOCK, database, close } = options;
  const { snapshot, write, writeUnsynced } = options.writer;
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  /** Its texts are few: values are never written into them. */
  const prepare = (text: string) => {
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  const db = createSqliteKysely<Tables>(async ({ query, sql, parameters }) => {
    if (query.kind === 'SelectQueryNode') return { rows: prepare(sql).all(...parameters) };
    const { changes } = await write(() => prepare(sql).run(...parameters));
    return { rows: [], numAffectedRows: BigInt(changes) };
  });
  // The statements for each key, compiled once; Kysely would compile them for each call.
  const selectClaims = database.prepare('SELECT * FROM claim WHERE scope = ? AND order_id = ? ORDER BY attempt');
  const selectEntries = database.prepare('SELECT * FROM entry WHERE scope = ? AND order_id = ? ORDER BY recorded_at');
  // One statement: the unique attempt number decides between processes, and the condition between
  // claim and payment.
  const insertClaim = database.prepare(`
    INSERT INTO claim (id, scope, order_id, attempt, terms, reference, state, claimed_at, client, checked_at, lease_owner, lease_until)
    SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?
    WHERE ? <> 'issuing'
      OR NOT EXISTS (SELECT 1 FROM entry WHERE scope = ? AND order_id = ? AND kind NOT IN ('declined', 'failed'))
    ON CONFLICT DO NOTHING`);
  const makeLive = database.prepare(`
    UPDATE claim SET state = 'live', auth_key = ?, expires_at = ?, lease_owner = NULL, lease_until = 0
    WHERE id = ? AND state = 'issuing' AND lease_owner = ? AND NOT EXISTS
      (SELECT 1 FROM entry WHERE entry.scope = claim.scope AND entry.order_id = claim.order_id AND kind NOT IN ('declined', 'failed'))`);

  const selectOrder = (scope: string, order: string): OrderRecord => {
    const claims = selectClaims.all(scope, order) as unknown as ClaimRow[];
    const entries = selectEntries.all(scope, order) as unknown as EntryRow[];
    return { claims: claims.map(toClaim), entries: entries.map(toEntry), at: clock.now() };
  };

  const takeClaims = (condition: string) =>
    prepare(`UPDATE claim SET checked_at = ?1, hinted_at = ${hintLastLook('?1')} WHERE id IN (
      SELECT id FROM claim WHERE scope = ?2 AND (checked_at <= ?4 OR checked_at > ?1) AND ${condition} ORDER BY checked_at LIMIT ?3) RETURNING *`);
  const readAll = <Row>(query: Compilable<Row>): Row[] => {
    const { sql, parameters } = query.compile();
    return prepare(sql).all(...parameters) as Row[];
  };
  const change = (query: Compilable<unknown>): boolean => {
    const { sql, parameters } = query.compile();
    return prepare(sql).run(...parameters).changes === 1;
  };
  const readEntry = (name: EntryName): LedgerEntry | undefined =>
    readAll(selectEntry(db, name).selectAll()).map(toEntry)[0];

  return {
    ...createClaimQueries(db, clock),
    now: async () => clock.now(),
    async markAsked(id) {
      await hasChanged(updateAsked(db, id, clock.now()));
      return clock.now();
    },
    readOrder: (scope, order) => snapshot(() => selectOrder(scope, order)),
    addClaim: (claim) =>
      writeUnsynced(() => {
        const { id, scope, order, attempt, terms, reference, state, client, checkedAt, leaseOwner, lease } = claim;
        const at = clock.now();
        const values = [id, scope, order, attempt, JSON.stringify(terms), reference, state, at, client, checkedAt];
        return insertClaim.run(...values, leaseOwner, at + lease, state, scope, order).changes === 1;
      }),
    goLive: (id, owner, { authKey, expiresAt }) =>
      write(() => makeLive.run(authKey, expiresAt, id, owner).changes === 1),
    record: (finding, lease) =>
      write(() => {
        const [row] = readAll(db.selectFrom('claim').selectAll().where('id', '=', finding.claimId));
        if (!row) throw new RangeError(`no claim ${finding.claimId}`);
        const claim = toClaim(row);
        const known = readEntry({ scope: claim.scope, txnNumber: finding.txnNumber });
        if (known) return { entry: known, isNew: false };
        const entry = createEntry(finding, claim, selectOrder(claim.scope, claim.order), lease);
        change(db.insertInto('entry').values(toEntryRow(entry)));
        const state = stateAfter(claim.state, entry.kind);
        change(db.updateTable('claim').set({ state, hinted_at: null }).where('id', '=', claim.id));
        return { entry, isNew: true };
      }),
    supersedePayment: (name, current) =>
      write(() => {
        const { ofEntry, ofClaim } = markSuperseded(db, name, current);
        if (change(ofEntry)) change(ofClaim);
        const entry = readEntry(name);
        if (!entry) throw new RangeError(`no transaction ${name.txnNumber}`);
        return entry;
      }),
    takeOpenClaims: (scope, { need, limit, since }) =>
      write(() => {
        const taken: Claim[] = [];
        for (const condition of openClaims('?1')[need]) {
          const rows = takeClaims(condition).all(clock.now(), scope, limit - taken.length, since) as ClaimRow[];
          taken.push(...rows.map(toClaim));
        }
        return taken;
      }),
    removeSettled: (scope, age, limit) =>
      write(() => {
        const now = clock.now();
        const orders = readAll(selectSettled(db, { scope, until: later(now, -age), now }).limit(limit));
        for (const { order_id } of orders) for (const query of deleteOrder(db, scope, order_id)) change(query);
        return orders.length;
      }),
    forgetOrder: (scope, order) =>
      write(() => {
        const rows = selectOrder(scope, order);
        if (!isSettled(rows)) return false;
        for (const query of forgetRows(db, rows)) change(query);
        return true;
      }),
    close,
  };
}
