/** The part of the store that settlement files are made from. */
import type { Transaction } from '../transaction.js';

/** Reads. */
export interface SettlementView {
  /** Approved transactions with this SettlementDate, by their numbers, from behind a number on. */
  listSettled(
    merchantId: number,
    settlementDate: string,
    after: number,
    limit: number,
  ): Promise<readonly Transaction[]>;
}
