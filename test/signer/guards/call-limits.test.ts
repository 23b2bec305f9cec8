/** Calls and tries are counted exactly, for clients and for their networks. docs/reference/promises.md, P36 and P37. */
import { describe, expect, it } from 'vitest';
import {
  assertWithinLimit,
  countBy,
  createClientCounter,
  createMemoryCounter,
  giveBackForClient,
  networkLimit,
  NETWORK_CLIENTS,
  takeForClient,
} from '../../../src/signer/guards/call-limits.js';
import {
  assertPerson,
  type CardTestingGuard,
  clientOf,
  createCardTestingGuard,
  type GuardSettings,
  noteClient,
} from '../../../src/signer/guards/card-testing.js';
import type { SignerLogEntry } from '../../../src/signer/signer-options.js';
import { SCOPE } from '../terms.js';

const LIMIT = { calls: 2, seconds: 600 };
const taken = async (take: () => Promise<number>, times: number) => {
  const waits: number[] = [];
  for (let call = 0; call < times; call += 1) waits.push(await take());
  return waits;
};
const isFullWindow = (wait: number) => wait > 590_000 && wait <= 600_000;

describe('a counter in memory', () => {
  it('allows a number of calls for each key, and refuses the next with the remaining time', async () => {
    const counter = createMemoryCounter(LIMIT);
    expect(await taken(() => counter.take('a'), 2)).toEqual([0, 0]);
    expect(isFullWindow(await counter.take('a'))).toBe(true);
    expect(await counter.take('b')).toBe(0);
  });

  it('can be read without counting: the time is above 0 after a refused call', async () => {
    const counter = createMemoryCounter(LIMIT);
    expect(await counter.peek('a')).toBe(0);
    await taken(() => counter.take('a'), 2);
    expect(await counter.peek('a')).toBe(0);
    await counter.take('a');
    expect(isFullWindow(await counter.peek('a'))).toBe(true);
  });

  it('takes one call back', async () => {
    const counter = createMemoryCounter(LIMIT);
    await taken(() => counter.take('a'), 2);
    await counter.giveBack('a');
    expect(await counter.take('a')).toBe(0);
    expect(await counter.take('a')).toBeGreaterThan(0);
  });

  it('stays refused for the block time once the limit is exceeded', async () => {
    const counter = createMemoryCounter({ calls: 1, seconds: 1 }, 3600);
    await taken(() => counter.take('a'), 2);
    expect(await counter.peek('a')).toBeGreaterThan(3_590_000);
  });

  it.each([
    [1 / 3, 9, 3],
    [1 / 3, 2, 1],
    [0.5, 9, 4],
    [1, 9, 9],
  ])('allows the share %d of %i calls: %i, and does not count refused calls', async (share, calls, allowed) => {
    const counter = createMemoryCounter({ calls, seconds: 600 });
    const waits = await taken(() => counter.take('a', share), calls + 5);
    expect(waits.filter((wait) => wait === 0)).toHaveLength(allowed);
    expect(waits.slice(allowed).every(isFullWindow)).toBe(true);
    // The full limit still has what is left.
    const left = share < 1 ? calls - allowed : 0;
    expect((await taken(() => counter.take('a'), calls)).filter((wait) => wait === 0)).toHaveLength(left);
  });

  it('passes on an error of the store, and reads a refusal as the time to wait, at least a millisecond', async () => {
    const state = { msBeforeNext: 0, consumedPoints: 3 };
    const limiter = (consume: () => Promise<typeof state>) => ({
      consume,
      reward: () => Promise.resolve(),
      get: () => Promise.resolve(state),
    });
    const failing = countBy(
      limiter(() => Promise.reject(new Error('the store is down'))),
      2,
    );
    await expect(failing.take('a')).rejects.toThrow('the store is down');
    // The package rejects with its result object.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    const refuse = () => Promise.reject(state);
    const refusing = countBy(limiter(refuse), 2);
    expect(await refusing.take('a')).toBe(1);
    // The window is over.
    expect(await refusing.peek('a')).toBe(0);
  });
});

describe('the network of a client', () => {
  const client = (subnet: number) => `2001:db8:1:${subnet}/2001:db8:1`;

  it('may make sixteen times as many calls as one client', () => {
    expect(networkLimit(LIMIT)).toEqual({ calls: 2 * NETWORK_CLIENTS, seconds: 600 });
    expect(NETWORK_CLIENTS).toBe(16);
  });

  it('is refused when its clients together exceed its limit, and the refused call is taken back', async () => {
    const counter = createClientCounter({ calls: 1, seconds: 600 });
    for (let subnet = 0; subnet < 16; subnet += 1) expect(await takeForClient(counter, client(subnet))).toBe(0);
    expect(await takeForClient(counter, client(99))).toBeGreaterThan(0);
    // The client itself has not used its call.
    expect(await counter.take('2001:db8:1:99')).toBe(0);
    expect(await takeForClient(counter, '2001:db8:2:1/2001:db8:2')).toBe(0);
  });

  it('is not used up by the refused calls of one client', async () => {
    const counter = createClientCounter({ calls: 1, seconds: 600 });
    await taken(() => takeForClient(counter, client(1)), 20);
    expect(await takeForClient(counter, client(2))).toBe(0);
  });

  it('gets calls back together with the client', async () => {
    const counter = createClientCounter({ calls: 1, seconds: 600 });
    for (let subnet = 0; subnet < 16; subnet += 1) await takeForClient(counter, client(subnet));
    await giveBackForClient(counter, client(3));
    expect(await takeForClient(counter, client(3))).toBe(0);
    expect(await takeForClient(counter, client(4))).toBeGreaterThan(0);
  });

  it('is not counted for IPv4, nor by a counter that counts no networks', async () => {
    const counter = createClientCounter({ calls: 1, seconds: 600 });
    expect(await takeForClient(counter, '192.0.2.1')).toBe(0);
    await giveBackForClient(counter, '192.0.2.1');
    expect(await takeForClient(counter, '192.0.2.1')).toBe(0);
    for (let host = 2; host < 40; host += 1) expect(await takeForClient(counter, `192.0.2.${host}`)).toBe(0);
    const alone = createMemoryCounter({ calls: 1, seconds: 600 });
    for (let subnet = 0; subnet < 20; subnet += 1) expect(await takeForClient(alone, client(subnet))).toBe(0);
    await giveBackForClient(alone, client(0));
    expect(await takeForClient(alone, client(0))).toBe(0);
  });
});

describe('a limit of calls', () => {
  it('refuses with the seconds to wait, rounded up, and names itself', async () => {
    const counter = { take: () => Promise.resolve(1_001) };
    await expect(assertWithinLimit(counter, 'a', 'order')).rejects.toMatchObject({
      ...{ code: 'rate_limited', limit: 'order', headers: { 'retry-after': '2' } },
    });
  });

  it('allows calls within it, and every call without a limit', async () => {
    const allowed = [{ take: () => Promise.resolve(0) }, undefined];
    for (const counter of allowed) await expect(assertWithinLimit(counter, 'a', 'client')).resolves.toBeUndefined();
  });
});

describe('the guard against card testing', () => {
  const CLAIM = { scope: SCOPE, client: 'ann', order: '1042', attempt: 1 };
  const declined = (txnNumber = '1001') => ({ verdict: 'declined', txnNumber }) as const;
  const approved = (txnNumber = '1001') => ({ verdict: 'approved', txnNumber }) as const;

  function open(changes: Partial<GuardSettings> = {}) {
    const log: SignerLogEntry[] = [];
    const tries = createMemoryCounter({ calls: 6, seconds: 600 });
    const declines = createMemoryCounter({ calls: 2, seconds: 600 }, 3600);
    const settings = { tries, declines, hasChallenge: false, log: (entry: SignerLogEntry) => void log.push(entry) };
    const guard = createCardTestingGuard({ ...settings, ...changes });
    const throttle = async () => {
      for (let card = 0; card < 3; card += 1) await guard.end(CLAIM, declined());
    };
    /** How many keys of a client are allowed. */
    const keysOf = async (client: string | null, attempt = 1) => {
      let allowed = 0;
      for (let key = 0; key < 10; key += 1) {
        const isAllowed = await guard.begin({ ...CLAIM, client, attempt }).then(
          () => true,
          () => false,
        );
        if (isAllowed) allowed += 1;
      }
      return allowed;
    };
    return { guard, log, throttle, keysOf };
  }

  it('counts the keys of a client, and none if the client is unknown', async () => {
    const { guard, keysOf } = open();
    expect([await keysOf('ann'), await keysOf('bob'), await keysOf(null)]).toEqual([6, 6, 10]);
    await expect(guard.begin(CLAIM)).rejects.toMatchObject({
      ...{ code: 'rate_limited', limit: 'tries', headers: { 'retry-after': '600' } },
    });
  });

  it('takes back the count of a key that was not made, or that led to an approval', async () => {
    const { guard, log } = open();
    for (let key = 0; key < 6; key += 1) await guard.begin(CLAIM);
    await guard.undo(CLAIM);
    await guard.begin(CLAIM);
    await guard.end(CLAIM, approved());
    await guard.begin(CLAIM);
    await guard.end(CLAIM, declined());
    await expect(guard.begin(CLAIM)).rejects.toMatchObject({ code: 'rate_limited' });
    await guard.undo({ ...CLAIM, client: null });
    await guard.end({ ...CLAIM, client: null }, approved());
    expect(log).toEqual([]);
  });

  it('throttles when there are more declines than usual, and logs it once', async () => {
    const { guard, log } = open();
    await guard.end(CLAIM, declined());
    await guard.end(CLAIM, { verdict: 'failed', txnNumber: '1002' });
    expect([await guard.isThrottled(CLAIM.scope), log]).toEqual([false, []]);
    await guard.end(CLAIM, declined());
    expect([await guard.isThrottled(CLAIM.scope), log.length]).toEqual([true, 1]);
    await guard.end(CLAIM, declined());
    expect(log).toEqual([{ level: 'error', event: 'card_testing', order: '1042', seconds: 3600 }]);
  });

  it('does not count a mismatch, and takes one decline back for every tenth approval', async () => {
    const { guard } = open();
    for (let txn = 0; txn < 5; txn += 1) await guard.end(CLAIM, { verdict: 'mismatched', txnNumber: '1' });
    expect(await guard.isThrottled(CLAIM.scope)).toBe(false);
    for (let txn = 0; txn < 2; txn += 1) await guard.end(CLAIM, declined());
    await guard.end(CLAIM, approved('1009'));
    await guard.end(CLAIM, approved('1010'));
    await guard.end(CLAIM, declined());
    expect(await guard.isThrottled(CLAIM.scope)).toBe(false);
    await guard.end(CLAIM, declined());
    expect(await guard.isThrottled(CLAIM.scope)).toBe(true);
    // Throttling that is on stays on.
    await guard.end(CLAIM, approved('1020'));
    expect(await guard.isThrottled(CLAIM.scope)).toBe(true);
  });

  it('allows a client a third of its tries while it throttles, and an order four keys', async () => {
    const { guard, throttle, keysOf } = open();
    await throttle();
    expect(await keysOf('ann')).toBe(2);
    expect(await keysOf('bob', 4)).toBe(2);
    expect(await keysOf('eve', 5)).toBe(0);
    await expect(guard.begin({ ...CLAIM, client: 'eve', attempt: 5 })).rejects.toMatchObject({
      ...{ code: 'rate_limited', limit: 'keys', headers: { 'retry-after': '3600' } },
    });
  });

  it('allows all tries if the shop has a challenge', async () => {
    const { throttle, keysOf } = open({ hasChallenge: true });
    await throttle();
    expect(await keysOf('ann', 9)).toBe(6);
  });

  it('lets a payment finish although a counter fails, and logs the failure', async () => {
    const declines = { ...createMemoryCounter(LIMIT), peek: () => Promise.reject(new Error('redis is down')) };
    const { guard, log } = open({ declines });
    await guard.end(CLAIM, declined());
    expect(log).toEqual([{ level: 'error', event: 'limits_failed', message: 'redis is down' }]);
  });
});

describe('the challenge', () => {
  const request = new Request('https://shop.example/pay/authkey');
  const log = () => undefined;
  const guard = (isThrottled: boolean) =>
    ({ isThrottled: () => Promise.resolve(isThrottled) }) as Partial<CardTestingGuard> as CardTestingGuard;

  it('is asked for only while the shop throttles, with the request and the order', async () => {
    const asked: unknown[] = [];
    const shop = {
      challenge: (...call: unknown[]) => {
        asked.push(call);
        return true;
      },
    };
    await assertPerson({ guard: guard(false), log, shop }, request, { scope: SCOPE, order: '1042' });
    await assertPerson({ guard: undefined, log, shop }, request, { scope: SCOPE, order: '1042' });
    await assertPerson({ guard: guard(true), log, shop: {} }, request, { scope: SCOPE, order: '1042' });
    expect(asked).toEqual([]);
    await assertPerson({ guard: guard(true), log, shop }, request, { scope: SCOPE, order: '1042' });
    expect(asked).toEqual([[request, '1042']]);
  });

  it('refuses a client without a solution, for a minute', async () => {
    const shop = { challenge: () => Promise.resolve(false) };
    await expect(
      assertPerson({ guard: guard(true), log, shop }, request, { scope: SCOPE, order: '1042' }),
    ).rejects.toMatchObject({
      ...{ code: 'rate_limited', limit: 'challenge', headers: { 'retry-after': '60' } },
    });
  });

  it('gives the client’s key only for the same request', () => {
    const other = new Request(request);
    noteClient(request, 'ann');
    expect([clientOf(request), clientOf(other)]).toEqual(['ann', undefined]);
  });
});
