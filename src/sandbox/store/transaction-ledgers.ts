/** What the approved follow-ups of a transaction have done to it. */
import { sql, type Kysely } from 'kysely';
import type { Ledger } from '../transaction.js';
import { prepare } from './prepared.js';
import type { Schema } from './schema.js';

const APPROVED = '0';

interface Values {
  readonly merchantId: number;
  readonly approved: string;
}

/** Approved follow-ups of a merchant, and whether each was reversed. */
function selectFollowUps(db: Kysely<Schema>, values: Values) {
  return db
    .selectFrom('txn')
    .select(['txn.originalTxnNumber', 'txn.action', 'txn.amount'])
    .select(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom('txn as undo')
          .select('undo.txnNumber')
          .where('undo.merchantId', '=', values.merchantId)
          .where('undo.originalTxnNumber', '=', sql<string>`cast(${ref('txn.txnNumber')} as text)`)
          .where('undo.action', '=', sql.lit('reversal'))
          .where('undo.responseCode', '=', values.approved),
      ).as('undone'),
    )
    .where('txn.merchantId', '=', values.merchantId)
    .where('txn.responseCode', '=', values.approved);
}

type FollowUpRow = Awaited<ReturnType<ReturnType<typeof selectFollowUps>['execute']>>[number];

function ledgerOf(rows: readonly FollowUpRow[]): Ledger {
  const refunds = rows.filter((row) => row.action === 'refund' && !row.undone);
  return {
    refunded: refunds.reduce((sum, row) => sum + row.amount, 0),
    captured: rows.some((row) => row.action === 'capture'),
    reversed: rows.some((row) => row.action === 'reversal'),
  };
}

const selectOne = prepare((db, values: { merchantId: number; approved: string; original: string }) =>
  selectFollowUps(db, values).where('txn.originalTxnNumber', '=', values.original),
);

export async function readLedger(db: Kysely<Schema>, merchantId: number, txnNumber: number): Promise<Ledger> {
  const { rows } = await selectOne(db, { merchantId, original: String(txnNumber), approved: APPROVED });
  return ledgerOf(rows);
}

/** The ledgers of several transactions, by their numbers. */
export async function readLedgers(
  db: Kysely<Schema>,
  merchantId: number,
  txnNumbers: readonly number[],
): Promise<ReadonlyMap<number, Ledger>> {
  const originals = txnNumbers.map(String);
  const rows =
    originals.length === 0
      ? []
      : await selectFollowUps(db, { merchantId, approved: APPROVED })
          .where('txn.originalTxnNumber', 'in', originals)
          .execute();
  const followUps = new Map<string | null, FollowUpRow[]>();
  for (const row of rows) {
    followUps.set(row.originalTxnNumber, [...(followUps.get(row.originalTxnNumber) ?? []), row]);
  }
  return new Map(txnNumbers.map((number) => [number, ledgerOf(followUps.get(String(number)) ?? [])]));
}
