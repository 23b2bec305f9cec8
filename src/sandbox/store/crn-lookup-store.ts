/** The part of the store that is about look-up files. */
import type { LookupEntry, LookupFile } from '../crn-lookup/crn-lookup.js';

/** Reads. */
export interface CrnLookupView {
  /** Taken files, newest first. */
  listLookupFiles(merchantId: number): Promise<readonly LookupFile[]>;
  /** `listed` also when the merchant has no file: then there is nothing to look up in. */
  lookUpCrn1(merchantId: number, crn1: string): Promise<'listed' | 'not_listed'>;
}

/** A file whose entries follow. */
export type NewLookupFile = Omit<LookupFile, 'id' | 'state'>;

/** Writes, within a unit of work. */
export interface CrnLookupUnit {
  addLookupFile(file: NewLookupFile): Promise<number>;
  addLookupEntries(
    file: { readonly id: number; readonly merchantId: number },
    from: number,
    entries: readonly LookupEntry[],
  ): Promise<void>;
  /** From now on this file counts, and every older one is replaced; false when a newer one counts already. */
  openLookupFile(file: { readonly id: number; readonly merchantId: number }): Promise<boolean>;
}
