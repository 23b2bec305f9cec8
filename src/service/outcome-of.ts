/** The outcome of a transaction by the members of its TxnResp. */
import { readOutcome, type Outcome } from '../core/outcome.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';

/**
 * Reads the outcome of a transaction. Only `approved` means that the payment was made; with the finality `unknown` money may
 * have moved. A bank that answered too late (response code 3, or bank code 68) is a decline here; look it up again an hour and
 * ten minutes later, before you charge the card once more.
 *
 * @example
 *   const { status } = outcomeOf(await client.getTransaction(txnNumber));
 */
export function outcomeOf({ ResponseCode, BankResponseCode, CVNResult }: TxnResp): Outcome {
  return readOutcome({ ResponseCode, BankResponseCode, CVNResultCode: CVNResult?.CVNResultCode });
}

/**
 * Whether the bank answered too late. The service calls that a decline, and the money may have moved all the same.
 * docs/wire/rest.md section 9.
 */
export function isLateAnswer({ ResponseCode, BankResponseCode }: TxnResp): boolean {
  return ResponseCode === '3' || BankResponseCode === '68';
}
