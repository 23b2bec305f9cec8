/** The service's transactions, by its own search (T3) with the demo merchant's credentials. */
import { readTransactions, type FoundTransaction, type TestMerchant } from '../../src/fixtures/transactions.js';

export type { FoundTransaction };

interface Service {
  readonly sandboxUrl: string;
  readonly merchant: TestMerchant;
}

/** Reads transactions of the service. */
export class SandboxLedger {
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
  }

  /** All transactions of an order, newest first. */
  transactionsOf(order: number | string): Promise<readonly FoundTransaction[]> {
    return readTransactions(this.#service.sandboxUrl, this.#service.merchant, String(order));
  }
}
