/** Look-up files in the store. */
import type { LookupEntry, LookupFile } from '../crn-lookup/crn-lookup.js';

/** A part of a file's entries. */
export interface LookupQuery {
  readonly fileId: number;
  /** Text in a reference or in the name, whatever its case. */
  readonly text: string | undefined;
  /** Number of entries to skip. */
  readonly from: number;
  readonly limit: number;
}

/** Accepted files of a merchant. */
export interface LookupFileQuery {
  readonly merchantId: number;
  /** Text in the file's name, whatever its case. */
  readonly text: string | undefined;
  readonly limit: number;
}

/** Read methods. */
export interface CrnLookupView {
  /** Newest first. */
  listLookupFiles(query: LookupFileQuery): Promise<readonly LookupFile[]>;
  findLookupFile(merchantId: number, id: number): Promise<LookupFile | undefined>;
  /** In the order of the file. */
  searchLookupEntries(query: LookupQuery): Promise<readonly LookupEntry[]>;
  /** Also `listed` when the merchant has no file. */
  lookUpCrn1(merchantId: number, crn1: string): Promise<'listed' | 'not_listed'>;
}

/** A file before its entries. */
export type NewLookupFile = Omit<LookupFile, 'id' | 'state'>;

/** Write methods within a unit of work. */
export interface CrnLookupUnit {
  addLookupFile(file: NewLookupFile): Promise<number>;
  addLookupEntries(
    file: { readonly id: number; readonly merchantId: number },
    from: number,
    entries: readonly LookupEntry[],
  ): Promise<void>;
  /** Makes this file the current one and replaces older ones; false when a newer file is current. */
  openLookupFile(file: { readonly id: number; readonly merchantId: number }): Promise<boolean>;
}
