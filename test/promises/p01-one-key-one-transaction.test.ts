/**
 * P1: one AuthKey makes exactly one transaction, with any number of parallel uses, in one process
 * or in four.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandboxProcess } from '../cli/florin-process.js';
import { CARD_FIELDS, FormCaller, encodeForm, typeIntoFrame } from '../sandbox/form-caller.js';
import { RestCaller } from '../sandbox/rest-caller.js';
import { inProcess } from '../sandbox/service-under-test.js';
import { createChance, report, trials } from './trials.js';

const PROCESSES = 4;

/**
 * Uses a key many times in parallel, each time by one of the callers, and counts the answers by
 * code.
 */
async function useAtOnce(key: string, uses: number, callers: readonly RestCaller[]): Promise<Map<number, number>> {
  const answers = await Promise.all(
    Array.from({ length: uses }, (_, index) => callers[index % callers.length]!.submit(key)),
  );
  const counts = new Map<number, number>();
  for (const { APIResponse } of answers) {
    counts.set(APIResponse.ResponseCode, (counts.get(APIResponse.ResponseCode) ?? 0) + 1);
  }
  return counts;
}

describe('P1: one AuthKey makes exactly one transaction', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-p01-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('in one process, both versions mixed', async () => {
    const chance = createChance();
    const keys = trials(20);
    const uses = 1_000;
    const service = await inProcess.open({ database: join(folder, 'sandbox.sqlite') });
    const callers = [new RestCaller(service, 'v2'), new RestCaller(service, 'v3')];
    for (let index = 0; index < keys; index += 1) {
      const amount = chance.whole(1, 99_999);
      const key = await callers[1]!.key({ Crn1: `key ${index}`, Amount: amount });
      expect(Object.fromEntries(await useAtOnce(key, uses, callers))).toEqual({ 0: 1, 207: uses - 1 });
      const found = await callers[1]!.search({ Crn1: `key ${index}` });
      expect(found.TxnRespList).toHaveLength(1);
      expect(found.TxnRespList[0].Amount).toBe(amount);
    }
    expect((await callers[0]!.search()).TxnRespList).toHaveLength(Math.min(keys, 1_000));
    await service.close();
    report('P1', chance, { keys, 'uses of each': uses, processes: 1, transactions: keys });
  }, 300_000);

  it('with every call that uses a key: T5, T6, T7 and T10', async () => {
    const chance = createChance();
    const keys = trials(20);
    const uses = 100;
    const service = await inProcess.open({ database: join(folder, 'sandbox.sqlite') });
    const shops = [new FormCaller(service, 'v2'), new FormCaller(service, 'v3')];
    const form = encodeForm(CARD_FIELDS, 'urlencoded').body;
    const typed = { CardNumber: '5123456789012346', ExpiryDate: '05/30', CVN: '123', CardHolderName: 'Jane Citizen' };
    const ways: readonly ((shop: FormCaller, key: string) => Promise<number>)[] = [
      async (shop, key) => (await shop.submit(key)).APIResponse.ResponseCode,
      // Without a RedirectionUrl a form ends on a page: 200 after success, 400 otherwise.
      async (shop, key) => ((await shop.webform(key)).status === 200 ? 0 : 207),
      async (shop, key) => Number((await shop.nv(`/txns/withauthkey/${key}.nv`, form))['ResponseCode']),
      async (shop, key) => (await shop.processFrame(key)).APIResponse.ResponseCode,
    ];
    for (let index = 0; index < keys; index += 1) {
      const key = await shops[1]!.key({ Crn1: `way ${index}` });
      await typeIntoFrame(service, `/webapi/v3/txns/iframe/${key}`, typed);
      const codes = await Promise.all(Array.from({ length: uses }, () => chance.pick(ways)(chance.pick(shops), key)));
      expect(codes.filter((code) => code === 0)).toHaveLength(1);
      expect(codes.filter((code) => code === 207)).toHaveLength(uses - 1);
      expect((await shops[0]!.search({ Crn1: `way ${index}` })).TxnRespList).toHaveLength(1);
    }
    await service.close();
    report('P1', chance, { keys, 'uses of each': uses, ways: ways.length, transactions: keys });
  }, 300_000);

  it(`in ${PROCESSES} processes that started together on one new file`, async () => {
    const chance = createChance();
    const keys = trials(10);
    const uses = 200;
    const database = join(folder, 'sandbox.sqlite');
    const processes = await Promise.all(
      Array.from({ length: PROCESSES }, () => startSandboxProcess(['--port', '0', '--database', database])),
    );
    const callers = processes.flatMap(({ url }) => {
      const service = { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) };
      return (['v2', 'v3'] as const).map(
        (version) => new RestCaller(service as ConstructorParameters<typeof RestCaller>[0], version),
      );
    });
    for (let index = 0; index < keys; index += 1) {
      const key = await chance.pick(callers).key({ Crn1: `key ${index}` });
      expect(Object.fromEntries(await useAtOnce(key, uses, callers))).toEqual({ 0: 1, 207: uses - 1 });
      expect((await chance.pick(callers).search({ Crn1: `key ${index}` })).TxnRespList).toHaveLength(1);
    }
    for (const each of processes) expect(await each.stop()).toMatchObject({ code: 0, err: '' });
    report('P1', chance, { keys, 'uses of each': uses, processes: PROCESSES, transactions: keys });
  }, 300_000);
});
