import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCardBook } from '../../../src/sandbox/bank/test-cards.js';
import { createCallJournal } from '../../../src/sandbox/journal/call-journal.js';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import type { Store } from '../../../src/sandbox/store/store.js';
import { CARD, RestCaller, credentials, type Json } from '../rest-caller.js';
import { TARGETS, type ServiceOptions, type ServiceUnderTest } from '../service-under-test.js';
import { TOKEN, callControl } from '../control/control-caller.js';
import { SoapCaller } from '../soap/soap-caller.js';

const SHOP = DEMO_MERCHANT.number;
const RUNS = Array.from({ length: 100 }, (_, index) => index);

describe.each(TARGETS)('the journal of calls, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let shop: RestCaller;
  let opened: ServiceUnderTest[] = [];

  async function start(options: ServiceOptions = {}): Promise<void> {
    service = await open({ controlApi: { token: TOKEN, hosts: ['sandbox.test'] }, ...options });
    opened.push(service);
    shop = new RestCaller(service);
  }

  beforeEach(() => start());
  afterEach(async () => {
    for (const each of opened) await each.close();
    opened = [];
  });

  const http = async (path: string): Promise<Json> => (await callControl(service, 'GET', path)).body;

  it('has every call in order, with order and amount, also where only the key knows them', async () => {
    const { calls } = service.control;
    const key = await shop.key({ Amount: 1_200, Crn1: 'order 7', MerchantReference: 'basket 9' });
    expect((await shop.submit(key, { CardNumber: '4987' })).APIResponse.ResponseCode).toBe(112);
    const { ResultKey } = await shop.submit(key, { CardHolderName: 'NO FUNDS' });
    const { TxnResp } = await shop.result(ResultKey);
    const paid = await shop.made({ Amount: 300, Crn1: 'order 8' });
    await shop.follow('refund', paid, 100);
    const found = await calls.find();
    expect(found.map(({ operation, code, txnCode }) => [operation, code, txnCode])).toEqual([
      ['T4', '0', null],
      ['T5', '112', null],
      ['T5', '0', null],
      ['T8', '0', '5'],
      ['T1', '0', '0'],
      ['T1', '0', '0'],
    ]);
    expect(found.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const call of found.slice(0, 4))
      expect(call).toMatchObject({ order: 'order 7', amount: 1_200, merchant: SHOP });
    expect(found[2]).toMatchObject({ txnNumber: TxnResp.TxnNumber, keyHash: found[0]?.keyHash, username: null });
    expect(found[4]).toMatchObject({
      username: 'demo-api',
      httpStatus: 200,
      txnNumber: paid.TxnNumber,
      interface: 'rest',
    });
    expect(await calls.count({ key })).toBe(3);
    expect(await calls.count({ key: key.toUpperCase() })).toBe(3);
    expect(await calls.count({ key: ResultKey })).toBe(1);
    expect(await calls.count({ order: 'basket 9' })).toBe(4);
    expect(await calls.find({ operation: 'T1', amount: 100, order: 'order 1042' })).toMatchObject([{ id: 6 }]);
    expect(await calls.count({ txnCode: '5', code: '0', merchant: SHOP, after: 3 })).toBe(1);
    expect(await http('/calls?operation=T1&amount=100&after=2')).toEqual(await calls.find({ after: 5 }));
    expect(await http(`/calls/count?order=order%207&merchant=${SHOP}`)).toEqual({ count: 4 });
  });

  it('has calls by SOAP, of wrong passwords, of unknown paths, and those whose answer was lost', async () => {
    const { calls } = service.control;
    await new SoapCaller(service).pay({ Amount: 700, CRN1: 'by soap' });
    await new RestCaller(service, 'v3', credentials('demo-api', SHOP, 'wrong')).process();
    await shop.send('POST', '/nothing/at/all', {});
    await service.fetch('/webapi/v3/txns/iframe/11112222-3333-4444-5555-666677778888');
    service.control.addFault({ operation: 'T1', kind: 'drop_after', times: 1 });
    await expect(shop.process({ Crn1: 'lost' })).rejects.toThrow();
    expect(await calls.find()).toMatchObject([
      { interface: 'soap', operation: 'ProcessPayment', order: 'by soap', amount: 700, txnCode: '0', merchant: SHOP },
      { operation: 'T1', code: '1', merchant: null, username: null, txnNumber: null },
      { operation: '', httpStatus: 404, merchant: null, path: '/webapi/v3/nothing/at/all' },
      { operation: 'T9', merchant: null, order: null },
      { operation: 'T1', httpStatus: null, fault: 'drop_after', order: 'lost', txnCode: '0' },
    ]);
  });

  it('never has a number of a card, a code, a key or a password', async () => {
    const pan = CARD.CardNumber;
    const key = await shop.key({ Crn1: `${pan}`, MerchantReference: '5123 4567 8901 2346', Amount: 1_00 });
    const { ResultKey } = await shop.submit(key, { Cvn: '735' });
    await shop.result(ResultKey);
    await shop.process({ Amount: Number(pan), Crn1: `card ${pan} 735`, CardDetails: { ...CARD, Cvn: '735' } });
    await shop.process({ Crn1: `key ${key}` });
    await new RestCaller(service, 'v3', credentials('demo-api', pan, 'Secret-7')).process();
    await service.fetch(`/webapi/v3/txns/${pan}`, { headers: { Authorization: shop.authorization } });
    await service.fetch(`/webapi/v3/${pan}/${key}`);
    await service.fetch(`/webapi/v3/nothing/${key}`);
    await service.fetch(`/webapi/v3/txns/withauthkey/${key.toUpperCase()}/x`);
    await shop.send('POST', `/txns/withauthkey/${pan}`, { TxnReq: { CardDetails: CARD } });
    await new SoapCaller(service).pay({ CRN1: pan, Amount: 512_345_678, CVC: '735' });
    const all = [await service.control.calls.find(), await http('/calls')];
    const text = JSON.stringify(all, (name, value) => (name === 'keyHash' ? null : value));
    expect(await service.control.calls.count()).toBe(12);
    for (const secret of [pan, '5123 4567', '735', ResultKey, 'Demo-Password-1', 'Secret-7', shop.authorization]) {
      expect(text).not.toContain(secret);
    }
    // A GUID in the reference of an order is the shop's own; the key of the call itself never stays.
    expect(text.toLowerCase().split(key.toLowerCase())).toHaveLength(3);
  });

  it.each([
    ['100.00', 10_000],
    ['1,000.00', 100_000],
    ['100.50', 10_050],
    [10_000, 10_000],
  ])('has the amount that was charged where the browser sent %j', async (Amount, charged) => {
    const key = await shop.key({ Amount: undefined });
    await shop.submit(key, { CardNumber: '4' }, { Amount: '5' });
    const { ResultKey } = await shop.submit(key, {}, { Amount });
    expect((await shop.result(ResultKey)).TxnResp.Amount).toBe(charged);
    const amounts = (await service.control.calls.find()).map(({ operation, amount }) => [operation, amount]);
    expect(amounts).toEqual([
      ['T4', null],
      ['T5', null],
      ['T5', charged],
      ['T8', charged],
    ]);
  });

  it('has no amount as long as a card number, and no other amount than that of the key', async () => {
    const long = await shop.key({ Amount: Number(CARD.CardNumber) });
    await shop.submit(long);
    const key = await shop.key({ Amount: 1_200 });
    await shop.submit(key, {}, { Amount: '7.00' });
    const amounts = (await service.control.calls.find()).map(({ amount }) => amount);
    expect(amounts).toEqual([null, null, 1_200, 1_200]);
  });

  it.each(['dropping', 'unavailable', 'answer_lost'] as const)('says of a call that it was %s', async (state) => {
    const { control } = service;
    for (const whose of [{}, { merchant: SHOP }]) {
      control.setAvailability(state, whose);
      await Promise.allSettled([shop.process(), new SoapCaller(service).pay()]);
      control.setAvailability('normal', whose);
    }
    const calls = await control.calls.find();
    expect(calls.map(({ fault }) => fault)).toEqual([state, state, state, state]);
    // The message of SOAP, which has the merchant's number, is not read when all connections are dropped.
    const unread = calls.filter(({ merchant }) => merchant !== SHOP);
    expect(unread.map((call) => call.interface)).toEqual(state === 'dropping' ? ['soap'] : []);
  });

  it('waits for calls that come, and says how many were missing', async () => {
    const { calls } = service.control;
    const waiting = calls.waitFor({ order: 'late', operation: 'T1' }, { count: 2 });
    const overHttp = http('/calls/wait?order=late&count=2&timeoutSeconds=20');
    await shop.made({ Crn1: 'late' });
    await shop.made({ Crn1: 'other' });
    await shop.made({ Crn1: 'late' });
    expect((await waiting).map(({ id }) => id)).toEqual([1, 3]);
    expect(await overHttp).toEqual(await waiting);
    const message = 'Only 2 of 3 such calls came within 0.01 seconds';
    await expect(calls.waitFor({ order: 'late' }, { count: 3, timeoutSeconds: 0.01 })).rejects.toThrow(message);
    expect(await http('/calls/wait?order=late&count=3&timeoutSeconds=0.01')).toEqual({ message });
  });

  it('ends a wait in time, and answers what is asked, also while calls do not stop coming', async () => {
    const { calls } = service.control;
    const key = await shop.key();
    let isOver = false;
    const load = RUNS.slice(0, 20).map(async () => {
      while (!isOver) await shop.submit(key);
    });
    try {
      // None of these waits for the last of the calls.
      await expect(calls.waitFor({ operation: 'T3' }, { timeoutSeconds: 0.01 })).rejects.toThrow('Only 0 of 1');
      const waiting = calls.waitFor({ order: 'late' }, { timeoutSeconds: 25 });
      await shop.made({ Crn1: 'late' });
      expect(await waiting).toHaveLength(1);
      expect(await calls.count({ order: 'late' })).toBe(1);
    } finally {
      isOver = true;
      await Promise.all(load);
    }
  });

  it('ends a wait in time, also while the store does not answer', async () => {
    const store = { read: () => new Promise(() => undefined) } as unknown as Store;
    const journal = createCallJournal({ store, cards: createCardBook([]), most: 10 });
    const call = { isSoap: false, method: 'GET', pathname: '/', calledAt: 1, milliseconds: 1, httpStatus: 200 };
    journal.add(call, 'a key');
    await expect(journal.waitFor({ order: 'x' }, { timeoutSeconds: 0.01 })).rejects.toThrow('Only 0 of 1');
    expect(await journal.waitFor({}, { timeoutSeconds: 0.01 })).toMatchObject([{ id: 1, order: null }]);
  });

  it('closing ends a wait', async () => {
    const waiting = expect(
      service.control.calls.waitFor({ operation: 'T3' }, { timeoutSeconds: 25 }),
    ).rejects.toThrow();
    await service.close();
    opened = [];
    await waiting;
  });

  it.each([
    ['?oder=7', 'has no member "oder"'],
    ['?amount=x', 'query.amount must be a whole number'],
    ['?merchant=x', 'query.merchant must be 1 to 20 digits'],
    ['/wait?count=1000001', 'query.count must be a whole number from 1 to 1000'],
    ['/wait?timeoutSeconds=26', 'query.timeoutSeconds must be a number from 0 to 25'],
    ['?limit=1000000', 'has no member "limit"'],
  ])('refuses %s', async (query, message) => {
    expect((await callControl(service, 'GET', `/calls${query}`)).status).toBe(400);
    expect((await http(`/calls${query}`)).message).toContain(message);
  });

  it('refuses a condition that it does not have, instead of matching everything', async () => {
    await expect(service.control.calls.count({ oder: '7' } as object)).rejects.toThrow('has no member "oder"');
  });

  it('loses none of many calls at once, keeps no more than it may, and answers no more than a thousand', async () => {
    await start({ settings: { journalCalls: 1_500 } });
    const { calls } = service.control;
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(RUNS.map((run) => shop.process({ Crn1: `order ${round * 100 + run}`, Amount: -1 })));
    }
    expect(await calls.count()).toBe(1_200);
    expect(
      new Set((await Promise.all([calls.find(), calls.find({ after: 0 })])).flat().map(({ order }) => order)).size,
    ).toBe(1_200);
    for (let round = 0; round < 4; round += 1) await Promise.all(RUNS.map(() => shop.send('GET', '/status')));
    expect(await calls.count()).toBe(1_500);
    const newest = await http('/calls');
    expect([newest.length, newest.at(-1).id, newest[0].id]).toEqual([1_000, 1_600, 601]);
    const oldest = await http('/calls?after=0');
    expect([oldest.length, oldest[0].id]).toEqual([1_000, 101]);
    await start({ settings: { journalCalls: 0 } });
    await shop.made();
    expect(await service.control.calls.find()).toEqual([]);
  });

  it('has a hundred merchants’ calls apart, and forgets those of one', async () => {
    const numberOf = (run: number): string => String(7_000 + run);
    await start({
      seed: RUNS.map((run) => ({ ...DEMO_MERCHANT, number: numberOf(run), shortName: `RUN${run}` })),
      controlApi: { token: TOKEN, hosts: ['sandbox.test'] },
    });
    const { control } = service;
    await Promise.all(
      RUNS.map(async (run) => {
        const merchant = numberOf(run);
        const own = new RestCaller(service, 'v3', credentials('demo-api', merchant, 'Demo-Password-1'));
        const waiting = control.calls.waitFor({ merchant, operation: 'T8' }, { timeoutSeconds: 25 });
        const key = await own.key({ Amount: 10_000 + run * 100, Crn1: 'the same order' });
        await own.result((await own.submit(key)).ResultKey);
        expect(await waiting).toHaveLength(1);
        const amounts = (await control.calls.find({ merchant })).map(({ amount }) => amount);
        expect(amounts).toEqual([1, 2, 3].map(() => 10_000 + run * 100));
        expect(await control.calls.count({ order: 'the same order', merchant })).toBe(3);
        if (run % 2 === 0) await control.calls.reset(merchant);
        else expect((await callControl(service, 'DELETE', `/calls?merchant=${merchant}`)).status).toBe(200);
        expect(await control.calls.count({ merchant })).toBe(0);
      }),
    );
    expect(await control.calls.count()).toBe(0);
  });
});
