/** P3: an expired AuthKey never pays, with any changes of the sandbox's clock and the system clock. */
import { describe, expect, it } from 'vitest';
import { createClock } from '../../src/sandbox/clock.js';
import { RestCaller } from '../sandbox/rest-caller.js';
import { inProcess } from '../sandbox/service-under-test.js';
import { createChance, report, trials } from './trials.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const LIFE = 30 * 60 * SECOND;
/** Far in the past, so that the real time is never right by chance. */
const START = Date.UTC(2020, 0, 1);

interface Key {
  readonly authKey: string;
  readonly expiresAt: number;
}

describe('P3: an expired AuthKey never pays', () => {
  it('in random orders of keys, payments and jumps of both clocks', async () => {
    const chance = createChance();
    let machine = START;
    const clock = createClock({ now: () => machine, startTimer: () => () => undefined });
    const service = await inProcess.open({ clock });
    const v3 = new RestCaller(service);
    const keys: Key[] = [];
    const steps = trials(4_000);
    const seen = { paid: 0, expired: 0, jumps: 0 };

    const makeKey = async () => {
      const at = clock.now();
      keys.push({ authKey: await v3.key({ TestMode: true }), expiresAt: at + LIFE });
    };
    const jump = async () => {
      seen.jumps += 1;
      const distance = chance.pick([SECOND, HOUR, DAY, LIFE - SECOND, LIFE, LIFE + SECOND, 1]);
      if (chance.next() < 0.3) machine += chance.pick([-1, 1]) * distance;
      else await service.control.advanceClock(distance / SECOND);
    };
    /** Sets the clock up to one second before, at or after a key's last moment, and pays. */
    const pay = async () => {
      const [key] = keys.splice(chance.whole(0, keys.length - 1), 1);
      if (!key) return;
      const distance = key.expiresAt + chance.pick([-SECOND, -1, 0, 1, SECOND]) - clock.now();
      if (distance > 0) await service.control.advanceClock(distance / SECOND);
      const isAlive = clock.now() < key.expiresAt;
      const { APIResponse } = await v3.submit(key.authKey);
      expect(APIResponse.ResponseCode).toBe(isAlive ? 0 : 207);
      seen[isAlive ? 'paid' : 'expired'] += 1;
    };

    for (let step = 0; step < steps; step += 1) {
      const which = chance.next();
      await (which < 0.45 ? makeKey() : which < 0.6 ? jump() : pay());
    }
    // Far below the expected count (the smallest seen was 78 of 4,000): it only checks that each
    // case happened.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(steps / 200);
    await service.close();
    report('P3', chance, { steps, ...seen });
  }, 120_000);
});
