/**
 * Where claims and transactions live. An implementation for another database has to keep this contract; the suite in
 * `test/signer/claim-store-suite.ts` checks it.
 *
 * - Every method is atomic, also against other processes on the same store: a method that answers `false` has changed
 *   nothing, and of any number of parallel calls that exclude each other exactly one answers `true`.
 * - What a method has answered is durable: it survives the end of the process and, on a disk, a power cut. With one
 *   exception: a claim that `addClaim` added and that no method has changed since survives the end of the process, and may
 *   be gone after a power cut. Nobody but the service has heard of it then: a key is handed out after its `goLive`, which
 *   makes durable what `addClaim` did as well.
 * - Reads see everything that was answered before they began.
 * - Instants come from the caller (milliseconds since 1970); a store has no clock.
 */
import type { AgreedTerms, CurrentTerms } from './agreed-terms.js';
import type { Claim } from './claim.js';
import type { Finding, LedgerEntry, OrderRecord } from './ledger-entry.js';

export interface ClaimStore {
  /** The order's claims, oldest first, and its transactions; both from one instant. Empty lists for an unknown order. */
  readOrder(order: string): Promise<OrderRecord>;

  readClaim(id: string): Promise<Claim | undefined>;

  readClaimByReference(reference: string): Promise<Claim | undefined>;

  /**
   * Adds a claim. False when the order has one of that attempt number already (somebody was faster), or has a
   * transaction that moved money: then no further key may be made.
   */
  addClaim(claim: Claim): Promise<boolean>;

  /** Takes an `issuing` claim over whose lease has run out (`leaseUntil <= at`). */
  takeLease(id: string, owner: string, at: number, until: number): Promise<boolean>;

  /** Gives the lease back after the service did not give a key. Only its owner can, and only while `issuing`. */
  failLease(id: string, owner: string, at: number): Promise<boolean>;

  /**
   * `issuing` to `live` with its key. Only the lease's owner can, and only while no money has moved for the order.
   * False: the key just made must be forgotten.
   */
  goLive(id: string, owner: string, key: { authKey: string; expiresAt: number }): Promise<boolean>;

  /** Notes that the card may have been sent; the first call counts. No effect on a finished claim. */
  markAsked(id: string, at: number): Promise<void>;

  /**
   * Notes that a webhook came for a claim that is not finished. True when none was waiting to be looked at: then the
   * caller looks.
   */
  markHinted(id: string, at: number): Promise<boolean>;

  /** The service was asked and knows of nothing: the hint is used up. */
  clearHint(id: string): Promise<void>;

  /** `live` to `superseded`, unless somebody has asked what became of it. */
  supersede(id: string): Promise<boolean>;

  /** `live` or `superseded` to `expired`. */
  expire(id: string): Promise<boolean>;

  /**
   * Records a transaction, once for each TxnNumber, and moves its claim on, in one transaction: the entry is
   * `createEntry` of what the order holds at that instant, the claim's state `stateAfter`, its hint used up. Answers
   * what is stored, which is the first finding when the number is known already.
   */
  record(finding: Finding): Promise<LedgerEntry>;

  /** Takes the right to tell the shop: `due` (and time for it) or `calling` with its lease run out, to `calling`. */
  takeNotice(txnNumber: string, at: number, until: number): Promise<boolean>;

  /** Makes a lease longer while the call runs. False when it is not `calling` until `held` any more: somebody else took it. */
  renewNotice(txnNumber: string, held: number, until: number): Promise<boolean>;

  /**
   * For a store in the shop's own database: tells the shop of a payment inside the transaction that marks it as told, so
   * that both are done or neither, and nothing when it was told before. Present only where the shop asked for it; the
   * signer's `onPaid` is then not called. Rejects, with nothing done, when the shop's code does.
   */
  readonly tellPaid?: (entry: LedgerEntry, agreed: AgreedTerms) => Promise<void>;

  /**
   * The order costs something else by now: a `paid` entry whose notice is being made (`calling`) becomes `paid_superseded`,
   * with what the order costs, and its claim's state what `stateAfter` says. Answers what is stored then; nothing is changed
   * about any other entry.
   */
  supersedePayment(txnNumber: string, current: CurrentTerms): Promise<LedgerEntry>;

  /** The shop has been told. */
  finishNotice(txnNumber: string): Promise<void>;

  /** Telling failed: `due` again, not before `nextAt`. */
  failNotice(txnNumber: string, nextAt: number): Promise<void>;

  /** Notices that can be taken at `at`, oldest first. */
  readDueNotices(at: number, limit: number): Promise<readonly LedgerEntry[]>;

  /**
   * Claims with a hint that nobody has followed (whatever their state), then those that may still be paid with (`live`,
   * `superseded`), each the one searched for longest ago first, and marks them as searched for at `at`, so that several
   * processes share the work.
   */
  takeOpenClaims(at: number, limit: number): Promise<readonly Claim[]>;

  /** Frees what the store holds. Calling it twice does no harm. */
  close(): Promise<void>;
}
