/**
 * The callbacks of one reconciliation: several at a time, with a time limit, and without receivers
 * that do not answer. A receiver that hangs must not delay other callbacks or the next search for
 * lost payments.
 */
import { kindOfEntry } from './kind-of.js';
import type { LedgerEntry } from './ledger-entry.js';
import type { SignerContext } from './signer-context.js';
import { notifyEarly, notifyShop } from './notify-shop.js';

const AT_ONCE = 5;
/** A round begins no more calls after this time. Milliseconds. */
const BUDGET = 30_000;
/** After this many consecutive timeouts, a receiver is skipped until the next round. */
const MOST_LATE = 3;

/**
 * @param isEarly true for a person who waits for it: no time limit, and callbacks are made before
 * their retry time
 * @returns the callbacks that succeeded
 */
export async function notifyRound(
  context: SignerContext,
  entries: readonly LedgerEntry[],
  isEarly: boolean,
): Promise<readonly LedgerEntry[]> {
  const endsAt = isEarly ? Infinity : performance.now() + BUDGET;
  const late = new Map<string, number>();
  const told: LedgerEntry[] = [];
  const queue = [...entries];
  const worker = async () => {
    for (let entry = queue.shift(); entry && performance.now() < endsAt; entry = queue.shift()) {
      const receiver = receiverOf(entry);
      const before = late.get(receiver) ?? 0;
      if (before >= MOST_LATE) continue;
      const telling = await (isEarly ? notifyEarly : notifyShop)(context, entry);
      if (telling === 'told') told.push(entry);
      if (telling !== 'left') late.set(receiver, telling === 'late' ? (late.get(receiver) ?? 0) + 1 : 0);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const [callback, count] of late) {
    if (count >= MOST_LATE) context.log({ level: 'warn', event: 'callbacks_put_off', callback });
  }
  return told;
}

/** The name of the shop's callback. */
function receiverOf(entry: LedgerEntry): string {
  return entry.kind === 'paid' ? kindOfEntry(entry).callback : 'onMismatch';
}
