/**
 * Refund, capture and reversal: what can be done with a transaction that was made, each one call of Process transaction
 * (T1). wire/rest.md section 7, "Action", and section 9, "State rules".
 *
 * They resolve with the transaction that the service made of it, a refused one too: only ResponseCode "0" means that
 * money moved. They do not try twice. After `service_unreachable` or `service_timeout` search by the reference before
 * you ask again: a second refund that fits into what is left is a second refund.
 */
import { createMoney, type Money } from '../core/money/money.js';
import type { TxnReq } from '../wire/rest/txn-req.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import type { CallOptions } from './rest-call.js';

/** What the helpers ask of a client; a client of either version has it. */
export interface TransactionProcessor<Txn extends TxnResp = TxnResp> {
  processTransaction(txnReq: TxnReq, options?: CallOptions): Promise<Txn>;
}

/** What is to be done with which transaction. */
export interface FollowUp {
  /** TxnNumber of the transaction that is refunded, captured or reversed. */
  readonly originalTxnNumber: string;
  /** In the lowest denomination; always sent with its currency, so that no default of the merchant decides. */
  readonly amount: Money;
  /** Your own, of at most 50 characters and new for each try: by it you find the transaction when the answer is lost. */
  readonly reference: string;
  /** What the original was: its `IsTestTxn`. */
  readonly testMode: boolean;
}

/** A reference that can be searched for: a search by an empty one would find everything. */
export function readReference(reference: string): string {
  if (typeof reference === 'string' && reference.trim() !== '' && reference.length <= 50) return reference;
  throw new TypeError('reference must be text of 1 to 50 characters, and not blank');
}

function writeFollowUp(Action: string, { originalTxnNumber, amount, reference, testMode }: FollowUp): TxnReq {
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

/** Gives money of a payment or capture back: all of it, or a part, as often as something is left. */
export async function refund<Txn extends TxnResp>(
  client: TransactionProcessor<Txn>,
  followUp: FollowUp,
  options?: CallOptions,
): Promise<Txn> {
  return client.processTransaction(writeFollowUp('refund', followUp), options);
}

/** Takes the money that a preauth has reserved: once, up to its amount. */
export async function capture<Txn extends TxnResp>(
  client: TransactionProcessor<Txn>,
  followUp: FollowUp,
  options?: CallOptions,
): Promise<Txn> {
  return client.processTransaction(writeFollowUp('capture', followUp), options);
}

/** Undoes a transaction: once, for its full amount, which has to be named. */
export async function reverse<Txn extends TxnResp>(
  client: TransactionProcessor<Txn>,
  followUp: FollowUp,
  options?: CallOptions,
): Promise<Txn> {
  return client.processTransaction(writeFollowUp('reversal', followUp), options);
}
