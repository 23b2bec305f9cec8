/** The service's transactions, by its own search (T3) with the demo merchant's credentials. */
import type { Demo } from '../../build/demo/start.js';

/** The members of a TxnResp that the tests use. */
export interface FoundTransaction {
  readonly TxnNumber: string;
  readonly ResponseCode: string;
  readonly BankResponseCode: string | null;
  readonly Amount: number;
  readonly AmountOriginal: number;
  readonly AmountSurcharge: number;
  readonly Crn1: string;
  readonly CardType: string | null;
}

/** The merchant and the URL. */
type Books = Pick<Demo, 'sandboxUrl' | 'merchant'>;

/** Reads the service's books. */
export class SandboxLedger {
  readonly #demo: Books;

  constructor(demo: Books) {
    this.#demo = demo;
  }

  /** All transactions of an order, newest first. */
  async transactionsOf(order: number | string): Promise<readonly FoundTransaction[]> {
    const { merchantNumber, username, password } = this.#demo.merchant;
    const answer = await fetch(`${this.#demo.sandboxUrl}/webapi/v3/txns/search`, {
      method: 'POST',
      headers: {
        Authorization: Buffer.from(`${username}|${merchantNumber}:${password}`).toString('base64'),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ SearchInput: { Crn1: String(order) } }),
    });
    const body = (await answer.json()) as { TxnRespList: readonly FoundTransaction[] | null };
    return (body.TxnRespList ?? []).filter((txn) => txn.Crn1 === String(order));
  }
}
