import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { openSqliteStore } from '../../src/sandbox/node/open-sqlite-store.js';
import type { Store } from '../../src/sandbox/store/store.js';
import type { RequestObjects } from '../../src/sandbox/request-objects.js';
import { press, startChallenge } from './challenge-caller.js';
import { BROWSER_CARD, RestCaller, type Json } from './rest-caller.js';
import { Customer, OrderItem, Person } from './sample-objects.js';
import { stoppedClock, type ServiceUnderTest } from './service-under-test.js';

const Order = {
  BillingAddress: { ...Person, Comments: 'billing' },
  OrderItems: [OrderItem, { SKU: 'S2', Quantity: 1, UnitPrice: 100 }],
  OrderRecipients: [Person, {}],
  ShippingAddress: Person,
  ShippingMethod: 'post',
};
const SCREENING = {
  v2: {
    CustomFields: [{ CustomField: 'a' }, { CustomField: 'b' }],
    CustomerIPAddress: '192.0.2.1',
    DeviceFingerPrint: 'device-1',
    PerformFraudScreening: 'true',
    TxnSourceWebsiteURL: 'https://shop.example',
  },
  v3: {
    CustomFields: [{ CustomField: 'a' }, { CustomField: 'b' }],
    CustomerIPAddress: '192.0.2.1',
    FraudScreeningDeviceFingerprint: 'device-1',
    PerformFraudScreening: true,
    SourceWebsiteURL: 'https://shop.example',
  },
};
const KEPT: RequestObjects = {
  customer: Customer,
  order: Order,
  screening: {
    perform: true,
    deviceFingerprint: 'device-1',
    customerIPAddress: '192.0.2.1',
    sourceWebsiteURL: 'https://shop.example',
    customFields: ['a', 'b'],
  },
};

describe.each(['v2', 'v3'] as const)('objects of a request are stored, %s', (version) => {
  const folder = mkdtempSync(join(tmpdir(), 'florin-objects-'));
  let store: Store;
  let sandbox: Sandbox;
  let service: ServiceUnderTest;
  let api: RestCaller;

  const objects = { Customer, Order, FraudScreeningRequest: SCREENING[version] };

  beforeAll(async () => {
    store = await openSqliteStore({ database: join(folder, `${version}.sqlite`) });
    const clock = stoppedClock();
    sandbox = createSandbox({ store, clock });
    service = {
      fetch: (path, init) => sandbox.fetch(new Request(`http://sandbox.test${path}`, init)),
      control: sandbox.control,
      clock,
      close: () => sandbox.close(),
    };
    api = new RestCaller(service, version);
  });
  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
  });

  async function keptOf({ TxnNumber }: Json): Promise<RequestObjects | undefined> {
    const merchant = await store.read((view) => view.findMerchantByNumber('5353109000000000'));
    return store.read((view) => view.findRequestObjects(merchant?.id ?? 0, Number(TxnNumber)));
  }

  it('by T1, completely, and none is returned', async () => {
    const txn = await api.made(objects);
    expect(await keptOf(txn)).toEqual(KEPT);
    const text = JSON.stringify([txn, await api.get(txn.TxnNumber), await api.search({ TxnNumber: txn.TxnNumber })]);
    for (const word of ['Socks', 'Melbourne', 'device-1', '192.0.2.1', 'C7', 'Salutation'])
      expect(text).not.toContain(word);
  });

  it('by T4 and T5, with the device that the browser names', async () => {
    const authKey = await api.key(objects);
    const TxnReq = { CardDetails: BROWSER_CARD, FraudScreeningDeviceFingerprint: 'device-of-the-browser' };
    const { ResultKey } = await api.call('POST', `/txns/withauthkey/${authKey}`, { TxnReq });
    const txn = (await api.result(ResultKey)).TxnResp;
    const screening = { ...KEPT.screening, deviceFingerprint: 'device-of-the-browser' };
    expect(await keptOf(txn)).toEqual({ ...KEPT, screening });
    // A device alone requests no screening, and a browser cannot request one.
    const plain = await api.call('POST', `/txns/withauthkey/${await api.key()}`, { TxnReq });
    const unasked = (await api.result(plain.ResultKey)).TxnResp;
    expect(await keptOf(unasked)).toBeUndefined();
    expect(unasked.FraudScreeningResponse.ReDResponse).toBeNull();
  });

  it('through a challenge, pending and finished', async () => {
    const challenge = await startChallenge(api, { ...objects, MerchantReference: 'with objects' });
    expect(await keptOf((await api.result(challenge.resultKey)).TxnResp)).toEqual(KEPT);
    await press(service, challenge.path, 'approve');
    const txn = (await api.result(challenge.resultKey)).TxnResp;
    expect(txn).toMatchObject({ ResponseCode: '0', MerchantReference: 'with objects' });
    expect(await keptOf(txn)).toEqual(KEPT);
  });

  it('a payment without objects stores none', async () => {
    expect(await keptOf(await api.made())).toBeUndefined();
    expect(await keptOf(await api.made({ Customer: null, Order: null, FraudScreeningRequest: null }))).toBeUndefined();
  });

  it('other spellings are normalised, unknown members are dropped', async () => {
    const txn = await api.made({
      Customer: { IsExistingCustomer: 'true', Shoe: 42, Address: { Postcode: '3001', Planet: 'Earth' } },
      Order: { OrderItems: [{ Sku: 'S9' }, null] },
    });
    expect(await keptOf(txn)).toEqual({
      customer: { ExistingCustomer: true, Address: { PostCode: '3001' } },
      order: { OrderItems: [{ SKU: 'S9' }] },
    });
  });

  it('10,000 items are stored and one more is refused; a refused request stores nothing', async () => {
    const items = (count: number) => ({ Order: { OrderItems: Array.from({ length: count }, () => ({ SKU: 's' })) } });
    const txn = await api.made(items(10_000));
    expect((await keptOf(txn))?.order?.OrderItems).toHaveLength(10_000);
    expect((await api.process(items(10_001))).APIResponse.ResponseCode).toBe(998);
    expect((await api.process({ ...objects, Amount: -1 })).APIResponse.ResponseCode).toBe(110);
  });

  it('another merchant cannot find them, and a reset deletes them', async () => {
    const txn = await api.made(objects);
    expect(await store.read((view) => view.findRequestObjects(0, Number(txn.TxnNumber)))).toBeUndefined();
    await sandbox.control.reset();
    expect(await keptOf(txn)).toBeUndefined();
  });
});
