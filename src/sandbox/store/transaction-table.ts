/** Transactions: insert, find, search, and follow-ups. */
import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import type { RequestObjects } from '../request-objects.js';
import type { Transaction } from '../transaction.js';
import type { DialectRules } from './dialect-rules.js';
import { pick, prepare, type SqlValues } from './prepared.js';
import type { Schema, TxnTable } from './schema.js';
import type { TransactionFilter, TransactionOrderBy, TransactionQuery } from './transaction-query.js';
import { toRow, toTransaction } from './transaction-row.js';
import type { TransactionUnit, TransactionView } from './transaction-store.js';
import { sumTransactions } from './transaction-sums.js';

/** All columns except the request objects, which can be long and are not in responses. */
const ANSWERED = [
  'txn_number',
  'receipt_number',
  'merchant_id',
  'action',
  'type',
  'sub_type',
  'source',
  'amount',
  'amount_original',
  'amount_surcharge',
  'currency',
  'crn1',
  'crn2',
  'crn3',
  'biller_code',
  'merchant_reference',
  'email_address',
  'original_txn_number',
  'is_test',
  'store_card',
  'response_code',
  'response_text',
  'bank_response_code',
  'authorise_id',
  'rrn',
  'settlement_date',
  'cvn_present',
  'cvn_result',
  'card_id',
  'card_type',
  'card_masked',
  'card_holder_name',
  'card_expiry',
  'card_fingerprint',
  'statement_descriptor',
  'processed_at',
  'dv_token',
  'paid_token',
  'bank_account',
  'extras',
] as const;

const insertTxn = prepare((db, row: TxnTable & SqlValues) =>
  db.insertInto('txn').values(pick<TxnTable, keyof TxnTable>(row, [...ANSWERED, 'request_objects'])),
);

function selectTransactions(db: Kysely<Schema>) {
  return db
    .selectFrom('txn')
    .innerJoin('merchant', 'merchant.id', 'txn.merchant_id')
    .select(ANSWERED.map((name) => `txn.${name}` as const))
    .select('merchant.number as merchant_number');
}

const selectTxn = prepare((db, { merchantId, txnNumber }: { merchantId: number; txnNumber: number }) =>
  selectTransactions(db).where('txn.txn_number', '=', txnNumber).where('txn.merchant_id', '=', merchantId),
);

/** Finds a transaction of a merchant. */
export async function findTransaction(
  db: Kysely<Schema>,
  merchantId: number,
  txnNumber: number,
): Promise<Transaction | undefined> {
  const [row] = (await selectTxn(db, { merchantId, txnNumber })).rows;
  return row && toTransaction(row);
}

const COLUMNS: Readonly<Record<keyof TransactionFilter, keyof TxnTable>> = {
  action: 'action',
  authoriseId: 'authorise_id',
  bankResponseCode: 'bank_response_code',
  billerCode: 'biller_code',
  cardType: 'card_type',
  crn1: 'crn1',
  crn2: 'crn2',
  crn3: 'crn3',
  currency: 'currency',
  cardExpiry: 'card_expiry',
  cardMasked: 'card_masked',
  merchantReference: 'merchant_reference',
  rrn: 'rrn',
  receiptNumber: 'receipt_number',
  responseCode: 'response_code',
  settlementDate: 'settlement_date',
  source: 'source',
  subType: 'sub_type',
  type: 'type',
};

const ORDERS = {
  oldest_first: ['txn.processed_at', 'asc'],
  newest_first: ['txn.processed_at', 'desc'],
  lowest_first: ['txn.amount', 'asc'],
  highest_first: ['txn.amount', 'desc'],
} as const satisfies Readonly<Record<TransactionOrderBy, unknown>>;

/** The condition of a search. */
function found(merchantId: number, query: TransactionQuery) {
  return ({ eb }: { readonly eb: ExpressionBuilder<Schema, 'txn'> }) => {
    const conditions = [eb('txn.merchant_id', '=', merchantId)];
    for (const [name, wanted] of Object.entries(query.filter)) {
      conditions.push(eb(`txn.${COLUMNS[name as keyof TransactionFilter]}`, '=', wanted));
    }
    if (query.amount !== undefined) conditions.push(eb('txn.amount', '=', query.amount));
    if (query.txnNumber !== undefined) conditions.push(eb('txn.txn_number', '=', query.txnNumber));
    if (query.cardEnd !== undefined) conditions.push(eb('txn.card_masked', 'like', `%${query.cardEnd}`));
    if (query.from !== undefined) conditions.push(eb('txn.processed_at', '>=', query.from));
    if (query.before !== undefined) conditions.push(eb('txn.processed_at', '<', query.before));
    if (query.upTo !== undefined) conditions.push(eb('txn.txn_number', '<=', query.upTo));
    return eb.and(conditions);
  };
}

const selectChildren = prepare((db, values: { merchantId: number; original: string; approved: string }) =>
  db
    .selectFrom('txn')
    .select(['txn.action', 'txn.amount'])
    .select(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom('txn as undo')
          .select('undo.txn_number')
          .where('undo.merchant_id', '=', values.merchantId)
          .where('undo.original_txn_number', '=', sql<string>`cast(${ref('txn.txn_number')} as text)`)
          .where('undo.action', '=', sql.lit('reversal'))
          .where('undo.response_code', '=', values.approved),
      ).as('undone'),
    )
    .where('txn.merchant_id', '=', values.merchantId)
    .where('txn.original_txn_number', '=', values.original)
    .where('txn.response_code', '=', values.approved),
);

/** Read methods on a connection. */
export function transactionViewOf(db: Kysely<Schema>): TransactionView {
  return {
    async findRequestObjects(merchantId, txnNumber) {
      const row = await db
        .selectFrom('txn')
        .select('request_objects')
        .where('txn_number', '=', txnNumber)
        .where('merchant_id', '=', merchantId)
        .executeTakeFirst();
      return row?.request_objects ? (JSON.parse(row.request_objects) as RequestObjects) : undefined;
    },
    async searchTransactions(merchantId, query) {
      const [column, direction] = ORDERS[query.order ?? 'newest_first'];
      const select = selectTransactions(db)
        .where(found(merchantId, query))
        .orderBy(column, direction)
        .orderBy('txn.txn_number', direction)
        .limit(query.limit);
      const rows = await (query.offset ? select.offset(query.offset) : select).execute();
      return rows.map(toTransaction);
    },
    async countTransactions(merchantId, query) {
      const { total } = await db
        .selectFrom('txn')
        .where(found(merchantId, query))
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    async latestTxnNumber(merchantId) {
      const row = await db
        .selectFrom('txn')
        .select('txn_number')
        .where('merchant_id', '=', merchantId)
        .orderBy('txn_number', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.txn_number ?? 0;
    },
    async listFollowUps(merchantId, txnNumber) {
      const rows = await selectTransactions(db)
        .where('txn.merchant_id', '=', merchantId)
        .where('txn.original_txn_number', '=', String(txnNumber))
        .orderBy('txn.txn_number')
        .execute();
      return rows.map(toTransaction);
    },
    async listSettled(merchantId, settlementDate, after, limit) {
      const rows = await selectTransactions(db)
        .where('txn.merchant_id', '=', merchantId)
        .where('txn.settlement_date', '=', settlementDate)
        .where('txn.response_code', '=', '0')
        .where('txn.txn_number', '>', after)
        .orderBy('txn.txn_number')
        .limit(limit)
        .execute();
      return rows.map(toTransaction);
    },
    async readLedger(merchantId, txnNumber) {
      const { rows } = await selectChildren(db, { merchantId, original: String(txnNumber), approved: '0' });
      const refunds = rows.filter((row) => row.action === 'refund' && !row.undone);
      return {
        refunded: refunds.reduce((sum, row) => sum + row.amount, 0),
        captured: rows.some((row) => row.action === 'capture'),
        reversed: rows.some((row) => row.action === 'reversal'),
      };
    },
    findTransaction: (merchantId, txnNumber) => findTransaction(db, merchantId, txnNumber),
    sumTransactions: (merchantId, from, before) => sumTransactions(db, merchantId, from, before),
  };
}

/** Write methods within a unit. */
export function transactionUnitOf(db: Kysely<Schema>, rules: DialectRules): TransactionUnit {
  return {
    async addTransaction(transaction) {
      await insertTxn(db, toRow(transaction) as TxnTable & SqlValues);
    },
    nextTxnNumber: () => rules.nextNumber(db, 'txn'),
    async lockTransaction(merchantId, txnNumber) {
      await rules.lockRow(db, { table: 'txn', merchantId, key: txnNumber });
      return findTransaction(db, merchantId, txnNumber);
    },
  };
}
