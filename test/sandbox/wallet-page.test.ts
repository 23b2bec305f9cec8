/** The simulated wallet of the hosted page (docs/guides/wallets.md). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageCaller, resultKeyIn, SHOP } from './page-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';
import { TokenCaller } from './token-caller.js';

describe.each(TARGETS)('the hosted page, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let api: TokenCaller;
  let pages: PageCaller;

  beforeAll(async () => {
    service = await open();
    api = new TokenCaller(service, 'v3');
    pages = new PageCaller(service);
  });
  afterAll(() => service.close());

  const payPage = async (members: object) =>
    `/pay/DEMOSHOP?in_pay_token=${await api.key(members, { RedirectionUrl: SHOP })}`;

  it('the wallet of American Express pays with one press, where the key offers it', async () => {
    const page = await payPage({ AmexExpressCheckout: true, Amount: 19_900, Crn1: 'order 7' });
    const { html } = await pages.get(page);
    expect(html).toContain('Amex Express Checkout (simulated)');
    const [, action = ''] = /action="([^"]*method=amex_express[^"]*)"/.exec(html) ?? [];
    const press = () => pages.post(action.replaceAll('&amp;', '&'), {});
    const answers = await Promise.all([press(), press(), press()]);
    const paid = answers.filter(({ location }) => location !== null);
    expect(paid).toHaveLength(1);
    const { TxnResp } = await api.result(paid.map(resultKeyIn).join());
    expect(TxnResp).toMatchObject({ Amount: 19_900, CardType: 'AX', ResponseCode: '0' });
  });

  it.each([
    ['the key does not offer it', {}],
    ['the amount is not fixed', { Amount: undefined, Crn1: 'order 7', AmexExpressCheckout: true }],
    ['a reference is open', { Crn1: null, AmexExpressCheckout: true }],
  ])('there is no wallet where %s, whatever is posted', async (_why, members) => {
    const page = await payPage(members);
    expect((await pages.get(page)).html).not.toContain('amex_express');
    const { status, location } = await pages.post(`${page}&method=amex_express`, {});
    expect([status, location]).toEqual([422, null]);
  });
});
