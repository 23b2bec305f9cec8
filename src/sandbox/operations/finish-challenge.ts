/** The end of a challenge: passed, failed, or out of time. One of them, once, whoever asks and however often. */
import type { Challenge, ChallengeEnd } from '../challenge.js';
import type { Context } from '../context.js';
import type { Transaction } from '../transaction.js';
import { transactionEvent } from '../webhooks/transaction-event.js';
import { makeTransaction } from './make-transaction.js';
import { PENDING } from './start-challenge.js';
import { authenticate } from './three-ds.js';
import { takeUp } from './waiting-order.js';

const PATHS = { approved: 'passed', failed: 'failed', timed_out: 'timed_out' } as const;

/**
 * Ends the challenge and decides its transaction, both or neither, and tells the merchant's server.
 *
 * @returns false when it had ended before, or its time was over (or, for `timed_out`, was not)
 */
export async function finishChallenge(challenge: Challenge, end: ChallengeEnd, context: Context): Promise<boolean> {
  const { clock, outbox, random, store } = context;
  const { challengeKey, authKey, merchantId, txnNumber } = challenge;
  const merchant = await store.read((view) => view.findMerchant(merchantId));
  if (!merchant) return false;
  const order = await takeUp(challenge.order, merchant, context);
  const finished = await store.write(async (unit) => {
    if (!(await unit.claimChallenge({ challengeKey, end, now: clock.now() }))) return undefined;
    await unit.dropPendingTransaction(merchantId, txnNumber);
    const authentication = authenticate(PATHS[end], random);
    const made = await makeTransaction(unit, { ...order, authentication }, txnNumber, context);
    const key = await unit.findAuthKey(authKey);
    return { ...made, queued: key && (await outbox.queue(unit, transactionEvent(made.transaction, key, context))) };
  });
  if (!finished) return false;
  await context.wait(finished.delaySeconds);
  if (finished.queued) await outbox.announce(finished.queued);
  return true;
}

/**
 * A transaction as it is now: one whose time for 3-D Secure is over is not pending any more, also where nobody has
 * looked at it since.
 */
export async function settlePending(transaction: Transaction, context: Context): Promise<Transaction> {
  const { merchantId, responseCode, txnNumber } = transaction;
  if (responseCode !== PENDING) return transaction;
  const open = await context.store.read((view) => view.findOpenChallenge(txnNumber));
  if (open && open.expiresAt > context.clock.now()) return transaction;
  if (open) await finishChallenge(open, 'timed_out', context);
  return (await context.store.read((view) => view.findTransaction(merchantId, txnNumber))) ?? transaction;
}
