/**
 * P62: A payment that the store has lost, because it was restored from a backup, is known as this signer's by its reference:
 * its order is held and a person is told; it is never told as paid, and it is not paid again. The store is real: its file is
 * copied before the payments, and the copy takes its place after them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/node/sqlite.js';
import type { TxnResp } from '../../src/service/index.js';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { startLossyProxy, type LossyProxy } from '../signer/lossy-proxy.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { createShop, orderOf, type Shop } from '../signer/shop.js';

let service: Service;
let line: LossyProxy;
let folder = '';
let file = '';
let store: ClaimStore;
let shop: Shop;
let serial = 0;
let order = '';
let from: Date;

beforeAll(async () => {
  service = await startService();
  line = await startLossyProxy(service.url);
});
afterAll(async () => {
  await line.close();
  await service.close();
});
beforeEach(async () => {
  // An audit reads two hours more: none reads the payments of the test before.
  await service.advanceClock(5 * 3_600);
  serial += 1;
  order = `kept-${serial}`;
  folder = mkdtempSync(join(tmpdir(), 'florin-restored-'));
  file = join(folder, 'claims.db');
  from = new Date(service.clock.now() - 1_000);
  open();
});
afterEach(async () => {
  line.lose = () => undefined;
  line.alter = (body) => body;
  await store.close();
  rmSync(folder, { recursive: true });
});

function open(options: Partial<SignerOptions> = {}): void {
  store = openSqliteStore(file, { clock: service.clock });
  shop = createShop(service.accountAt(line.url), { clock: service.clock, store, ...options });
  shop.orders.set(order, orderOf(order));
}

/** What follows the backup is lost to the store. */
async function loseWhatFollows<T>(work: () => Promise<T>): Promise<T> {
  const backup = `${file}.backup`;
  const database = openSqlite(file);
  database.exec(`VACUUM INTO '${backup}'`);
  database.close();
  const result = await work();
  await store.close();
  file = backup;
  open();
  return result;
}

async function pay(name = order) {
  const { authKey, claim } = await shop.grant(name);
  const { ResultKey } = await service.pay(authKey);
  return { authKey, claim, resultKey: ResultKey };
}

async function payAndTell(name = order): Promise<void> {
  const { claim, resultKey } = await pay(name);
  expect((await shop.result(claim, resultKey)).status).toBe('approved');
}

const audit = () => shop.signer.auditPayments({ from });
const kinds = () => shop.mismatches.map(({ kind, order: name }) => [kind, name]);
const openOrder = (name: string, more = {}) => shop.orders.set(name, orderOf(name, more));

describe('P62: a payment after the backup', () => {
  it('holds its order after an audit, is told to a person once, and is not paid again', async () => {
    await loseWhatFollows(payAndTell);
    expect(await audit()).toMatchObject({ lost: 1, found: 0, undecided: 0 });
    expect((await shop.authkey(order)).status).toBe('review');
    await shop.signer.reconcile();
    await shop.signer.reconcile();
    expect(await audit()).toMatchObject({ lost: 0 });
    await shop.signer.reconcile();
    expect([kinds(), shop.paid]).toEqual([[['claim_lost', order]], []]);
    expect(shop.mismatches[0]).toMatchObject({
      ...{ terms: { amount: { minor: 19900, currency: 'AUD' }, crn1: `ORDER-${order}`, testMode: true } },
      ...{ txn: { Amount: 19900, ResponseCode: '0' } },
    });
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it('is told beside a payment that the shop knows', async () => {
    await loseWhatFollows(payAndTell);
    await payAndTell();
    expect(await audit()).toMatchObject({ lost: 1 });
    await shop.signer.reconcile();
    expect([kinds(), shop.paid.length]).toEqual([[['claim_lost', order]], 1]);
  });

  it('makes a second payment one of a paid order', async () => {
    await loseWhatFollows(payAndTell);
    const second = await pay();
    await audit();
    expect((await shop.result(second.claim, second.resultKey)).status).toBe('review');
    await shop.signer.reconcile();
    expect([kinds().sort(), shop.paid]).toEqual([
      [
        ['claim_lost', order],
        ['paid_twice', order],
      ],
      [],
    ]);
  });

  it('is found without an audit, when another key of its order ends unused', async () => {
    await loseWhatFollows(payAndTell);
    await shop.grant(order);
    await service.advanceClock(2_400);
    await shop.signer.reconcileNow();
    expect([kinds(), shop.paid]).toEqual([[['claim_lost', order]], []]);
    expect((await shop.authkey(order)).status).toBe('review');
  });

  it('whose order no Crn names is told by its reference, and holds no other order of that Crn', async () => {
    const [mine, other] = [`${order}-mine`, `${order}-other`];
    const crn1 = 'CUSTOMER 7';
    await loseWhatFollows(() => (openOrder(mine, { crn1 }), payAndTell(mine)));
    openOrder(other, { crn1 });
    expect(await audit()).toMatchObject({ lost: 1 });
    await shop.signer.reconcile();
    expect(shop.mismatches).toMatchObject([{ kind: 'claim_lost', txn: { Crn1: crn1 } }]);
    expect(shop.mismatches[0]?.order).toBe(shop.mismatches[0]?.txn.MerchantReference);
    expect((await shop.authkey(other)).status).toBe('granted');
  });

  it('of a live key of the backup is told as paid: what was agreed is known', async () => {
    const key = await shop.grant(order);
    await loseWhatFollows(async () => {
      const { ResultKey } = await service.pay(key.authKey);
      expect((await shop.result(key.claim, ResultKey)).status).toBe('approved');
    });
    expect(await audit()).toMatchObject({ found: 1, lost: 0 });
    await shop.signer.reconcile();
    expect([kinds(), shop.paid.map((paid) => paid.order)]).toEqual([[], [order]]);
  });

  it('that was declined holds nothing', async () => {
    await loseWhatFollows(async () => {
      const { authKey, claim } = await shop.grant(order);
      // The year is the bank code.
      const { ResultKey } = await service.pay(authKey, { ExpiryDateMonth: '99', ExpiryDateYear: '51' });
      expect((await shop.result(claim, ResultKey)).status).toBe('declined');
    });
    expect(await audit()).toMatchObject({ read: 1, lost: 0, undecided: 0 });
    expect((await shop.authkey(order)).status).toBe('granted');
  });

  it('is told once by two audits at the same time', async () => {
    await loseWhatFollows(payAndTell);
    await Promise.all([audit(), audit(), audit()]);
    await Promise.all([shop.signer.reconcile(), shop.signer.reconcile()]);
    expect(kinds()).toEqual([['claim_lost', order]]);
  });

  it('is found by an audit that goes on after the service had failed', async () => {
    await loseWhatFollows(payAndTell);
    line.lose = () => 'request';
    await expect(audit()).rejects.toMatchObject({
      code: 'service_unreachable',
      message: expect.stringContaining(from.toISOString()) as string,
    });
    line.lose = () => undefined;
    expect(await audit()).toMatchObject({ lost: 1 });
  });
});

describe('P62: what is not this signer’s', () => {
  it('is left alone, also with a reference that looks like its own', async () => {
    const stranger = createShop(service.accountAt(line.url), {
      ...{ clock: service.clock, secret: 'the secret of quite another signer' },
    });
    stranger.orders.set(order, orderOf(order));
    const { authKey } = await stranger.grant(order);
    await service.pay(authKey);
    const counts = await audit();
    expect(counts).toMatchObject({ lost: 0 });
    expect(counts.foreign).toBeGreaterThan(0);
    expect((await shop.authkey(order)).status).toBe('granted');
  });

  it('but a reference that is padded and in capitals is its own', async () => {
    await loseWhatFollows(payAndTell);
    const change = (txn: TxnResp) => ({ ...txn, MerchantReference: ` ${txn.MerchantReference?.toUpperCase()} ` });
    line.alter = (text, path) => {
      if (!path.endsWith('/txns/search')) return text;
      const answer = JSON.parse(text) as { TxnRespList?: TxnResp[] };
      return JSON.stringify({ ...answer, TxnRespList: answer.TxnRespList?.map(change) });
    };
    expect(await audit()).toMatchObject({ lost: 1 });
  });

  it.each([
    ['in the future', { from: new Date(8e15) }],
    ['that ends before it begins', { from: new Date(1_000), to: new Date(0) }],
    ['without a time', { from: new Date(Number.NaN) }],
  ])('a period %s is refused', async (_what, period) => {
    await expect(shop.signer.auditPayments(period)).rejects.toThrow(RangeError);
  });
});
