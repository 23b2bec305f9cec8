/**
 * P15: one clock controls everything: keys, ResultKeys, webhook retries, expiry of tokens, searches
 * by date. The same scenario on two different days of the system clock gives the same bytes.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { openSqliteStore } from '../../src/sandbox/node/open-sqlite-store.js';
import type { Random } from '../../src/sandbox/random.js';
import { TokenCaller } from '../sandbox/token-caller.js';
import { stoppedClock, type ServiceUnderTest } from '../sandbox/service-under-test.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Numbers in a fixed order. */
function countingRandom(): Random {
  let count = 0;
  const next = (length: number): string => String((count += 1)).padStart(length, '0');
  return { uuid: () => `0f8fad5b-d9cb-469f-a165-${next(12)}`, digits: next };
}

/** Returns everything that the scenario's listeners received, as text. */
async function tellStory(): Promise<string> {
  const told: unknown[] = [];
  const clock = stoppedClock();
  const store = await openSqliteStore({ database: ':memory:' });
  const sandbox = createSandbox({
    store,
    clock,
    random: countingRandom(),
    deliverWebhook: async ({ url, body }) => {
      told.push([clock.now(), url, body]);
      return { end: 'status', status: 500 };
    },
  });
  const service = {
    async fetch(path: string, init?: RequestInit) {
      const response = await sandbox.fetch(new Request(`http://sandbox.test${path}`, init));
      told.push([...response.headers], await response.clone().text());
      return response;
    },
  } as ServiceUnderTest;
  const caller = new TokenCaller(service);
  const codeOf = ({ APIResponse }: { APIResponse: { ResponseCode: number } }): number => APIResponse.ResponseCode;

  const early = await caller.key();
  const hooked = await caller.key({}, { WebHookUrl: 'http://127.0.0.1:1/hook' });
  const { ResultKey } = await caller.submit(hooked);
  const token = await caller.added({
    CardDetails: { CardHolderName: 'A', CardNumber: '5123456789012346', ExpiryDate: '0426' },
  });
  const paid = await caller.made();
  await sandbox.control.advanceClock(29 * 60);
  expect(codeOf(await caller.submit(early, null))).not.toBe(207);
  await sandbox.control.advanceClock(2 * 60);
  expect(codeOf(await caller.submit(early))).toBe(207);
  expect(codeOf(await caller.result(ResultKey))).toBe(0);
  await sandbox.control.advanceClock(25 * HOUR);
  expect(codeOf(await caller.result(ResultKey))).toBe(207);
  const [webhook] = await sandbox.control.listWebhooks();
  // The duration of an attempt is real time, as is the wait for an answer.
  const { tries, ...about } = await sandbox.control.getWebhook(webhook?.id ?? 0);
  told.push(
    about,
    tries.map(({ milliseconds: _, ...attempt }) => attempt),
  );
  expect(tries).toHaveLength(25);
  const byToken = { CardDetails: { CardNumber: token.DVToken } };
  expect((await caller.made({ ...byToken, TestMode: false })).ResponseCode).toBe('0');
  await sandbox.control.advanceClock(60 * DAY);
  expect((await caller.made({ ...byToken, TestMode: false })).ResponseCode).not.toBe('0');
  const { TxnRespList } = await caller.search({ FromDate: '2026-03-04', ToDate: '2026-03-04' });
  expect(TxnRespList).toHaveLength(2);
  await caller.get(paid.TxnNumber);
  await expect(sandbox.control.advanceClock(-1)).rejects.toThrow(RangeError);
  await sandbox.close();
  return told.map((item) => JSON.stringify(item)).join('\n');
}

describe('P15: time travel moves everything', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('and the same calls give the same bytes on any day', async () => {
    const startedAt = process.cpuUsage();
    const today = await tellStory();
    const { user, system } = process.cpuUsage(startedAt);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 7, 8, 9, 10, 11) });
    const later = await tellStory();
    console.log(
      `P15 (no seed): 61 days in ${Math.round((user + system) / 1_000)} ms of the processor, ${today.length} bytes told`,
    );
    expect(later).toBe(today);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});
