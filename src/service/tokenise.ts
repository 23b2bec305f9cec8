/**
 * Storing a card while it is charged or checked: Process transaction (T1) with TokenisationMode 3, "always".
 * wire/rest.md section 7. To store a card without a transaction use the client's `addToken` (D1); to store the card of
 * a transaction that was made, `tokeniseTransaction` (D3).
 */
import { createMoney, type Money } from '../core/money/money.js';
import type { CardDetails } from '../wire/rest/card-details.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import { readReference, type TransactionProcessor } from './follow-ups.js';
import type { CallOptions } from './rest-call.js';

/** Whose card is stored, and by which transaction. */
export interface Tokenisation {
  /** `verify_only` takes nothing, needs an amount of 0, and is known to version 3 only: version 2 answers 101. */
  readonly action: 'payment' | 'preauth' | 'verify_only';
  /** In the lowest denomination; always sent with its currency. */
  readonly amount: Money;
  /** A card that your server may see: that is PCI DSS scope. A browser's card goes by an AuthKey instead. */
  readonly card: CardDetails;
  /** Whose card it is; the service keeps it as Crn1. */
  readonly crn1: string;
  /** Your own, new for each try: by it you find the transaction when the answer is lost. */
  readonly reference: string;
  readonly testMode: boolean;
}

const ALWAYS = 3;

/**
 * Makes the transaction and asks for a token. The token is the answer's `DVToken`; it can be absent though the
 * transaction was approved, when the merchant's account does not allow tokens. Nothing is tried twice.
 */
export async function tokenise<Txn extends TxnResp>(
  client: TransactionProcessor<Txn>,
  { action, amount, card, crn1, reference, testMode }: Tokenisation,
  options?: CallOptions,
): Promise<Txn> {
  const { minor, currency } = createMoney(amount.minor, amount.currency);
  if (action === 'verify_only' ? minor !== 0 : minor <= 0) {
    throw new RangeError('amount must be above 0, and 0 for verify_only');
  }
  if (typeof testMode !== 'boolean') throw new TypeError('testMode must be true or false');
  const txnReq = {
    Action: action,
    Amount: minor,
    CardDetails: card,
    Crn1: crn1,
    Currency: currency,
    MerchantReference: readReference(reference),
    TestMode: testMode,
    TokenisationMode: ALWAYS,
  };
  return client.processTransaction(txnReq, options);
}
