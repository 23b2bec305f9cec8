/** P65: A decline of the attempt's own transaction frees its order, whatever else the service fills in or spells otherwise. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { accountAt, startFaultyService, type FaultyService, type Txn } from '../signer/faulty-service.js';
import { payOrder } from '../signer/pay-order.js';
import { createShop, type Shop } from '../signer/shop.js';

let service: FaultyService;
let shop: Shop;

beforeEach(async () => {
  service = await startFaultyService();
  open();
});
afterEach(() => service.close());

function open(options: Partial<SignerOptions> = {}): void {
  shop = createShop(accountAt(service), options);
}

async function pay(holder: string | undefined, change: (txn: Txn) => object): Promise<string> {
  const { claim, resultKey } = await payOrder(shop, service, holder);
  service.alter = (txn) => ({ ...txn, ...change(txn) });
  return (await shop.result(claim, resultKey)).status;
}

describe('P65: a decline', () => {
  it.each<[string, (txn: Txn) => object]>([
    ['with a biller', () => ({ BillerCode: 'SHOP' })],
    ['with references', () => ({ Crn2: 'filled', Crn3: 'in' })],
    ['with another Crn1', () => ({ Crn1: 'X' })],
    ['without an amount', () => ({ Amount: null })],
    ['with its Action in capitals', () => ({ Action: 'Payment' })],
    ['that is no test', () => ({ IsTestTxn: false })],
  ])('%s is a decline, with a line in the log, and the order can be paid', async (_what, change) => {
    for (const [holder, status] of [
      ['DECLINED', 'declined'],
      ['REFUSED', 'failed'],
    ] as const) {
      open();
      expect(await pay(holder, change)).toBe(status);
      expect(shop.mismatches).toEqual([]);
      const isLogged = shop.log.some(({ event, members }) => event === 'decline_differs' && members !== '');
      expect(isLogged).toBe(!('Action' in change({} as Txn)));
      expect((await shop.authkey('1042')).status).toBe('granted');
    }
  });

  it.each([{ MerchantNumber: '5353109000000001' }, { MerchantReference: 'florin-of-nobody' }])(
    'of somebody else (%o) frees nothing',
    async (change) => {
      expect(await pay('DECLINED', () => change)).toBe('review');
      expect((await shop.authkey('1042')).status).toBe('review');
    },
  );

  it('that contradicts itself frees nothing', async () => {
    expect(await pay('DECLINED', () => ({ BankResponseCode: '00', Crn2: 'filled' }))).toBe('pending');
    await shop.authkey('1042');
    expect(service.calls.T4).toBe(1);
  });
});

describe('P65: an approval', () => {
  it('in capitals is a payment', async () => {
    expect(await pay(undefined, () => ({ Action: 'PAYMENT' }))).toBe('approved');
  });

  it('has what merchantDefaults says that the facility fills in, or nothing', async () => {
    const merchantDefaults = { billerCode: 'SHOP', crn2: 'web', crn3: 'AU' };
    const filled = { BillerCode: 'SHOP', Crn2: 'web', Crn3: 'AU' };
    for (const [change, status] of [
      [filled, 'approved'],
      [{}, 'approved'],
      [{ ...filled, Crn3: 'NZ' }, 'review'],
      [{ ...filled, BillerCode: 'shop-2' }, 'review'],
    ] as const) {
      open({ merchantDefaults });
      expect(await pay(undefined, () => change)).toBe(status);
    }
  });

  it('differs where an order had a reference of its own', async () => {
    open({ merchantDefaults: { crn2: 'web' } });
    shop.orders.set('1042', { ...shop.orders.get('1042')!, crn2: 'mine' });
    expect(await pay(undefined, () => ({ Crn2: 'web' }))).toBe('review');
    expect(shop.mismatches).toMatchObject([{ differences: ['Crn2'] }]);
  });
});
