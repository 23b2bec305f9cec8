import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RestCaller, type Json } from './rest-caller.js';
import { TARGETS, type ServiceUnderTest } from './service-under-test.js';

type Step = readonly [
  action: 'refund' | 'capture' | 'reversal',
  amount: number,
  on: number,
  code: string,
  text?: string,
];

/**
 * Title, first transaction (a payment of 1,000 by default), and steps; `on` is the index of the original, with the
 * first as 0.
 */
const SEQUENCES: readonly (readonly [title: string, first: object, steps: readonly Step[]])[] = [
  ['a whole refund', {}, [['refund', 1000, 0, '0']]],
  [
    'refunds in parts until nothing is left',
    {},
    [
      ['refund', 600, 0, '0'],
      ['refund', 600, 0, 'PT_R5', 'Only $4.00 available for refund'],
      ['refund', 400, 0, '0'],
      ['refund', 100, 0, 'PT_R4'],
    ],
  ],
  ['too much at once', {}, [['refund', 1001, 0, 'PT_R5', 'Only $10.00 available for refund']]],
  ['too much yen', { Currency: 'JPY' }, [['refund', 1001, 0, 'PT_R5', 'Only $1000 available for refund']]],
  ['a refund of a declined payment', { Amount: 1005 }, [['refund', 1000, 0, 'PT_R2']]],
  ['a refund of a preauth', { Action: 'preauth' }, [['refund', 1000, 0, 'PT_R1']]],
  ['a refund of an unmatched refund', { Action: 'unmatched_refund' }, [['refund', 1000, 0, 'PT_R1']]],
  ['a refund of a card check', { Action: 'verify_only', Amount: 0 }, [['refund', 1000, 0, 'PT_R1']]],
  [
    'a refund of a refund',
    {},
    [
      ['refund', 1000, 0, '0'],
      ['refund', 1000, 1, 'PT_R1'],
    ],
  ],
  [
    'a refund that the bank declines does not count',
    {},
    [
      ['refund', 705, 0, '2'],
      ['refund', 1000, 0, '0'],
    ],
  ],
  [
    'a refund that was reversed is available again',
    {},
    [
      ['refund', 1000, 0, '0'],
      ['reversal', 1000, 1, '0'],
      ['refund', 1000, 0, '0'],
      ['reversal', 1000, 1, 'PT_R8'],
    ],
  ],
  [
    'a capture, refunded',
    { Action: 'preauth' },
    [
      ['capture', 700, 0, '0'],
      ['refund', 800, 1, 'PT_R5', 'Only $7.00 available for refund'],
      ['refund', 700, 1, '0'],
    ],
  ],
  [
    'a preauth is captured once',
    { Action: 'preauth' },
    [
      ['capture', 400, 0, '0'],
      ['capture', 400, 0, 'PT_R6'],
    ],
  ],
  ['a capture of more than was authorised', { Action: 'preauth' }, [['capture', 1100, 0, 'PT_V3', 'Invalid amount']]],
  ['a capture of a payment', {}, [['capture', 1000, 0, 'PT_R1']]],
  ['a capture of a declined preauth', { Action: 'preauth', Amount: 1005 }, [['capture', 1000, 0, 'PT_R2']]],
  [
    'a capture that the bank declines can be tried again',
    { Action: 'preauth' },
    [
      ['capture', 951, 0, '5'],
      ['capture', 1000, 0, '0'],
    ],
  ],
  [
    'a reversal, once',
    {},
    [
      ['reversal', 1000, 0, '0'],
      ['reversal', 1000, 0, 'PT_R8'],
      ['refund', 1000, 0, 'PT_R8'],
    ],
  ],
  ['a reversal of another amount', {}, [['reversal', 900, 0, 'PT_R15']]],
  [
    'a reversal after a partial refund',
    {},
    [
      ['refund', 300, 0, '0'],
      ['reversal', 1000, 0, 'PT_R9'],
    ],
  ],
  [
    'a reversal after a whole refund',
    {},
    [
      ['refund', 1000, 0, '0'],
      ['reversal', 1000, 0, 'PT_R4'],
    ],
  ],
  [
    'a reversal of a captured preauth',
    { Action: 'preauth' },
    [
      ['capture', 500, 0, '0'],
      ['reversal', 1000, 0, 'PT_R6'],
      ['reversal', 500, 1, '0'],
      ['capture', 500, 0, 'PT_R6'],
    ],
  ],
  [
    'a capture of a reversed preauth',
    { Action: 'preauth' },
    [
      ['reversal', 1000, 0, '0'],
      ['capture', 1000, 0, 'PT_R8'],
    ],
  ],
  ['a reversal of an unmatched refund', { Action: 'unmatched_refund' }, [['reversal', 1000, 0, '0']]],
  ['a reversal of a card check', { Action: 'verify_only', Amount: 0 }, [['reversal', 1000, 0, 'PT_R1']]],
  [
    'a reversal of a reversal',
    {},
    [
      ['reversal', 1000, 0, '0'],
      ['reversal', 1000, 1, 'PT_R1'],
    ],
  ],
  ['a reversal of a declined payment', { Amount: 1005 }, [['reversal', 1005, 0, 'PT_R2']]],
];

const EVERY_WAY = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));

describe.each(EVERY_WAY)('state rules, $version, $target', ({ open, version }) => {
  let service: ServiceUnderTest;
  let api: RestCaller;

  beforeAll(async () => {
    service = await open();
    api = new RestCaller(service, version);
  });
  afterAll(() => service.close());

  // Version 2 has no card check.
  const known = SEQUENCES.filter(
    ([, first]) => version === 'v3' || !('Action' in first && first.Action === 'verify_only'),
  );

  it.each(known)('%s', async (_, first, steps) => {
    const made: Json[] = [await api.made({ Amount: 1000, ...first })];
    for (const [action, amount, on, code, text] of steps) {
      const txn = await api.follow(action, made[on], amount, { Currency: null });
      expect(txn).toMatchObject({ Action: action, Amount: amount, ResponseCode: code });
      expect(txn.OriginalTxnNumber).toBe(made[on].TxnNumber);
      if (text !== undefined) expect(txn.ResponseText).toBe(text);
      made.push(txn);
    }
  });

  it.each(['999999999', 'abc', '0', `${'9'.repeat(40)}`])('an original %s is PT_R1', async (TxnNumber) => {
    const txn = await api.follow('refund', { TxnNumber }, 1000);
    expect(txn).toMatchObject({
      ResponseCode: 'PT_R1',
      ResponseText: 'Original transaction not found',
      AuthoriseId: null,
      BankResponseCode: null,
      CVNResult: { CVNResultCode: null },
      CardDetails: { MaskedCardNumber: null },
      CardType: null,
      Currency: null,
      RRN: null,
      SettlementDate: null,
    });
    expect(txn.ReceiptNumber).toMatch(/^\d{11}$/);
  });

  it('a refund has the card, the merchant and the currency of its original', async () => {
    const payment = await api.made({ Amount: 1000, Currency: 'NZD' });
    const refund = await api.follow('refund', payment, 1000, { Currency: null });
    expect(refund).toMatchObject({ Currency: 'NZD', CardType: 'MC', IsCVNPresent: false });
    expect(refund.CardDetails).toEqual(payment.CardDetails);
  });

  it('a refund in another currency than the payment’s is 109', async () => {
    const payment = await api.made({ Amount: 1000, Currency: 'NZD' });
    const answer = await api.process({
      Action: 'refund',
      Amount: 1000,
      OriginalTxnNumber: payment.TxnNumber,
      Currency: 'USD',
    });
    expect(answer).toMatchObject({ APIResponse: { ResponseCode: 109 }, TxnResp: null });
  });

  it('twenty concurrent refunds give the same results as twenty sequential ones', async () => {
    const payment = await api.made({ Amount: 1000 });
    const refunds = await Promise.all(Array.from({ length: 20 }, () => api.follow('refund', payment, 300)));
    const codes = refunds.map((refund: Json) => refund.ResponseCode as string).sort();
    expect(codes).toEqual([...Array.from({ length: 3 }, () => '0'), ...Array.from({ length: 17 }, () => 'PT_R5')]);
  });
});
