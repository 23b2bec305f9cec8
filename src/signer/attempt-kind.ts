/**
 * What differs between an attempt to pay an order and one to save or change a card or a bank account. Keys, claims, the
 * search, the ledger and the callbacks are the same for all: issue-key.ts, settle.ts, ask-result.ts, tell-shop.ts.
 */
import type { TxnResp } from '../wire/rest/txn-resp.js';
import type { Claim } from './claim.js';
import type { Finding, LedgerEntry } from './ledger-entry.js';
import type { SignerContext } from './signer-context.js';

/** What a transaction or a token means for its attempt. */
export type Judgement = Pick<Finding, 'txnNumber' | 'verdict' | 'differences'>;

export interface AttemptKind {
  /**
   * What a result key stands for, as far as it may be kept; undefined when the service knows of nothing.
   * @throws Refusal `service_unreachable`
   */
  findByResultKey(context: SignerContext, resultKey: string): Promise<TxnResp | undefined>;
  /**
   * Everything that carries the attempt's own reference; empty when the service was asked and knows of nothing.
   * @throws Refusal `service_unreachable`
   */
  findByReference(context: SignerContext, claim: Claim): Promise<readonly TxnResp[]>;
  /** The member that carries the attempt's reference. */
  readonly referenceMember: 'MerchantReference' | 'Crn3';
  /**
   * Whether another attempt's result key is followed: money has moved, for that attempt or for an unknown one. A card of
   * another attempt is left to the page that saved it.
   */
  readonly takesForeign: boolean;
  /** Compares it with the claim. Undefined while the service itself does not know what becomes of it. */
  judge(context: SignerContext, claim: Claim, found: TxnResp): Judgement | undefined;
  /** Claims what has to be done next once the attempt went well; before it is recorded, so that nothing is lost. */
  claimNext?(context: SignerContext, claim: Claim, found: TxnResp): Promise<Claim | undefined>;
  /** Called once, when what became of the attempt is first known. */
  count?(context: SignerContext, claim: Claim, finding: Finding, entry: LedgerEntry): Promise<void>;
  /** Of the shop: called when the attempt went well. */
  readonly callback: 'onPaid' | 'onTokenStored';
  /** Calls it. */
  tell(context: Pick<SignerContext, 'shop' | 'store'>, entry: LedgerEntry): Promise<void>;
}
