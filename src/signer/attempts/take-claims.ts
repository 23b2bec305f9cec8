/** Which attempts a reconciliation searches for, and in which order. docs/guides/signer.md, "Reconciliation". */
import { isFinished, type Claim } from '../claims/claim.js';
import type { Need } from '../claims/claim-store.js';
import { findClaimOf } from '../claims/find-claim.js';
import { Refusal } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';
import { isAttempt, searchByDates } from './find-payments.js';

/** How many idle attempts are searched for one by one. */
const FEW = 100;

/**
 * Yields all open attempts once. The pressing ones and the ended ones take turns, so that neither waits for all of the other.
 * Attempts whose key can be paid and that nobody asked about come last. If they are many, one search by dates first finds which
 * of them were paid, and the others wait for the end of their keys.
 * @param isAll whether they are all searched for one by one, however many
 */
export async function* takeByNeed(context: SignerContext, isAll: boolean): AsyncGenerator<Claim, void, void> {
  const { pace, store } = context;
  // Those that are taken count as checked, and those that the run has no time for come late in the next ones: few at once.
  const batch = isAll ? FEW : pace.atOnce;
  const seen = new Set<string>();
  let since = await store.now();
  const take = async (need: Need, most = batch): Promise<readonly Claim[]> => {
    const taken = await ofBothModes(context, most, (scope, limit) =>
      store.takeOpenClaims(scope, { need, limit, since }),
    );
    const others = taken.filter(({ id }) => !seen.has(id));
    for (const { id } of others) seen.add(id);
    return others;
  };

  let idle = await take('idle', FEW);
  if (idle.length === FEW && !isAll) {
    idle = [];
    seen.clear();
    await hintPaid(context);
    since = await store.now();
  }
  for (let isMore = true; isMore;) {
    isMore = false;
    for (const need of ['pressing', 'ended'] as const) {
      const claims = await take(need);
      if (claims.length === 0) continue;
      isMore = true;
      yield* claims;
    }
  }
  for (; idle.length > 0; idle = isAll ? await take('idle') : []) yield* idle;
}

/** Rows of the merchant's live scope, then of its test scope. */
export async function ofBothModes<Row>(
  { scopes }: SignerContext,
  limit: number,
  read: (scope: string, count: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const live = await read(scopes.live, limit);
  return live.length < limit ? [...live, ...(await read(scopes.test, limit - live.length))] : live;
}

/**
 * Does what a lost webhook would have done: hints at each open attempt with a transaction since the last such search. It only
 * finds. What it does not find proves nothing: the service's clock may have gone back, for example at the end of summer time.
 */
async function hintPaid(context: SignerContext): Promise<void> {
  const { clock, keyLifetime, rules, store, sweep } = context;
  const madeAt = clock.now();
  // The attempts that it is for had no key before that. Beside the service's own clock, this host's measures durations only.
  const since = madeAt - sweep.madeAt > keyLifetime ? madeAt - keyLifetime : sweep.seenAt;
  // A transaction may appear as late as the grace period after its time.
  const period = { from: since - rules.grace, to: Math.max(since, madeAt) + keyLifetime };
  try {
    const { rows, seenAt } = await searchByDates(context, 'search_recent_transactions', {}, period, 0);
    for (const row of rows) {
      const claim = isAttempt(row) ? await findClaimOf(context, row.MerchantReference) : undefined;
      if (claim && !isFinished(claim)) await store.markHinted(claim.id);
    }
    Object.assign(sweep, { madeAt, seenAt });
  } catch (error) {
    // Logged where the service was called. The next run searches the same period again.
    if (!(error instanceof Refusal)) throw error;
  }
}
