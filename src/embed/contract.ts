/** Messages of a checkout page to the page that embeds it. No member can hold card data, a result key or a claim. */
import { membersOf } from '../core/members-of.js';

/** The outcome as the checkout page knows it. `review`, `pending`: the shop has to ask its server again. */
export const OUTCOMES = ['approved', 'declined', 'failed', 'expired', 'review', 'pending', 'open'] as const;

/** The outcome as the checkout page knows it. `review`, `pending`: the shop has to ask its server again. */
export type CheckoutOutcome = (typeof OUTCOMES)[number];

/** A message over the port of the handshake. */
export type CheckoutMessage = { readonly height: number } | { readonly outcome: CheckoutOutcome };

/** The greatest accepted height, in CSS pixels. A page that is higher probably grows with its frame, without end. */
const HIGHEST = 10_000;

/** Reads a message; undefined for any other. */
export function readCheckoutMessage(data: unknown): CheckoutMessage | undefined {
  const { height, outcome } = membersOf(data);
  if (typeof height === 'number' && height >= 0 && height <= HIGHEST) return { height: Math.ceil(height) };
  const known = OUTCOMES.find((each) => each === outcome);
  return known === undefined ? undefined : { outcome: known };
}
