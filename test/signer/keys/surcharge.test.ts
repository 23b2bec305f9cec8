/** A surcharge by card type, through signer and sandbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthKeyAnswer, AuthKeyGrant, SignerRefusal } from '../../../src/core/pay-api.js';
import type { SignerOptions } from '../../../src/signer/signer-options.js';
import { startService, type Service } from '../service-on-a-port.js';
import { createShop, orderOf, type Shop } from '../shop.js';

const aud = (minor: number) => ({ minor, currency: 'AUD' });
const TABLE: Readonly<Record<string, number>> = { VC: 200, MC: 200, AX: 300, JC: 0 };
const surcharge: SignerOptions['surcharge'] = (_order, cardType) => {
  const minor = TABLE[cardType];
  return minor === undefined ? null : aud(minor);
};

let service: Service;
let shop: Shop;
let serial = 7000;

beforeAll(async () => {
  service = await startService();
}, 60_000);
afterAll(() => service.close());
beforeEach(() => {
  shop = createShop(service.accountAt(service.url), { clock: service.clock, surcharge });
});

function newOrder(changes = {}): string {
  serial += 1;
  shop.orders.set(String(serial), orderOf(String(serial), changes));
  return String(serial);
}

async function grantFor(order: string, cardType?: unknown): Promise<AuthKeyGrant> {
  const { status, body } = await shop.post<AuthKeyAnswer | SignerRefusal>('authkey', { order, cardType });
  if ('error' in body) throw new Error(`${status} ${body.error.code}`);
  if (body.status !== 'granted') throw new Error(body.status);
  return body;
}

async function payWith(grant: AuthKeyGrant) {
  // The sandbox's usual card is a Mastercard.
  const { ResultKey } = await service.pay(grant.authKey, {});
  return shop.result(grant.claim, ResultKey);
}

describe('a shop with surcharges', () => {
  it('has the surcharge of each card type in the grant, and makes the key for the requested type', async () => {
    const order = newOrder();
    const base = await grantFor(order);
    expect(base).toMatchObject({ amount: aud(19900), surcharges: { VC: 200, MC: 200, AX: 300, DC: 0, JC: 0 } });
    expect(base.surcharge).toBeUndefined();
    const priced = await grantFor(order, 'MC');
    expect(priced).toMatchObject({ amount: aud(20100), surcharge: aud(200) });
    expect(priced.authKey).not.toBe(base.authKey);
  });

  it('charges it, and shows it on the receipt', async () => {
    const result = await payWith(await grantFor(newOrder(), 'MC'));
    expect(result).toMatchObject({ status: 'approved', receipt: { amount: aud(20100), surcharge: aud(200) } });
    expect(shop.paid).toHaveLength(1);
    expect(shop.mismatches).toEqual([]);
  });

  it.each([['without one'], ['for another type']])('reports a card on a key %s as a mismatch', async (kind) => {
    const result = await payWith(await grantFor(newOrder(), kind === 'without one' ? 'other' : 'AX'));
    expect(result.status).toBe('review');
    expect(shop.paid).toEqual([]);
    expect(shop.mismatches).toMatchObject([{ kind: 'result_mismatch', differences: ['CardType'] }]);
  });

  it('keeps the key for a type with the same surcharge, and while the type is unknown', async () => {
    const order = newOrder();
    const first = await grantFor(order, 'VC');
    for (const cardType of ['MC', undefined, 'VC']) {
      expect((await grantFor(order, cardType)).authKey).toBe(first.authKey);
    }
    expect((await grantFor(order, 'other')).amount).toEqual(aud(19900));
  });

  it('makes at most three further keys', async () => {
    const order = newOrder();
    for (const cardType of ['VC', 'AX', 'other', 'VC']) await grantFor(order, cardType);
    await expect(grantFor(order, 'AX')).rejects.toThrow('429 rate_limited');
  });

  it.each([['DISCOVER'], ['__proto__'], [7], [null], [{ VC: 1 }]])('reads %j as a card without one', async (type) => {
    expect((await grantFor(newOrder(), type)).amount).toEqual(aud(19900));
  });

  it('has the same version for all card types with rising versions', async () => {
    shop = createShop(service.accountAt(service.url), { clock: service.clock, surcharge, orderVersions: 'rising' });
    const order = newOrder({ version: '4' });
    await grantFor(order, 'VC');
    await grantFor(order, 'AX');
    shop.orders.set(order, orderOf(order, { version: '4', amount: aud(100) }));
    await expect(grantFor(order, 'AX')).rejects.toThrow('order_refused');
  });

  it.each([
    ['a part of a cent', { minor: 1.5, currency: 'AUD' }],
    ['less than nothing', { minor: -1, currency: 'AUD' }],
    ['another currency', { minor: 1, currency: 'NZD' }],
  ])('gives no key for a surcharge of %s', async (_name, amount) => {
    shop = createShop(service.accountAt(service.url), { clock: service.clock, surcharge: () => amount });
    await expect(grantFor(newOrder())).rejects.toThrow('500 configuration_invalid');
  });

  it('cannot have methods whose card type is unknown before the payment', () => {
    for (const option of [{ webform: {} }, { iframe: {} }, { redirect: { merchantShortName: 'demo' } }]) {
      expect(() => createShop(service.accountAt(service.url), { surcharge, ...option })).toThrow(TypeError);
    }
  });

  it('without surcharges has none in its answers', async () => {
    shop = createShop(service.accountAt(service.url), { clock: service.clock });
    const grant = await grantFor(newOrder(), 'VC');
    expect(grant.amount).toEqual(aud(19900));
    expect('surcharges' in grant).toBe(false);
  });
});
