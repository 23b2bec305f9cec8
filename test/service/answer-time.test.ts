/** What a client says about when an answer was made, against the sandbox in the process and on a port. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/sandbox/node/open-sqlite-store.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import type { AnswerTime, Fetch, FetchAnswer } from '../../src/service/exchange.js';
import { createRestClient } from '../../src/service/rest-client.js';
import { createNodeFetch } from '../../src/signer/node/node-fetch.js';
import { type Service, startService } from '../signer/service-on-a-port.js';

const DAY = 86_400_000;
let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

function clientWith(send?: Fetch<FetchAnswer>) {
  return createRestClient({ ...service.accountAt(service.url), version: 'v3', ...(send && { fetch: send }) });
}

async function timeOf(call: (onAnswer: (time: AnswerTime) => void) => Promise<unknown>): Promise<AnswerTime[]> {
  const times: AnswerTime[] = [];
  await call((time) => times.push(time)).catch(() => undefined);
  return times;
}

const withHeaders =
  (headers: Record<string, string>): Fetch<FetchAnswer> =>
  async () =>
    new Response('{"APIResponse":{"ResponseCode":0,"ResponseText":"Success"}}', { headers });

describe('the time of an answer', () => {
  it.each([
    ['the platform’s fetch', undefined],
    ['the fetch for Node', createNodeFetch()],
  ])('is the Date of the sandbox’s own clock, by %s', async (_name, send) => {
    await service.advanceClock(DAY / 1000);
    const [time] = await timeOf((onAnswer) => clientWith(send).status({ onAnswer }));
    expect(time?.hasAge).toBe(false);
    expect(Math.abs((time?.date ?? 0) - service.clock.now())).toBeLessThan(5_000);
    expect(service.clock.now()).toBeGreaterThan(Date.now() + DAY / 2);
  });

  it('is the Date of the sandbox’s own clock within the process', async () => {
    const sandbox = createSandbox({ store: await openSqliteStore({ database: ':memory:' }) });
    await sandbox.control.advanceClock(DAY / 1000);
    const [time] = await timeOf((onAnswer) =>
      clientWith((url, init) => sandbox.fetch(new Request(url, init))).status({ onAnswer }),
    );
    expect(Math.abs((time?.date ?? 0) - Date.now() - DAY)).toBeLessThan(5_000);
    await sandbox.close();
  });

  it('is given for a refusal too, and not without an answer', async () => {
    expect(await timeOf((onAnswer) => clientWith().getTransaction('1', { onAnswer }))).toHaveLength(1);
    const broken = clientWith(() => Promise.reject(new Error('no network')));
    expect(await timeOf((onAnswer) => broken.status({ onAnswer }))).toEqual([]);
  });

  it.each<[string, Record<string, string>, AnswerTime]>([
    ['no Date', {}, { date: undefined, hasAge: false }],
    ['a Date that cannot be read', { Date: 'soon' }, { date: undefined, hasAge: false }],
    [
      'an Age',
      { Date: 'Sat, 21 Nov 2026 07:30:00 GMT', Age: '0' },
      { date: Date.UTC(2026, 10, 21, 7, 30), hasAge: true },
    ],
  ])('says of %s what it is', async (_what, headers, time) => {
    expect(await timeOf((onAnswer) => clientWith(withHeaders(headers)).status({ onAnswer }))).toEqual([time]);
  });
});
