/** The order of a transaction: a request that passed all field rules. Server calls, browser calls, SOAP and batches make one. */
import type { Source } from '../../wire/codes.js';
import type { ThreeDSResponse } from '../../wire/rest/txn-resp.js';
import type { CompleteTerms } from '../auth-key.js';
import type { Merchant } from '../merchant.js';
import type { IdentifiedCard } from './card-entry.js';

/** Result of 3-D Secure. */
export interface Authentication {
  readonly response: ThreeDSResponse;
  /** Response code of a refused payment; undefined when the bank may be asked. */
  readonly refusal: string | undefined;
}

export interface TransactionOrder {
  readonly merchant: Merchant;
  readonly terms: CompleteTerms;
  readonly storeCard: boolean;
  readonly source: Source;
  /** Null for refund, capture and reversal. */
  readonly card: IdentifiedCard | null;
  /** Unchanged from the request; null for other actions. */
  readonly originalTxnNumber: string | null;
  /** API user of the request or of the key; tokens store the name. */
  readonly username?: string | null;
  /** Why the user of the back office did it. */
  readonly reason?: string | null;
  /** Whether an approval stores the expiry that was sent with a token. */
  readonly updatesTokenExpiry?: boolean;
  /** SOAP's TxnType if type and sub type do not determine it. */
  readonly txnTypeName?: string | undefined;
  /** Card holder's name whose effect replaces that of the typed name (SandboxControl.setNextPayment). */
  readonly scenarioName?: string | null;
  /** True after a challenge: its references were taken before, and the merchant's set-up may have changed since. */
  readonly isAccepted?: boolean;
  /** Absent when 3-D Secure was not used. */
  readonly authentication?: Authentication;
}
