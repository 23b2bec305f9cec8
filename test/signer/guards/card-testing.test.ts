/** Limits against card testing. P36 runs a whole attack. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { createMemoryCounter, type TryCounter } from '../../../src/signer/guards/call-limits.js';
import type { SignerOptions } from '../../../src/signer/signer-options.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop, orderOf, ORIGIN, type Shop, shopClock } from '../shop.js';

let service: FaultyService;
let shop: Shop;
let serial = 0;
beforeEach(async () => {
  service = await startFaultyService();
});
afterEach(() => service.close());

const open = (options: Partial<SignerOptions> = {}) => {
  shop = createShop(accountAt(service), { rateLimit: {}, ...options });
};
/** Asks for the key of an order, a new one unless it is named, from an address. */
async function ask(address: string | undefined, order = `order ${(serial += 1)}`, headers = {}) {
  shop.orders.set(order, orderOf(order));
  const request = new Request(`${ORIGIN}/pay/authkey`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
    body: JSON.stringify({ order }),
  });
  const response = await shop.signer.fetch(request, { clientAddress: address });
  const body = (await response.json()) as { authKey: string; claim: string; error?: { code: string } };
  return { ...body, status: response.status, retryAfter: Number(response.headers.get('retry-after')) };
}
async function pay(address: string, holder?: string) {
  const { authKey, claim } = await ask(address);
  await service.pay(authKey, holder ? { holder } : {});
  return shop.result(claim);
}

describe('the tries of a client', () => {
  it('are limited over all orders, for each client', async () => {
    open({ rateLimit: { tries: { calls: 3, seconds: 600 } } });
    for (let key = 0; key < 3; key += 1) expect((await ask('192.0.2.1')).status).toBe(200);
    const refused = await ask('192.0.2.1');
    expect(refused).toMatchObject({ status: 429, error: { code: 'rate_limited' } });
    expect(refused.retryAfter).toBeGreaterThan(500);
    expect((await ask('192.0.2.2')).status).toBe(200);
    expect(service.calls.T4).toBe(4);
  });

  it('are not used up by approved payments, nor by a key that is requested again', async () => {
    open({ rateLimit: { tries: { calls: 1, seconds: 600 } } });
    for (let order = 0; order < 5; order += 1) expect((await pay('192.0.2.1')).status).toBe('approved');
    for (let again = 0; again < 5; again += 1) expect((await ask('192.0.2.1', 'the same')).status).toBe(200);
    expect((await ask('192.0.2.1', 'another')).status).toBe(429);
  });

  it('are also limited for an IPv6 network of a /48, which gets them back too', async () => {
    open({ rateLimit: { tries: { calls: 2, seconds: 600 } } });
    const addresses = Array.from({ length: 34 }, (_, subnet) => `2001:db8:1:${subnet.toString(16)}::1`);
    for (const address of addresses.slice(0, 20)) expect((await pay(address)).status).toBe('approved');
    for (const address of addresses.slice(0, 32)) expect((await ask(address)).status).toBe(200);
    expect((await ask(addresses[33])).status).toBe(429);
    expect((await ask('2001:db8:2::1')).status).toBe(200);
  });

  it('are used up by declined payments', async () => {
    open({ rateLimit: { tries: { calls: 2, seconds: 600 } } });
    for (let card = 0; card < 2; card += 1) expect((await pay('192.0.2.1', 'DECLINED')).status).toBe('declined');
    expect((await ask('192.0.2.1')).status).toBe(429);
  });

  it('are not used up by a service that is down, and the order can be paid when it is back', async () => {
    open({ rateLimit: { tries: { calls: 1, seconds: 600 } } });
    service.fault = () => 'unavailable';
    for (let call = 0; call < 3; call += 1) expect((await ask('192.0.2.1', 'one')).status).toBe(503);
    service.fault = () => undefined;
    expect((await ask('192.0.2.1', 'one')).status).toBe(200);
  });

  it('leave an order free for another client after they refused it', async () => {
    open({ rateLimit: { tries: { calls: 1, seconds: 600 } } });
    await ask('192.0.2.1');
    expect((await ask('192.0.2.1', 'shared')).status).toBe(429);
    expect((await ask('192.0.2.2', 'shared')).status).toBe(200);
  });

  it('are not counted if the host passes no address', async () => {
    open({ rateLimit: { tries: { calls: 1, seconds: 600 } } });
    for (let key = 0; key < 5; key += 1) expect((await ask(undefined)).status).toBe(200);
  });

  it('are stored under a name that does not contain the address', async () => {
    const store = createMemoryStore({ clock: shopClock });
    open({ store });
    await ask('192.0.2.1', 'a');
    await ask('192.0.2.1', 'b');
    await ask('192.0.2.2', 'c');
    const names = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => (await store.readOrder(shop.scope, name)).claims[0]?.client),
    );
    expect(names[0]).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
  });
});

describe('throttling', () => {
  const limits = { tries: { calls: 100, seconds: 600 }, declines: { calls: 2, seconds: 600 } };
  const isHuman = { 'x-human': 'yes' };
  const challenge = (request: Request) => request.headers.get('x-human') === 'yes';
  const throttle = async () => {
    for (let card = 0; card < 3; card += 1) await pay(`192.0.2.${card}`, 'DECLINED');
  };
  const isThrottled = async () => {
    const response = await shop.signer.fetch(new Request(`${ORIGIN}/pay/health`));
    return ((await response.json()) as { isThrottled: boolean }).isThrottled;
  };

  it('starts after many declines from any clients, is logged once, and requires a challenge', async () => {
    open({ rateLimit: limits, challenge });
    await pay('192.0.2.9', 'DECLINED');
    await pay('192.0.2.8', 'DECLINED');
    expect(await isThrottled()).toBe(false);
    await pay('192.0.2.7', 'DECLINED');
    expect(await isThrottled()).toBe(true);
    expect(await ask('198.51.100.1')).toMatchObject({ status: 429, error: { code: 'rate_limited' }, retryAfter: 60 });
    expect((await ask('198.51.100.1', 'mine', isHuman)).status).toBe(200);
    await Promise.all([1, 2, 3].map(() => ask('198.51.100.1', 'mine', isHuman)));
    expect(shop.log.filter(({ event }) => event === 'card_testing')).toHaveLength(1);
  });

  it('refuses an unknown order with the usual text', async () => {
    open({ rateLimit: limits, challenge });
    await throttle();
    const { status, body } = await shop.post<{ error: { code: string } }>('authkey', { order: 'unknown' });
    expect([status, body.error.code]).toEqual([403, 'order_refused']);
  });

  it('allows a client a third of its tries if the shop has no challenge, and says so', async () => {
    open({ rateLimit: { ...limits, tries: { calls: 9, seconds: 600 } } });
    for (let key = 0; key < 5; key += 1) expect((await ask('198.51.100.2')).status).toBe(200);
    await throttle();
    expect(await isThrottled()).toBe(true);
    for (let key = 0; key < 3; key += 1) expect((await ask('198.51.100.1')).status).toBe(200);
    for (let key = 0; key < 9; key += 1) expect((await ask('198.51.100.1')).status).toBe(429);
    expect((await ask('198.51.100.2')).status).toBe(429);
    expect((await ask('198.51.100.3')).status).toBe(200);
    expect(shop.log.map(({ event }) => event)).toContain('card_testing');
  });

  it('allows an order four keys from all clients, and all keys with a challenge', async () => {
    const keysOf = async (headers = {}) => {
      let keys = 0;
      for (let client = 0; client < 8; client += 1) {
        const { status, authKey, claim } = await ask(`198.51.100.${client}`, 'wanted', headers);
        if (status !== 200) return keys;
        keys += 1;
        await service.pay(authKey, { holder: 'DECLINED' });
        await shop.result(claim);
      }
      return keys;
    };
    open({ rateLimit: limits });
    await throttle();
    expect(await keysOf()).toBe(4);
    open({ rateLimit: limits, challenge });
    await throttle();
    expect(await keysOf(isHuman)).toBe(8);
  });

  it('does not happen without limits', async () => {
    open({ rateLimit: false, challenge });
    await throttle();
    expect(await isThrottled()).toBe(false);
    expect((await ask('198.51.100.1')).status).toBe(200);
  });

  it('does not delay a payment if it cannot count', async () => {
    const broken: TryCounter = {
      ...createMemoryCounter(limits.declines),
      take: () => Promise.reject(new Error('gone')),
    };
    open({ rateLimit: { ...limits, declines: broken } });
    expect((await pay('192.0.2.1', 'DECLINED')).status).toBe('declined');
    expect(shop.log.map(({ event }) => event)).toContain('limits_failed');
  });
});
