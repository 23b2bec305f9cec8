/**
 * P59: a search that answers something else than expected never counts as "no transaction". An order is paid and the
 * answer is lost; then the service's searches answer in odd ways, and the shopper comes back after the key has expired.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TokenKeyGrant, TokenResult } from '../../src/core/pay-api.js';
import { createRestClient } from '../../src/service/rest-client.js';
import { startLossyProxy, type LossyProxy } from '../signer/lossy-proxy.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { orderOf, type Shop } from '../signer/shop.js';
import { createShopWithCards, storeAt } from '../signer/shopper.js';

type Row = Record<string, unknown>;
type Rows = (rows: readonly Row[]) => unknown;

const LATER = 36 * 60;
let service: Service;
let line: LossyProxy;
let shop: ReturnType<typeof createShopWithCards>;
let serial = 0;
let order = '';

beforeAll(async () => {
  service = await startService();
  line = await startLossyProxy(service.url);
});
afterAll(async () => {
  await line.close();
  await service.close();
});
beforeEach(() => {
  serial += 1;
  order = `odd-${serial}`;
  shop = createShopWithCards(service, { service: service.accountAt(line.url) });
  shop.orders.set(order, orderOf(order));
});
afterEach(() => {
  line.alter = (body) => body;
});

/** From now on the lists of searches are answered so; `only` limits it to searches by reference or by Crn1. */
function alterSearches(alter: Rows, only: 'MerchantReference' | 'Crn1' | 'Crn3' | undefined = undefined): void {
  line.alter = (text, path, request) => {
    if (!path.endsWith('/search') || (only && !request.includes(`"${only}"`))) return text;
    const { APIResponse, ...lists } = JSON.parse(text) as Row;
    const [name = '', rows] = Object.entries(lists)[0] ?? [];
    const altered = alter((rows ?? []) as Row[]);
    const isEmpty = Array.isArray(altered) && altered.length === 0;
    return JSON.stringify({
      APIResponse: { ...(APIResponse as Row), ResponseCode: isEmpty ? 209 : 0 },
      [name]: altered,
    });
  };
}

const each = (change: (row: Row) => Row) => (rows: readonly Row[]) => rows.map(change);
const withReference = (change: (reference: string) => string | null) =>
  each((row) => ({ ...row, MerchantReference: change(String(row['MerchantReference'])) }));

/** Pays, and nobody hears of it. */
async function payUnheard(): Promise<void> {
  const { authKey } = await shop.grant(order);
  await service.pay(authKey);
}

async function comeBackLater(of: Pick<Shop, 'post'> = shop) {
  await service.advanceClock(LATER);
  await shop.signer.reconcile(1000);
  const { status, body } = await of.post<{ status?: string }>('authkey', { order });
  return status === 200 ? body.status : 'unreachable';
}

/** Rows of other people's payments, instead of those that were asked for. */
async function strangers(): Promise<Rows> {
  const { authKey } = await shop.grant('1042');
  await service.pay(authKey);
  const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
  const rows = await client.searchTransactions({ Crn1: 'ORDER-1042' });
  return () => rows.map((row) => ({ ...row, MerchantReference: 'by telephone', Crn1: 'SOMEBODY' }));
}

describe('P59: an odd answer to a search', () => {
  describe('that still has the payment finds it', () => {
    it.each<[string, Rows]>([
      ['with a padded reference', withReference((reference) => `${reference}   `)],
      ['with a reference in capitals', withReference((reference) => reference.toUpperCase())],
      ['among rows of strangers', (rows) => [...rows.map((row) => ({ ...row, MerchantReference: 'x' })), ...rows]],
    ])('%s', async (_what, alter) => {
      await payUnheard();
      alterSearches(alter);
      expect(await comeBackLater()).toBe('approved');
      expect(shop.paid.map((paid) => paid.order)).toEqual([order]);
    });
  });

  it('that leaves the payment out by its reference finds it by its Crn1', async () => {
    await payUnheard();
    alterSearches(() => [], 'MerchantReference');
    expect(await comeBackLater()).toBe('approved');
    expect(shop.paid.map((paid) => paid.order)).toEqual([order]);
  });

  it.each<[string, Rows]>([
    ['with its reference cut', withReference((reference) => reference.slice(0, 20))],
    ['without its reference', withReference(() => null)],
    ['in wrapped rows', each((row) => ({ TxnResp: row }))],
    [
      'with members in another case',
      each((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]))),
    ],
    ['as one row instead of a list', (rows) => rows[0]],
    ['as a list within a list', (rows) => [rows]],
  ])('with the payment %s gives no other key, and the payment is found later', async (_what, alter) => {
    await payUnheard();
    alterSearches(alter);
    expect(['pending', 'unreachable']).toContain(await comeBackLater());
    expect(shop.log.filter(({ level }) => level === 'error')).not.toEqual([]);
    expect(shop.paid).toEqual([]);
    line.alter = (body) => body;
    expect(await comeBackLater()).toBe('approved');
    expect(shop.paid.map((paid) => paid.order)).toEqual([order]);
  });

  it.each(['MerchantReference', undefined] as const)(
    'with rows of strangers only gives no other key (searches by %s)',
    async (only) => {
      await payUnheard();
      alterSearches(await strangers(), only);
      expect(await comeBackLater()).toBe('pending');
      expect(shop.log).toContainEqual(expect.objectContaining({ level: 'error', event: 'search_unclear', order }));
    },
  );

  it('that has a payment of the same Crn1 and amount with an unknown reference gives no other key', async () => {
    await payUnheard();
    alterSearches(() => [], 'MerchantReference');
    const byCrn1 = line.alter;
    line.alter = (text, path, request) =>
      byCrn1(request.includes('"Crn1"') ? text.replaceAll(/"florin-[\w-]+"/g, '"4711"') : text, path, request);
    expect(await comeBackLater()).toBe('pending');
    expect(shop.log).toContainEqual(expect.objectContaining({ level: 'error', event: 'search_unclear', order }));
  });

  it('that has only attempts of other orders with the same Crn1 gives another key', async () => {
    shop.orders.set('other', orderOf('other', { crn1: `ORDER-${order}` }));
    await shop.grant(order);
    await service.pay((await shop.grant('other')).authKey);
    expect(await comeBackLater()).toBe('granted');
  });

  it('that has an unknown declined payment with the same Crn1 gives another key', async () => {
    await shop.grant(order);
    const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
    const { amount, crn1 } = orderOf(order);
    await client.processTransaction({
      ...{ Action: 'payment', Amount: amount.minor, Currency: amount.currency, Crn1: crn1, TestMode: true },
      ...{ Type: 'internet', SubType: 'single' },
      CardDetails: { CardNumber: '5123456789012346', ExpiryDate: '9951', CardHolderName: 'A BUYER' },
    });
    expect(await comeBackLater()).toBe('granted');
  });

  it.each([118, 201, 206, 207])('that is refused with code %i gives no other key', async (code) => {
    await payUnheard();
    line.alter = (text, path) =>
      path.endsWith('/search') ? JSON.stringify({ APIResponse: { ResponseCode: code, ResponseText: 'no' } }) : text;
    expect(await comeBackLater()).toBe('unreachable');
  });

  /** From now on searches find nothing, and have these members besides. */
  const findNothingBeside = (beside: (rows: readonly Row[]) => Row) => {
    line.alter = (text, path) => {
      if (!path.endsWith('/search')) return text;
      const { TxnRespList } = JSON.parse(text) as { TxnRespList: Row[] };
      return JSON.stringify({ APIResponse: { ResponseCode: 209, ResponseText: 'Nothing' }, ...beside(TxnRespList) });
    };
  };

  it.each<[string, (rows: readonly Row[]) => Row]>([
    ['in its list', (rows) => ({ TxnRespList: rows })],
    ['as one transaction', (rows) => ({ TxnRespList: null, TxnResp: rows[0] })],
    ['in a list of another name', (rows) => ({ txnRespList: rows })],
  ])('that says "nothing found" and has the payment %s gives no other key', async (_what, beside) => {
    await payUnheard();
    findNothingBeside(beside);
    expect(await comeBackLater()).toBe('unreachable');
    line.alter = (body) => body;
    expect(await comeBackLater()).toBe('approved');
  });

  it('that says "nothing found" beside something that is no payment gives another key', async () => {
    await shop.grant(order);
    findNothingBeside(() => ({ TxnRespList: null, Trace: '4711', Links: [], Meta: {} }));
    expect(await comeBackLater()).toBe('granted');
  });

  it.each<[string, (txn: Row, other: Row) => Row]>([
    ['declined', (txn) => ({ ...txn, ResponseCode: '5', BankResponseCode: '51' })],
    ['another one', (_txn, other) => other],
    ['one without a number', (txn) => ({ ...txn, TxnNumber: null })],
  ])('that has an approved payment, which is %s when it is fetched, gives no other key', async (_what, change) => {
    await payUnheard();
    const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
    await service.pay((await shop.grant('1042')).authKey);
    const [other] = await client.searchTransactions({ Crn1: 'ORDER-1042' });
    line.alter = (text, path) => {
      if (!/\/txns\/\d+$/.test(path)) return text;
      const { APIResponse, TxnResp } = JSON.parse(text) as { APIResponse: Row; TxnResp: Row };
      return JSON.stringify({ APIResponse, TxnResp: change(TxnResp, other as Row) });
    };
    expect(await comeBackLater()).toBe('pending');
    expect(shop.log).toContainEqual(expect.objectContaining({ level: 'error', event: 'search_unclear', order }));
    line.alter = (body) => body;
    expect(await comeBackLater()).toBe('approved');
    expect(shop.paid.map((paid) => paid.order).sort()).toEqual(['1042', order]);
    expect(shop.mismatches).toEqual([]);
  });

  describe('for a card to save', () => {
    const store = async () => {
      const { claim, submitUrl } = (await shop.as<TokenKeyGrant>('eve-1', 'tokenkey', { task: 'add' })).body;
      await storeAt(submitUrl);
      return claim;
    };
    const resultOf = async (claim: string) =>
      (await shop.as<TokenResult>('eve-1', 'tokenresult', { claim })).body.status;
    const withCrn3 = (change: (crn3: string) => string) =>
      each((row) => ({ ...row, Crn3: change(String(row['Crn3'])) }));

    it.each<[string, Rows]>([
      ['padded', withCrn3((crn3) => ` ${crn3} `)],
      ['in capitals', withCrn3((crn3) => crn3.toUpperCase())],
    ])('with its reference %s finds the card', async (_what, alter) => {
      const claim = await store();
      alterSearches(alter);
      expect(await resultOf(claim)).toBe('stored');
    });

    it('with its reference cut is not the end of the attempt', async () => {
      const claim = await store();
      alterSearches(withCrn3((crn3) => crn3.slice(0, 20)));
      await service.advanceClock(LATER);
      expect(await resultOf(claim)).toBe('pending');
      expect(shop.log).toContainEqual(expect.objectContaining({ level: 'error', event: 'search_unclear' }));
      line.alter = (body) => body;
      expect(await resultOf(claim)).toBe('stored');
    });
  });
});
