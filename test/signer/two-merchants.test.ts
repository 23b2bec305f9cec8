/** Two shops with two merchants at one service: a result of one is never accepted by the other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { createRestClient } from '../../src/service/rest-client.js';
import { startService, type Service } from './service-on-a-port.js';
import { createShop, orderOf, ORIGIN, type Shop } from './shop.js';

const OTHER = { number: '5353109000000088', shortName: 'OTHERSHOP', name: 'Other Shop' };

let service: Service;
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  service = await startService();
  await service.control.addMerchants([{ ...DEMO_MERCHANT, ...OTHER }]);
  const account = service.accountAt(service.url);
  shop = createShop(account, { clock: service.clock });
  other = createShop({ ...account, merchantNumber: OTHER.number }, { clock: service.clock });
}, 60_000);
afterAll(() => service.close());

/** An order of the same name and price in both shops, paid in the other one. */
async function paidElsewhere(order: string) {
  for (const each of [shop, other]) each.orders.set(order, orderOf(order));
  const mine = await shop.grant(order);
  const { authKey } = await other.grant(order);
  const { ResultKey, RedirectionUrl } = await service.pay(authKey);
  return { mine, resultKey: String(ResultKey), redirectionUrl: new URL(RedirectionUrl ?? '') };
}

describe('another merchant’s result', { timeout: 30_000 }, () => {
  it('is unknown to the service if a page presents it, and the order stays payable', async () => {
    const { mine, resultKey } = await paidElsewhere('1');
    expect((await shop.result(mine.claim, resultKey)).status).toBe('open');
    expect([shop.paid, shop.mismatches]).toEqual([[], []]);
    await service.pay(mine.authKey);
    expect((await shop.result(mine.claim, resultKey)).status).toBe('approved');
    expect(shop.paid.map(({ order }) => order)).toEqual(['1']);
  });

  it('is unknown in a forged return, and its claim is refused here', async () => {
    const { mine, resultKey, redirectionUrl } = await paidElsewhere('2');
    const forged = `${ORIGIN}/pay/return?claim=${mine.claim}&ResponseCode=0&ResultKey=${resultKey}`;
    expect((await shop.signer.fetch(new Request(forged))).status).toBe(303);
    expect((await shop.result(mine.claim)).status).toBe('open');
    // The claims of the two shops have the same form and, here, the same secret: the store decides.
    const theirs = redirectionUrl.searchParams.get('claim');
    const { status, body } = await shop.post<{ error: { code: string } }>('result', { claim: theirs, resultKey });
    expect([status, body.error.code]).toEqual([403, 'claim_refused']);
    expect(shop.paid.filter(({ order }) => order === '2')).toEqual([]);
  });

  it('is a mismatch if the service returns it to a client with the other merchant’s login', async () => {
    const account = { ...service.accountAt(service.url), version: 'v3' as const };
    const [own, theirs] = [account, { ...account, merchantNumber: OTHER.number }].map((each) => createRestClient(each));
    const confused = createShop(
      {
        client: { ...own!, getResult: theirs!.getResult },
        browserUrl: service.url,
        merchantNumber: account.merchantNumber,
      },
      { clock: service.clock },
    );
    confused.orders.set('3', orderOf('3'));
    other.orders.set('3', orderOf('3'));
    const mine = await confused.grant('3');
    const { ResultKey } = await service.pay((await other.grant('3')).authKey);
    expect((await confused.result(mine.claim, ResultKey)).status).toBe('review');
    expect(confused.paid).toEqual([]);
    expect(confused.mismatches).toMatchObject([
      { kind: 'result_mismatch', order: '3', differences: ['MerchantNumber', 'MerchantReference'] },
    ]);
  });
});
