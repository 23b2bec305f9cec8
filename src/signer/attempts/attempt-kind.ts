/**
 * The differences between the kinds of attempts: to pay an order, and to save or change a card or a
 * bank account. Keys, claims, search, ledger and callbacks are the same for all: issue-key.ts,
 * settle.ts, ask-result.ts, notify-shop.ts.
 */
import type { CallOptions } from '../../service/rest-call.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { Claim } from '../claims/claim.js';
import type { Finding, LedgerEntry } from '../claims/ledger-entry.js';
import type { SignerContext } from '../signer-context.js';

/** What a transaction or a token means for its attempt. */
export type Verification = Pick<Finding, 'txnNumber' | 'verdict' | 'differences'>;

/**
 * What a search for an attempt found; or `unclear`: the service answered, but with transactions that
 * cannot be tied to this attempt nor to another one.
 */
export type Found = Finds | 'unclear';

export interface Finds {
  /** Empty when the service answered that there are none. */
  readonly transactions: readonly TxnResp[];
  /** When the search began, by the service's clock; undefined if its answer does not say. */
  readonly begunAt: number | undefined;
}

export interface AttemptKind {
  /**
   * Looks up the transaction of a result key, without the members that must not be stored;
   * undefined when the service knows none.
   * @throws Refusal `service_unreachable`
   */
  findByResultKey(context: SignerContext, resultKey: string, options?: CallOptions): Promise<TxnResp | undefined>;
  /**
   * Finds all transactions with the attempt's reference.
   * @throws Refusal `service_unreachable`
   */
  findByReference(context: SignerContext, claim: Claim): Promise<Found>;
  /**
   * A second search by other members, before an attempt without a transaction is given up: the
   * service or a system before it may not know the reference. Absent where no money can have moved.
   * @throws Refusal `service_unreachable`
   */
  findByCrn1?(context: SignerContext, claim: Claim): Promise<Found>;
  /** The member of the request that carries the attempt's reference. */
  readonly referenceMember: 'MerchantReference' | 'Crn3';
  /**
   * Whether a result key of another attempt is processed too. True for payments, because money has
   * moved. False for saved cards: the page that saved the card reports it.
   */
  readonly takesForeign: boolean;
  /**
   * Compares the transaction with the claim. Undefined while the service itself does not know the
   * outcome; `unreadable` when that takes too long because its code is none that the service documents.
   * @param seenAt when the service was asked, by its own clock
   */
  verify(
    context: SignerContext,
    claim: Claim,
    found: TxnResp,
    seenAt: number | undefined,
  ): Verification | 'unreadable' | undefined;
  /**
   * Creates the claim for the follow-up work of a successful attempt. Runs before the attempt is
   * recorded, so that a crash in between loses nothing.
   */
  claimNext?(context: SignerContext, claim: Claim, found: TxnResp): Promise<Claim | undefined>;
  /** Called once, when the outcome of the attempt is first known. */
  count?(context: SignerContext, claim: Claim, finding: Finding, entry: LedgerEntry): Promise<void>;
  /** Name of the shop's callback for a successful attempt. */
  readonly callback: 'onPaid' | 'onTokenStored';
  /** Calls that callback. @param claim that of the entry */
  notify(
    context: Pick<SignerContext, 'shop' | 'store'>,
    entry: LedgerEntry,
    claim: Claim,
    signal: AbortSignal,
  ): Promise<void>;
}
