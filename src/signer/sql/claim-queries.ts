/**
 * The methods of a `ClaimStore` that need only one conditional statement, which is atomic on every
 * SQL database. Methods that read two tables differ between databases and are in the stores.
 */
import { sql, type Kysely, type QueryCreator, type RawBuilder } from 'kysely';
import { writeJson } from '../../wire/rest/lossless-json.js';
import type { CurrentTerms } from '../claims/agreed-terms.js';
import { GRACE, LAST_LOOK } from '../claims/claim.js';
import type { ClaimStore, EntryName, Need } from '../claims/claim-store.js';
import {
  reviewKindOf,
  stateAfter,
  type NoticeState,
  type NoticeTry,
  type OrderRecord,
} from '../claims/ledger-entry.js';
import { forgetDetails, forgetPerson } from '../claims/settled.js';
import { toClaim, toEntry } from './rows.js';
import type { Tables } from './tables.js';

type ClaimQueries = Pick<
  ClaimStore,
  | 'readClaim'
  | 'readClaimByReference'
  | 'takeLease'
  | 'failLease'
  | 'markHinted'
  | 'clearHint'
  | 'supersede'
  | 'expire'
  | 'takeNotice'
  | 'finishNotice'
  | 'failNotice'
  | 'readDueNotices'
  | 'readEntries'
  | 'readMark'
  | 'setMark'
  | 'readBacklog'
>;

interface QueryRules {
  /** Compares numbers of transactions as every other store does, where the database has a language. */
  readonly collation?: RawBuilder<unknown>;
  /** The store's clock: its value, or the expression by which the database reads it. */
  now(): number | RawBuilder<number>;
  /** The number of a transaction, or nothing while another connection has its entry locked. */
  unlocked?(name: EntryName): RawBuilder<string>;
}

const UNUSED = "state IN ('live', 'superseded') AND asked_at IS NULL AND hinted_at IS NULL";

/**
 * The parts of each need of `takeOpenClaims`, as conditions. Written into the statement and not bound: otherwise SQLite does
 * not use the partial indexes.
 * @param now the store's clock, as SQL
 */
export const openClaims = (now: string): Record<Need, readonly string[]> => ({
  pressing: ['hinted_at IS NOT NULL', "state IN ('live', 'superseded') AND asked_at IS NOT NULL AND hinted_at IS NULL"],
  ended: [
    `${UNUSED} AND expires_at <= ${now} - ${GRACE}`,
    `hinted_at IS NULL AND state = 'expired' AND checked_at < expires_at + ${LAST_LOOK} AND expires_at <= ${now} - ${LAST_LOOK}`,
  ],
  idle: [`${UNUSED} AND expires_at > ${now} - ${GRACE}`],
});

/** The hint of a claim that `takeOpenClaims` returns. @param now the store's clock, as SQL */
export const hintLastLook = (now: string): string =>
  `CASE WHEN hinted_at IS NULL AND state = 'expired' THEN ${now} ELSE hinted_at END`;

/** Reads the store's clock, and adds milliseconds. */
export function later(now: number | RawBuilder<number>, milliseconds: number): RawBuilder<number> {
  return sql<number>`${now} + ${milliseconds}`;
}

export function createClaimQueries(db: Kysely<Tables>, { collation, now, unlocked }: QueryRules): ClaimQueries {
  const updateClaim = (id: string) => db.updateTable('claim').where('id', '=', id);
  /** The entry, if no other try has begun. */
  const updateTry = ({ scope, txnNumber, noticeTries }: NoticeTry, notices: readonly NoticeState[]) =>
    db
      .updateTable('entry')
      .where('scope', '=', scope)
      .where('txn_number', '=', unlocked?.({ scope, txnNumber }) ?? txnNumber)
      .where('notice_tries', '=', noticeTries)
      .where('notice', 'in', notices);
  return {
    async readClaim(id) {
      const row = await db.selectFrom('claim').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toClaim(row);
    },
    async readClaimByReference(scope, reference) {
      const found = db.selectFrom('claim').selectAll().where('scope', '=', scope).where('reference', '=', reference);
      const row = await found.executeTakeFirst();
      return row && toClaim(row);
    },
    takeLease: (id, { owner, client }, lease) =>
      hasChanged(
        updateClaim(id)
          .set({ lease_owner: owner, lease_until: later(now(), lease), client })
          .where('state', '=', 'issuing')
          .where('lease_until', '<=', now()),
      ),
    failLease: (id, owner) =>
      hasChanged(
        updateClaim(id)
          .set({ lease_owner: null, lease_until: 0, failed_at: now() })
          .where('state', '=', 'issuing')
          .where('lease_owner', '=', owner),
      ),
    markHinted: (id) =>
      hasChanged(
        updateClaim(id)
          .set({ hinted_at: now() })
          .where('hinted_at', 'is', null)
          .where('state', 'in', ['issuing', 'live', 'superseded', 'expired']),
      ),
    async clearHint(id) {
      await hasChanged(updateClaim(id).set({ hinted_at: null }));
    },
    supersede: (id) =>
      hasChanged(
        updateClaim(id).set({ state: 'superseded' }).where('state', '=', 'live').where('asked_at', 'is', null),
      ),
    expire: (id) => hasChanged(updateClaim(id).set({ state: 'expired' }).where('state', 'in', ['live', 'superseded'])),
    takeNotice: (read, lease, isEarly) =>
      hasChanged(
        updateTry(read, ['due', 'calling'])
          .set({ notice: 'calling', notice_at: later(now(), lease), notice_tries: read.noticeTries + 1 })
          .where(({ eb, or }) => or([eb('notice_at', '<=', now()), ...(isEarly ? [eb('notice', '=', 'due')] : [])])),
      ),
    async finishNotice(made) {
      await updateTry(made, ['due', 'calling']).set({ notice: 'done' }).execute();
    },
    async failNotice(made, pause) {
      await updateTry(made, ['calling'])
        .set({ notice: 'due', notice_at: later(now(), pause) })
        .execute();
    },
    async readDueNotices(scope, within, limit) {
      const rows = await db
        .selectFrom('entry')
        .selectAll()
        .where('scope', '=', scope)
        .where('notice', 'in', ['due', 'calling'])
        .where('notice_at', '<=', later(now(), within))
        .orderBy('notice_at')
        .limit(limit)
        .execute();
      return rows.map(toEntry);
    },
    async readEntries(scope, { recordedAt, txnNumber }, until, limit) {
      const number = sql<string>`txn_number${collation ? sql` ${collation}` : sql``}`;
      const rows = await db
        .selectFrom('entry')
        .selectAll()
        .where('scope', '=', scope)
        .where('recorded_at', '<', until)
        .where(sql<boolean>`(recorded_at, ${number}) > (${recordedAt}, ${txnNumber})`)
        .orderBy('recorded_at')
        .orderBy(number)
        .limit(limit)
        .execute();
      return rows.map(toEntry);
    },
    async readMark(scope, name) {
      const found = db.selectFrom('mark').select('text').where('scope', '=', scope).where('name', '=', name);
      return (await found.executeTakeFirst())?.text ?? null;
    },
    async setMark({ scope, name, before, text }) {
      if (before !== null) {
        const stored = db.updateTable('mark').set({ text }).where('scope', '=', scope).where('name', '=', name);
        return hasChanged(stored.where('text', '=', before));
      }
      const added = db
        .insertInto('mark')
        .values({ scope, name, text })
        .onConflict((conflict) => conflict.doNothing());
      return (await added.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
    },
    async readBacklog(scope) {
      // Few rows: both have a partial index, for which SQLite needs the states in the statement. Without the sum a database would
      // search all entries in the order of their time instead.
      const asked = db
        .selectFrom('claim')
        .select(sql<number | null>`${now()} - min(asked_at)`.as('age'))
        .where('scope', '=', scope)
        .where(sql<boolean>`state IN ('live', 'superseded')`);
      const notices = db
        .selectFrom('entry')
        .select(sql<number | null>`${now()} - min(recorded_at + 0)`.as('age'))
        .where('scope', '=', scope)
        .where(sql<boolean>`notice IN ('due', 'calling')`);
      const [oldestAsked, oldestNotice] = await Promise.all([asked.executeTakeFirst(), notices.executeTakeFirst()]);
      return { asked: oldestAsked?.age ?? null, notice: oldestNotice?.age ?? null };
    },
  };
}

/** The statement of `markAsked`. */
export function updateAsked(db: QueryCreator<Tables>, id: string, now: number | RawBuilder<number>) {
  return db
    .updateTable('claim')
    .where('id', '=', id)
    .set({ asked_at: now })
    .where('asked_at', 'is', null)
    .where('state', 'in', ['live', 'superseded']);
}

/** The old orders of `removeSettled`, by the rules of settled.ts. */
export function selectSettled(
  db: Kysely<Tables>,
  { scope, until, now }: { scope: string; until: RawBuilder<number>; now: number | RawBuilder<number> },
) {
  return db
    .selectFrom('claim as old')
    .select('old.order_id')
    .distinct()
    .where('old.scope', '=', scope)
    .where('old.claimed_at', '<=', until)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('claim as other')
            .select('other.id')
            .whereRef('other.scope', '=', 'old.scope')
            .whereRef('other.order_id', '=', 'old.order_id')
            .where(({ and, eb, or }) =>
              or([
                eb('other.claimed_at', '>', until),
                eb('other.hinted_at', 'is not', null),
                eb('other.state', 'in', ['live', 'superseded']),
                and([eb('other.state', '=', 'issuing'), eb('other.lease_until', '>', now)]),
                and([
                  eb('other.state', '=', 'expired'),
                  eb('other.checked_at', '<', sql<number>`other.expires_at + ${LAST_LOOK}`),
                ]),
              ]),
            ),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('entry as open')
            .select('open.txn_number')
            .whereRef('open.scope', '=', 'old.scope')
            .whereRef('open.order_id', '=', 'old.order_id')
            .where(({ eb, or }) =>
              or([eb('open.recorded_at', '>', until), eb('open.notice', 'in', ['due', 'calling'])]),
            ),
        ),
      ),
    );
}

export function forgetRows(db: Kysely<Tables>, { claims, entries }: OrderRecord) {
  return [
    ...claims.map(forgetPerson).map(({ id, terms, client }) =>
      db
        .updateTable('claim')
        .set({ terms: JSON.stringify(terms), client })
        .where('id', '=', id),
    ),
    ...entries.map(forgetDetails).map(({ scope, txnNumber, txn }) =>
      db
        .updateTable('entry')
        .set({ txn: writeJson(txn) })
        .where('scope', '=', scope)
        .where('txn_number', '=', txnNumber),
    ),
  ];
}

/** The statements that remove an order: its transactions first, which refer to its claims. */
export function deleteOrder(db: Kysely<Tables>, scope: string, order: string) {
  return (['entry', 'claim'] as const).map((table) =>
    db.deleteFrom(table).where('scope', '=', scope).where('order_id', '=', order),
  );
}

/** Both changes or neither: that of the claim only if that of the entry has changed its row. */
export function markSuperseded(db: Kysely<Tables>, name: EntryName, current: CurrentTerms | null) {
  return {
    ofEntry: db
      .updateTable('entry')
      .set({ kind: reviewKindOf(current), current_terms: current && JSON.stringify(current) })
      .where('scope', '=', name.scope)
      .where('txn_number', '=', name.txnNumber)
      .where('kind', '=', 'paid')
      .where('notice', '=', 'calling'),
    ofClaim: db
      .updateTable('claim')
      .set({ state: stateAfter('approved', reviewKindOf(current)) })
      .where('id', '=', selectEntry(db, name).select('claim_id')),
  };
}

export function selectEntry(db: Kysely<Tables>, { scope, txnNumber }: EntryName) {
  return db.selectFrom('entry').where('scope', '=', scope).where('txn_number', '=', txnNumber);
}

/** Whether the conditional update changed its row. */
export async function hasChanged(query: {
  executeTakeFirst(): Promise<{ numUpdatedRows: bigint } | undefined>;
}): Promise<boolean> {
  return (await query.executeTakeFirst())?.numUpdatedRows === 1n;
}
