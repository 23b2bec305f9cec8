import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, PAYMENT, RestCaller, type Json } from './rest-caller.js';
import { Customer, OrderItem, Person } from './sample-objects.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

const EVERY_WAY = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));

const Order = {
  BillingAddress: { ...Person, Comments: 'billing' },
  OrderItems: [OrderItem, { Sku: 'S2', Quantity: 1, UnitPrice: 100 }, null],
  OrderRecipients: [Person, {}],
  ShippingAddress: Person,
  ShippingMethod: 'post',
};
const FRAUD_SCREENING = {
  v2: {
    CustomFields: [{ CustomField: 'a' }],
    CustomerIPAddress: '192.0.2.1',
    DeviceFingerPrint: 'f',
    PerformFraudScreening: 'false',
    TxnSourceWebsiteURL: 'https://shop.example',
  },
  v3: {
    CustomFields: [{ CustomField: 'a' }],
    CustomerIPAddress: '192.0.2.1',
    FraudScreeningDeviceFingerprint: 'f',
    PerformFraudScreening: false,
    SourceWebsiteURL: 'https://shop.example',
  },
};
const StatementDescriptor = {
  AddressLine1: '1 Test Street',
  AddressLine2: 'Level 2',
  City: 'Melbourne',
  CompanyName: 'Demo Pty Ltd',
  CountryCode: 'AUS',
  MerchantName: 'Demo',
  PhoneNumber: '0390000000',
  State: 'VIC',
};
const V3_CARD_MEMBERS = ['Category', 'Issuer', 'IssuerCountryCode', 'Localisation', 'SubType'];

/** Calls that have a payment's terms: T1, and T4 with T5. The result is the transaction. */
const ROUTES = ['T1', 'T4'] as const;

describe.each(EVERY_WAY)('objects of a payment, $version, $target', ({ open, version }) => {
  let service: ServiceUnderTest;
  let api: RestCaller;

  beforeAll(async () => {
    service = await open();
    api = new RestCaller(service, version);
  });
  afterAll(() => service.close());

  const code = async (route: (typeof ROUTES)[number], members: object): Promise<number> =>
    (route === 'T1' ? await api.process(members) : await api.askKey(members)).APIResponse.ResponseCode;

  async function paid(route: (typeof ROUTES)[number], members: object): Promise<Json> {
    if (route === 'T1') return api.made(members);
    const { ResultKey } = await api.submit(await api.key(members));
    return (await api.result(ResultKey)).TxnResp;
  }

  it.each(ROUTES)(
    '%s accepts Customer, Order, addresses and FraudScreeningRequest, and returns none of them',
    async (route) => {
      const txn = await paid(route, { Customer, Order, FraudScreeningRequest: FRAUD_SCREENING[version] });
      expect(txn).toMatchObject({ ResponseCode: '0', FraudScreeningResponse: { TxnRejected: false } });
      for (const member of ['Customer', 'Order', 'FraudScreeningRequest']) expect(txn).not.toHaveProperty(member);
    },
  );

  it.each(ROUTES)('%s takes null for each object and member', async (route) => {
    const nulls = (value: object): object => Object.fromEntries(Object.keys(value).map((name) => [name, null]));
    const members = { Customer: nulls(Customer), Order: nulls(Order), FraudScreeningRequest: null };
    expect(await paid(route, { ...members, StatementDescriptor: nulls(StatementDescriptor) })).toMatchObject({
      ResponseCode: '0',
    });
    expect(await paid(route, { Customer: null, Order: null, StatementDescriptor: null })).toMatchObject({
      ResponseCode: '0',
    });
  });

  it.each<[string, object]>([
    ['Customer is text', { Customer: 'Jane' }],
    ['Customer.Address is a list', { Customer: { Address: [] } }],
    ['Customer.Address.City is a number', { Customer: { Address: { City: 3000 } } }],
    ['Customer.DaysOnFile is a fraction', { Customer: { DaysOnFile: 1.5 } }],
    ['Customer.ExistingCustomer is "perhaps"', { Customer: { ExistingCustomer: 'perhaps' } }],
    ['Customer.PersonalDetails.FirstName is true', { Customer: { PersonalDetails: { FirstName: true } } }],
    ['Order is a list', { Order: [] }],
    ['Order.OrderItems is an object', { Order: { OrderItems: {} } }],
    ['Order.OrderItems[0] is text', { Order: { OrderItems: ['socks'] } }],
    ['Order.OrderItems[0].Quantity is text', { Order: { OrderItems: [{ Quantity: '1' }] } }],
    ['Order.OrderItems[0].UnitPrice is a fraction', { Order: { OrderItems: [{ UnitPrice: 9.95 }] } }],
    ['Order.OrderRecipients[0].ContactDetails is text', { Order: { OrderRecipients: [{ ContactDetails: 'x' }] } }],
    ['FraudScreeningRequest is true', { FraudScreeningRequest: true }],
    ['FraudScreeningRequest.CustomFields is text', { FraudScreeningRequest: { CustomFields: 'x' } }],
  ])('%s: 998, by T1 and T4', async (_, members) => {
    expect(await code('T1', members)).toBe(998);
    expect(await code('T4', members)).toBe(998);
  });

  it.each(ROUTES)('%s: only version 3 returns the StatementDescriptor', async (route) => {
    const txn = await paid(route, { StatementDescriptor: { ...StatementDescriptor, Postcode: '3000' } });
    if (version === 'v2') expect(txn).not.toHaveProperty('StatementDescriptor');
    else expect(txn.StatementDescriptor).toEqual({ ...StatementDescriptor, PostCode: '3000' });
    // Version 2 does not store it either: version 3 finds an empty one in its transactions.
    const { TxnResp } = await new RestCaller(service, 'v3').get(txn.TxnNumber);
    const members = Object.values(TxnResp.StatementDescriptor as object);
    expect(members.every((member) => member === null)).toBe(version === 'v2');
  });

  it('only version 3 returns its card members, for payments of either version', async () => {
    const { TxnNumber } = await api.made();
    const [v2, v3] = [new RestCaller(service, 'v2'), new RestCaller(service, 'v3')];
    const old = (await v2.get(TxnNumber)).TxnResp.CardDetails;
    expect(Object.keys(old as object)).toEqual(['CardHolderName', 'ExpiryDate', 'MaskedCardNumber']);
    const { CardDetails } = (await v3.get(TxnNumber)).TxnResp;
    for (const member of V3_CARD_MEMBERS) expect(CardDetails[member]).toEqual(expect.any(String));
    expect((await v2.search({ TxnNumber })).TxnRespList[0]).not.toHaveProperty('StatementDescriptor');
  });

  it.each(ROUTES)(
    '%s stores and returns EmailAddress, AmountOriginal, AmountSurcharge and all references',
    async (route) => {
      const members = {
        AmountOriginal: 19_700,
        AmountSurcharge: 200,
        BillerCode: 'b'.repeat(50),
        Crn1: '1'.repeat(50),
        Crn2: '2'.repeat(50),
        Crn3: '3'.repeat(50),
        EmailAddress: `${'x'.repeat(238)}@example.com`,
        MerchantReference: 'm'.repeat(50),
      };
      expect(await paid(route, members)).toMatchObject({ ...members, Amount: 19_900 });
      expect(await paid(route, { AmountOriginal: null, AmountSurcharge: null })).toMatchObject({
        AmountOriginal: 19_900,
        AmountSurcharge: 0,
      });
    },
  );

  it.each<[string, object, number]>([
    ['BillerCode', { BillerCode: 'x'.repeat(51) }, 105],
    ['Crn1', { Crn1: 'x'.repeat(51) }, 106],
    ['Crn2', { Crn2: 'x'.repeat(51) }, 107],
    ['Crn3', { Crn3: 'x'.repeat(51) }, 108],
    ['MerchantReference', { MerchantReference: 'x'.repeat(51) }, 111],
    ['EmailAddress', { EmailAddress: `${'x'.repeat(239)}@example.com` }, 127],
  ])('%s of one character more: %s, by T1, T4 and T5', async (_, members, expected) => {
    expect(await code('T1', members)).toBe(expected);
    expect(await code('T4', members)).toBe(expected);
    const answer = await api.submit(await api.key({ Crn1: null }), {}, members);
    expect(answer).toMatchObject({ APIResponse: { ResponseCode: expected }, RedirectionUrl: null });
  });

  it('a refund stores its own objects', async () => {
    const first = await api.made({ StatementDescriptor, EmailAddress: 'first@example.com' });
    const refund = await api.follow('refund', first, 100, { EmailAddress: 'second@example.com', AmountSurcharge: 1 });
    expect(refund).toMatchObject({ EmailAddress: 'second@example.com', AmountSurcharge: 1 });
    if (version === 'v3') expect(refund.StatementDescriptor).toMatchObject({ MerchantName: null });
  });

  it('accepts all objects at once, with the card', async () => {
    const all = { Customer, Order, StatementDescriptor, FraudScreeningRequest: FRAUD_SCREENING[version] };
    const body = { TxnReq: { ...PAYMENT, ...all, CardDetails: CARD, StoreCard: true } };
    expect((await api.server('POST', '/txns/', body)).TxnResp).toMatchObject({ ResponseCode: '0', StoreCard: true });
  });
});
