/** Removes what is settled and older than the option `retention`, and empties one order. docs/guides/stores.md#retention */
import type { AuditPeriod } from '../attempts/audit.js';
import { messageOf } from '../monitoring/message-of.js';
import type { SignerContext } from '../signer-context.js';
import { savingOrderOf } from './token-entry.js';

const DAY = 86_400_000;
/** Orders in one call of the store. */
const BATCH = 100;
/** Most calls of the store for each mode in one reconciliation. */
const ROUNDS = 100;

/** Never rejects: a store that fails is logged, and the next reconciliation goes on. */
export async function removeOld({ log, retention, scopes, store }: SignerContext): Promise<void> {
  if (retention === undefined) return;
  try {
    for (const scope of [scopes.live, scopes.test]) {
      for (let round = 0; round < ROUNDS; round += 1) {
        if ((await store.removeSettled(scope, retention * DAY, BATCH)) < BATCH) break;
        // A store in the process's own thread would hold up all shoppers until the last batch.
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
  } catch (error) {
    log({ level: 'error', event: 'retention_failed', message: messageOf(error) });
  }
}

/**
 * Refuses an audit of a time whose claims may have been removed: it would take their payments for lost ones. A day more than
 * the retention, because a payment follows its claim, and an audit reads two hours more.
 * @throws RangeError
 */
export function assertRetained({ clock, retention }: SignerContext, { from }: AuditPeriod): void {
  if (retention === undefined) return;
  const first = clock.now() - (retention - 1) * DAY;
  if (from.getTime() >= first || Number.isNaN(from.getTime())) return;
  const begin = new Date(first).toISOString();
  throw new RangeError(
    `claims older than ${retention} days are removed (retention), so an audit must begin at ${begin} or later`,
  );
}

/** `open`: a payment of the order, or a notice to the shop, is not finished yet; nothing was emptied. */
export type Forgotten = 'forgotten' | 'open' | 'unknown';

/** Empties an order, and the attempts to save a card with its payments. */
export async function forgetOrder(
  { store }: SignerContext,
  { scope, order }: { readonly scope: string; readonly order: string },
): Promise<Forgotten> {
  const { claims } = await store.readOrder(scope, order);
  if (claims.length === 0) return 'unknown';
  for (const name of [...claims.map(({ id }) => savingOrderOf(id)), order]) {
    if (!(await store.forgetOrder(scope, name))) return 'open';
  }
  return 'forgotten';
}
