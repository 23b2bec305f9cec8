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

/** Creates an empty store of the last report for each shopper. */
export function createSavingStore() {
  const savings = new Map<string, Saving>();
  return {
    note: (shopper: string, saving: Saving): void => void savings.set(shopper, saving),
    take(shopper: string): Saving | undefined {
      const saving = savings.get(shopper);
      savings.delete(shopper);
      return saving;
    },
  };
}

export type SavingStore = ReturnType<typeof createSavingStore>;
