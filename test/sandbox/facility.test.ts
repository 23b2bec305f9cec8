import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT, type BillerReference, type MerchantSettings } from '../../src/sandbox/merchant.js';
import { press, resultOf, startChallenge } from './challenge-caller.js';
import { PageCaller, SHOP, TYPED_CARD } from './page-caller.js';
import { RestCaller } from './rest-caller.js';
import { inProcess, stoppedClock, type ServiceUnderTest } from './service-under-test.js';
import { refusal, SoapCaller, textIn } from './soap/soap-caller.js';

let service: ServiceUnderTest;
let rest: RestCaller;
let soap: SoapCaller;

beforeEach(async () => {
  service = await inProcess.open();
  rest = new RestCaller(service);
  soap = new SoapCaller(service);
});
afterEach(() => service.close());

const set = (settings: Partial<MerchantSettings>) => service.control.changeMerchant(DEMO_MERCHANT.number, { settings });

describe('a facility that does not support an action', () => {
  const REFUSED = {
    ResponseCode: 'PT_V2',
    ResponseText: 'Preauths are not supported by this merchant facility',
    BankResponseCode: null,
    Currency: null,
  };

  it('makes a transaction of it by REST, with the card and without a token', async () => {
    await set({ allowedActions: ['payment'], defaultTokenisation: 3 });
    const made = await rest.made({ Action: 'preauth' });
    expect(made).toMatchObject({ ...REFUSED, DVToken: null, CardDetails: { MaskedCardNumber: '512345...346' } });
    expect((await rest.get(made.TxnNumber as string)).TxnResp).toEqual(made);
    expect(await rest.made()).toMatchObject({ ResponseCode: '0' });
  });

  it('gives a key for it, and refuses what a browser pays, without 3-D Secure', async () => {
    await set({ allowedActions: ['payment'], threeDS: 'always' });
    const { APIResponse, ResultKey } = await rest.submit(await rest.key({ Action: 'preauth' }));
    expect(APIResponse.ResponseCode).toBe(0);
    expect((await rest.result(ResultKey as string)).TxnResp).toMatchObject(REFUSED);
  });

  it('refuses follow-ups with the card of the original, and knows none without one', async () => {
    const paid = await rest.made();
    await set({ allowedActions: ['payment'] });
    expect(await rest.follow('refund', paid, 100)).toMatchObject({
      ResponseCode: 'PT_V2',
      ResponseText: 'Refunds are not supported by this merchant facility',
      CardDetails: { MaskedCardNumber: '512345...346' },
    });
    expect(await rest.follow('refund', { TxnNumber: '999999' }, 100)).toMatchObject({ ResponseCode: 'PT_R1' });
    await set({ allowedActions: null });
    expect(await rest.follow('refund', paid, 19_900)).toMatchObject({ ResponseCode: '0' });
  });

  it('has another code by SOAP', async () => {
    await set({ allowedActions: ['payment'] });
    const xml = await soap.pay({ PaymentType: 'PREAUTH' });
    expect(textIn(xml, 'ResponseCode')).toBe('PT_V7');
    expect(textIn(xml, 'AuthorisationResult')).toBe('Financial transaction type not supported by gateway');
  });
});

describe('the default biller code of a facility', () => {
  it('is that of transactions without one, in both interfaces', async () => {
    await set({ defaultBillerCode: 'GAS' });
    const paid = await rest.made({ Crn1: 'by default' });
    expect(paid.BillerCode).toBe('GAS');
    expect((await rest.made({ BillerCode: 'POWER' })).BillerCode).toBe('POWER');
    expect((await rest.follow('refund', paid, 100)).BillerCode).toBe('GAS');
    const { ResultKey } = await rest.submit(await rest.key());
    expect((await rest.result(ResultKey as string)).TxnResp.BillerCode).toBe('GAS');
    expect(textIn(await soap.search({ CRN1: 'by default' }), 'BillerCode')).toBe('GAS');
  });
});

describe('the references that a facility takes', () => {
  it.each([
    [106, 'crn1', 'Crn1'],
    [107, 'crn2', 'Crn2'],
    [108, 'crn3', 'Crn3'],
    [111, 'merchantReference', 'MerchantReference'],
  ] as const)('%i: %s, by T1 and T4', async (code, setting, member) => {
    await set({ references: { [setting]: { characters: 'A-Z0-9-' } } });
    expect(await rest.made({ [member]: 'ORDER-1042' })).toMatchObject({ ResponseCode: '0' });
    expect(await rest.made({ [member]: null })).toMatchObject({ ResponseCode: '0' });
    expect((await rest.process({ [member]: 'order 1042' })).APIResponse.ResponseCode).toBe(code);
    expect((await rest.askKey({ [member]: 'é' })).APIResponse.ResponseCode).toBe(code);
  });

  it.each<[BillerReference, right: readonly string[], wrong: readonly string[]]>([
    [{ shortest: 3, longest: 5 }, ['123', 'abcde', '1😀3'], ['12', '123456']],
    [{ prefix: 'AB', suffix: '-Z' }, ['AB1-Z', 'AB-Z'], ['A-Z', 'AB-', 'ab1-Z', 'B1-Z', 'AB']],
    [{ prefix: '00', suffix: '00' }, ['0000', '00100'], ['000', '00']],
    [{ from: 10, to: 20 }, ['10', '20', '015'], ['9', '21', '1e1', '-15', '１５', ' 15', '15.0', '']],
    [{ checkDigit: 'mod10' }, ['79927398713', '18'], ['79927398714', '81', 'a18', '<script>']],
    [{ prefix: 'C', checkDigit: 'mod10', longest: 4 }, ['C18', 'C018'], ['C81', '18', 'C00018']],
    [{ characters: 'A-Za-z0-9 ()|._/-' }, ['a b/(1)|_.-'], ['<script>', '😀', 'é', "'"]],
  ])('have the form %j', async (form, right, wrong) => {
    await set({ references: { crn1: form } });
    for (const Crn1 of right) expect((await rest.askKey({ Crn1 })).APIResponse.ResponseCode, Crn1).toBe(0);
    for (const Crn1 of wrong.filter((text) => text !== ''))
      expect((await rest.askKey({ Crn1 })).APIResponse.ResponseCode, Crn1).toBe(106);
  });

  it('are required where the facility says so, also of a browser, and not of a refund', async () => {
    const paid = await rest.made({ Crn2: null });
    await set({ references: { crn2: { isRequired: true } } });
    expect((await rest.process({ Crn2: null })).APIResponse.ResponseCode).toBe(107);
    expect((await rest.process({ Crn2: 'x' })).APIResponse.ResponseCode).toBe(0);
    expect(await rest.follow('refund', paid, 100)).toMatchObject({ ResponseCode: '0' });
    const key = await rest.key({ Crn2: null });
    expect((await rest.submit(key)).APIResponse.ResponseCode).toBe(107);
    expect((await rest.submit(key, {}, { Crn2: '7' })).APIResponse.ResponseCode).toBe(0);
  });

  it('are checked before 3-D Secure begins, and the key stays live', async () => {
    await set({ references: { crn1: { isRequired: true } } });
    const key = await rest.key({ Crn1: null });
    expect((await rest.submit(key, { CardHolderName: '3DS CHALLENGE' })).APIResponse.ResponseCode).toBe(106);
    expect((await rest.submit(key, {}, { Crn1: '7' })).APIResponse.ResponseCode).toBe(0);
  });

  it('decide nothing about what was begun or paid before they changed', async () => {
    const paid = await rest.made({ Crn1: 'ABC' });
    const reserved = await rest.made({ Action: 'preauth', Crn1: 'ABC' });
    const [approved, left] = [await startChallenge(rest), await startChallenge(rest)];
    await set({ references: { crn1: { characters: '0-9' } }, crn1Lookup: 'listed_only' });
    expect(await rest.follow('refund', paid, 100, { Crn1: 'ABC' })).toMatchObject({ ResponseCode: '0' });
    expect(await rest.follow('capture', reserved, 100, { Crn1: 'ABC' })).toMatchObject({ ResponseCode: '0' });
    expect((await press(service, approved.path, 'approve')).status).toBe(303);
    expect(await resultOf(rest, approved)).toMatchObject({ ResponseCode: '0' });
    await service.control.advanceClock(3_600);
    expect(await resultOf(rest, left)).toMatchObject({ ResponseCode: 'PT_V11' });
  });

  it('are asked for on the hosted page by the label of the facility', async () => {
    const label = '<b>Customer number';
    await set({ references: { crn1: { label: 'Bill' }, crn2: { label, isRequired: true, checkDigit: 'mod10' } } });
    const pages = new PageCaller(service);
    const page = `/pay/DEMOSHOP?in_pay_token=${await rest.key({ Crn1: 'b-1', Crn2: null }, { RedirectionUrl: SHOP })}`;
    const { html } = await pages.get(page);
    expect(html).toContain('<bdi>Bill</bdi>');
    expect(html).toContain('&lt;b&gt;Customer number');
    expect((await pages.fill(page, TYPED_CARD)).html).toContain('Enter the reference');
    expect((await pages.fill(page, { ...TYPED_CARD, Crn2: '81' })).html).toContain('Check this reference');
    expect((await pages.fill(page, { ...TYPED_CARD, Crn2: '18' })).location).toContain('ResultKey=');
  });

  it('leave the key unused when a browser types others', async () => {
    await set({ references: { crn2: { characters: '0-9' } } });
    const key = await rest.key({ Crn2: null });
    expect((await rest.submit(key, {}, { Crn2: 'seven' })).APIResponse.ResponseCode).toBe(107);
    expect((await rest.submit(key, {}, { Crn2: '7' })).APIResponse.ResponseCode).toBe(0);
  });

  it('count by SOAP', async () => {
    await set({ references: { crn1: { characters: '0-9' } } });
    expect(await soap.pay({ CRN1: 'x' })).toBe(refusal('ProcessPayment', 'Invalid Crn1'));
    expect(textIn(await soap.pay({ CRN1: '1042' }), 'ResponseCode')).toBe('0');
  });
});

it('a card that expires while the shopper is at the bank is refused, and the other challenges end', async () => {
  const clock = stoppedClock(Date.UTC(2026, 2, 31, 12, 55));
  const odd = await inProcess.open({ clock, settings: { dialect: { pastExpiry: '114' } } });
  const api = new RestCaller(odd);
  const card = { ExpiryDateMonth: '03', ExpiryDateYear: '26' };
  const [pressed, left] = [await startChallenge(api, {}, card), await startChallenge(api, {}, card)];
  const other = await startChallenge(api);
  await odd.control.advanceClock(6 * 60);
  expect((await press(odd, pressed.path, 'approve')).status).toBe(303);
  expect(await resultOf(api, pressed)).toMatchObject({ ResponseCode: 'PT_V12' });
  await odd.control.advanceClock(3_600);
  for (const each of [left, other]) expect((await resultOf(api, each)).ResponseCode).toMatch(/^PT_V1[12]$/);
  await odd.close();
});
