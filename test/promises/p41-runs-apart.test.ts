/** P41: parallel test runs are isolated, each with a sandbox in memory, or each with its own merchant in one sandbox. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { DEMO_MERCHANT, type MerchantSeed } from '../../src/sandbox/merchant.js';
import { openSqliteStore } from '../../src/sandbox/node/open-sqlite-store.js';
import { CLEARED_TABLE_NAMES } from '../sandbox/cleared-tables.js';
import { RestCaller, credentials } from '../sandbox/rest-caller.js';
import { inProcess } from '../sandbox/service-under-test.js';
import { createChance, report, trials } from './trials.js';

const WORKERS = 16;
const seedOf = (worker: number): MerchantSeed => ({
  ...DEMO_MERCHANT,
  number: String(7_000 + worker),
  shortName: `RUN${worker}`,
});

describe('P41: test runs do not meet', () => {
  it('each in its own merchant, and emptying one changes no other', async () => {
    const chance = createChance();
    const each = trials(40);
    const service = await inProcess.open({ seed: [] });
    await service.control.addMerchants(Array.from({ length: WORKERS }, (_, worker) => seedOf(worker)));
    const runs = Array.from({ length: WORKERS }, (_, worker) => ({
      number: seedOf(worker).number,
      caller: new RestCaller(service, 'v3', credentials('demo-api', seedOf(worker).number)),
    }));
    await Promise.all(
      runs.map(async ({ caller }) => {
        for (let txn = 0; txn < each; txn += 1) await caller.made({ Amount: chance.whole(1, 99) * 100 });
      }),
    );
    let slowest = 0;
    for (const { number } of runs.filter((_, worker) => worker % 2 === 0)) {
      const began = performance.now();
      await service.control.reset(number);
      slowest = Math.max(slowest, performance.now() - began);
    }
    let foreign = 0;
    for (const [worker, { caller, number }] of runs.entries()) {
      const { TxnRespList } = await caller.search();
      const found = TxnRespList as readonly { readonly MerchantNumber: string }[];
      foreign += found.filter(({ MerchantNumber }) => MerchantNumber !== number).length;
      expect(found).toHaveLength(worker % 2 === 0 ? 0 : each);
    }
    await service.close();
    report('P41', chance, { workers: WORKERS, each, foreign, 'slowest reset in ms': slowest.toFixed(1) });
    expect(foreign).toBe(0);
  }, 60_000);

  it('each in its own sandbox', async () => {
    const services = await Promise.all(Array.from({ length: WORKERS }, () => inProcess.open()));
    await Promise.all(services.map((service) => new RestCaller(service).made()));
    for (const service of services) {
      expect((await new RestCaller(service).search()).TxnRespList).toHaveLength(1);
      await service.close();
    }
  });

  it('emptying covers every table with a merchant, except its users', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-'));
    const database = join(folder, 'sandbox.sqlite');
    await (await openSqliteStore({ database })).close();
    const file = new DatabaseSync(database);
    const tables = file.prepare("select name, sql from sqlite_master where type = 'table'").all() as readonly {
      readonly name: string;
      readonly sql: string;
    }[];
    file.close();
    rmSync(folder, { recursive: true });
    const known = tables.filter(({ sql }) => /\bmerchant_id\b/.test(sql));
    expect(known.map(({ name }) => name).sort()).toEqual(['api_user', ...CLEARED_TABLE_NAMES].sort());
  });
});
