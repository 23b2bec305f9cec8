/** The result of an order for the shop's own pages, also with unusual transactions. Without HTTP. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClaim } from '../../../src/signer/claims/claim.js';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import type { TxnResp } from '../../../src/wire/rest/txn-resp.js';
import { openQuickShop as open } from '../quick-shop.js';
import { orderOf } from '../shop.js';
import { TERMS } from '../terms.js';
import { shopClock } from '../shop.js';

const MINUTE = 60_000;

afterEach(() => void vi.useRealTimers());

describe('the result of an order', () => {
  it('is null before there is a key, and open while the key is not used', async () => {
    const { shop } = open();
    expect(await shop.signer.resultOf('1042', { testMode: true })).toBeNull();
    const { claim } = await shop.grant('1042');
    expect(await shop.signer.resultOf('1042', { testMode: true })).toEqual({ status: 'open', order: '1042', claim });
  });

  it('is found without a request of the page, and the shop is notified', async () => {
    const { service, shop } = open();
    service.pay((await shop.grant('1042')).authKey);
    expect(await shop.signer.resultOf('1042', { testMode: true })).toMatchObject({
      status: 'approved',
      receipt: { txnNumber: '1001' },
    });
    expect(shop.paid).toEqual([{ order: '1042', txnNumber: '1001' }]);
  });

  it('comes from the store after the attempt has finished, even if the service is down', async () => {
    const { service, shop, run } = open();
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey, 'declined');
    await shop.result(claim);
    run.isDown = true;
    expect(await shop.signer.resultOf('1042', { testMode: true })).toMatchObject({ status: 'declined', claim });
  });

  it('is the payment, even if a later attempt has another key', async () => {
    const { service, shop } = open();
    const old = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    const current = await shop.grant('1042');
    service.pay(current.authKey);
    await shop.result(current.claim);
    service.pay(old.authKey);
    await shop.result(old.claim);
    expect(await shop.signer.resultOf('1042', { testMode: true })).toMatchObject({
      status: 'review',
      claim: old.claim,
    });
    expect(shop.log).toEqual([{ level: 'error', event: 'paid_twice', order: '1042', txnNumber: '1002' }]);
  });

  it('is null when the service takes longer than ten seconds', async () => {
    const { shop, run } = open();
    await shop.grant('1042');
    run.hangs = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const result = shop.signer.resultOf('1042', { testMode: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await result).toBeNull();
  });

  it('is expired after the key and its grace period', async () => {
    const { shop, run } = open();
    const { claim } = await shop.grant('1042');
    shop.now += 32 * MINUTE;
    expect((await shop.result(claim)).status).toBe('expired');
    run.isDown = true;
    expect(await shop.signer.resultOf('1042', { testMode: true })).toEqual({ status: 'expired', order: '1042', claim });
  });

  it('is null while the service is down, and pending if the card may have been sent', async () => {
    const { shop, run } = open();
    const { claim } = await shop.grant('1042');
    run.isDown = true;
    expect(await shop.signer.resultOf('1042', { testMode: true })).toBeNull();
    expect((await shop.post('result', { claim })).status).toBe(503);
    expect(await shop.signer.resultOf('1042', { testMode: true })).toMatchObject({
      status: 'pending',
      waitsFor: 'key',
      claim,
    });
  });

  it('does not mark the attempt as sent: another price still gets another key', async () => {
    const { shop } = open();
    const { authKey } = await shop.grant('1042');
    await shop.signer.resultOf('1042', { testMode: true });
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    expect((await shop.grant('1042')).authKey).not.toBe(authKey);
  });

  it('is null while the first key is being made', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const { shop } = open({ store });
    const inputs = {
      id: '0'.repeat(32),
      scope: shop.scope,
      order: '1042',
      attempt: 1,
      terms: TERMS,
      reference: 'a reference',
      leaseOwner: 'another',
    };
    await store.addClaim(createClaim({ ...inputs, lease: 25_000 }));
    expect(await shop.signer.resultOf('1042', { testMode: true })).toBeNull();
  });

  it.each(['readOrder', 'record'] as const)('rejects when the store fails in %s', async (method) => {
    const store = createMemoryStore({ clock: shopClock });
    const { service, shop } = open({ store });
    service.pay((await shop.grant('1042')).authKey);
    Object.assign(store, { [method]: () => Promise.reject(new Error('the disk is full')) });
    await expect(shop.signer.resultOf('1042', { testMode: true })).rejects.toThrow('the disk is full');
  });

  it('notifies the shop again after the pause if the callback has failed', async () => {
    let isUp = false;
    const told: string[] = [];
    const { service, shop } = open({
      onPaid: (order) => {
        if (!isUp) throw new Error('down');
        told.push(order);
      },
    });
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    expect((await shop.result(claim)).status).toBe('approved');
    isUp = true;
    expect((await shop.result(claim)).status).toBe('approved');
    expect(told).toEqual([]);
    shop.now += 10 * MINUTE;
    expect((await shop.result(claim)).status).toBe('approved');
    expect(told).toEqual(['1042']);
  });

  it('notifies the shop of the requested attempt, not of another one of the order', async () => {
    const told: string[] = [];
    let isUp = false;
    const tell = (kind: string) => {
      if (!isUp) throw new Error('down');
      told.push(kind);
    };
    const { service, shop } = open({ onPaid: () => tell('paid'), onMismatch: ({ kind }) => tell(kind) });
    const old = await shop.grant('1042');
    shop.orders.set('1042', orderOf('1042', { version: '2' }));
    const current = await shop.grant('1042');
    for (const { authKey, claim } of [current, old]) {
      service.pay(authKey);
      await shop.result(claim);
    }
    isUp = true;
    shop.now += 10 * MINUTE;
    await shop.result(current.claim);
    expect(told).toEqual(['paid']);
    await shop.result(old.claim);
    expect(told).toEqual(['paid', 'paid_twice']);
  });
});

describe('a transaction whose outcome the service does not know', () => {
  const unknown = (ResponseCode: string) => (txn: TxnResp) => {
    const odd: object = { ResponseCode, BankResponseCode: null, ProcessedDateTime: '2026-11-21T18:25:00.0000000' };
    return { ...txn, ...odd };
  };

  it.each([
    ['P', 'shopper'],
    ['X', 'bank'],
  ])('with the code %s waits for the %s', async (code, waitsFor) => {
    const { service, shop, run } = open();
    const { authKey, claim } = await shop.grant('1042');
    const { resultKey = '' } = service.pay(authKey) ?? {};
    run.alter = unknown(code);
    for (const key of [resultKey, undefined]) {
      expect(await shop.result(claim, key)).toMatchObject({ status: 'pending', waitsFor, retryAfterSeconds: 5 });
    }
    expect([shop.paid, shop.mismatches]).toEqual([[], []]);
    run.alter = (txn) => txn;
    expect((await shop.result(claim)).status).toBe('approved');
  });

  it('in 3-D Secure ends ten minutes after its own time, in the service’s time zone', async () => {
    const { service, shop, run } = open();
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    run.alter = unknown('P');
    // 18:25 in Sydney is five minutes ago.
    expect(await shop.result(claim)).toMatchObject({ endsInSeconds: 300 });
    run.alter = (txn) => ({ ...unknown('P')(txn), ProcessedDateTime: 'soon' });
    shop.now += MINUTE;
    // Without a readable time it is counted from the first question.
    expect(await shop.result(claim)).toMatchObject({ endsInSeconds: 540 });
  });

  it('is for review an hour after its key has ended, not earlier', async () => {
    const { service, shop, run } = open();
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    run.alter = unknown('P');
    shop.now += 90 * MINUTE - 1;
    expect((await shop.result(claim)).status).toBe('pending');
    shop.now += 1;
    expect((await shop.result(claim)).status).toBe('review');
    expect(shop.mismatches).toMatchObject([{ kind: 'result_mismatch', differences: ['ResponseCode'] }]);
  });

  it.each(['X', '', '00'])('by a code that no table lists (%j) is for review, and heals', async (code) => {
    const { service, shop, run } = open();
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    run.alter = unknown(code);
    shop.now += 180 * MINUTE;
    const review = { status: 'review', order: '1042' };
    await shop.signer.reconcile();
    expect(await shop.result(claim)).toMatchObject(review);
    expect(await shop.authkey('1042')).toMatchObject(review);
    expect(await shop.signer.resultOf('1042', { testMode: true })).toMatchObject(review);
    expect(shop.log).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'outcome_unreadable', order: '1042' }),
    );
    expect([shop.paid, shop.mismatches]).toEqual([[], []]);
    run.alter = (txn) => txn;
    await shop.signer.reconcile();
    expect(shop.paid).toHaveLength(1);
    expect((await shop.result(claim)).status).toBe('approved');
  });

  it('without a number is not recorded at all', async () => {
    const { service, shop, run } = open();
    const { authKey, claim } = await shop.grant('1042');
    const { resultKey } = service.pay(authKey) ?? {};
    run.alter = (txn) => ({ ...txn, TxnNumber: '' });
    const { body } = await shop.post<{ status?: string }>('result', { claim, resultKey });
    expect(body.status).not.toBe('approved');
    expect([shop.paid, shop.mismatches]).toEqual([[], []]);
  });
});

describe('a search of the service', () => {
  it('that finds transactions of other attempts only is not "nothing"', async () => {
    const { service, shop, run } = open();
    shop.orders.set('other', orderOf('other'));
    const other = await shop.grant('other');
    service.pay(other.authKey);
    const { MerchantReference = '' } = service.keys.get(other.authKey)?.ProcessTxnData ?? {};
    const { claim } = await shop.grant('1042');
    run.alsoFound = [...(await service.connection.client.searchTransactions({ MerchantReference }))];
    expect(run.alsoFound).toHaveLength(1);
    expect((await shop.result(claim)).status).toBe('pending');
    expect(shop.log).toContainEqual({ level: 'error', event: 'search_unclear', order: '1042', found: 1 });
    expect([shop.paid, shop.mismatches]).toEqual([[], []]);
  });

  it('that finds a transaction without a number is not an answer', async () => {
    const { service, shop, run } = open();
    const { authKey, claim } = await shop.grant('1042');
    service.pay(authKey);
    run.alter = (txn) => ({ ...txn, TxnNumber: '' });
    expect((await shop.post('result', { claim })).status).toBe(503);
    // The service is not asked for a transaction without a number.
    expect(shop.log).toEqual([]);
  });

  it('that fails is logged with the name of the call', async () => {
    const { service, shop, run } = open();
    const { authKey, claim } = await shop.grant('1042');
    const { resultKey } = service.pay(authKey) ?? {};
    run.isDown = true;
    await shop.post('result', { claim, resultKey });
    await shop.post('result', { claim });
    run.isDown = false;
    const read = run.alter;
    run.alter = (txn) => {
      // The search has answered; the transaction itself does not come.
      run.isDown = true;
      return read(txn);
    };
    await shop.post('result', { claim });
    expect(shop.log).toMatchObject(
      ['get_result', 'search_transactions', 'get_transaction'].map((call) => ({ event: 'service_call_failed', call })),
    );
  });
});

describe('a number that is recorded for another attempt', () => {
  it('leaves the order unpaid and not payable, and the log says so', async () => {
    const store = createMemoryStore({ clock: shopClock });
    const before = open({ store });
    before.shop.orders.set('first', orderOf('first'));
    const first = await before.shop.grant('first');
    before.service.pay(first.authKey);
    expect((await before.shop.result(first.claim)).status).toBe('approved');
    const { service, shop } = open({ store });
    const { authKey, claim } = await shop.grant('1042');
    const { resultKey } = service.pay(authKey) ?? {};
    expect((await shop.result(claim, resultKey)).status).toBe('review');
    expect(shop.log).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'txn_number_taken', order: '1042', txnNumber: '1001' }),
    );
    expect(await shop.signer.resultOf('1042', { testMode: true })).toMatchObject({ status: 'review' });
    expect([shop.paid, shop.mismatches]).toEqual([[], []]);
  });
});
