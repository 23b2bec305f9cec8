/**
 * The record of an attempt for a reload of the page, in sessionStorage: the claim, the time of the submission, and the known
 * result. It has no card data and no key. If the browser blocks storage, only this record is lost: the signer still
 * ensures that an order is paid once.
 */

/** One entry for each order, `florin:<order>`. */
export interface AttemptRecord {
  readonly claim: string;
  /** Milliseconds since 1970; absent if nothing was submitted, or the attempt has ended without a charge. */
  readonly submittedAt?: number;
  /** True after the signer answered `approved`: a page that is shown again does not navigate by itself. */
  readonly settled?: boolean;
  /** True if the service answered that the key was used already: the result is that of an earlier payment. */
  readonly keyWasUsed?: boolean;
  /** True if this page has sent nothing itself, but opened another page, where the details are typed. */
  readonly isAway?: boolean | undefined;
}

/** The used part of `Storage`. */
export type RecordStorage = Pick<Storage, 'getItem' | 'setItem'>;

const keyOf = (order: string) => `florin:${order}`;

/** Reads the record of an order; undefined if there is none, it is damaged, or storage is blocked. */
export function readRecord(order: string, storage: RecordStorage | undefined): AttemptRecord | undefined {
  try {
    const record = JSON.parse(storage?.getItem(keyOf(order)) ?? 'null') as Partial<AttemptRecord> | null;
    if (typeof record?.claim !== 'string') return undefined;
    return {
      claim: record.claim,
      ...(typeof record.submittedAt === 'number' && { submittedAt: record.submittedAt }),
      ...(record.settled === true && { settled: true }),
      ...(record.keyWasUsed === true && { keyWasUsed: true }),
      ...(record.isAway === true && { isAway: true }),
    };
  } catch {
    return undefined;
  }
}

/** Stores the record, if storage is available. */
export function writeRecord(order: string, record: AttemptRecord, storage: RecordStorage | undefined): void {
  try {
    storage?.setItem(keyOf(order), JSON.stringify(record));
  } catch {
    // Storage is full or blocked: see above.
  }
}

/** The page's sessionStorage; undefined where the property throws (blocked cookies, sandboxed frames). */
export function sessionRecords(): RecordStorage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
