/**
 * The store of claims and transactions. An implementation for another database must keep this
 * contract; the suite in `test/signer/claim-store-suite.ts` checks it.
 *
 * - Every method is atomic, also against other processes on the same store. A method that returns
 *   `false` has changed nothing. Of any number of parallel calls that exclude each other, exactly
 *   one returns `true`.
 * - The effect of a method is durable when it resolves: it survives the end of the process and, on
 *   a disk, a power cut. One exception: a claim that `addClaim` added and no method has changed
 *   since survives the end of the process, but may be lost in a power cut. Only the service has
 *   heard of such a claim: the key is handed out after `goLive`, which makes the claim durable too.
 * - Reads see all writes that resolved before the read began.
 * - The store has one clock, which all processes on it share: callers give durations, and the store
 *   compares and records instants. Instants are milliseconds since 1970, durations milliseconds.
 * - Several merchants may share a store. Orders, references and TxnNumbers are unique within a
 *   scope (scope.ts) only; nothing of one scope is read or changed through another.
 */
import type { AgreedTerms, CurrentTerms } from './agreed-terms.js';
import type { Claim, NewClaim } from './claim.js';
import type { Finding, LedgerEntry, NoticeTry, OrderRecord, RecordedFinding } from './ledger-entry.js';

/** The store of claims and transactions, as this module describes it. */
export interface ClaimStore {
  /** The store's clock, for example that of the database server. */
  now(): Promise<number>;

  /**
   * The order's claims, oldest first, its transactions, and the store's clock, all read at one
   * instant. Empty lists for an unknown order.
   */
  readOrder(scope: string, order: string): Promise<OrderRecord>;

  readClaim(id: string): Promise<Claim | undefined>;

  readClaimByReference(scope: string, reference: string): Promise<Claim | undefined>;

  /**
   * Adds a claim, whose lease begins now. False when the order already has a claim with that attempt
   * number or reference (another request was faster); or has a transaction that moved money, if the claim is
   * `issuing`: then no further key may be made. A claim that is not `issuing` is of a payment that exists.
   */
  addClaim(claim: NewClaim): Promise<boolean>;

  /**
   * Takes over an `issuing` claim whose lease has run out, for the client that asks now: the key
   * counts as its try.
   */
  takeLease(id: string, holder: LeaseHolder, lease: number): Promise<boolean>;

  /**
   * Gives the lease back after the service failed to make a key. Only the lease's owner can do
   * this, and only while the claim is `issuing`.
   */
  failLease(id: string, owner: string): Promise<boolean>;

  /**
   * Moves a claim from `issuing` to `live` and stores its key. Only the lease's owner can do this,
   * and only while no money has moved for the order. On false, discard the key.
   */
  goLive(id: string, owner: string, key: { authKey: string; expiresAt: number }): Promise<boolean>;

  /**
   * Records that the card may have been sent. Only the first call has an effect, and only on an
   * unfinished claim. Returns the time of the store's clock, like `now`.
   */
  markAsked(id: string): Promise<number>;

  /**
   * Records that a webhook came for an unfinished claim. True when no other hint was pending: then
   * the caller asks the service.
   */
  markHinted(id: string): Promise<boolean>;

  /** Clears the hint, after the service was asked and named no outcome. */
  clearHint(id: string): Promise<void>;

  /** Moves a claim from `live` to `superseded`, unless its result has been asked for. */
  supersede(id: string): Promise<boolean>;

  /** Moves a claim from `live` or `superseded` to `expired`. */
  expire(id: string): Promise<boolean>;

  /**
   * Records a transaction, once for each TxnNumber, and updates its claim, in one database
   * transaction: the entry is `createEntry` of the order's state at that instant, the claim's state
   * is `stateAfter`, and its hint is cleared. A TxnNumber that is already known changes nothing.
   *
   * @param lease the caller begins to notify the shop of a new transaction at once: its notice, if it needs one, is `calling`
   * for so long, as after `takeNotice`. Milliseconds
   */
  record(finding: Finding, lease?: number): Promise<RecordedFinding>;

  /**
   * Begins the next try to notify the shop: `due` (at or after its time, or earlier if `isEarly`),
   * or `calling` with an expired lease, becomes `calling`. False also when the entry has had another
   * number of tries than the caller has read: another process has made one meanwhile.
   */
  takeNotice(read: NoticeTry, lease: number, isEarly: boolean): Promise<boolean>;

  /**
   * For a store in the shop's own database: notifies the shop of a payment inside the transaction
   * that marks the payment as notified. Both happen or neither; nothing happens when the shop was
   * notified before. Present only if the shop asked for it; the signer's `onPaid` is then not
   * called. Rejects, with nothing done, when the shop's code rejects or the signal is aborted.
   */
  readonly notifyPaid?: (entry: LedgerEntry, agreed: AgreedTerms, signal: AbortSignal) => Promise<void>;

  /**
   * Records that a payment is not told as paid: a `paid` entry whose notice is `calling` becomes
   * `paid_superseded` with the terms that the order has now, or with null `paid_reversed`, because
   * the payment has gone back. Its claim gets the state `stateAfter`. Returns the stored entry;
   * other entries are left unchanged.
   */
  supersedePayment(entry: EntryName, current: CurrentTerms | null): Promise<LedgerEntry>;

  /**
   * Marks the shop as notified, if no later try has begun: `due` or `calling`, with this number of
   * tries, becomes `done`.
   */
  finishNotice(made: NoticeTry): Promise<void>;

  /**
   * Makes a failed notice `due` again after a pause, if it is `calling` and no later try has begun.
   */
  failNotice(made: NoticeTry, pause: number): Promise<void>;

  /** Notices that can be taken now, or within this time, oldest first. */
  readDueNotices(scope: string, within: number, limit: number): Promise<readonly LedgerEntry[]>;

  /**
   * Claims that need a search. Marks them as checked now, so that several processes share the work. An `expired` claim gets a
   * hint with it: it is taken again until the service has answered about it.
   */
  takeOpenClaims(scope: string, wanted: WantedClaims): Promise<readonly Claim[]>;

  /**
   * Transactions recorded before an instant, in the order of `recordedAt` and, at one instant, of
   * their numbers; those after this place of that order.
   */
  readEntries(scope: string, place: EntryPlace, until: number, limit: number): Promise<readonly LedgerEntry[]>;

  /** The text that `setMark` has stored under this name; null if there is none. */
  readMark(scope: string, name: string): Promise<string | null>;

  /** Stores a text in place of the one that the caller has read; false if it is another one now. */
  setMark(mark: Mark): Promise<boolean>;

  /** What waits in the scope; the health asks every ten seconds at most. */
  readBacklog(scope: string): Promise<Backlog>;

  /**
   * Removes the claims and transactions of up to `limit` orders that are settled (settled.ts), and whose claims were all added,
   * and transactions all recorded, at least this age ago. Returns the number of these orders. Nothing else is removed.
   */
  removeSettled(scope: string, age: number, limit: number): Promise<number>;

  /**
   * Empties the claims (`forgetPerson`) and transactions (`forgetDetails`) of a settled order. False if it is not settled; true
   * also for an unknown order.
   */
  forgetOrder(scope: string, order: string): Promise<boolean>;

  /** Frees the store's resources. A second call has no effect. */
  close(): Promise<void>;
}

/** How long something waits, by the store's clock; null if nothing does, or if the store cannot say it cheaply. */
export interface Backlog {
  /** Since the oldest open attempt was asked about: its card may have been sent. */
  readonly asked: number | null;
  /** Since the oldest transaction was recorded that the shop has not been told of. */
  readonly notice: number | null;
}

/**
 * Why a claim is searched for. Claims that can still be paid (`live`, `superseded`) have one of these needs:
 *
 * - `pressing`: a webhook came (in any state), then those whose outcome was asked for: the card may have been sent.
 * - `ended`: the others whose key expired {@link GRACE} ago, then `expired` ones whose key expired {@link LAST_LOOK} ago and that
 *   were not checked since.
 * - `idle`: the others, whose key can be paid, but maybe no card was ever sent.
 *
 * In each part the longest-unchecked come first.
 */
export type Need = 'pressing' | 'ended' | 'idle';

/** What `takeOpenClaims` returns. */
export interface WantedClaims {
  readonly need: Need;
  readonly limit: number;
  /** Leaves out those that were checked later, by the store's clock; not those after now, which a clock ahead has checked. */
  readonly since: number;
}

/** The request that takes a lease, and its client for rate limits. */
export interface LeaseHolder {
  readonly owner: string;
  readonly client: string | null;
}

/** A place in the order of `readEntries`: after this transaction, or before all of an instant with the number ''. */
export type EntryPlace = Pick<LedgerEntry, 'recordedAt' | 'txnNumber'>;

/** A text that processes share, and the text before it. */
export interface Mark {
  readonly scope: string;
  readonly name: string;
  readonly before: string | null;
  readonly text: string;
}

/** What identifies a transaction in a store. */
export type EntryName = Pick<LedgerEntry, 'scope' | 'txnNumber'>;
