/** The result of an attempt, as the signer finds it. docs/invariants.md, invariants 2 to 4. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountAt, startFaultyService, type FaultyService, type Txn } from '../faulty-service.js';
import { payDuringSearch, payOrder } from '../pay-order.js';
import { createShop, type Shop } from '../shop.js';

const MINUTE = 60_000;
let service: FaultyService;
let shop: Shop;

beforeEach(async () => {
  service = await startFaultyService();
  shop = createShop(accountAt(service));
});
afterEach(() => service.close());

const paid = (holder?: string) => payOrder(shop, service, holder);

describe('the result of an attempt', () => {
  it('is a receipt when it was approved', async () => {
    const { claim, resultKey } = await paid();
    expect(await shop.result(claim, resultKey)).toEqual({
      status: 'approved',
      order: '1042',
      claim,
      receipt: {
        outcome: 'approved',
        order: '1042',
        merchantName: 'Demo Shop',
        amount: { minor: 19900, currency: 'AUD' },
        card: { type: 'MC', lastDigits: '346', expiry: '0542' },
        receiptNumber: '70000001001',
        txnNumber: '1001',
        // 18:30:15.123 in Sydney, summer time.
        processedAt: '2026-11-21T07:30:15.123Z',
        authoriseId: '123456',
        responseText: 'Approved',
        references: ['ORDER-1042'],
        isTest: true,
      },
    });
    expect(shop.paid).toEqual([{ order: '1042', txnNumber: '1001' }]);
    expect(service.calls).toMatchObject({ T8: 1, T3: 0, T2: 0 });
  });

  it('is found without a result key by the attempt’s own reference', async () => {
    const { claim } = await paid();
    expect((await shop.result(claim)).status).toBe('approved');
    // Four more searches ask whether the money has gone back.
    expect(service.calls).toMatchObject({ T8: 0, T3: 5, T2: 1 });
  });

  it.each([
    ['DECLINED', 'declined', { advice: 'another_card' }],
    ['REFUSED', 'failed', { advice: 'another_card' }],
  ])('has the next action of the page after %s', async (holder, status, advice) => {
    const { claim, resultKey } = await paid(holder);
    expect(await shop.result(claim, resultKey)).toMatchObject({ status, ...advice, receipt: { outcome: status } });
    expect(shop.paid).toEqual([]);
    expect(shop.mismatches).toEqual([]);
  });

  it.each([
    ['DECLINED', 'no_funds'],
    ['REFUSED', 'another_card'],
  ])('with tellsNoFunds advises %s as %s', async (holder, advice) => {
    shop = createShop(accountAt(service), { tellsNoFunds: true });
    const { claim, resultKey } = await paid(holder);
    expect(await shop.result(claim, resultKey)).toMatchObject({ advice });
  });

  it('shows the surcharge when there is one', async () => {
    service.alter = (txn) => ({ ...txn, AmountSurcharge: 199 });
    const { claim } = await paid();
    expect(await shop.result(claim)).toMatchObject({ receipt: { surcharge: { minor: 199, currency: 'AUD' } } });
  });

  it('is the same for every request, and the shop is notified once', async () => {
    const { claim, resultKey } = await paid();
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.result(claim, resultKey)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const calls = { ...service.calls };
    expect(await shop.result(claim, resultKey)).toEqual(answers[0]);
    expect(service.calls).toEqual(calls);
    expect(shop.paid).toHaveLength(1);
  });

  it('is open until a card is submitted: the same key can be used', async () => {
    const { claim, authKey } = await shop.grant('1042');
    expect(await shop.result(claim)).toEqual({ status: 'open', order: '1042', claim });
    expect((await shop.grant('1042')).authKey).toBe(authKey);
  });

  it('is pending within the grace period of an expired key, then expired', async () => {
    const { claim } = await shop.grant('1042');
    shop.now += 30 * MINUTE;
    const held = { status: 'pending', order: '1042', claim, waitsFor: 'key' };
    expect(await shop.result(claim)).toEqual({ ...held, retryAfterSeconds: 15, endsInSeconds: 120 });
    expect(await shop.authkey('1042')).toEqual({ ...held, retryAfterSeconds: 15, endsInSeconds: 120 });
    shop.now += 115_000;
    expect(await shop.result(claim)).toEqual({ ...held, retryAfterSeconds: 5, endsInSeconds: 5 });
    shop.now += 5000;
    expect(await shop.result(claim)).toEqual({ status: 'expired', order: '1042', claim });
    expect(await shop.result(claim)).toMatchObject({ status: 'expired' });
  });

  it('is not expired by a search that began within the grace period', async () => {
    const { claim, authKey } = await shop.grant('1042');
    shop.now += 31 * MINUTE;
    payDuringSearch(service, { authKey, then: () => (shop.now += 2 * MINUTE) });
    expect((await shop.result(claim)).status).toBe('pending');
    expect((await shop.authkey('1042')).status).toBe('approved');
    expect(shop.paid).toHaveLength(1);
  });

  it('is still found after the claim was expired', async () => {
    const { claim, authKey } = await shop.grant('1042');
    shop.now += 33 * MINUTE;
    expect((await shop.result(claim)).status).toBe('expired');
    await service.pay(authKey);
    expect((await shop.result(claim)).status).toBe('approved');
    expect(shop.paid).toHaveLength(1);
  });

  it.each([undefined, 'not a guid', '../search', '', 12, null, ['x']])(
    'treats %o as no result key',
    async (resultKey) => {
      const { claim } = await paid();
      const { body } = await shop.post('result', { claim, resultKey });
      expect(body).toMatchObject({ status: 'approved' });
      expect(service.calls.T8).toBe(0);
    },
  );

  it('is looked up by reference when the service does not know the result key', async () => {
    const { claim } = await paid();
    expect((await shop.result(claim, '00000000-0000-4000-8000-000000000000')).status).toBe('approved');
  });

  it.each(['lost_request', 'lost_answer', 'html', 'half', 'empty', 'unavailable', 'unauthorised'] as const)(
    'is never guessed when the service answers "%s"',
    async (fault) => {
      const { claim, resultKey } = await paid();
      service.fault = (call) => (call === 'T5' ? undefined : fault);
      for (const key of [resultKey, undefined]) {
        const { status, headers, body } = await shop.post('result', { claim, resultKey: key });
        expect([status, headers.get('retry-after')]).toEqual([503, '5']);
        expect(body).toMatchObject({ error: { code: 'service_unreachable' } });
      }
      service.fault = () => undefined;
      expect((await shop.result(claim)).status).toBe('approved');
    },
  );

  it('is not "nothing found" when the search finds a transaction that cannot be fetched', async () => {
    const { claim } = await paid();
    service.fault = (call) => (call === 'T2' ? 'lost_answer' : undefined);
    shop.now += 60 * MINUTE;
    expect((await shop.post('result', { claim })).status).toBe(503);
    expect((await shop.post('authkey', { order: '1042' })).status).toBe(503);
    expect(service.calls.T4).toBe(1);
  });

  it('of a payment whose refund has the same reference is that the money has gone back', async () => {
    const { claim } = await paid();
    const [payment] = service.txns as Txn[];
    (service.txns as Txn[]).unshift({ ...payment!, TxnNumber: '2000', Action: 'refund', OriginalTxnNumber: '1001' });
    expect((await shop.result(claim)).status).toBe('review');
    expect(shop.paid).toEqual([]);
    expect(shop.mismatches).toMatchObject([
      { kind: 'paid_reversed', txn: { TxnNumber: '1001' }, followUps: [{ TxnNumber: '2000' }] },
    ]);
  });
});

describe('a claim', () => {
  it.each([
    ['unknown', () => `${'0'.repeat(32)}.${'A'.repeat(43)}`],
    ['malformed', () => 'what?'],
    ['empty', () => ''],
    ['no text', () => 7],
    ['absent', () => undefined],
    [
      'with one character changed',
      (claim: string) => claim.slice(0, -2) + (claim.at(-2) === 'A' ? 'B' : 'A') + claim.at(-1),
    ],
    ['of another attempt’s id', (claim: string) => (claim.startsWith('0') ? '1' : '0') + claim.slice(1)],
    ['longer', (claim: string) => `${claim}A`],
  ])('that is %s is refused with the same text', async (_name, change) => {
    const { claim } = await paid();
    const { status, body } = await shop.post('result', { claim: change(claim) });
    expect(status).toBe(403);
    expect(body).toEqual({ error: { code: 'claim_refused', message: 'This claim is not known here' } });
    expect(service.calls).toMatchObject({ T8: 0, T3: 0 });
  });

  it('that another secret has signed is refused', async () => {
    const other = createShop(accountAt(service), { secret: 'another secret, which is just as long as it must be' });
    const { claim } = await paid();
    expect((await other.post('result', { claim })).body).toMatchObject({ error: { code: 'claim_refused' } });
  });

  it('that the store does not have is refused with the same text', async () => {
    const forgetful = createShop(accountAt(service));
    const { claim } = await paid();
    expect((await forgetful.post('result', { claim })).body).toEqual({
      error: { code: 'claim_refused', message: 'This claim is not known here' },
    });
  });
});
