/**
 * A signer inside a Durable Object: its claims are in the object's database, and the object's alarm
 * reconciles. docs/guides/signer-mounts.md, "Cloudflare Workers".
 */
import type { ClaimStore } from '../claims/claim-store.js';
import { MACHINE_CLOCK } from '../claims/store-clock.js';
import type { SignerOptions } from '../signer-options.js';
import { createSigner, type Signer } from '../signer.js';
import type { DurableStorage } from './durable-storage.js';
import { hasOpenWork, newestClaimAt, openDurableStore } from './durable-store.js';

/** Once a minute, as the guides recommend for `reconcile`. */
const RECONCILE_SECONDS = 60;

/** How often the object is called for its daily audit, which has eight parts, and for `retention`. Milliseconds. */
const UPKEEP_DELAY = 3_600_000;
/** How long after an order's last key the daily audits have read its payments. Milliseconds. */
const AUDITED = 3 * 86_400_000;

/** Methods after which there may be work without a request. */
const LEAVES_WORK = ['addClaim', 'markHinted', 'record'] as const satisfies readonly (keyof ClaimStore)[];

/** Options of `createSigner`, without the store. */
export interface DurableSignerOptions extends Omit<SignerOptions, 'store'> {
  /** How often the object reconciles while it has open attempts or callbacks, in seconds. Default 60. */
  readonly reconcileSeconds?: number;
}

/** A signer, and the alarm of its object. */
export interface DurableSigner extends Signer {
  /**
   * For the method `alarm` of the object: reconciles, and sets the next alarm while there are open
   * attempts or callbacks, or something to audit or to remove. An object has only one alarm: this is the signer's.
   */
  alarm(): Promise<void>;
}

/**
 * Creates the signer of a Durable Object. All requests of a shop must reach the same object.
 *
 * @param storage `ctx.storage` of an object with SQLite (`new_sqlite_classes` in the configuration)
 * @param options the client's address is `cf-connecting-ip`
 * @throws TypeError or RangeError naming the wrong option
 * @example
 *   export class Payments {
 *     constructor(ctx, env) {
 *       this.signer = createDurableSigner(ctx.storage, { secret: env.FLORIN_SECRET, … });
 *     }
 *     fetch(request) {
 *       return this.signer.fetch(request);
 *     }
 *     alarm() {
 *       return this.signer.alarm();
 *     }
 *   }
 */
export function createDurableSigner(storage: DurableStorage, options: DurableSignerOptions): DurableSigner {
  const { reconcileSeconds = RECONCILE_SECONDS, ...signing } = options;
  const { clock = MACHINE_CLOCK, dailyAudit = true, retention } = signing;
  if (!(reconcileSeconds >= 1)) throw new RangeError('reconcileSeconds must be at least 1');
  const alarm = createAlarm(storage, reconcileSeconds * 1000);
  const signer = createSigner({ ...signing, store: watchWork(openDurableStore(storage, signing), alarm.schedule) });
  /** Whether the store has claims that an audit has not read yet, or that `retention` removes. */
  const needsUpkeep = (): boolean => {
    const newest = newestClaimAt(storage.sql);
    return newest !== undefined && (retention !== undefined || (dailyAudit && newest > clock.now() - AUDITED));
  };
  return {
    ...signer,
    async fetch(request, origin) {
      await alarm.ready();
      const clientAddress = request.headers.get('cf-connecting-ip') ?? undefined;
      return signer.fetch(request, { clientAddress, ...origin });
    },
    async alarm() {
      alarm.rang();
      await signer.reconcile();
      if (hasOpenWork(storage.sql)) await alarm.schedule();
      else if (needsUpkeep()) await alarm.schedule(UPKEEP_DELAY);
    },
  };
}

/**
 * The alarm, which is set once for any number of writes: setting it again would delay it.
 * @param usual delay in milliseconds
 */
function createAlarm(storage: DurableStorage, usual: number) {
  let setTo = Infinity;
  let loading: Promise<void> | undefined;

  const schedule = async (delay = usual): Promise<void> => {
    const at = Date.now() + delay;
    if (setTo <= at) return;
    setTo = at;
    await storage.setAlarm(at);
  };
  // The platform drops an alarm after several failures, for example of a deployment without its secrets.
  const load = async (): Promise<void> => {
    setTo = (await storage.getAlarm()) ?? Infinity;
    if (hasOpenWork(storage.sql)) await schedule();
  };
  return {
    schedule,
    ready: () => (loading ??= load()),
    rang: () => void (setTo = Infinity),
  };
}

/**
 * Sets the alarm with each write that leaves work, so that both are committed together; and again
 * after the write, because the alarm may have rung in between and found nothing to do.
 */
function watchWork(store: ClaimStore, schedule: () => Promise<void>): ClaimStore {
  const methods = LEAVES_WORK.map((name) => {
    const method = store[name] as (value: unknown) => Promise<unknown>;
    const call = async (value: unknown): Promise<unknown> => {
      const isScheduled = schedule();
      const answer = await method(value);
      await Promise.all([isScheduled, schedule()]);
      return answer;
    };
    return [name, call] as const;
  });
  return { ...store, ...(Object.fromEntries(methods) as Partial<ClaimStore>) };
}
