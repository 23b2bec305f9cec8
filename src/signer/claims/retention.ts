/** Removes what is settled and older than the option `retention`, and empties one order. docs/guides/stores.md#retention */
import { incomplete, type AuditPeriod } from '../attempts/audit.js';
import { messageOf } from '../monitoring/message-of.js';
import type { SignerContext } from '../signer-context.js';
import { savingOrderOf } from './token-entry.js';

const DAY = 86_400_000;
/** Orders in one call of the store. */
const BATCH = 100;
/** Most calls of the store for each mode in one reconciliation. */
const ROUNDS = 100;

/** The name of the mark that says before which instant claims may be removed, by the store's clock. */
const REMOVED_MARK = 'removed';

/** Never rejects: a store that fails is logged, and the next reconciliation goes on. */
export async function removeOld(context: SignerContext): Promise<void> {
  const { log, retention, scopes, store } = context;
  if (retention === undefined) return;
  try {
    if (!(await markRemoved(context, retention))) return;
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

/** Before anything is removed. False if another process has written just now: then the next reconciliation removes. */
async function markRemoved({ scopes, store }: SignerContext, retention: number): Promise<boolean> {
  const until = (await store.now()) - retention * DAY;
  const before = await store.readMark(scopes.live, REMOVED_MARK);
  if (before !== null && Number(before) >= until) return true;
  return store.setMark({ scope: scopes.live, name: REMOVED_MARK, before, text: String(until) });
}

/**
 * Refuses an audit of a time whose claims may have been removed, whatever `retention` is now: it would take their payments for
 * lost ones. A day more, because a payment follows its claim, and an audit reads two hours more.
 * @throws RangeError
 * @throws FlorinError `service_unreachable` if the store fails
 */
export async function assertRetained({ scopes, store }: SignerContext, { from }: AuditPeriod): Promise<void> {
  if (Number.isNaN(from.getTime())) return;
  const removed = await store.readMark(scopes.live, REMOVED_MARK).catch((error: unknown) => {
    throw incomplete(error, from.getTime());
  });
  const first = Number(removed) + DAY;
  if (from.getTime() >= first || removed === null) return;
  const begin = new Date(first).toISOString();
  throw new RangeError(
    `claims of before ${new Date(Number(removed)).toISOString()} were removed (retention), so an audit must begin at ${begin} or later`,
  );
}

/** `open`: a payment of the order, or a notice to the shop, is not finished yet: repeat it later. */
export type Forgotten = 'forgotten' | 'open' | 'unknown';

/** Empties an order, and the attempts to save a card with its payments. */
export async function forgetOrder(
  { store }: SignerContext,
  { scope, order }: { readonly scope: string; readonly order: string },
): Promise<Forgotten> {
  const { claims } = await store.readOrder(scope, order);
  if (claims.length === 0) return 'unknown';
  for (const name of [order, ...claims.map(({ id }) => savingOrderOf(id))]) {
    if (!(await store.forgetOrder(scope, name))) return 'open';
  }
  return 'forgotten';
}
