/** Clears the stored input of a key when the shopper starts to change it, so that the old card is not charged. */
import type { Context } from '../context.js';
import type { FrameEntry } from '../frame-entry.js';

/** Replaces the input by an empty one and keeps the key. */
export async function clearFrameEntry(
  { authKey, merchantId, expiresAt }: Pick<FrameEntry, 'authKey' | 'merchantId' | 'expiresAt'>,
  { store, clock }: Context,
): Promise<void> {
  const nothing: FrameEntry = { authKey, merchantId, expiresAt, card: null, bankAccount: null, acceptsTerms: false };
  await store.write((unit) => unit.saveFrameEntry(nothing, clock.now()));
}
