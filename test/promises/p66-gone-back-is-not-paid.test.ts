/** P66: A payment that has been refunded or reversed before the shop was told of it is never told as paid. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRestClient } from '../../src/service/rest-client.js';
import type { FollowUpReq } from '../../src/service/txn-req.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { startLossyProxy, type LossyProxy } from '../signer/lossy-proxy.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { createShop, orderOf, type Shop } from '../signer/shop.js';

type Row = Record<string, unknown>;

const AMOUNT = 19900;
let service: Service;
let line: LossyProxy;
let shop: Shop;
let order = '';
let serial = 0;

beforeAll(async () => {
  service = await startService();
  line = await startLossyProxy(service.url);
});
afterAll(async () => {
  await line.close();
  await service.close();
});
beforeEach(() => {
  serial += 1;
  order = `back-${serial}`;
  open();
});
afterEach(() => {
  line.alter = (body) => body;
  line.lose = () => undefined;
});

function open(options: Partial<SignerOptions> = {}): void {
  shop = createShop(service.accountAt(line.url), { clock: service.clock, ...options });
  shop.orders.set(order, orderOf(order));
}

const client = () => createRestClient({ ...service.accountAt(service.url), version: 'v3' });

/** Pays, and returns what a page and an operator know of it. */
async function pay() {
  const { authKey, claim } = await shop.grant(order);
  const { ResultKey } = await service.pay(authKey);
  const [txn] = await client().searchTransactions({ Crn1: `ORDER-${order}` });
  return { claim, resultKey: ResultKey, txnNumber: txn?.TxnNumber ?? '', reference: txn?.MerchantReference ?? '' };
}

/** As an operator; without references unless named. */
async function followUp(OriginalTxnNumber: string, more: Partial<FollowUpReq> = {}) {
  const request = { Action: 'refund', Amount: AMOUNT, Currency: 'AUD', TestMode: true, OriginalTxnNumber, ...more };
  return client().processTransaction(request as FollowUpReq);
}

const searches = () => line.calls.T3;

/** Changes the rows of refunds in searches. */
function alterRefunds(change: Row): void {
  line.alter = (text, path) => {
    if (!path.endsWith('/txns/search')) return text;
    const answer = JSON.parse(text) as Row & { TxnRespList?: Row[] };
    const rows = answer.TxnRespList?.map((row) => (row['Action'] === 'refund' ? { ...row, ...change } : row));
    return JSON.stringify({ ...answer, TxnRespList: rows });
  };
}

describe('P66: a payment whose answer was lost', () => {
  it.each<[string, (paid: { reference: string }) => Partial<FollowUpReq>]>([
    ['refunded', () => ({})],
    ['refunded in part', () => ({ Amount: 100 })],
    ['reversed', () => ({ Action: 'reversal' })],
    ['refunded with its own reference', ({ reference }) => ({ MerchantReference: reference })],
    ['refunded with its Crn1', () => ({ Crn1: `ORDER-${order}`, MerchantReference: 'by telephone' })],
  ])('and that was %s is told as that, with both numbers', async (_what, of) => {
    const paid = await pay();
    const back = await followUp(paid.txnNumber, of(paid));
    expect(back.ResponseCode).toBe('0');
    await shop.signer.reconcile(10);
    expect(shop.paid).toEqual([]);
    expect(shop.mismatches).toMatchObject([
      { kind: 'paid_reversed', order, txn: { TxnNumber: paid.txnNumber }, followUps: [{ TxnNumber: back.TxnNumber }] },
    ]);
    expect((await shop.result(paid.claim)).status).toBe('review');
    expect((await shop.authkey(order)).status).toBe('review');
    await shop.signer.reconcile(10);
    expect(shop.mismatches).toHaveLength(1);
  });

  it('and that was reserved, captured and refunded is told as that', async () => {
    shop.orders.set(order, orderOf(order, { action: 'preauth' }));
    const paid = await pay();
    const captured = await followUp(paid.txnNumber, { Action: 'capture' });
    await followUp(captured.TxnNumber ?? '');
    await shop.signer.reconcile(10);
    expect([shop.paid.length, shop.mismatches[0]?.kind]).toEqual([0, 'paid_reversed']);
  });

  it('and that was refunded two days later is told as that by a host whose clock is three days behind', async () => {
    const DAY = 86_400_000;
    let behind = 0;
    open({ clock: { now: () => service.clock.now() - behind } });
    const paid = await pay();
    await service.advanceClock((2 * DAY) / 1000);
    await followUp(paid.txnNumber);
    behind = 3 * DAY;
    await shop.signer.reconcile(10);
    expect([shop.paid.length, shop.mismatches[0]?.kind]).toEqual([0, 'paid_reversed']);
  });

  it('waits for the outcome of a refund that the bank answered too late', async () => {
    const paid = await pay();
    await followUp(paid.txnNumber);
    alterRefunds({ ResponseCode: '3', BankResponseCode: '68' });
    await shop.signer.reconcile(10);
    expect([shop.paid, shop.mismatches, shop.log.map(({ event }) => event)]).toEqual([
      [],
      [],
      ['follow_ups_unclear', 'callback_failed'],
    ]);
    await service.advanceClock(4_300);
    await shop.signer.reconcile(10);
    expect(shop.paid).toMatchObject([{ order, txnNumber: paid.txnNumber }]);
  });

  it('is paid if a refund was refused, or another payment was refunded', async () => {
    const paid = await pay();
    expect((await followUp(paid.txnNumber, { Amount: AMOUNT * 2 })).ResponseCode).not.toBe('0');
    const other = await client().processTransaction({
      ...{ Action: 'payment', Amount: AMOUNT, Currency: 'AUD', Crn1: `ORDER-${order}`, TestMode: true },
      ...{ CardDetails: { CardNumber: '5123456789012346', ExpiryDate: '9900' }, MerchantReference: 'by telephone' },
    });
    await followUp(other.TxnNumber ?? '');
    await shop.signer.reconcile(10);
    expect(shop.paid).toMatchObject([{ order, txnNumber: paid.txnNumber }]);
    expect(shop.mismatches).toEqual([]);
  });

  it.each<[string, () => void]>([
    [
      'whose follow-ups cannot be searched',
      () => (line.lose = (call) => (searches() > 1 && call === 'T3' ? 'answer' : undefined)),
    ],
    ['with a refund without an outcome', () => alterRefunds({ ResponseCode: 'P', BankResponseCode: null })],
  ])('%s is not told before that is known', async (_what, spoil) => {
    const paid = await pay();
    await followUp(paid.txnNumber);
    line.calls.T3 = 0;
    spoil();
    await shop.signer.reconcile(10);
    expect([shop.paid, shop.mismatches]).toEqual([[], []]);
    line.alter = (body) => body;
    line.lose = () => undefined;
    await service.advanceClock(3600);
    await shop.signer.reconcile(10);
    expect([shop.paid.length, shop.mismatches[0]?.kind]).toEqual([0, 'paid_reversed']);
  });

  it('that the searches do not show is not told before they do', async () => {
    const { claim, resultKey, txnNumber } = await pay();
    await service.advanceClock(120);
    line.alter = (text, path) =>
      path.endsWith('/txns/search') ? JSON.stringify({ APIResponse: { ResponseCode: 209 }, TxnRespList: [] }) : text;
    expect((await shop.result(claim, resultKey)).status).toBe('approved');
    expect(shop.paid).toEqual([]);
    line.alter = (body) => body;
    await service.advanceClock(3600);
    await shop.signer.reconcile(10);
    expect(shop.paid).toMatchObject([{ txnNumber }]);
  });
});

describe('P66: a payment that a page asks for by its result key', () => {
  it('is told without a search, when it was made a moment ago', async () => {
    const { claim, resultKey, txnNumber } = await pay();
    const before = searches();
    expect((await shop.result(claim, resultKey)).status).toBe('approved');
    expect(shop.paid).toMatchObject([{ order, txnNumber }]);
    expect(searches()).toBe(before);
  });

  it.each([
    ['by a page that comes late', sandboxClock()],
    ['although the clock of the signer is behind', { now: () => service.clock.now() - 120_000 }],
  ])('has gone back %s', async (_what, clock) => {
    open({ clock });
    const { claim, resultKey, txnNumber } = await pay();
    await followUp(txnNumber);
    await service.advanceClock(120);
    expect((await shop.result(claim, resultKey)).status).toBe('review');
    expect([shop.paid.length, shop.mismatches[0]?.kind]).toEqual([0, 'paid_reversed']);
  });

  it('has gone back while the shop could not be told', async () => {
    let isDown = true;
    const told: string[] = [];
    open({
      onPaid: (name) => {
        if (isDown) throw new Error('down');
        told.push(name);
      },
    });
    const { claim, resultKey, txnNumber } = await pay();
    await shop.result(claim, resultKey);
    await followUp(txnNumber, { Amount: 100 });
    isDown = false;
    await service.advanceClock(3600);
    await shop.signer.reconcile(10);
    expect([told, shop.mismatches[0]?.kind]).toEqual([[], 'paid_reversed']);
  });
});

function sandboxClock() {
  return { now: () => service.clock.now() };
}
