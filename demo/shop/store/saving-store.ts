/**
 * What the signer said last of a card or an account that a shopper wanted saved, for the page that the shopper comes back to:
 * shown once. In memory, as the list of what is saved has it for good.
 */
import type { SignerOptions } from 'florin/signer';

type ReturnToCards = NonNullable<SignerOptions['returnToCards']>;

/** As the signer tells it. */
export interface Saving {
  readonly result: Parameters<ReturnToCards>[1];
  readonly asked: Parameters<ReturnToCards>[2];
}

/** The last one of each shopper. */
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
