/** P18: a webhook is tried at once and then every hour for 24 hours, exactly, by the sandbox's clock. */
import { describe, expect, it } from 'vitest';
import { RestCaller } from '../sandbox/rest-caller.js';
import { START, inProcess } from '../sandbox/service-under-test.js';
import { createChance, report, trials } from './trials.js';

const HOUR_MS = 3_600_000;
const DAY_SECONDS = 86_400;

describe('P18: the retry times are the wire’s', () => {
  it('with any steps of the clock', async () => {
    const chance = createChance();
    const rounds = Math.max(3, trials(10));
    let attempts = 0;
    for (let round = 0; round < rounds; round += 1) {
      // Refuses this many attempts; sometimes all.
      const deafFor = [26, 24, 25][round] ?? chance.whole(0, 26);
      const at: number[] = [];
      const service = await inProcess.open({
        deliverWebhook: () => {
          at.push(service.clock.now());
          return Promise.resolve({ end: 'status', status: at.length > deafFor ? 204 : 500 });
        },
      });
      const shop = new RestCaller(service);
      await shop.submit(await shop.key({}, { WebHookUrl: 'http://shop.example/hook' }));
      let left = 2 * DAY_SECONDS;
      while (left > 0) {
        const step = round === 0 ? left : Math.min(left, chance.whole(1, 20_000));
        await service.control.advanceClock(step);
        left -= step;
      }
      const wanted = Array.from({ length: Math.min(deafFor + 1, 25) }, (_, hour) => START + hour * HOUR_MS);
      expect(at).toEqual(wanted);
      const [webhook] = await service.control.listWebhooks();
      const { tries, state } = await service.control.getWebhook(webhook!.id);
      expect(tries.map(({ startedAt }) => startedAt)).toEqual(wanted);
      expect(state).toBe(deafFor < 25 ? 'delivered' : 'given_up');
      attempts += at.length;
      await service.close();
    }
    report('P18', chance, { rounds, attempts });
  });

  it('skips times at which no sandbox ran, and keeps the hours', async () => {
    const at: number[] = [];
    const service = await inProcess.open({
      deliverWebhook: () => {
        at.push(service.clock.now());
        return Promise.resolve({ end: 'unreachable' });
      },
    });
    const shop = new RestCaller(service);
    await shop.submit(await shop.key({}, { WebHookUrl: 'http://shop.example/hook' }));
    await service.control.webhooksSettled();
    // Only the clock, without the stops: as after a night with the laptop closed.
    service.clock.advance(5.5 * HOUR_MS);
    await expect.poll(() => at.length).toBe(2);
    await service.control.advanceClock(3_600);
    expect(at).toEqual([0, 5.5, 6].map((hours) => START + hours * HOUR_MS));
    await service.close();
  });
});
