/** Whether the store could take a claim now, and what waits in it, for the health. */
import { readLastAudit, type LastAudit } from '../attempts/audit-progress.js';
import type { Backlog, ClaimStore } from '../claims/claim-store.js';
import type { Scopes } from '../claims/scope.js';
import { within } from '../within.js';

/** How long the store may take for each answer. Milliseconds. */
const TIMEOUT = 2_000;
/** The least time between two writes: anybody may ask for the health. Milliseconds. */
const INTERVAL = 10_000;
/** An id that no claim has. */
const NO_CLAIM = '0'.repeat(32);

/** The mark that is written; nobody reads it. */
const MARK = 'probe';

/** What the store says for the health. */
interface Told extends Backlog {
  readonly audit: LastAudit | null;
}

const NOTHING: Told = { asked: null, notice: null, audit: null };

export type ProbeStore = () => Promise<
  Told & {
    /** `unwritable`: it answers, and cannot be written. */
    readonly store: 'ok' | 'unreachable' | 'unwritable';
  }
>;

/** @param machineNow milliseconds of a monotonic clock */
export function createStoreProbe(
  store: ClaimStore,
  scopes: Scopes,
  machineNow: () => number = () => performance.now(),
): ProbeStore {
  let probedAt = -Infinity;
  let probing: Promise<readonly [boolean, Told]>;

  const probe = () => Promise.all([succeeds(write(store, scopes.live)), readTold(store, scopes)]);

  return async () => {
    // Each time: a store that is back is known at once, and its outage is not taken for a refused write.
    if (!(await succeeds(store.readClaim(NO_CLAIM)))) return { store: 'unreachable', ...NOTHING };
    if (machineNow() - probedAt >= INTERVAL) {
      probedAt = machineNow();
      probing = probe();
    }
    const [isWritable, told] = await probing;
    return { store: isWritable ? 'ok' : 'unwritable', ...told };
  };
}

/** Another text each time, because a database may write nothing for the same. */
async function write(store: ClaimStore, scope: string): Promise<void> {
  const before = await store.readMark(scope, MARK);
  // False: another process has written just now.
  await store.setMark({ scope, name: MARK, before, text: crypto.randomUUID() });
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => false,
  );
  return (await within(TIMEOUT, done)) ?? false;
}

async function readTold(store: ClaimStore, scopes: Scopes): Promise<Told> {
  const reading = Promise.all([
    readLastAudit(store, scopes.live),
    Promise.all([scopes.live, scopes.test].map((scope) => store.readBacklog(scope))),
  ]).catch(() => undefined);
  const [audit, told] = (await within(TIMEOUT, reading)) ?? [null, []];
  return {
    audit,
    asked: longest(told.map(({ asked }) => asked)),
    notice: longest(told.map(({ notice }) => notice)),
  };
}

function longest(ages: readonly (number | null)[]): number | null {
  const known = ages.filter((age) => age !== null);
  return known.length === 0 ? null : Math.max(...known);
}
