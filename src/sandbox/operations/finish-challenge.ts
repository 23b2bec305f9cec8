/** Ends a challenge: passed, failed or timed out. Only the first end counts. */
import type { Challenge, ChallengeEnd } from '../challenge.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Transaction } from '../transaction.js';
import { transactionEvent } from '../webhooks/transaction-event.js';
import { makeTransaction } from './make-transaction.js';
import { saveRefusal } from './save-refusal.js';
import { PENDING } from './start-challenge.js';
import { authenticate } from './three-ds.js';
import { resumeOrder } from './suspended-order.js';

const PATHS = { approved: 'passed', failed: 'failed', timed_out: 'timed_out' } as const;

/**
 * Ends the challenge and decides its transaction in one unit of work, and notifies the merchant's server.
 *
 * @returns false when it had ended before, was expired, or (for `timed_out`) is not expired yet
 */
export async function finishChallenge(challenge: Challenge, end: ChallengeEnd, context: Context): Promise<boolean> {
  const { clock, outbox, random, store } = context;
  const { challengeKey, authKey, merchantId, txnNumber } = challenge;
  const merchant = await store.read((view) => view.findMerchant(merchantId));
  if (!merchant) return false;
  const order = await resumeOrder(challenge.order, merchant, context);
  const finished = await store.write(async (unit) => {
    if (!(await unit.claimChallenge({ challengeKey, end, now: clock.now() }))) return undefined;
    await unit.dropPendingTransaction(merchantId, txnNumber);
    const authentication = authenticate(PATHS[end], random);
    const accepted = { ...order, authentication, isAccepted: true };
    const made = await makeTransaction(unit, accepted, txnNumber, context).catch((error: unknown) => {
      // The card has expired since, for example. Nobody can be told a field's code: the payment is refused.
      if (!(error instanceof SandboxFault)) throw error;
      return saveRefusal(unit, accepted, txnNumber, 'PT_V12', context);
    });
    const key = await unit.findAuthKey(authKey);
    return { ...made, queued: key && (await outbox.queue(unit, transactionEvent(made.transaction, key, context))) };
  });
  if (!finished) return false;
  await context.wait(finished.delaySeconds);
  if (finished.queued) await outbox.announce(finished.queued);
  return true;
}

/**
 * Returns the current state of a transaction: an expired challenge is ended first, so that its transaction is not
 * pending any more.
 */
export async function refreshPending(transaction: Transaction, context: Context): Promise<Transaction> {
  const { merchantId, responseCode, txnNumber } = transaction;
  if (responseCode !== PENDING) return transaction;
  const open = await context.store.read((view) => view.findOpenChallenge(txnNumber));
  if (open && open.expiresAt > context.clock.now()) return transaction;
  if (open) await finishChallenge(open, 'timed_out', context);
  return (await context.store.read((view) => view.findTransaction(merchantId, txnNumber))) ?? transaction;
}
