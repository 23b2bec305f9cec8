/**
 * P16: old data stays fast. Here with 20,000 transactions, by the processor time of the fastest of
 * several batches, which a busy machine changes little; `test/bench/sandbox.mjs` and `search.mjs`
 * use 100,000 and more.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/sandbox/node/open-sqlite-store.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import type { Store } from '../../src/sandbox/store/store.js';
import { RestCaller } from '../sandbox/rest-caller.js';
import type { ServiceUnderTest } from '../sandbox/service-under-test.js';
import { trials } from './trials.js';

const COUNT = trials(20_000);
const UNIT = 1_000;
const BATCH = 40;
const BATCHES = 8;
/** At most twice the cost; work that does not grow is in both. */
const RATIO = 2;

/** Copies of one payment that differ in the searched members. */
async function fill(store: Store, firstNumber: number): Promise<void> {
  const first = await store.read((view) => view.findTransaction(1, firstNumber));
  if (!first) throw new Error('there is no transaction to copy');
  for (let done = 0; done < COUNT; done += UNIT) {
    await store.write(async (unit) => {
      for (let index = done; index < done + UNIT; index += 1) {
        const txnNumber = await unit.nextTxnNumber();
        await unit.addTransaction({
          ...first,
          txnNumber,
          receiptNumber: String(txnNumber).padStart(11, '4'),
          crn1: `order ${index}`,
          merchantReference: `reference ${index}`,
          rrn: String(index).padStart(12, '0'),
        });
      }
    });
  }
}

describe('P16: old data stays fast', () => {
  it('for payments, look-ups and searches with an index', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-p16-'));
    const store = await openSqliteStore({ database: join(folder, 'sandbox.sqlite') });
    const sandbox = createSandbox({ store });
    const service = {
      fetch: (path: string, init?: RequestInit) => sandbox.fetch(new Request(`http://sandbox.test${path}`, init)),
    };
    const caller = new RestCaller(service as ServiceUnderTest);
    const { TxnNumber } = await caller.made({ Crn1: 'first', MerchantReference: 'first' });
    const works: Readonly<Record<string, (index: number) => Promise<unknown>>> = {
      'pay by key': async (index) => caller.submit(await caller.key({ Crn1: `mine ${index}` })),
      'read a payment': () => caller.get(TxnNumber),
      'search by Crn1': () => caller.search({ Crn1: 'first' }),
      'search by MerchantReference': () => caller.search({ MerchantReference: 'first' }),
      'search by RRN': () => caller.search({ RRN: 'nobody' }),
      'search by ReceiptNumber': () => caller.search({ ReceiptNumber: 'nobody' }),
    };
    /** Microseconds of one call, in the fastest batch. */
    async function costOf(work: (index: number) => Promise<unknown>): Promise<number> {
      const costs: number[] = [];
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const before = process.cpuUsage();
        for (let index = 0; index < BATCH; index += 1) await work(index);
        const { user, system } = process.cpuUsage(before);
        costs.push((user + system) / BATCH);
      }
      return Math.min(...costs);
    }
    // Once for the compiler, then for the measurement.
    for (const work of Object.values(works)) await costOf(work);
    const empty: Record<string, number> = {};
    for (const [name, work] of Object.entries(works)) empty[name] = await costOf(work);
    await fill(store, Number(TxnNumber));
    const ratios: Record<string, number> = {};
    for (const [name, work] of Object.entries(works)) ratios[name] = (await costOf(work)) / (empty[name] ?? 1);
    await sandbox.close();
    rmSync(folder, { recursive: true });
    const told = Object.entries(ratios).map(([name, ratio]) => `${name} x${ratio.toFixed(2)}`);
    console.log(`P16 (no seed): ${COUNT} transactions; ${told.join(', ')}`);
    expect(Object.entries(ratios).filter(([, ratio]) => ratio > RATIO)).toEqual([]);
  }, 120_000);
});
