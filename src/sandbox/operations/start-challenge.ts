/** Starts a challenge: the key of the payment is used and its transaction is pending. See three-ds.ts. */
import type { AuthKey } from '../auth-key.js';
import { TEST_MONTH } from '../bank/scenarios.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { StoreUnit } from '../store/store.js';
import { assertReferences } from './assert-references.js';
import { refuse } from './decision.js';
import { writeTransaction } from './make-transaction.js';
import { suspendOrder } from './suspended-order.js';
import type { TransactionOrder } from './transaction-order.js';

/** The response code of a pending transaction. docs/wire/rest.md section 9, "P Transaction is pending". */
export const PENDING = 'P';

/** The URL of a challenge's page. */
export function challengeAddress(origin: string, challengeKey: string): string {
  return `${origin}/3ds/${challengeKey}`;
}

const MINUTE_MS = 60_000;

/** A payment to suspend. */
export interface ChallengeStart {
  readonly order: TransactionOrder;
  readonly key: AuthKey;
  readonly txnNumber: number;
  readonly resultKey: string;
}

/** Suspends the payment in the unit that uses its key. Returns the key of the challenge. */
export async function startChallenge(
  unit: StoreUnit,
  { order, key, txnNumber, resultKey }: ChallengeStart,
  { clock, random, settings }: Context,
): Promise<string> {
  // Not after the challenge, when nobody can correct them.
  await assertReferences(unit, order);
  const waiting = suspendOrder(order);
  if (!waiting || !order.card) throw new SandboxFault(999);
  const now = clock.now();
  const { checked, stored } = order.card;
  const isTest = order.terms.testMode || checked.expiry?.month === TEST_MONTH;
  const pending = writeTransaction(order, refuse(PENDING, { isTest, card: stored }), { txnNumber, now });
  await unit.addTransaction({ ...pending, extras: { isChallenged: true } });
  const challengeKey = random.uuid();
  await unit.addChallenge({
    challengeKey,
    merchantId: order.merchant.id,
    authKey: key.authKey,
    resultKey,
    txnNumber,
    order: waiting,
    createdAt: now,
    expiresAt: now + settings.challengeMinutes * MINUTE_MS,
    end: null,
  });
  return challengeKey;
}
