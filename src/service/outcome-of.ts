/** What became of a transaction, from all the members of a TxnResp that say so. */
import { readOutcome, type Outcome } from '../core/outcome.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';

/** Reads the codes; only `approved` means that money moved as asked, and `unknown` that nobody may say it did not. */
export function outcomeOf({ ResponseCode, BankResponseCode, CVNResult }: TxnResp): Outcome {
  return readOutcome({ ResponseCode, BankResponseCode, CVNResultCode: CVNResult?.CVNResultCode });
}
