/**
 * Callbacks of a reconciliation: several at a time, with a time limit. A callback of the shop
 * that hangs must not delay the others or the next search for lost payments.
 */
import { kindOfEntry } from '../attempts/kind-of.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import type { SignerContext } from '../signer-context.js';
import { notifyShop } from './notify-shop.js';

const AT_ONCE = 5;
/** A round begins no more calls after this time. Milliseconds. */
const BUDGET = 30_000;
/** After this many consecutive timeouts, calls of the same callback are skipped until the next reconciliation. */
const MOST_LATE = 3;

/**
 * @param isEarly true for a person who waits for it: no time limit, and callbacks are made before
 * their retry time
 * @param late consecutive timeouts of each callback; a reconciliation has several rounds
 * @returns the callbacks that succeeded
 */
export async function notifyRound(
  context: SignerContext,
  entries: readonly LedgerEntry[],
  isEarly: boolean,
  late: Map<string, number>,
): Promise<readonly LedgerEntry[]> {
  const endsAt = isEarly ? Infinity : performance.now() + BUDGET;
  const before = new Map(late);
  const notified: LedgerEntry[] = [];
  const queue = [...entries];
  const worker = async () => {
    for (let entry = queue.shift(); entry && performance.now() < endsAt; entry = queue.shift()) {
      const callback = callbackOf(entry);
      const timeouts = () => late.get(callback) ?? 0;
      if (timeouts() >= MOST_LATE) continue;
      const outcome = await notifyShop(context, entry, { isEarly });
      if (outcome === 'notified') notified.push(entry);
      // Parallel calls may have timed out meanwhile.
      if (outcome !== 'left') late.set(callback, outcome === 'late' ? timeouts() + 1 : 0);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const [callback, count] of late) {
    if (count >= MOST_LATE && count !== before.get(callback))
      context.log({ level: 'warn', event: 'callbacks_deferred', callback });
  }
  return notified;
}

/** The name of the shop's callback. */
function callbackOf(entry: LedgerEntry): string {
  return entry.kind === 'paid' ? kindOfEntry(entry).callback : 'onMismatch';
}
