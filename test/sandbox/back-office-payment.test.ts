/** The page of a payment: its numbers, and possible duplicates. docs/guides/back-office.md "Transactions". */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OfficeCaller } from './office-caller.js';

const VISA = { CardNumber: '4987654321098769', ExpiryDate: '0530', CardHolderName: 'Jane Citizen', Cvn: '123' };
const HOUR = 3_600;

let office: OfficeCaller;
beforeEach(async () => {
  office = await OfficeCaller.open();
  await office.signIn();
});
afterEach(() => office.sandbox.close());

const read = async (txnNumber: string) =>
  (await office.call('GET /transactions/:txnNumber', undefined, [txnNumber])).body;
const wait = (advanceSeconds: number) => office.call('POST /sandbox/clock', { advanceSeconds });

async function duplicatesOf(txnNumber: string): Promise<readonly string[]> {
  return (await read(txnNumber)).duplicates.map((each: { txnNumber: string }) => each.txnNumber);
}

it('the page of a payment has its references, its numbers and its surcharge', async () => {
  const terms = { Crn2: '<b>two</b>', Crn3: 'three', EmailAddress: 'kim@shop.example' };
  const txnNumber = await office.pay({ ...terms, AmountOriginal: 9_900, AmountSurcharge: 100 });
  expect((await read(txnNumber)).numbers).toEqual({
    ...{ crn2: '<b>two</b>', crn3: 'three', emailAddress: 'kim@shop.example', surcharge: 100 },
    ...{ rrn: expect.stringMatching(/^\d{12}$/), settlementDate: expect.stringMatching(/^\d{8}$/) },
  });
  const { numbers } = await read(await office.pay());
  expect(numbers).toMatchObject({ crn2: null, crn3: null, emailAddress: null, surcharge: null });
});

describe('a possible duplicate', () => {
  it('is an approved payment of the same card and amount within an hour', async () => {
    const first = await office.pay();
    await office.pay({ Amount: 20_000 });
    await office.pay({ CardDetails: VISA });
    await office.pay({ Amount: 10_051 });
    await office.pay({ Action: 'preauth' });
    expect(await duplicatesOf(first)).toEqual([]);
    await wait(HOUR);
    const second = await office.pay({ Crn1: 'order 8' });
    expect(await duplicatesOf(first)).toEqual([second]);
    expect(await duplicatesOf(second)).toEqual([first]);
    await wait(1);
    const third = await office.pay();
    expect(await duplicatesOf(third)).toEqual([second]);
    expect(await duplicatesOf(second)).toEqual([third, first]);
  });

  it('is none once one of the two is given back', async () => {
    const [first, second, third] = [await office.pay(), await office.pay(), await office.pay()];
    await office.call('POST /transactions/:txnNumber/refund', { amount: 4_000 }, [first]);
    expect(await duplicatesOf(first)).toEqual([third, second]);
    await office.call('POST /transactions/:txnNumber/refund', { amount: 6_000 }, [first]);
    await office.call('POST /transactions/:txnNumber/reversal', { amount: 10_000 }, [second]);
    for (const each of [first, second, third]) expect(await duplicatesOf(each)).toEqual([]);
  });

  it('is found behind many that were given back', async () => {
    const [first, second] = [await office.pay(), await office.pay()];
    for (let count = 0; count < 50; count += 1) {
      const other = await office.pay();
      await office.call('POST /transactions/:txnNumber/reversal', { amount: 10_000 }, [other]);
    }
    expect(await duplicatesOf(first)).toEqual([second]);
  });

  it('is no pre-authorisation whose capture was given back', async () => {
    const Action = 'preauth';
    const [first, refunded, reversed] = [
      await office.pay({ Action }),
      await office.pay({ Action }),
      await office.pay({ Action }),
    ];
    const act = async (action: 'capture' | 'refund' | 'reversal', txnNumber: string, amount = 10_000) =>
      (await office.call(`POST /transactions/:txnNumber/${action}`, { amount }, [txnNumber])).body.txnNumber;
    const captures = [await act('capture', refunded, 9_000), await act('capture', reversed)];
    expect(await duplicatesOf(first)).toEqual([reversed, refunded]);
    await act('refund', captures[0], 9_000);
    await act('reversal', captures[1]);
    expect(await duplicatesOf(first)).toEqual([]);
  });

  it('is none of another merchant', async () => {
    const two = await OfficeCaller.openTwo();
    const txnNumber = Number(await two.office.pay());
    await two.office.pay();
    const { body } = await two.stranger.call('GET /transactions/:txnNumber', undefined, [String(txnNumber)]);
    expect(body).not.toHaveProperty('duplicates');
    await two.office.sandbox.close();
  });
});
