/**
 * Refund, capture and reversal of an earlier transaction, each one call of Process transaction (T1). docs/wire/rest.md
 * section 7, "Action", and section 9, "State rules".
 *
 * They resolve with the service's transaction, also if it was declined: only ResponseCode "0" means that money moved.
 * They do not retry. After a FlorinError other than `api_rejected` search by the reference before you call again:
 * a second refund of an amount that is still available is paid out, too.
 */
import { createMoney, type Money } from '../core/money/money.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import type { CallOptions } from './rest-call.js';
import type { FollowUpReq, TxnReq } from './txn-req.js';

/** The part of a client that these functions use; clients of both versions have it. */
export interface TransactionProcessor<Txn extends TxnResp = TxnResp> {
  processTransaction(txnReq: TxnReq, options?: CallOptions): Promise<Txn>;
}

/** A refund, capture or reversal. */
export interface FollowUp {
  /** TxnNumber of the transaction that is refunded, captured or reversed. */
  readonly originalTxnNumber: string;
  /** In the lowest denomination; always sent with its currency, so that the merchant's default does not matter. */
  readonly amount: Money;
  /** Your own, at most 50 characters, new for each attempt: you find the transaction by it if the answer is lost. */
  readonly reference: string;
  /** `IsTestTxn` of the original. */
  readonly testMode: boolean;
}

/** Checks a reference that is searched for later: a search by an empty one would find everything. */
export function readReference(reference: string): string {
  if (typeof reference === 'string' && reference.trim() !== '' && reference.length <= 50) return reference;
  throw new TypeError('reference must be text of 1 to 50 characters, and not blank');
}

function writeFollowUp(
  Action: FollowUpReq['Action'],
  { originalTxnNumber, amount, reference, testMode }: FollowUp,
): FollowUpReq {
  const { minor, currency } = createMoney(amount.minor, amount.currency);
  if (minor <= 0) throw new RangeError('amount must be above 0');
  if (typeof originalTxnNumber !== 'string' || originalTxnNumber === '') {
    throw new TypeError('originalTxnNumber must be a TxnNumber');
  }
  if (typeof testMode !== 'boolean') throw new TypeError('testMode must be true or false');
  return {
    Action,
    Amount: minor,
    Currency: currency,
    MerchantReference: readReference(reference),
    OriginalTxnNumber: originalTxnNumber,
    TestMode: testMode,
  };
}

/**
 * Refunds a payment or capture: its full amount or a part of it, in one or several refunds.
 *
 * @example
 *   const refunded = await refund(client, {
 *     originalTxnNumber: payment.TxnNumber,
 *     amount: createMoney(500, 'AUD'),
 *     reference: `refund-${randomUUID()}`,
 *     testMode: false,
 *   });
 *   if (outcomeOf(refunded).status !== 'approved') throw new Error('Not refunded');
 */
export async function refund<Txn extends TxnResp>(
  client: TransactionProcessor<Txn>,
  followUp: FollowUp,
  options?: CallOptions,
): Promise<Txn> {
  return client.processTransaction(writeFollowUp('refund', followUp), options);
}

/** Captures the amount that a preauth has reserved, or less, once. */
export async function capture<Txn extends TxnResp>(
  client: TransactionProcessor<Txn>,
  followUp: FollowUp,
  options?: CallOptions,
): Promise<Txn> {
  return client.processTransaction(writeFollowUp('capture', followUp), options);
}

/** Reverses a transaction, once; `amount` must be its full amount. */
export async function reverse<Txn extends TxnResp>(
  client: TransactionProcessor<Txn>,
  followUp: FollowUp,
  options?: CallOptions,
): Promise<Txn> {
  return client.processTransaction(writeFollowUp('reversal', followUp), options);
}
