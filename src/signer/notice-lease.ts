/**
 * The right to tell the shop of one transaction: held while the call runs, however slow it is, so that nobody makes the same
 * call beside it. It is renewed by the process that calls; one that has died renews nothing, and a lease later the call is
 * made again.
 */
import type { LedgerEntry } from './ledger-entry.js';
import type { SignerContext } from './signer-context.js';

/** Milliseconds after which another process makes the call of one that has died, and how often one that lives says so. */
export const NOTICE_LEASE = 60_000;
const RENEWAL = 20_000;

export interface NoticeLease {
  /** Renews it from now on. */
  keep(): void;
  /** Renews it once. False when somebody else holds it. Rejects when the store does not say. */
  renew(): Promise<boolean>;
  /** Renews it no more. */
  drop(): void;
}

/** @param until as it was taken */
export function createNoticeLease(
  { clock, log, store }: Pick<SignerContext, 'clock' | 'log' | 'store'>,
  { order, txnNumber }: LedgerEntry,
  until: number,
): NoticeLease {
  /** How it may stand in the store: a renewal whose answer was lost may have been made. */
  let held = [until];
  let timer: ReturnType<typeof setInterval> | undefined;
  let isSlow = false;
  const lease: NoticeLease = {
    keep() {
      timer = setInterval(() => {
        if (!isSlow) log({ level: 'warn', event: 'callback_slow', order, txnNumber });
        isSlow = true;
        lease.renew().then(
          (isMine) => (isMine ? undefined : lease.drop()),
          // Tried again at the next turn.
          () => undefined,
        );
      }, RENEWAL);
      // On Node: a shop's code that never ends must not hold a process that has nothing else to do.
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
