/** Takes away what waits under a key: the shopper has begun to change it, and the old card must not be charged instead. */
import type { Context } from '../context.js';
import type { FrameEntry } from '../frame-entry.js';

/** Leaves the key as it is, with nothing under it. */
export async function forgetFrameEntry(
  { authKey, merchantId, expiresAt }: Pick<FrameEntry, 'authKey' | 'merchantId' | 'expiresAt'>,
  { store, clock }: Context,
): Promise<void> {
  const nothing: FrameEntry = { authKey, merchantId, expiresAt, card: null, bankAccount: null, acceptsTerms: false };
  await store.write((unit) => unit.keepFrameEntry(nothing, clock.now()));
}
