/** The set-up of the facility in the back office. docs/guides/back-office.md. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_MERCHANT_SETTINGS } from '../../src/sandbox/merchant.js';
import { ADMINISTRATOR, MANAGER, OfficeCaller } from './office-caller.js';
import type { Json } from './rest-caller.js';

let office: OfficeCaller;
let stranger: OfficeCaller;
beforeEach(async () => {
  ({ office, stranger } = await OfficeCaller.openTwo());
});
afterEach(() => office.sandbox.close());

const read = async (by: OfficeCaller) => (await by.call('GET /facility')).body;

describe('the facility of a merchant', () => {
  it('is changed for this merchant only, counts for the next call, and is an action', async () => {
    const defaults = await read(office);
    expect(Object.keys({ ...defaults, sharedSecret: null, isClosed: false }).sort()).toEqual(
      Object.keys(DEFAULT_MERCHANT_SETTINGS).sort(),
    );
    expect(DEFAULT_MERCHANT_SETTINGS).toMatchObject(defaults);
    const references = { crn1: { label: '<b>Bill', checkDigit: 'mod10' }, merchantReference: { longest: 50 } } as const;
    const changed = { ...defaults, allowedActions: ['payment'], defaultBillerCode: 'GAS', references } as const;
    expect((await office.call('PUT /facility', changed)).body).toEqual(changed);
    expect(await read(office)).toEqual(changed);
    expect(await read(stranger)).toEqual(defaults);
    const Crn1 = async (text: string) =>
      (await office.rest('demo-api', 'Demo-Password-1', '/txns/processtxnauthkey', {
        ProcessTxnData: { Action: 'payment', Amount: 100, Crn1: text },
      })) as { readonly APIResponse: { readonly ResponseCode: number } };
    expect((await Crn1('18')).APIResponse.ResponseCode).toBe(0);
    expect((await Crn1('81')).APIResponse.ResponseCode).toBe(106);
    const { actions } = (await office.call('POST /actions/search', {})).body;
    expect(actions).toMatchObject([{ name: 'PUT /facility', detail: 'allowedActions, defaultBillerCode, references' }]);
  });

  it('keeps changes of other members that are made at the same time', async () => {
    const { control } = office.sandbox;
    const changes = [{ defaultBillerCode: 'GAS' }, { threeDS: 'never' }, { surcharge: 'none' }] as const;
    await Promise.all(changes.map((change) => office.call('PUT /facility', change)));
    expect(await read(office)).toMatchObject(Object.assign({}, ...changes));
    const { actions } = (await office.call('POST /actions/search', {})).body;
    expect(actions.map(({ detail }: Json) => detail).sort()).toEqual(['defaultBillerCode', 'surcharge', 'threeDS']);
    await Promise.all([
      control.changeMerchant(ADMINISTRATOR.merchant, { settings: { isClosed: true } }),
      office.call('PUT /facility', { threeDS: 'always' }),
    ]);
    const [merchant] = await control.listMerchants();
    expect(merchant?.settings).toMatchObject({ isClosed: true, threeDS: 'always' });
  });

  it.each([
    [
      { references: { crn1: { shortest: 'x' } } },
      'facility.references.crn1.shortest must be a whole number from 1 to 50',
    ],
    [{ references: { crn4: {} } }, 'facility.references has no member "crn4"'],
    [{ settlementCloses: '25:00' }, 'facility.settlementCloses must be a time from 00:01 to 24:00, like 18:00'],
    [{ sharedSecret: 'x' }, 'facility has no member "sharedSecret"'],
    [{ isClosed: true }, 'facility has no member "isClosed"'],
  ])('is not changed by %j', async (body, message) => {
    const before = await read(office);
    const answer = await office.call('PUT /facility', body);
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
    expect(await read(office)).toEqual(before);
    expect(String(answer.body.message).split('; it has')[1] ?? '').not.toMatch(/sharedSecret|isClosed/);
  });

  it('is for administrators', async () => {
    const manager = await OfficeCaller.open();
    await manager.call('POST /session', MANAGER);
    for (const name of ['GET /facility', 'PUT /facility'] as const)
      expect(await manager.call(name, name === 'PUT /facility' ? {} : undefined)).toMatchObject({ status: 403 });
    await manager.sandbox.close();
  });
});
