/** The payment details of a shop are in the transaction that the sandbox stores. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/sandbox/node/open-sqlite-store.js';
import type { RequestObjects } from '../../../src/sandbox/request-objects.js';
import type { Store } from '../../../src/sandbox/store/store.js';
import type { CustomerDetails, OrderDetails, PaymentDetails } from '../../../src/signer/keys/payment-details.js';
import { createOrderTokens } from '../../../src/signer/order-tokens/order-token.js';
import type { PricedOrder, SignerOptions } from '../../../src/signer/signer-options.js';
import type { TxnResp } from '../../../src/wire/rest/txn-resp.js';
import { Customer, OrderItem, Person } from '../../sandbox/sample-objects.js';
import { claimsOf, KID, SECRET, writeToken } from '../order-tokens.js';
import { startService, type Service, type TypedCard } from '../service-on-a-port.js';
import { createShop, orderOf, type Shop } from '../shop.js';
import { createShopWithCards } from '../shopper.js';

const person = {
  address: {
    addressLine1: '1 Test Street',
    addressLine2: 'Level 2',
    addressLine3: 'Desk 3',
    city: 'Melbourne',
    state: 'VIC',
    postalCode: '3000',
    countryCode: 'AUS',
  },
  contactDetails: {
    emailAddress: 'jane@example.com',
    faxNumber: '0390000000',
    homePhoneNumber: '0390000001',
    mobilePhoneNumber: '0400000000',
    workPhoneNumber: '0390000002',
  },
  personalDetails: {
    dateOfBirth: '1990-01-31',
    firstName: 'Jane',
    lastName: 'Citizen',
    middleName: 'Q',
    salutation: 'Ms',
  },
};
const customer: CustomerDetails = { ...person, customerNumber: 'C7', daysOnFile: 30, existingCustomer: true };
const orderDetails: OrderDetails = {
  items: [
    {
      comments: 'none',
      description: 'Socks',
      giftMessage: 'Hello',
      partNumber: 'P1',
      productCode: 'PC1',
      quantity: 1.5,
      sku: 'S1',
      shippingMethod: 'post',
      shippingNumber: 'SN1',
      unitPrice: 995,
    },
    { sku: 'S2', quantity: 1 },
  ],
  recipients: [person],
  billingAddress: { ...person, comments: 'billing' },
  shippingAddress: person,
  shippingMethod: 'post',
};
const statementDescriptor = {
  merchantName: 'Socks',
  companyName: 'Socks Pty Ltd',
  addressLine1: '1 Test Street',
  addressLine2: 'Level 2',
  city: 'Melbourne',
  state: 'VIC',
  postalCode: '3000',
  countryCode: 'AUS',
  phoneNumber: '0390000000',
};

const database = join(mkdtempSync(join(tmpdir(), 'florin-details-')), 'sandbox.sqlite');
let service: Service;
let stored: Store;
let shop: Shop;
let told: TxnResp[];
let serial = 9000;

function shopWith(options: Partial<SignerOptions> = {}): Shop {
  told = [];
  return createShop(service.accountAt(service.url), {
    clock: service.clock,
    onPaid: (_order, txn) => void told.push(txn),
    ...options,
  });
}

beforeAll(async () => {
  service = await startService({ database });
  stored = await openSqliteStore({ database });
}, 60_000);
afterAll(async () => {
  await stored.close();
  await service.close();
  rmSync(dirname(database), { recursive: true });
});
beforeEach(() => {
  shop = shopWith();
});

async function grantFor(details: Partial<PricedOrder>) {
  serial += 1;
  const order = String(serial);
  shop.orders.set(order, orderOf(order, details));
  return shop.grant(order);
}

/** Pays an order with the details, and returns the transaction of the notice. */
async function pay(details: PaymentDetails, card: TypedCard = {}): Promise<TxnResp> {
  return payBy(await grantFor(details), card);
}

async function payBy({ authKey, claim }: { authKey: string; claim: string }, card: TypedCard = {}): Promise<TxnResp> {
  const { ResultKey } = await service.pay(authKey, card);
  expect(await shop.result(claim, ResultKey)).toMatchObject({ status: 'approved' });
  return told[0] ?? {};
}

/** What the service stores and does not return. */
async function keptOf({ TxnNumber }: TxnResp): Promise<RequestObjects | undefined> {
  const merchant = await stored.read((view) => view.findMerchantByNumber('5353109000000000'));
  return stored.read((view) => view.findRequestObjects(merchant?.id ?? 0, Number(TxnNumber)));
}

describe('details of a payment', () => {
  it('customer', async () => {
    expect(await keptOf(await pay({ customer }))).toEqual({ customer: Customer });
  });

  it('orderDetails', async () => {
    expect(await keptOf(await pay({ orderDetails }))).toEqual({
      order: {
        BillingAddress: { ...Person, Comments: 'billing' },
        OrderItems: [OrderItem, { SKU: 'S2', Quantity: 1 }],
        OrderRecipients: [Person],
        ShippingAddress: Person,
        ShippingMethod: 'post',
      },
    });
  });

  it('fraudScreening, with the fingerprint of the device', async () => {
    const fraudScreening = {
      deviceFingerprint: 'device-1',
      customerIpAddress: '192.0.2.1',
      sourceWebsiteUrl: 'https://shop.example',
      customFields: ['a', 'b'],
    };
    const txn = await pay({ fraudScreening }, { CardHolderName: 'FRAUD REVIEW' });
    expect(txn.FraudScreeningResponse?.ReDResponse?.FRAUD_STAT_CD).toBe('CHALLENGE');
    expect(await keptOf(txn)).toEqual({
      screening: {
        perform: true,
        deviceFingerprint: 'device-1',
        customerIPAddress: '192.0.2.1',
        sourceWebsiteURL: 'https://shop.example',
        customFields: ['a', 'b'],
      },
    });
  });

  it('fraudScreening that is turned off', async () => {
    const txn = await pay({ fraudScreening: { perform: false } }, { CardHolderName: 'FRAUD REJECT' });
    expect(await keptOf(txn)).toEqual({ screening: { perform: false } });
  });

  it('statementDescriptor', async () => {
    expect((await pay({ statementDescriptor })).StatementDescriptor).toEqual({
      MerchantName: 'Socks',
      CompanyName: 'Socks Pty Ltd',
      AddressLine1: '1 Test Street',
      AddressLine2: 'Level 2',
      City: 'Melbourne',
      State: 'VIC',
      PostCode: '3000',
      CountryCode: 'AUS',
      PhoneNumber: '0390000000',
    });
  });

  it('transactionType and subType override the signer’s', async () => {
    expect(await pay({})).toMatchObject({ Type: 'internet', SubType: 'single' });
    shop = shopWith();
    expect(await pay({ transactionType: 'mailorder', subType: 'recurring' })).toMatchObject({
      Type: 'mailorder',
      SubType: 'recurring',
    });
  });

  it.each([
    ['always', true],
    ['never', false],
    ['if_shopper_agrees', false],
  ] as const)('tokenisation %s', async (tokenisation, isMade) => {
    expect(Boolean((await pay({ tokenisation })).DVToken)).toBe(isMade);
  });

  it('tokenisation does not override a shopper who saves the card', async () => {
    const cards = createShopWithCards(service);
    for (const tokenisation of ['never', 'always'] as const) {
      cards.orders.set(tokenisation, orderOf(tokenisation, { tokenisation }));
      const { body } = await cards.as<object>('ann-1', 'authkey', { order: tokenisation, storeCard: true });
      expect('storesCard' in body).toBe(tokenisation === 'always');
    }
  });

  it('bypassThreeDS', async () => {
    const holder = { CardHolderName: '3DS CHALLENGE' };
    expect((await service.pay((await grantFor({})).authKey, holder)).APIResponse.ResponseCode).toBe(300);
    expect(await pay({ bypassThreeDS: true }, holder)).toMatchObject({ ResponseCode: '0', IsThreeDS: false });
  });

  async function readHostedPage(details: PaymentDetails, back: object = {}): Promise<string> {
    shop = shopWith({ redirect: { merchantShortName: 'DEMOSHOP', ...back } });
    return (await fetch((await grantFor({ tokenisation: 'if_shopper_agrees', ...details })).hostedUrl ?? '')).text();
  }

  it('hostedPage', async () => {
    expect(await readHostedPage({})).toContain('ORDER-');
    const hostedPage = {
      hideCrn1: true,
      returnBarLabel: 'Back to the socks',
      returnBarUrl: 'https://shop.example/socks',
    };
    const page = await readHostedPage({ hostedPage });
    expect(page).toContain('Back to the socks');
    expect(page).toContain('https://shop.example/socks');
    expect(page).not.toContain('ORDER-');
  });

  it('the hosted page has the shop’s name as a link back to each order', async () => {
    expect(await readHostedPage({})).toMatch(/href="https:\/\/shop\.example\/"[^>]*>.*Demo Shop/);
    const back = { backLabel: 'Back', backUrl: 'https://shop.example/pay?for={order}' };
    expect(await readHostedPage({}, back)).toMatch(/href="https:\/\/shop\.example\/pay\?for=\d+"[^>]*>.*Back/);
  });

  it.each([
    ['hideBillerCode', 'billerCode', 'BILLER-7'],
    ['hideCrn2', 'crn2', 'SECOND-7'],
    ['hideCrn3', 'crn3', 'THIRD-7'],
  ] as const)('hostedPage.%s hides %s, and the transaction still has it', async (hide, member, text) => {
    shop = shopWith({ redirect: { merchantShortName: 'DEMOSHOP' } });
    const details = { billerCode: 'BILLER-7', crn2: 'SECOND-7', crn3: 'THIRD-7' };
    const pageOf = async (hostedPage: PaymentDetails['hostedPage'] = {}) => {
      const grant = await grantFor({ ...details, hostedPage });
      return { grant, page: await (await fetch(grant.hostedUrl ?? '')).text() };
    };
    const { page: whole } = await pageOf();
    for (const each of Object.values(details)) expect(whole).toContain(each);
    const { grant, page } = await pageOf({ [hide]: true });
    for (const each of Object.values(details)) expect(page.includes(each), each).toBe(each !== text);
    const wire = { billerCode: 'BillerCode', crn2: 'Crn2', crn3: 'Crn3' }[member];
    expect(await payBy(grant)).toMatchObject({ [wire]: text });
  });

  it.each<[string, RegExp, (flag: boolean) => PaymentDetails]>([
    ['amexExpressCheckout', /Amex Express/, (flag) => ({ amexExpressCheckout: flag })],
    ['storeCardByDefault', /name="StoreCard"[^>]* checked/, (flag) => ({ hostedPage: { storeCardByDefault: flag } })],
  ])('%s changes the hosted page', async (_name, sign, detailsOf) => {
    for (const flag of [true, false]) expect(sign.test(await readHostedPage(detailsOf(flag)))).toBe(flag);
  });

  it('customerEmail', async () => {
    expect(await pay({ customerEmail: 'jane@example.com' })).toMatchObject({ EmailAddress: 'jane@example.com' });
  });

  it('leaves out what is empty', async () => {
    const empty = { customerNumber: '', address: null } as unknown as CustomerDetails;
    expect(await keptOf(await pay({ customer: { ...empty, daysOnFile: 0 } }))).toEqual({ customer: { DaysOnFile: 0 } });
  });

  it('does not cause a new key', async () => {
    shop.orders.set('same', orderOf('same'));
    const { authKey } = await shop.grant('same');
    shop.orders.set('same', orderOf('same', { customer }));
    expect((await shop.grant('same')).authKey).toBe(authKey);
    shop.orders.set('same', orderOf('same', { customer, version: '2' }));
    expect((await shop.grant('same')).authKey).not.toBe(authKey);
  });
});

describe('a detail that is wrong', () => {
  it.each([
    [{ customer: 'Jane' }, 'customer must be an object'],
    [{ customer: { name: 'Jane' } }, 'customer.name is not a member; the members are address'],
    [{ customer: { address: { city: 7 } } }, 'customer.address.city must be text'],
    [{ customer: { daysOnFile: 1.5 } }, 'customer.daysOnFile must be a whole number'],
    [{ customer: { existingCustomer: 'yes' } }, 'customer.existingCustomer must be true or false'],
    [{ orderDetails: { items: {} } }, 'orderDetails.items must be a list'],
    [{ orderDetails: { items: [{}, { quantity: '1' }] } }, 'orderDetails.items.1.quantity must be a number'],
    [{ orderDetails: { items: [null] } }, 'orderDetails.items.0 must be an object'],
    [{ fraudScreening: true }, 'fraudScreening must be an object'],
    [{ fraudScreening: { customFields: [1] } }, 'fraudScreening.customFields.0 must be text'],
    [{ statementDescriptor: { postCode: '3000' } }, 'statementDescriptor.postCode is not a member'],
    [{ transactionType: 'web' }, 'transactionType must be one of callcentre'],
    [{ subType: 'twice' }, 'subType must be one of single, recurring'],
    [{ tokenisation: 3 }, 'tokenisation must be one of biller_default'],
    [{ bypassThreeDS: 'true' }, 'bypassThreeDS must be true or false'],
    [{ hostedPage: { hideCrn1: 1 } }, 'hostedPage.hideCrn1 must be true or false'],
    [{ customerEmail: 7 }, 'customerEmail must be text'],
  ])('%j is refused by name, and no key is made', async (details, message) => {
    await expect(grantFor(details as PaymentDetails)).rejects.toThrow('500 configuration_invalid');
    expect(shop.log).toEqual([
      { level: 'error', event: 'price_order_failed', message: expect.stringContaining(message) as string },
    ]);
  });

  it('is one that version 2 of the interface does not have', async () => {
    shop = shopWith({ service: { ...service.accountAt(service.url), version: 'v2' } });
    await expect(grantFor({ statementDescriptor })).rejects.toThrow('500 configuration_invalid');
    expect(JSON.stringify(shop.log)).toContain('ProcessTxnData.StatementDescriptor');
    const txn = await pay({ customer, fraudScreening: { deviceFingerprint: 'device-1' } });
    expect(await keptOf(txn)).toEqual({
      customer: Customer,
      screening: { perform: true, deviceFingerprint: 'device-1' },
    });
  });
});

describe('details in an order token', () => {
  const openTokens = () =>
    createOrderTokens({
      keys: [{ kid: KID, alg: 'HS256', key: SECRET }],
      issuer: 'shop.example',
      audience: 'florin',
    });

  it('have their paths as names', async () => {
    const tokens = await openTokens();
    shop = shopWith({
      async priceOrder(_request, token) {
        const reading = await tokens.read(token);
        return reading.status === 'valid' ? reading.order : null;
      },
    });
    const claims = {
      'customer.customerNumber': 'C7',
      'customer.existingCustomer': true,
      'customer.address.city': 'Melbourne',
      'orderDetails.items.0.sku': 'S1',
      'orderDetails.items.2.unitPrice': 995,
      'orderDetails.items.2.sku': 'S2',
      'fraudScreening.deviceFingerprint': 'device-1',
      'fraudScreening.customFields.0': 'a',
      'statementDescriptor.merchantName': 'Socks',
      subType: 'recurring',
      transactionType: 'ecommerce',
      tokenisation: 'always',
      bypassThreeDS: true,
    };
    const txn = await payBy(await shop.grant(writeToken(claimsOf(claims))), { CardHolderName: '3DS CHALLENGE' });
    expect(txn).toMatchObject({
      Type: 'ecommerce',
      SubType: 'recurring',
      IsThreeDS: false,
      DVToken: expect.stringMatching(/^599999/) as string,
      StatementDescriptor: { MerchantName: 'Socks' },
    });
    expect(await keptOf(txn)).toEqual({
      customer: { CustomerNumber: 'C7', ExistingCustomer: true, Address: { City: 'Melbourne' } },
      order: { OrderItems: [{ SKU: 'S1' }, { SKU: 'S2', UnitPrice: 995 }] },
      screening: { perform: true, deviceFingerprint: 'device-1', customFields: ['a'] },
    });
  });

  it.each([
    [{ 'customer.address.city': 7 }, 'customer.address.city'],
    [{ 'orderDetails.items.0.quantity': 'two' }, 'orderDetails.items.0.quantity'],
    [{ subType: 'twice' }, 'subType'],
    [{ bypassThreeDS: 'true' }, 'bypassThreeDS'],
  ])('are refused by name when they are wrong: %j', async (claims, member) => {
    const reading = await (await openTokens()).read(writeToken(claimsOf(claims)));
    expect(reading).toEqual({ status: 'refused', reason: 'member_wrong', member });
  });

  it.each([
    'customer',
    'customer.name',
    'customer.address',
    'customer.__proto__.city',
    'constructor.name',
    'customerEmail',
    'orderDetails.items.sku',
    'orderDetails.items.00.sku',
    'orderDetails.items.100.sku',
    'orderDetails.items.0.sku.length',
  ])('have no other path: %s', async (name) => {
    const reading = await (await openTokens()).read(writeToken(claimsOf({ [name]: 'x' })));
    expect(reading).toEqual({ status: 'refused', reason: 'member_unknown' });
  });
});
