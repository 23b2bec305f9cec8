/** Read methods of the store for settlement files. */
import type { Transaction } from '../transaction.js';

/** Read methods. */
export interface SettlementView {
  /** Approved transactions of a SettlementDate in the order of their numbers, after the given number. */
  listSettled(
    merchantId: number,
    settlementDate: string,
    after: number,
    limit: number,
  ): Promise<readonly Transaction[]>;
}
