/** Orders that reserve an amount or only check a card, with signer and sandbox, up to the capture. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentResult } from '../../../src/core/pay-api.js';
import { capture, createRestClient } from '../../../src/service/index.js';
import type { PricedOrder } from '../../../src/signer/signer-options.js';
import { startService, type Service } from '../service-on-a-port.js';
import { createShop, orderOf, type Shop } from '../shop.js';

const PREAUTH = { action: 'preauth' } as const;
const VERIFY = { action: 'verify_only', amount: { minor: 0, currency: 'AUD' } } as const;

let service: Service;
let shop: Shop;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  shop = createShop(service.accountAt(service.url), { clock: service.clock });
});

async function pay(changes: Partial<PricedOrder>): Promise<PaymentResult> {
  shop.orders.set('1', orderOf('1', changes));
  const { authKey, claim } = await shop.grant('1');
  const { ResultKey } = await service.pay(authKey);
  return shop.result(claim, ResultKey);
}

describe('an order that', () => {
  it('reserves an amount is reported as such, and is captured by its transaction', async () => {
    shop.orders.set('1', orderOf('1', PREAUTH));
    expect(await shop.grant('1')).toMatchObject({ action: 'preauth', amount: { minor: 19900 } });
    const result = await pay(PREAUTH);
    expect(result).toMatchObject({ status: 'approved', receipt: { action: 'preauth', amount: { minor: 19900 } } });
    const [{ txnNumber = '' } = {}] = shop.paid;
    const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
    const captured = await capture(client, {
      originalTxnNumber: txnNumber,
      amount: { minor: 15000, currency: 'AUD' },
      reference: 'shipped-1',
      testMode: true,
    });
    expect(captured).toMatchObject({ Action: 'capture', ResponseCode: '0', Amount: 15000 });
    // What the shop does with the reserved amount is its own business and no mismatch.
    await shop.signer.reconcile();
    expect(shop.mismatches).toEqual([]);
    expect(shop.paid).toHaveLength(1);
  });

  it('only checks the card charges nothing', async () => {
    const result = await pay(VERIFY);
    expect(result).toMatchObject({ status: 'approved', receipt: { action: 'verify_only', amount: { minor: 0 } } });
    expect(shop.paid).toMatchObject([{ order: '1' }]);
    expect(shop.mismatches).toEqual([]);
  });

  it('is paid has no action in its result', async () => {
    const result = (await pay({})) as { receipt: object };
    expect(result.receipt).not.toHaveProperty('action');
  });

  it('only checks the card has no surcharge', async () => {
    shop = createShop(service.accountAt(service.url), {
      clock: service.clock,
      surcharge: () => ({ minor: 200, currency: 'AUD' }),
    });
    expect(await pay(VERIFY)).toMatchObject({ status: 'approved', receipt: { amount: { minor: 0 } } });
  });

  it('changes from reserving to paying gets another key', async () => {
    shop.orders.set('1', orderOf('1', PREAUTH));
    const before = await shop.grant('1');
    shop.orders.set('1', orderOf('1'));
    const after = await shop.grant('1');
    expect(after.authKey).not.toBe(before.authKey);
    expect(after).not.toHaveProperty('action');
  });

  it.each([
    ['checks a card for money', { action: 'verify_only' }, 'amount.minor'],
    ['is to be refunded', { action: 'refund' }, 'action must be one of'],
  ] as const)('%s is a fault of the shop, and no key is made', async (_name, changes, words) => {
    shop.orders.set('1', orderOf('1', changes as Partial<PricedOrder>));
    const { status } = await shop.post('authkey', { order: '1' });
    expect(status).toBe(500);
    expect(shop.log).toContainEqual(
      expect.objectContaining({ event: 'price_order_failed', message: expect.stringContaining(words) }),
    );
  });
});
