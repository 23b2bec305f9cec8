/** Moves the clock forward in steps: it stops at each time at which a webhook is due or a challenge expires. */
import type { Clock } from '../clock.js';
import type { ChallengeTimer } from '../operations/challenge-timer.js';
import type { Store } from '../store/store.js';
import type { WebhookSender } from './sender.js';

/** @throws RangeError for a negative number */
export async function advanceThroughWebhooks(
  milliseconds: number,
  {
    clock,
    sender,
    challenges,
    store,
  }: {
    readonly clock: Clock;
    readonly sender: WebhookSender;
    readonly challenges: Pick<ChallengeTimer, 'settled'>;
    readonly store: Store;
  },
): Promise<void> {
  // Refuses invalid values before the clock moves.
  clock.advance(Math.min(milliseconds, 0));
  if (!Number.isFinite(milliseconds)) throw new RangeError('The clock can only go forward by a finite time');
  const goal = clock.offset + milliseconds;
  for (;;) {
    await challenges.settled();
    await sender.settled();
    const now = clock.now();
    const due = await store.read(async (view) =>
      earliest(await view.nextWebhookDue(now), await view.nextChallengeEnd(now)),
    );
    if (due === undefined || due - now > goal - clock.offset) break;
    clock.advance(due - now);
    sender.wake();
  }
  clock.advance(Math.max(0, goal - clock.offset));
  await challenges.settled();
  sender.wake();
}

function earliest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
