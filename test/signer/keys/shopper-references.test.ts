/** References that the shopper types, through signer and sandbox. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthKeyGrant, SignerRefusal } from '../../../src/core/pay-api.js';
import type { PricedOrder, ShopperReference } from '../../../src/signer/signer-options.js';
import { startService, type Service } from '../service-on-a-port.js';
import { createShop, orderOf, type Shop } from '../shop.js';

const RULES: readonly ShopperReference[] = [
  { name: 'crn2', isRequired: true, longest: 12, pattern: /[A-Z]-\d+/ },
  { name: 'crn3' },
];
const TEST_CARD = '5123 4567 8901 2346';

let service: Service;
let shop: Shop;
let serial = 8000;

beforeAll(async () => {
  service = await startService();
}, 60_000);
afterAll(() => service.close());
beforeEach(() => {
  shop = createShop(service.accountAt(service.url), { clock: service.clock });
});

function newOrder(changes: Partial<PricedOrder> = { shopperReferences: RULES }): string {
  serial += 1;
  shop.orders.set(String(serial), orderOf(String(serial), changes));
  return String(serial);
}

const ask = (order: string, references?: unknown, path = 'authkey') =>
  shop.post<AuthKeyGrant & SignerRefusal>(path, { order, references });

async function refusalOf(order: string, references?: unknown, path?: string) {
  const { status, body } = await ask(order, references, path);
  return [status, body.error?.code, body.error?.reference] as const;
}

describe('references of the shopper', () => {
  it('are fixed in the key, and are in the result and on the receipt', async () => {
    const { body: grant } = await ask(newOrder(), { crn2: '  B-17 ', crn3: '' });
    const { ResultKey } = await service.pay(grant.authKey, {});
    expect(await shop.result(grant.claim, ResultKey)).toMatchObject({
      status: 'approved',
      receipt: { references: [expect.stringMatching(/^ORDER-/), 'B-17'] },
    });
    expect(shop.mismatches).toEqual([]);
  });

  it('that are equal get the same key, others another key', async () => {
    const order = newOrder();
    const first = (await ask(order, { crn2: 'B-17' })).body;
    expect((await ask(order, { crn2: ' B-17' })).body.authKey).toBe(first.authKey);
    const other = (await ask(order, { crn2: 'B-18' })).body;
    expect(other.authKey).not.toBe(first.authKey);
    const { ResultKey } = await service.pay(first.authKey, {});
    expect((await shop.result(first.claim, ResultKey)).status).toBe('review');
    expect(shop.mismatches).toMatchObject([{ kind: 'paid_superseded' }]);
  });

  it.each([
    [undefined, 'crn2', 'empty'],
    [{}, 'crn2', 'empty'],
    [{ crn2: '   ' }, 'crn2', 'empty'],
    [{ crn2: 'B-12345678901' }, 'crn2', 'too_long'],
    [{ crn2: '17' }, 'crn2', 'format'],
    [{ crn2: 'B-1', crn3: '<script>' }, 'crn3', 'characters'],
    [{ crn2: 'B-1', crn3: TEST_CARD }, 'crn3', 'card'],
  ])('%j are refused: %s %s', async (references, name, problem) => {
    for (const path of ['authkey', 'references']) {
      expect(await refusalOf(newOrder(), references, path)).toEqual([422, 'reference_refused', { name, problem }]);
    }
    expect(JSON.stringify(shop.log)).not.toContain('5123');
  });

  it.each([[[]], ['crn2'], [7], [{ crn2: 7 }], [{ crn1: 'mine', crn2: 'B-1' }], [{ crn2: 'B-1', billerCode: 'x' }]])(
    'of another shape, or that the shop has not allowed (%j), are a bad request',
    async (references) => {
      expect(await refusalOf(newOrder(), references)).toEqual([400, 'bad_request', undefined]);
    },
  );

  it('are refused if the shop has allowed none', async () => {
    expect(await refusalOf(newOrder({}), { crn2: 'B-1' })).toEqual([400, 'bad_request', undefined]);
    expect((await ask(newOrder({}), {})).status).toBe(200);
  });

  it('replace the shop’s references, Crn1 too', async () => {
    const order = newOrder({ crn1: '', shopperReferences: [{ name: 'crn1', isRequired: true }] });
    const { body: grant } = await ask(order, { crn1: 'CUSTOMER 7' });
    const { ResultKey } = await service.pay(grant.authKey, {});
    expect(await shop.result(grant.claim, ResultKey)).toMatchObject({ receipt: { references: ['CUSTOMER 7'] } });
  });

  it('can be checked without making a key', async () => {
    const order = newOrder();
    expect(await ask(order, { crn2: 'B-17' }, 'references')).toMatchObject({ status: 200, body: {} });
    expect(await refusalOf('nobody', { crn2: 'B-17' }, 'references')).toEqual([403, 'order_refused', undefined]);
  });

  it('do not outdate an order whose versions rise', async () => {
    shop = createShop(service.accountAt(service.url), { clock: service.clock, orderVersions: 'rising' });
    const order = newOrder({ version: '3', shopperReferences: RULES });
    for (const crn2 of ['B-1', 'B-2']) expect((await ask(order, { crn2 })).status).toBe(200);
  });

  it.each([
    [[{ name: 'crn4' }]],
    [[{ name: 'crn2', longest: 51 }]],
    [[{ name: 'crn2', longest: 0 }]],
    [[{ name: 'crn2' }, { name: 'crn2' }]],
  ])("a rule of the shop that is wrong (%j) is the shop's fault", async (rules) => {
    const shopperReferences = rules as unknown as readonly ShopperReference[];
    expect((await refusalOf(newOrder({ shopperReferences }), {}))[0]).toBe(500);
    expect(shop.log).toMatchObject([{ event: 'price_order_failed' }]);
  });
});
