/** Limits of a shopper's requests to store and remove cards: each is a call to the service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenKeyGrant } from '../../../src/core/pay-api.js';
import { type Service, startService } from '../service-on-a-port.js';
import { orderOf } from '../shop.js';
import { createShopWithCards, type ShopWithCards } from '../shopper.js';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const limitedShop = (calls: number) => createShopWithCards(service, { rateLimit: { order: { calls, seconds: 60 } } });
const askKey = async (shop: ShopWithCards, session: string, body: object = { task: 'add' }) =>
  (await shop.as(session, 'tokenkey', body)).status;

describe('a key to save', () => {
  it.each(['card', 'bank_account'] as const)(
    'a %s shows only that on the service’s page and in its frame',
    async (kind) => {
      const shop = createShopWithCards(service, { redirect: { merchantShortName: 'DEMOSHOP' }, iframe: {} });
      const { body } = await shop.as<TokenKeyGrant>('ann-1', 'tokenkey', { task: 'add', kind });
      const other = kind === 'card' ? 'bank_account' : 'card';
      for (const url of [body.hostedUrl, body.frameUrl]) {
        const page = new URL(url ?? '');
        const own = await (await fetch(page)).text();
        page.searchParams.set('method', other);
        for (const html of [own, await (await fetch(page)).text()]) {
          expect(html.includes('name="CardNumber"')).toBe(kind === 'card');
          expect(html.includes('name="BSBNumber"')).toBe(kind === 'bank_account');
          expect(html, 'an internal reference').not.toContain('<dt>');
        }
      }
    },
  );
});

describe('the limit of a shopper', () => {
  it('counts all sessions and kinds of one shopper', async () => {
    const shop = limitedShop(4);
    const bodies = [{ task: 'add' }, { task: 'add', kind: 'bank_account' }, { task: 'update', card: 'x'.repeat(59) }];
    const statuses = [];
    for (const body of [...bodies, ...bodies]) statuses.push(await askKey(shop, `ann-${statuses.length}`, body));
    // A change of a card that is none is counted before it is refused: handles cannot be guessed for ever.
    expect(statuses).toEqual([200, 200, 403, 200, 429, 429]);
    expect(await askKey(shop, 'bob-1')).toBe(200);
  });

  it('is exact for parallel calls, and its refusal has the time to wait', async () => {
    const shop = limitedShop(5);
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.as('ann-1', 'tokenkey', { task: 'add' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.body).toMatchObject({ error: { code: 'rate_limited' } });
  });

  it('also counts removed cards', async () => {
    const shop = limitedShop(2);
    const remove = async (session: string) => (await shop.as(session, 'cards/remove', { card: 'x'.repeat(59) })).status;
    expect([await remove('ann-1'), await askKey(shop, 'ann-1'), await remove('ann-2')]).toEqual([403, 200, 429]);
    expect(await remove('bob-1')).toBe(403);
  });

  it('is separate from that of orders', async () => {
    const shop = limitedShop(1);
    shop.orders.set('ann', orderOf('ann'));
    expect(await askKey(shop, 'ann-1')).toBe(200);
    expect(await askKey(shop, 'ann-1')).toBe(429);
    expect((await shop.as('ann-1', 'authkey', { order: 'ann' })).status).toBe(200);
  });
});
