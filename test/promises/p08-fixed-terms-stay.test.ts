/** P8: the page cannot change the terms that the server fixed. */
import { describe, expect, it } from 'vitest';
import { RestCaller, type Json } from '../sandbox/rest-caller.js';
import { inProcess } from '../sandbox/service-under-test.js';
import { createChance, report, trials, type Chance } from './trials.js';

const FIXED = {
  Action: 'payment',
  Amount: 12_300,
  AmountOriginal: 12_000,
  AmountSurcharge: 300,
  BillerCode: 'biller',
  Crn1: 'order 1',
  Crn2: 'two',
  Crn3: 'three',
  Currency: 'AUD',
  EmailAddress: 'shop@example.com',
  MerchantReference: 'attempt 1',
  SubType: 'single',
  Type: 'internet',
};

/** Values that a hostile page may try, including allowed values of each member. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  Amount: [1, 0, -1, 12_299, 12_300, 123.0, '1.00', '123.00', '123', '0.01', '1e2', true, [], {}, 2 ** 53, '', null],
  AmountOriginal: [1, 12_000, '120.00', '1', null],
  AmountSurcharge: [0, 1, 300, '3.00', null],
  BillerCode: ['other', 'biller', '', null, 5],
  Crn1: ['other', 'order 1', 'ORDER 1', 'order 1 ', '', null],
  Crn2: ['other', 'two', null],
  Crn3: ['other', 'three', null],
  Currency: ['JPY', 'NZD', 'AUD', 'aud', '', null],
  EmailAddress: ['thief@example.com', 'shop@example.com', '', null],
  MerchantReference: ['other', 'attempt 1', null],
  Action: ['refund', 'verify_only', 'unmatched_refund'],
  TestMode: [true, 'true'],
  MerchantNumber: ['1', '5353109000000000'],
  Type: ['recurring', 'callcentre'],
  SubType: ['recurring'],
  ProcessTxnData: [{ Amount: 1 }],
  terms: [{ amount: 1 }],
  amount: [1],
  DVTokenData: [{ DVToken: '5999990000000005' }],
  TokenisationMode: [3],
};

function createMembers(chance: Chance): object {
  const names = Object.keys(VALUES);
  const chosen = Array.from({ length: chance.whole(1, 5) }, () => chance.pick(names));
  return Object.fromEntries(chosen.map((name) => [name, chance.pick(VALUES[name]!)]));
}

describe('P8: the page cannot change what the server fixed', () => {
  it('with any mutated body', async () => {
    const chance = createChance();
    const service = await inProcess.open();
    const v3 = new RestCaller(service);
    const bodies = trials(3_000);
    const seen = { paid: 0, refused: 0 };
    let key: string | undefined;
    for (let body = 0; body < bodies; body += 1) {
      // Live on purpose, because a hostile page could gain from turning a live payment into a test.
      key ??= await v3.key({ ...FIXED, TestMode: false });
      const answer: Json = await v3.submit(key, {}, createMembers(chance));
      if (answer.APIResponse.ResponseCode !== 0) {
        expect([105, 106, 107, 108, 109, 110, 111, 127, 130, 131]).toContain(answer.APIResponse.ResponseCode);
        seen.refused += 1;
        continue;
      }
      seen.paid += 1;
      key = undefined;
      expect((await v3.result(answer.ResultKey)).TxnResp).toMatchObject({
        ...FIXED,
        DVToken: null,
        IsTestTxn: false,
        MerchantNumber: '5353109000000000',
        ResponseCode: '0',
      });
    }
    expect(Math.min(seen.paid, seen.refused)).toBeGreaterThan(bodies / 10);
    await service.close();
    report('P8', chance, { bodies, ...seen });
  }, 120_000);
});
