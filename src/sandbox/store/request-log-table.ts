/** The request log: add, delete, search. */
import { sql, type ExpressionBuilder, type Kysely, type Selectable } from 'kysely';
import { anyId } from './any-id.js';
import { contains } from './contains.js';
import { prepare } from './prepared.js';
import type { CallQuery, RequestLogUnit, RequestLogView, StoredCall, Unassigned } from './request-log-store.js';
import type { Schema } from './schema.js';

function toCall({ storedAt: _, ...call }: Selectable<Schema['apiCall']>): StoredCall {
  return call;
}

type Builder = ExpressionBuilder<Schema, 'apiCall'>;

const METHOD_AND_PATH = sql<string>`method || ' ' || path`;

const isSeen =
  (merchantId: number, unassigned: Unassigned) =>
  ({ eb, or }: Builder) =>
    unassigned === 'none'
      ? eb('merchantId', '=', merchantId)
      : or([eb('merchantId', '=', merchantId), eb('merchantId', 'is', null)]);

/** Whether a person sees the body and the operation of a call. */
const isWhole =
  (merchantId: number, unassigned: Unassigned) =>
  ({ eb, lit }: Builder) =>
    unassigned === 'outline' ? eb('merchantId', '=', merchantId) : lit(true);

const selectKeyUse = prepare((db, { authKey }: { authKey: string }) =>
  db.selectFrom('authKey').select(['merchantId', 'txnNumber']).where('authKey', '=', authKey),
);

const linkCalls = prepare(
  (db, { keyHash, txnNumber }: { keyHash: string; txnNumber: number }) =>
    db.updateTable('apiCall').set({ txnNumber }).where('keyHash', '=', keyHash).where('txnNumber', 'is', null),
  { isUnread: true },
);

const deleteCalls = prepare(
  (db, values: { lastId: number; since: number }) =>
    db
      .deleteFrom('apiCall')
      .where(({ eb, or }) => or([eb('id', '<=', values.lastId), eb('storedAt', '<', values.since)])),
  { isUnread: true },
);

/** The read methods. */
export function requestLogViewOf(db: Kysely<Schema>): RequestLogView {
  return {
    async searchCalls(query: CallQuery) {
      const { operation, code, from, before, text, keyHash, txnNumbers, beforeId } = query;
      const { merchantId, unassigned } = query;
      const isReadable = isWhole(merchantId, unassigned);
      let select = db.selectFrom('apiCall').selectAll().where(isSeen(merchantId, unassigned));
      if (operation !== undefined) {
        select = select.where((builder) => {
          const { eb, and, or } = builder;
          return or([
            and([eb('operation', '=', operation), isReadable(builder)]),
            contains(METHOD_AND_PATH, operation),
          ]);
        });
      }
      if (code !== undefined) {
        const status = /^\d{3}$/.test(code) ? Number(code) : -1;
        select = select.where(({ eb, or }) => or([eb('code', '=', code), eb('httpStatus', '=', status)]));
      }
      if (from !== undefined) select = select.where('calledAt', '>=', from);
      if (before !== undefined) select = select.where('calledAt', '<', before);
      if (text !== undefined) {
        const inBodies = ({ or }: Builder) => or([contains('request', text), contains('response', text)]);
        // The order is in the call that made the AuthKey. The other calls of the key, also refused ones, belong to it.
        const keysOfText = db
          .selectFrom('apiCall')
          .select('keyHash')
          .where('merchantId', '=', merchantId)
          .where(inBodies);
        select = select.where((builder) => {
          const { eb, and, or } = builder;
          return or([
            and([inBodies(builder), isReadable(builder)]),
            contains('path', text),
            eb('keyHash', 'in', keysOfText),
          ]);
        });
      }
      if (keyHash !== undefined) select = select.where('keyHash', '=', keyHash);
      if (txnNumbers !== undefined) select = select.where('txnNumber', 'in', txnNumbers);
      if (beforeId !== undefined) select = select.where('id', '<', anyId(beforeId));
      return (await select.orderBy('id', 'desc').limit(query.limit).execute()).map(toCall);
    },
    async findKeyUse(authKey) {
      const [row] = (await selectKeyUse(db, { authKey })).rows;
      return row && { merchantId: row.merchantId, txnNumber: row.txnNumber };
    },
    async listDurations(merchantId, from) {
      const rows = await db
        .selectFrom('apiCall')
        .select(['calledAt', 'milliseconds'])
        .where('merchantId', '=', merchantId)
        .where('calledAt', '>=', from)
        .execute();
      return rows.map((row) => ({ calledAt: row.calledAt, milliseconds: row.milliseconds }));
    },
    async findCall(id) {
      const row = await db.selectFrom('apiCall').selectAll().where('id', '=', anyId(id)).executeTakeFirst();
      return row && toCall(row);
    },
    async latestCall(merchantId, unassigned) {
      const row = await db
        .selectFrom('apiCall')
        .select('id')
        .where(isSeen(merchantId, unassigned))
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.id ?? 0;
    },
  };
}

/** The write methods. */
export function requestLogUnitOf(db: Kysely<Schema>): RequestLogUnit {
  return {
    async addCalls(calls, storedAt, { rows, since }) {
      const added = await db
        .insertInto('apiCall')
        .values(calls.map((call) => ({ ...call, storedAt })))
        .returning('id')
        .execute();
      for (const { keyHash, txnNumber } of calls) {
        if (keyHash !== null && txnNumber !== null) await linkCalls(db, { keyHash, txnNumber });
      }
      const latest = Math.max(...added.map(({ id }) => id));
      await deleteCalls(db, { lastId: latest - rows, since });
    },
    async dropCalls(storedBefore) {
      await db.deleteFrom('apiCall').where('storedAt', '<', storedBefore).execute();
    },
  };
}
