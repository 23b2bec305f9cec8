/**
 * The lease to notify the shop of one transaction. It is held while the call runs, however slow it
 * is, so that no other process makes the same call at the same time. The calling process renews it.
 * When that process dies, the lease runs out and the call is made again.
 */
import type { LedgerEntry } from '../claims/ledger-entry.js';
import type { SignerContext } from '../signer-context.js';

/** How long a lease lasts after its last renewal. Milliseconds. */
export const NOTICE_LEASE = 60_000;
const RENEWAL = 20_000;

interface NoticeLease {
  /** Starts renewing it. */
  keep(): void;
  /** Renews it once. False when another process holds it. Rejects when the store does not answer. */
  renew(): Promise<boolean>;
  /** Stops renewing it. */
  drop(): void;
}

/** @param until the end of the lease as it was taken */
export function createNoticeLease(
  { clock, log, store }: Pick<SignerContext, 'clock' | 'log' | 'store'>,
  { order, txnNumber }: LedgerEntry,
  until: number,
): NoticeLease {
  /** Possible values in the store: a renewal whose answer was lost may have been made. */
  let held = [until];
  let timer: ReturnType<typeof setInterval> | undefined;
  let isSlow = false;
  /** Two renewals at a time would each take the other's change for that of another process. */
  let isRenewing = false;
  const lease: NoticeLease = {
    keep() {
      timer = setInterval(() => {
        if (!isSlow) log({ level: 'warn', event: 'callback_slow', order, txnNumber });
        isSlow = true;
        if (isRenewing) return;
        isRenewing = true;
        void lease
          .renew()
          .then(
            (isMine) => (isMine ? undefined : lease.drop()),
            // Tried again at the next interval.
            () => undefined,
          )
          .then(() => (isRenewing = false));
      }, RENEWAL);
      // On Node: a callback that never ends must not keep an otherwise finished process alive.
      (timer as { unref?: () => void }).unref?.();
    },
    async renew() {
      const next = Math.max(...held, clock.now() + NOTICE_LEASE);
      const known = held;
      held = [next, ...known];
      for (const each of known) {
        if (!(await store.renewNotice(txnNumber, each, next))) continue;
        held = [next];
        return true;
      }
      return false;
    },
    drop() {
      clearInterval(timer);
    },
  };
  return lease;
}
