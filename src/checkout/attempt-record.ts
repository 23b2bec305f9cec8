/**
 * The record of an attempt for a reload of the page, in sessionStorage: the claim, the time of the submission, and the known
 * result. It has no card data and no key. If the browser blocks storage, only this record is lost: the signer still
 * ensures that an order is paid once.
 */
import { membersOf } from '../core/members-of.js';

/** One entry for each order and signer: `attemptName` in attempt-name.ts. */
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

/** Reads a record; undefined if there is none, it is damaged, or storage is blocked. */
export function readRecord(name: string, storage: RecordStorage | undefined): AttemptRecord | undefined {
  const { claim, submittedAt, settled, keyWasUsed, isAway } = readEntry(name, storage);
  if (typeof claim !== 'string') return undefined;
  return {
    claim,
    ...(typeof submittedAt === 'number' && { submittedAt }),
    ...(settled === true && { settled }),
    ...(keyWasUsed === true && { keyWasUsed }),
    ...(isAway === true && { isAway }),
  };
}

/** Whether details were sent in an attempt that has not ended without a charge, or without being stored. */
export function wasSent(name: string): boolean {
  return readRecord(name, recordsOf('sessionStorage'))?.submittedAt !== undefined;
}

/** Stores the record, if storage is available. */
export function writeRecord(name: string, record: AttemptRecord, storage: RecordStorage | undefined): void {
  writeEntry(name, record, storage);
}

/** The members of an entry; none if it is missing or damaged, or storage is blocked. */
export function readEntry(name: string, storage: RecordStorage | undefined): Readonly<Record<string, unknown>> {
  try {
    return membersOf(JSON.parse(storage?.getItem(`florin:${name}`) || 'null'));
  } catch {
    return {};
  }
}

/** Stores an entry, or removes it if there is no value. Does nothing if storage is full or blocked. */
export function writeEntry(name: string, value: object | undefined, storage: RecordStorage | undefined): void {
  try {
    storage?.setItem(`florin:${name}`, value ? JSON.stringify(value) : '');
  } catch {
    // The page works without it: see above.
  }
}

/** A storage of the page; undefined where the property throws (blocked cookies, sandboxed frames). */
export function recordsOf(storage: 'sessionStorage' | 'localStorage'): RecordStorage | undefined {
  try {
    return globalThis[storage];
  } catch {
    return undefined;
  }
}
