/** Transactions: insert, find, search, and follow-ups. */
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import type { RequestObjects } from '../request-objects.js';
import type { Transaction } from '../transaction.js';
import { contains } from './contains.js';
import type { DialectRules } from './dialect-rules.js';
import { pick, prepare, type SqlValues } from './prepared.js';
import type { Schema, TxnTable } from './schema.js';
import type { NumberEnds, TransactionCondition, TransactionFilter, TransactionOrderBy } from './transaction-query.js';
import { readLedger, readLedgers } from './transaction-ledgers.js';
import { toRow, toTransaction } from './transaction-row.js';
import type { TransactionUnit, TransactionView } from './transaction-store.js';
import { sumTransactions } from './transaction-sums.js';

/** All columns except the request objects, which can be long and are not in responses. */
const ANSWERED = [
  'txnNumber',
  'receiptNumber',
  'merchantId',
  'action',
  'type',
  'subType',
  'source',
  'amount',
  'amountOriginal',
  'amountSurcharge',
  'currency',
  'crn1',
  'crn2',
  'crn3',
  'billerCode',
  'merchantReference',
  'emailAddress',
  'originalTxnNumber',
  'isTest',
  'storeCard',
  'responseCode',
  'responseText',
  'bankResponseCode',
  'authoriseId',
  'rrn',
  'settlementDate',
  'cvnPresent',
  'cvnResult',
  'cardId',
  'cardType',
  'cardMasked',
  'cardHolderName',
  'cardExpiry',
  'cardFingerprint',
  'statementDescriptor',
  'processedAt',
  'dvToken',
  'paidToken',
  'bankAccount',
  'extras',
  'username',
  'reason',
] as const;

const insertTxn = prepare(
  (db, row: TxnTable & SqlValues) =>
    db.insertInto('txn').values(pick<TxnTable, keyof TxnTable>(row, [...ANSWERED, 'requestObjects'])),
  { isUnread: true },
);

function selectTransactions(db: Kysely<Schema>) {
  return db
    .selectFrom('txn')
    .innerJoin('merchant', 'merchant.id', 'txn.merchantId')
    .select(ANSWERED.map((name) => `txn.${name}` as const))
    .select('merchant.number as merchantNumber');
}

const selectTxn = prepare((db, { merchantId, txnNumber }: { merchantId: number; txnNumber: number }) =>
  selectTransactions(db).where('txn.txnNumber', '=', txnNumber).where('txn.merchantId', '=', merchantId),
);

export async function findTransaction(
  db: Kysely<Schema>,
  merchantId: number,
  txnNumber: number,
): Promise<Transaction | undefined> {
  const [row] = (await selectTxn(db, { merchantId, txnNumber })).rows;
  return row && toTransaction(row);
}

const ORDERS = {
  oldest_first: ['txn.processedAt', 'asc'],
  newest_first: ['txn.processedAt', 'desc'],
  lowest_first: ['txn.amount', 'asc'],
  highest_first: ['txn.amount', 'desc'],
} as const satisfies Readonly<Record<TransactionOrderBy, unknown>>;

const likeEnds = ({ start, end }: NumberEnds): string => `${start}%${end}`;

/** The condition of a search. */
function found(merchantId: number, query: TransactionCondition) {
  return ({ eb }: { readonly eb: ExpressionBuilder<Schema, 'txn'> }) => {
    const conditions: Expression<SqlBool>[] = [eb('txn.merchantId', '=', merchantId)];
    for (const [name, wanted] of Object.entries(query.filter)) {
      conditions.push(eb(`txn.${name as keyof TransactionFilter}`, '=', wanted));
    }
    if (query.amount !== undefined) conditions.push(eb('txn.amount', '=', query.amount));
    if (query.txnNumber !== undefined) conditions.push(eb('txn.txnNumber', '=', query.txnNumber));
    if (query.card) conditions.push(eb('txn.cardMasked', 'like', likeEnds(query.card)));
    if (query.paidToken) conditions.push(eb('txn.paidToken', 'like', likeEnds(query.paidToken)));
    if (query.savedToken) conditions.push(eb('txn.dvToken', 'like', likeEnds(query.savedToken)));
    if (query.holderName !== undefined) conditions.push(contains('txn.cardHolderName', query.holderName));
    if (query.emailAddress !== undefined) conditions.push(contains('txn.emailAddress', query.emailAddress));
    if (query.from !== undefined) conditions.push(eb('txn.processedAt', '>=', query.from));
    if (query.before !== undefined) conditions.push(eb('txn.processedAt', '<', query.before));
    if (query.upTo !== undefined) conditions.push(eb('txn.txnNumber', '<=', query.upTo));
    return eb.and(conditions);
  };
}

/** Numbers of the transactions that fit a condition. The indexes contain all its columns. */
function selectNumbers(db: Kysely<Schema>, merchantId: number, condition: TransactionCondition) {
  return db.selectFrom('txn').select(['txn.txnNumber', 'txn.processedAt']).where(found(merchantId, condition));
}

/** Read methods on a connection. */
export function transactionViewOf(db: Kysely<Schema>): TransactionView {
  return {
    async findRequestObjects(merchantId, txnNumber) {
      const row = await db
        .selectFrom('txn')
        .select('requestObjects')
        .where('txnNumber', '=', txnNumber)
        .where('merchantId', '=', merchantId)
        .executeTakeFirst();
      return row?.requestObjects ? (JSON.parse(row.requestObjects) as RequestObjects) : undefined;
    },
    async searchTransactions(merchantId, query) {
      const [column, direction] = ORDERS[query.order ?? 'newest_first'];
      const select = selectTransactions(db)
        .where(found(merchantId, query))
        .orderBy(column, direction)
        .orderBy('txn.txnNumber', direction)
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
    async findAny(merchantId, [first, ...others], { offset = 0, limit }) {
      if (!first) return { total: 0, transactions: [] };
      // One statement for each condition, because `or` would scan all rows.
      const hits = others.reduce(
        (all, each) => all.union(selectNumbers(db, merchantId, each)),
        selectNumbers(db, merchantId, first),
      );
      const page = await db
        .selectFrom(hits.as('hit'))
        .select(['hit.txnNumber', ({ fn }) => fn.countAll<number>().over().as('total')])
        .orderBy('hit.processedAt', 'desc')
        .orderBy('hit.txnNumber', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      if (page.length === 0) {
        // Beyond the end, there is no row with the total.
        const all = db.selectFrom(hits.as('hit')).select(({ fn }) => fn.countAll<number>().as('total'));
        return { total: Number((await all.executeTakeFirstOrThrow()).total), transactions: [] };
      }
      const numbers = page.map(({ txnNumber }) => txnNumber);
      const rows = await selectTransactions(db).where('txn.txnNumber', 'in', numbers).execute();
      const byNumber = new Map(rows.map((row) => [row.txnNumber, toTransaction(row)]));
      return { total: Number(page[0]?.total), transactions: numbers.flatMap((number) => byNumber.get(number) ?? []) };
    },
    async latestTxnNumber(merchantId) {
      const row = await db
        .selectFrom('txn')
        .select('txnNumber')
        .where('merchantId', '=', merchantId)
        .orderBy('txnNumber', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.txnNumber ?? 0;
    },
    async listFollowUps(merchantId, txnNumber) {
      const rows = await selectTransactions(db)
        .where('txn.merchantId', '=', merchantId)
        .where('txn.originalTxnNumber', '=', String(txnNumber))
        .orderBy('txn.txnNumber')
        .execute();
      return rows.map(toTransaction);
    },
    async listSettled(merchantId, settlementDate, after, limit) {
      const rows = await selectTransactions(db)
        .where('txn.merchantId', '=', merchantId)
        .where('txn.settlementDate', '=', settlementDate)
        .where('txn.responseCode', '=', '0')
        .where('txn.txnNumber', '>', after)
        .orderBy('txn.txnNumber')
        .limit(limit)
        .execute();
      return rows.map(toTransaction);
    },
    findTransaction: (merchantId, txnNumber) => findTransaction(db, merchantId, txnNumber),
    readLedger: (merchantId, txnNumber) => readLedger(db, merchantId, txnNumber),
    readLedgers: (merchantId, txnNumbers) => readLedgers(db, merchantId, txnNumbers),
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
