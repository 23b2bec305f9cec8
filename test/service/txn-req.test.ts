/** The types of requests express the rules of docs/wire/rest-interface.md "TxnReq" and "Process transaction". */
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { RestClient, TokenisationMode, TxnReq, TxnReqV2 } from '../../src/service/index.js';

const CardDetails = { CardNumber: '5999991234567890' };
const paying = { Action: 'payment', Amount: 100, Crn1: 'order 1042', CardDetails } as const;
const refunding = { Action: 'refund', Amount: 100, OriginalTxnNumber: '1042' } as const;

/** Compiled, and never called. */
const calls = (v2: RestClient<'v2'>, v3: RestClient) => [
  v3.processTransaction(paying),
  v3.processTransaction({ ...paying, Action: 'preauth', Type: 'internet', SubType: 'recurring', TokenisationMode: 3 }),
  v3.processTransaction({ ...paying, Action: 'unmatched_refund' }),
  v3.processTransaction({ ...paying, Action: 'verify_only', Amount: 0 }),
  v3.processTransaction(refunding),
  v3.processTransaction({ ...refunding, Action: 'capture', Crn1: 'order 1042' }),
  v2.processTransaction({ ...refunding, Action: 'reversal' }),
  v3.createAuthKey({ ProcessTxnData: { Action: 'payment', Type: 'ecommerce', TokenisationMode: 2 } }),

  // @ts-expect-error nothing is said of what is to be done
  v3.processTransaction({}),
  // @ts-expect-error Action
  v3.processTransaction({ Amount: 100, Crn1: 'order 1042', CardDetails }),
  // @ts-expect-error Amount
  v3.processTransaction({ Action: 'payment', Crn1: 'order 1042', CardDetails }),
  // @ts-expect-error Crn1, which the source does not mark as optional
  v3.processTransaction({ Action: 'payment', Amount: 100, CardDetails }),
  // @ts-expect-error a payment is made with a card
  v3.processTransaction({ Action: 'payment', Amount: 100, Crn1: 'order 1042' }),
  // @ts-expect-error so is a preauth
  v3.processTransaction({ Action: 'preauth', Amount: 100, Crn1: 'order 1042' }),
  // @ts-expect-error and a refund without an original
  v3.processTransaction({ Action: 'unmatched_refund', Amount: 100, Crn1: 'order 1042' }),
  // @ts-expect-error a card has a number
  v3.processTransaction({ ...paying, CardDetails: { ExpiryDate: '0542' } }),
  // @ts-expect-error what is refunded
  v3.processTransaction({ Action: 'refund', Amount: 100 }),
  // @ts-expect-error what is captured
  v3.processTransaction({ Action: 'capture', Amount: 100 }),
  // @ts-expect-error what is reversed
  v2.processTransaction({ Action: 'reversal', Amount: 100 }),
  // @ts-expect-error a refund goes to the card of its original; another would be ignored
  v3.processTransaction({ ...refunding, CardDetails }),
  // @ts-expect-error a payment has no original; one would be ignored
  v3.processTransaction({ ...paying, OriginalTxnNumber: '1042' }),
  // @ts-expect-error a card is checked with no amount
  v3.processTransaction({ ...paying, Action: 'verify_only' }),
  // @ts-expect-error version 2 checks no cards
  v2.processTransaction({ ...paying, Action: 'verify_only', Amount: 0 }),
  // @ts-expect-error no word of the wire
  v3.processTransaction({ ...paying, Action: 'charge' }),
  // @ts-expect-error no word of the wire
  v3.processTransaction({ ...paying, Type: 'web' }),
  // @ts-expect-error no word of the wire
  v3.processTransaction({ ...paying, SubType: 'monthly' }),
  // @ts-expect-error 0 to 3
  v3.processTransaction({ ...paying, TokenisationMode: 4 }),
  // @ts-expect-error version 3 only
  v2.processTransaction({ ...paying, StatementDescriptor: {} }),
  // @ts-expect-error a browser pays with a card, and refunds nothing
  v3.createAuthKey({ ProcessTxnData: { Action: 'refund' } }),
  // @ts-expect-error no word of the wire
  v3.createAuthKey({ ProcessTxnData: { Type: 'web' } }),
];

describe('the request of Process transaction', () => {
  it('requires by type what each action needs, with the values of the wire', () => {
    expect(calls).toBeTypeOf('function');
    expectTypeOf<TokenisationMode>().toEqualTypeOf<0 | 1 | 2 | 3>();
    expectTypeOf<TxnReq['SubType']>().toEqualTypeOf<'single' | 'recurring' | undefined>();
    expectTypeOf<TxnReqV2['Action']>().toEqualTypeOf<
      'payment' | 'preauth' | 'unmatched_refund' | 'refund' | 'reversal' | 'capture'
    >();
  });
});
