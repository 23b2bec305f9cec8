/**
 * What a page remembers of an attempt across a reload, in sessionStorage: the claim, when a card went out, and what is known
 * of how it ended. No card data, no key. A browser that blocks storage loses only this memory: the signer still lets an
 * order be paid once.
 */

/** One entry for each order, `florin:<order>`. */
export interface AttemptRecord {
  readonly claim: string;
  /** Milliseconds since 1970; absent when no card went out, or the attempt has ended without a charge. */
  readonly submittedAt?: number;
  /** True once the signer said approved: a page that is shown again leads nowhere by itself. */
  readonly settled?: boolean;
  /** True when the service had no use for the key any more as the card came: what is found is an earlier payment. */
  readonly keyWasUsed?: boolean;
}

/** The part of `Storage` that is used. */
export type RecordStorage = Pick<Storage, 'getItem' | 'setItem'>;

const keyOf = (order: string) => `florin:${order}`;

/** The record of an order, or undefined when there is none, it is damaged, or storage is blocked. */
export function readRecord(order: string, storage: RecordStorage | undefined): AttemptRecord | undefined {
  try {
    const record = JSON.parse(storage?.getItem(keyOf(order)) ?? 'null') as Partial<AttemptRecord> | null;
    if (typeof record?.claim !== 'string') return undefined;
    return {
      claim: record.claim,
      ...(typeof record.submittedAt === 'number' && { submittedAt: record.submittedAt }),
      ...(record.settled === true && { settled: true }),
      ...(record.keyWasUsed === true && { keyWasUsed: true }),
    };
  } catch {
    return undefined;
  }
}

/** Remembers the record if the browser lets us. */
export function writeRecord(order: string, record: AttemptRecord, storage: RecordStorage | undefined): void {
  try {
    storage?.setItem(keyOf(order), JSON.stringify(record));
  } catch {
    // Full or blocked: see above.
  }
}

/** The page's sessionStorage, or undefined where reading the property already throws (blocked cookies, sandboxed frames). */
export function sessionRecords(): RecordStorage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined;
  }
}
