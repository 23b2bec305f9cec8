/**
 * The signer's last report about a saved card or account, shown once on the page after the
 * redirect. In memory, because the list of saved cards has it permanently.
 */
import type { SignerOptions } from 'florin-server/signer';

type ReturnToCards = NonNullable<SignerOptions['returnToCards']>;

/** The report of the signer. */
export interface Saving {
  readonly result: Parameters<ReturnToCards>[1];
  readonly asked: Parameters<ReturnToCards>[2];
}

/** The last report for each shopper. */
export interface SavingStore {
  note(shopper: string, saving: Saving): void;
  take(shopper: string): Saving | undefined;
}

/** Creates an empty store. */
export function createSavingStore(): SavingStore {
  const savings = new Map<string, Saving>();
  return {
    note: (shopper, saving) => void savings.set(shopper, saving),
    take(shopper) {
      const saving = savings.get(shopper);
      savings.delete(shopper);
      return saving;
    },
  };
}
