/** The request log: add, delete, search. */
import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { contains } from './contains.js';
import type { CallQuery, LoggedCall, RequestLogUnit, RequestLogView, StoredCall } from './request-log-store.js';
import type { ApiCallTable, Schema } from './schema.js';

type Row = Omit<ApiCallTable, 'id' | 'stored_at'> & { readonly id: number };

function toCall(row: Row): StoredCall {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    calledAt: row.called_at,
    milliseconds: row.milliseconds,
    interface: row.interface as StoredCall['interface'],
    method: row.method,
    path: row.path,
    operation: row.operation,
    httpStatus: row.http_status,
    code: row.code,
    fault: row.fault,
    username: row.username,
    txnNumber: row.txn_number,
    keyHash: row.key_hash,
    request: row.request,
    response: row.response,
  };
}

function toRow(call: LoggedCall, storedAt: number) {
  return {
    merchant_id: call.merchantId,
    called_at: call.calledAt,
    stored_at: storedAt,
    milliseconds: call.milliseconds,
    interface: call.interface,
    method: call.method,
    path: call.path,
    operation: call.operation,
    http_status: call.httpStatus,
    code: call.code,
    fault: call.fault,
    username: call.username,
    txn_number: call.txnNumber,
    key_hash: call.keyHash,
    request: call.request,
    response: call.response,
  };
}

type Builder = ExpressionBuilder<Schema, 'api_call'>;

const METHOD_AND_PATH = sql<string>`method || ' ' || path`;

const isSeen =
  (merchantId: number, withUnassigned: boolean) =>
  ({ eb, or }: Builder) =>
    withUnassigned
      ? or([eb('merchant_id', '=', merchantId), eb('merchant_id', 'is', null)])
      : eb('merchant_id', '=', merchantId);

/** The read methods. */
export function requestLogViewOf(db: Kysely<Schema>): RequestLogView {
  return {
    async searchCalls(query: CallQuery) {
      const { operation, code, from, before, text, txnNumbers, beforeId } = query;
      let select = db.selectFrom('api_call').selectAll().where(isSeen(query.merchantId, query.withUnassigned));
      if (operation !== undefined) {
        select = select.where(({ eb, or }) =>
          or([eb('operation', '=', operation), contains(METHOD_AND_PATH, operation)]),
        );
      }
      if (code !== undefined) {
        const status = /^\d{3}$/.test(code) ? Number(code) : -1;
        select = select.where(({ eb, or }) => or([eb('code', '=', code), eb('http_status', '=', status)]));
      }
      if (from !== undefined) select = select.where('called_at', '>=', from);
      if (before !== undefined) select = select.where('called_at', '<', before);
      if (text !== undefined) {
        select = select.where(({ or }) =>
          or([contains('request', text), contains('response', text), contains('path', text)]),
        );
      }
      if (txnNumbers !== undefined) select = select.where('txn_number', 'in', txnNumbers);
      if (beforeId !== undefined) select = select.where('id', '<', beforeId);
      return (await select.orderBy('id', 'desc').limit(query.limit).execute()).map(toCall);
    },
    async findKeyUse(authKey) {
      const row = await db
        .selectFrom('auth_key')
        .select(['merchant_id', 'txn_number'])
        .where('auth_key', '=', authKey)
        .executeTakeFirst();
      return row && { merchantId: row.merchant_id, txnNumber: row.txn_number };
    },
    async listDurations(merchantId, from) {
      const rows = await db
        .selectFrom('api_call')
        .select(['called_at', 'milliseconds'])
        .where('merchant_id', '=', merchantId)
        .where('called_at', '>=', from)
        .execute();
      return rows.map((row) => ({ calledAt: row.called_at, milliseconds: row.milliseconds }));
    },
    async findCall(id) {
      const row = await db.selectFrom('api_call').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toCall(row);
    },
    async latestCall(merchantId, withUnassigned) {
      const row = await db
        .selectFrom('api_call')
        .select('id')
        .where(isSeen(merchantId, withUnassigned))
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
        .insertInto('api_call')
        .values(calls.map((call) => toRow(call, storedAt)))
        .returning('id')
        .execute();
      for (const { keyHash, txnNumber } of calls) {
        if (keyHash === null || txnNumber === null) continue;
        await db
          .updateTable('api_call')
          .set({ txn_number: txnNumber })
          .where('key_hash', '=', keyHash)
          .where('txn_number', 'is', null)
          .execute();
      }
      const latest = Math.max(...added.map(({ id }) => id));
      await db
        .deleteFrom('api_call')
        .where(({ eb, or }) => or([eb('id', '<=', latest - rows), eb('stored_at', '<', since)]))
        .execute();
    },
    async dropCalls(storedBefore) {
      await db.deleteFrom('api_call').where('stored_at', '<', storedBefore).execute();
    },
  };
}
