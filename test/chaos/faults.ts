/** The faults of the chaos run, chosen by chance and counted. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../promises/trials.js';
import { callOf } from '../signer/faulty-service.js';
import type { Loss } from '../signer/lossy-proxy.js';
import type { CallbackFault } from './shop.js';
import type { Target } from './targets.js';
import type { World } from './world.js';
import type { WebhookFault } from './webhook-proxy.js';

const LOSSES: readonly Loss[] = ['request', 'answer', 'half', 'html', 'json', 'silence'];
const CALLBACK_FAULTS: readonly CallbackFault[] = ['throws', 'throws late', 'hangs', 'late'];
const WEBHOOK_FAULTS: readonly WebhookFault[] = ['lost', 'cut', 'doubled', 'late'];

/**
 * When a process is killed: before a call is passed on, after it was answered and before the answer is passed on, or at
 * any time. T2 to T8 are the service's calls (docs/wire/rest.md): T4 makes a key, T5 takes the card, T3 and T8 look the
 * payment up.
 */
const MOMENTS = [
  ...['at any time', 'at any time', 'before T4', 'after T4', 'before T5', 'after T5', 'before T3', 'after T3'],
  ...['before T8', 'after T8', 'before the ledger', 'after the ledger', 'before a webhook', 'after a webhook'],
];
/** How long a moment is waited for, in milliseconds; then the process is killed all the same. */
const LONGEST_WAIT = 1_500;
/** Faults at a time, so that something goes on. */
const AT_ONCE = 2;

type Victim = Omit<Target, 'url'>;

export interface Chaos {
  readonly counts: ReadonlyMap<string, number>;
  readonly kills: number;
  /** Resolves when so many processes were killed or the time is over, and everything works again. */
  run(kills: number, endsAt: number): Promise<void>;
}

export function createChaos(world: World, chance: Chance): Chaos {
  const { signers, sandbox, postgres, shop, ways, webhooks } = world;
  const counts = new Map<string, number>();
  const count = (fault: string) => void counts.set(fault, (counts.get(fault) ?? 0) + 1);
  /** The targets of running faults. */
  const busy = new Set<Victim>();
  let armed: { readonly moment: string; readonly fire: (signer: string | undefined) => void } | undefined;
  let kills = 0;

  const reach = (moment: string, signer?: string) => {
    if (armed?.moment !== moment) return;
    const { fire } = armed;
    armed = undefined;
    fire(signer);
  };

  /** One in `rate` of these, if faults are on. */
  const sometimes = <T extends string>(rate: number, what: string, faults: readonly T[]): T | undefined => {
    if (chance.next() >= rate) return undefined;
    const fault = chance.pick(faults);
    count(`${what} ${fault}`);
    return fault;
  };

  const setNetwork = (isBad: boolean) => {
    for (const [way, proxy] of Object.entries(ways)) {
      const name = way === 'browser' ? undefined : way;
      proxy.lose = (call) => {
        reach(`before ${call}`, name);
        return isBad ? sometimes(0.05, way === 'browser' ? 'card: lost' : 'call: lost', LOSSES) : undefined;
      };
      // Only a call of a browser and one that creates something have a body.
      proxy.alter = (body, path, request) => {
        reach(`after ${callOf(request === '' ? 'GET' : 'POST', path)}`, name);
        return body;
      };
    }
    shop.fault = () => (isBad ? sometimes(0.2, 'callback', CALLBACK_FAULTS) : undefined);
    webhooks.fault = () => (isBad ? sometimes(0.3, 'webhook', WEBHOOK_FAULTS) : undefined);
    shop.at = webhooks.at = reach;
  };

  const killAndStart = async (target: Victim, moment: string) => {
    const killed = target.kill();
    kills += 1;
    count(`kill ${target.name} ${moment}`);
    await killed;
    await pause(chance.whole(0, 800));
    if (signers.some((signer) => signer === target)) count('another clock');
    await target.start();
  };

  const kill = async (target: Victim, moment: string) => {
    let victim = target;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => reach(moment), moment === 'at any time' ? 0 : LONGEST_WAIT);
      armed = {
        moment,
        fire(name) {
          clearTimeout(timer);
          // The signer that has come to this moment.
          const comer = signers.find((signer) => signer.name === name);
          if (comer && signers.some((signer) => signer === target) && !busy.has(comer)) victim = comer;
          busy.add(victim);
          resolve(killAndStart(victim, moment));
        },
      };
    }).finally(() => busy.delete(victim));
  };

  const suspend = async (target: Victim) => {
    count(`suspend ${target.name}`);
    target.suspend();
    await pause(chance.next() < 0.2 ? chance.whole(2_000, 8_000) : chance.whole(100, 1_000));
    target.resume();
  };

  const fillDisk = async () => {
    count('full disk of the ledger');
    shop.isFull = true;
    await pause(chance.whole(300, 1_500));
    shop.isFull = false;
  };

  const stopWriting = async () => {
    count('read-only postgres');
    await world.setReadOnly(true);
    await pause(chance.whole(300, 1_500));
    await world.setReadOnly(false);
  };

  /** Starts a fault, if its target has no other; resolves when everything works again. */
  const strike = async (): Promise<void> => {
    const kind = chance.next();
    const target = chance.pick([...signers, ...signers, ...signers, sandbox, sandbox, postgres]);
    if (kind >= 0.94) return shop.isFull ? undefined : fillDisk();
    if (busy.has(kind < 0.9 ? target : postgres) || (kind < 0.76 && armed)) return undefined;
    const victim = kind < 0.9 ? target : postgres;
    busy.add(victim);
    try {
      if (kind < 0.76) await kill(victim, chance.pick(MOMENTS));
      else if (kind < 0.9) await suspend(victim);
      else await stopWriting();
    } finally {
      busy.delete(victim);
    }
  };

  return {
    counts,
    get kills() {
      return kills;
    },
    async run(most, endsAt) {
      setNetwork(true);
      const running = new Set<Promise<void>>();
      const failures: unknown[] = [];
      while (kills < most && Date.now() < endsAt) {
        const fault = strike()
          .catch((error: unknown) => void failures.push(error))
          .finally(() => running.delete(fault));
        running.add(fault);
        await pause(chance.whole(300, 1_500));
        if (running.size >= AT_ONCE) await Promise.race(running);
      }
      await Promise.all(running);
      if (failures.length > 0) throw new AggregateError(failures, 'A fault could not be made or healed');
      setNetwork(false);
    },
  };
}
