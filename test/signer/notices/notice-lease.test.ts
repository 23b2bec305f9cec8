/** The lease of a notice to the shop, while the call runs. docs/invariants.md, invariant 4. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { createNoticeLease, NOTICE_LEASE } from '../../../src/signer/notices/notice-lease.js';
import type { SignerLogEntry } from '../../../src/signer/signer-options.js';
import { addLive, findingOf } from '../claims.js';

const SECONDS = 1000;
let now: number;

beforeEach(() => {
  now = 1_000_000;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A lease that was taken from the store, until a minute from now by default. */
async function take(until = now + NOTICE_LEASE) {
  const store = createMemoryStore();
  const { entry } = await store.record(findingOf(await addLive(store, '1042'), '1001'));
  await store.takeNotice('1001', now, until);
  const log: SignerLogEntry[] = [];
  const { renewNotice } = store;
  const lease = createNoticeLease(
    { clock: { now: () => now }, log: (line) => void log.push(line), store },
    entry,
    until,
  );
  const heldUntil = async () => (await store.readOrder('1042')).entries[0]?.noticeAt;
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    await vi.advanceTimersByTimeAsync(milliseconds);
  };
  return { heldUntil, lease, log, pass, renewNotice, store };
}

describe('a lease that is renewed', () => {
  it('is renewed every twenty seconds for another minute, and the log has one warning', async () => {
    const { heldUntil, lease, log, pass } = await take();
    lease.keep();
    await pass(19 * SECONDS);
    expect(log).toEqual([]);
    await pass(1 * SECONDS);
    expect(await heldUntil()).toBe(now + NOTICE_LEASE);
    await pass(60 * SECONDS);
    expect(await heldUntil()).toBe(now + NOTICE_LEASE);
    expect(log).toEqual([{ level: 'warn', event: 'callback_slow', order: '1042', txnNumber: '1001' }]);
    lease.drop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is not renewed after another process has taken it', async () => {
    const { lease, pass, store } = await take();
    lease.keep();
    now += 90 * SECONDS;
    expect(await store.takeNotice('1001', now, now + NOTICE_LEASE)).toBe(true);
    await pass(20 * SECONDS);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is renewed again after the store has failed', async () => {
    const { heldUntil, lease, pass, renewNotice, store } = await take();
    store.renewNotice = () => Promise.reject(new Error('no answer'));
    lease.keep();
    await pass(20 * SECONDS);
    store.renewNotice = renewNotice;
    await pass(20 * SECONDS);
    expect(await heldUntil()).toBe(now + NOTICE_LEASE);
  });

  it('waits for the answer of the store before the next renewal', async () => {
    const { lease, pass, store } = await take();
    let calls = 0;
    store.renewNotice = () => {
      calls += 1;
      return new Promise(() => undefined);
    };
    lease.keep();
    await pass(100 * SECONDS);
    expect(calls).toBe(1);
  });

  it('works with a timer that does not keep Node running', async () => {
    const { lease } = await take();
    vi.stubGlobal('setInterval', () => 7);
    expect(() => lease.keep()).not.toThrow();
  });
});

describe('one renewal', () => {
  it('never shortens the lease', async () => {
    const { heldUntil, lease } = await take(now + 600 * SECONDS);
    expect(await lease.renew()).toBe(true);
    expect(await heldUntil()).toBe(now + 600 * SECONDS);
  });

  it('is refused after another process has taken the lease', async () => {
    const { lease, store } = await take();
    await store.takeNotice('1001', now + 90 * SECONDS, now + 150 * SECONDS);
    expect(await lease.renew()).toBe(false);
  });

  it.each(['request', 'answer'])('succeeds after one whose %s was lost', async (lost) => {
    const { heldUntil, lease, renewNotice, store } = await take();
    store.renewNotice = async (...given) => {
      if (lost === 'answer') await renewNotice(...given);
      throw new Error('the connection broke');
    };
    now += 20 * SECONDS;
    await expect(lease.renew()).rejects.toThrow('the connection broke');
    store.renewNotice = renewNotice;
    for (let time = 0; time < 2; time += 1) {
      now += 20 * SECONDS;
      expect(await lease.renew()).toBe(true);
      expect(await heldUntil()).toBe(now + NOTICE_LEASE);
    }
  });
});
