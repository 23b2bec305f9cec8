/**
 * P6: a control call with an Idempotency-Key is executed once. A repeated call gets the same
 * answer; a different call with the same key is refused (422). Parallel calls have one effect; the
 * others get 409 or its answer. Full size with `FLORIN_TRIALS=5`: 200 parallel calls for each of
 * 100 keys.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOKEN, callControl } from '../sandbox/control/control-caller.js';
import { TARGETS, type ServiceUnderTest } from '../sandbox/service-under-test.js';
import { createChance, report, trials } from './trials.js';

const KEYS = 100;
const AT_ONCE = trials(40);

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await TARGETS[0]!.open({ controlApi: { token: TOKEN, hosts: ['sandbox.test'] } });
});
afterEach(() => service.close());

async function call(key: string, path: string, body: unknown, method = 'POST') {
  const response = await service.fetch(`/_sandbox${path}`, {
    method,
    headers: { 'Florin-Control-Token': TOKEN, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    text: await response.text(),
    isReplayed: response.headers.get('idempotency-replayed') === 'true',
  };
}
const now = async () => Date.parse((await callControl(service, 'GET', '/clock')).body.now as string);
const faults = async () => (await callControl(service, 'GET', '/faults')).body as unknown as unknown[];
const FAULT = { operation: 'T1', kind: 'delay', seconds: 1 };

describe('P6: once by key', () => {
  it('in parallel: one effect for each key', { timeout: 120_000 }, async () => {
    const chance = createChance();
    const before = await now();
    const counts = { done: 0, replayed: 0, running: 0 };
    for (let key = 0; key < KEYS; key += 1) {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => call(`key ${key}`, '/clock', { advanceSeconds: 1 })),
      );
      const done = answers.filter(({ status, isReplayed }) => status === 200 && !isReplayed);
      const replayed = answers.filter(({ isReplayed }) => isReplayed);
      const running = answers.filter(({ status }) => status === 409);
      expect(done).toHaveLength(1);
      for (const { text } of replayed) expect(text).toBe(done[0]!.text);
      expect(1 + replayed.length + running.length).toBe(AT_ONCE);
      counts.done += 1;
      counts.replayed += replayed.length;
      counts.running += running.length;
    }
    report('P6', chance, { keys: KEYS, 'at once': AT_ONCE, ...counts });
    expect((await now()) - before).toBe(KEYS * 1000);
    expect(counts.running).toBeGreaterThan(0);
  });

  it('afterwards: the same call, the same answer; another call, 422', async () => {
    const first = await call('k', '/faults', FAULT);
    expect(first).toMatchObject({ status: 200, isReplayed: false });
    for (let again = 0; again < 3; again += 1) {
      expect(await call('k', '/faults', FAULT)).toEqual({ ...first, isReplayed: true });
    }
    for (const [path, body, method] of [
      ['/faults', { ...FAULT, seconds: 2 }, 'POST'],
      ['/faults', `${JSON.stringify(FAULT)} `, 'POST'],
      ['/clock', FAULT, 'POST'],
      ['/faults?x=1', FAULT, 'POST'],
      ['/faults', FAULT, 'DELETE'],
    ] as const) {
      expect((await call('k', path, body, method)).status).toBe(422);
    }
    expect(await faults()).toHaveLength(1);
    expect((await call('K', '/faults', FAULT)).isReplayed).toBe(false);
    expect(await faults()).toHaveLength(2);
  });

  it('leaves the key of a refused call free for the corrected call', async () => {
    expect((await call('k', '/faults', { kind: 'nothing' })).status).toBe(400);
    expect((await call('k', '/faults', FAULT)).status).toBe(200);
    expect(await faults()).toHaveLength(1);
  });

  it('refuses an empty key and a key that is too long', async () => {
    for (const key of ['', 'x'.repeat(256)]) expect((await call(key, '/faults', FAULT)).status).toBe(400);
    expect(await faults()).toEqual([]);
  });
});
