/** Transactions in the store. */
import type { RequestObjects } from '../request-objects.js';
import type { Ledger, Transaction } from '../transaction.js';
import type { TransactionCondition, TransactionQuery, TransactionSum } from './transaction-query.js';

/** A part of a list with the length of the whole. */
export interface FoundTransactions {
  /** 0 for a part behind the end. */
  readonly total: number;
  readonly transactions: readonly Transaction[];
}

/** Read methods. */
export interface TransactionView {
  findTransaction(merchantId: number, txnNumber: number): Promise<Transaction | undefined>;
  /** Request objects (customer, order, screening) of a transaction; undefined when there are none. */
  findRequestObjects(merchantId: number, txnNumber: number): Promise<RequestObjects | undefined>;
  /** Newest first by default. */
  searchTransactions(merchantId: number, query: TransactionQuery): Promise<readonly Transaction[]>;
  /** Number of transactions that a search finds without its limit. */
  countTransactions(merchantId: number, query: TransactionQuery): Promise<number>;
  /** Transactions that fit one of the conditions, newest first, and the number of all of them. */
  findAny(
    merchantId: number,
    conditions: readonly TransactionCondition[],
    page: Pick<TransactionQuery, 'offset' | 'limit'>,
  ): Promise<FoundTransactions>;
  /** Counts and adds up the transactions of a period. The end is exclusive. */
  sumTransactions(merchantId: number, from: number, before: number): Promise<readonly TransactionSum[]>;
  /** Highest transaction number of a merchant; 0 without transactions. */
  latestTxnNumber(merchantId: number): Promise<number>;
  /** Refunds, captures and reversals that name a transaction, approved or not, in the order of their numbers. */
  listFollowUps(merchantId: number, txnNumber: number): Promise<readonly Transaction[]>;
  /** Approved transactions of a SettlementDate in the order of their numbers, after the given number. */
  listSettled(
    merchantId: number,
    settlementDate: string,
    after: number,
    limit: number,
  ): Promise<readonly Transaction[]>;
  /** Sums of the approved follow-ups. To decide by them, read them in the unit that locks the transaction. */
  readLedger(merchantId: number, txnNumber: number): Promise<Ledger>;
  /** The same for several transactions, by their numbers. For lists. */
  readLedgers(merchantId: number, txnNumbers: readonly number[]): Promise<ReadonlyMap<number, Ledger>>;
}

/** Write methods within a unit of work. */
export interface TransactionUnit {
  nextTxnNumber(): Promise<number>;
  addTransaction(transaction: Transaction): Promise<void>;
  /** Finds a transaction and locks it until the unit ends. */
  lockTransaction(merchantId: number, txnNumber: number): Promise<Transaction | undefined>;
}
