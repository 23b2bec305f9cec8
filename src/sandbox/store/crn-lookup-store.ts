/** Look-up files in the store. */
import type { LookupEntry, LookupFile } from '../crn-lookup/crn-lookup.js';

/** Read methods. */
export interface CrnLookupView {
  /** Accepted files, newest first. */
  listLookupFiles(merchantId: number): Promise<readonly LookupFile[]>;
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
