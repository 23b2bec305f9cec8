/**
 * Stores a card while it is charged or verified: Process transaction (T1) with TokenisationMode 3, "always".
 * docs/wire/rest.md section 7. To store a card without a transaction use the client's `addToken` (D1); to store the card of
 * an earlier transaction, `tokeniseTransaction` (D3).
 */
import { createMoney, type Money } from '../core/money/money.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import { readReference, type TransactionProcessor } from './follow-ups.js';
import type { CallOptions } from './rest-call.js';
import type { GivenCard, TxnReq } from './txn-req.js';

/** The card to be stored, and its transaction. */
export interface Tokenisation {
  /** `verify_only` charges nothing, needs an amount of 0 and version 3: version 2 answers 101. */
  readonly action: 'payment' | 'preauth' | 'verify_only';
  /** In the lowest denomination; always sent with its currency. */
  readonly amount: Money;
  /** A card that your server handles, which is in PCI DSS scope. For a card typed in a browser use an AuthKey. */
  readonly card: GivenCard;
  /** Your customer; the service stores it as Crn1. */
  readonly crn1: string;
  /** Your own, new for each attempt: you find the transaction by it if the answer is lost. */
  readonly reference: string;
  readonly testMode: boolean;
}

const ALWAYS = 3;

/**
 * Makes the transaction and stores the card. The token is the answer's `DVToken`; it can be absent from an approved
 * transaction if the merchant's account does not allow tokens. It never retries.
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
  const terms = {
    CardDetails: card,
    Crn1: crn1,
    Currency: currency,
    MerchantReference: readReference(reference),
    TestMode: testMode,
    TokenisationMode: ALWAYS,
  } as const;
  const txnReq: TxnReq =
    action === 'verify_only' ? { ...terms, Action: action, Amount: 0 } : { ...terms, Action: action, Amount: minor };
  return client.processTransaction(txnReq, options);
}
