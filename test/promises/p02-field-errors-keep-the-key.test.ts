/** P2: an AuthKey stays usable after a field error, and is used up by a finished result. */
import { describe, expect, it } from 'vitest';
import { CARD_FIELDS, FormCaller, typeIntoFrame } from '../sandbox/form-caller.js';
import { RestCaller } from '../sandbox/rest-caller.js';
import { inProcess } from '../sandbox/service-under-test.js';
import { createChance, report, trials } from './trials.js';

const LONG = 'x'.repeat(51);

/** All field codes of a browser's card payment: card members, other members. */
const WRONG: readonly (readonly [code: number, card: object, members: object])[] = [
  [105, {}, { BillerCode: LONG }],
  [106, {}, { Crn1: LONG }],
  [106, {}, { Crn1: 'another order' }],
  [107, {}, { Crn2: LONG }],
  [108, {}, { Crn3: LONG }],
  [109, {}, { Currency: 'AU' }],
  [109, {}, { Currency: 'NZD' }],
  [110, {}, { Amount: 1 }],
  [110, {}, { Amount: 1.5 }],
  [110, {}, { Amount: '1,5' }],
  [111, {}, { MerchantReference: LONG }],
  [112, { CardNumber: '5123456789012345' }, {}],
  [112, { CardNumber: null }, {}],
  [113, { CardHolderName: LONG }, {}],
  [114, { ExpiryDateMonth: '13' }, {}],
  [114, { ExpiryDateMonth: '01', ExpiryDateYear: '20' }, {}],
  [115, { Cvn: '12345' }, {}],
  [127, {}, { EmailAddress: 'nobody' }],
  [128, {}, { StoreCard: 7 }],
  [130, {}, { AmountOriginal: 'x' }],
  [131, {}, { AmountSurcharge: -1 }],
  [998, {}, { CardDetails: undefined, EmailAddress: 'a\u0000b' }],
];

describe('P2', () => {
  it('a field error leaves the key usable, any number of times, and then it pays once', async () => {
    const chance = createChance();
    const service = await inProcess.open();
    const v3 = new RestCaller(service);
    let errors = 0;
    const rounds = trials(300);
    for (let round = 0; round < rounds; round += 1) {
      const key = await v3.key({ Crn1: `round ${round}` });
      const tries =
        round < WRONG.length ? [WRONG[round]!] : Array.from({ length: chance.whole(1, 6) }, () => chance.pick(WRONG));
      for (const [code, card, members] of tries) {
        expect((await v3.submit(key, card, members)).APIResponse.ResponseCode).toBe(code);
        errors += 1;
      }
      expect((await v3.submit(key)).APIResponse.ResponseCode).toBe(0);
      expect((await v3.submit(key)).APIResponse.ResponseCode).toBe(207);
      expect((await v3.search({ Crn1: `round ${round}` })).TxnRespList).toHaveLength(1);
    }
    await service.close();
    report('P2', chance, { keys: rounds, 'field errors': errors });
  }, 120_000);

  it('each of the hundred bank codes, approved or declined, uses up the key', async () => {
    const service = await inProcess.open();
    const v3 = new RestCaller(service);
    for (let code = 0; code < 100; code += 1) {
      const key = await v3.key({ Crn1: `code ${code}`, Amount: 10_000 + code });
      expect((await v3.submit(key)).APIResponse.ResponseCode).toBe(0);
      expect((await v3.submit(key)).APIResponse.ResponseCode).toBe(207);
      expect((await v3.search({ Crn1: `code ${code}` })).TxnRespList).toHaveLength(1);
    }
    await service.close();
  }, 120_000);

  it('also with a form, with text and in the frame', async () => {
    const chance = createChance();
    const service = await inProcess.open();
    const shop = new FormCaller(service);
    const typed = { CardNumber: '5123456789012346', ExpiryDate: '05/30', CVN: '123', CardHolderName: 'Jane Citizen' };
    const fieldsOf = (card: object, members: object) => {
      const given = Object.entries({ ...CARD_FIELDS, ...card, ...members }).filter(([, value]) => value !== null);
      return Object.fromEntries(given.map(([name, value]) => [name === 'Cvn' ? 'CVN' : name, String(value)]));
    };
    const wrong = WRONG.filter(([code]) => code !== 998);
    let errors = 0;
    const rounds = trials(60);
    for (let round = 0; round < rounds; round += 1) {
      const key = await shop.key({ Crn1: `form ${round}` });
      await typeIntoFrame(service, `/webapi/v3/txns/iframe/${key}`, typed);
      for (let left = chance.whole(1, 4); left > 0; left -= 1) {
        const [code, card, members] = chance.pick(wrong);
        const body = new URLSearchParams(fieldsOf(card, members)).toString();
        const page = await shop.form(`/txns/withauthkey/${key}`, fieldsOf(card, members));
        expect(page.status).toBe(400);
        expect(await page.text()).toContain(`${code}: Invalid`);
        expect((await shop.nv(`/txns/withauthkey/${key}.nv`, body))['ResponseCode']).toBe(String(code));
        expect((await shop.processFrame(key, { Crn1: 'another' })).APIResponse.ResponseCode).toBe(106);
        errors += 3;
      }
      const isByFrame = chance.whole(0, 1) === 1;
      const paid = isByFrame
        ? (await shop.processFrame(key)).APIResponse.ResponseCode
        : (await shop.webform(key)).status;
      expect(paid).toBe(isByFrame ? 0 : 200);
      expect((await shop.submit(key)).APIResponse.ResponseCode).toBe(207);
      expect((await shop.search({ Crn1: `form ${round}` })).TxnRespList).toHaveLength(1);
    }
    await service.close();
    report('P2', chance, { keys: rounds, 'field errors': errors });
  }, 120_000);
});
