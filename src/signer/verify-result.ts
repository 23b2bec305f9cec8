/**
 * Whether a transaction is the one that was claimed. Takes only what the signer fetched itself, and returns the
 * transaction, so that an unchecked one cannot be passed on by mistake. Design, invariant 2.
 */
import { FlorinError } from '../core/errors.js';
import type { TxnResp } from '../wire/rest/txn-resp.js';
import type { Claim } from './claim.js';
import { isPricedFor } from './surcharge.js';

/** A transaction that {@link verifyResult} has held against its claim. What became of it is another question. */
export type VerifiedTxn = TxnResp & { readonly TxnNumber: string };

/**
 * @param merchantCurrency what null in `Currency` means: the merchant's default
 * @throws FlorinError `result_mismatch`, whose `cause` lists the names of the members that differ
 */
export function verifyResult(txn: TxnResp, claim: Claim, merchantCurrency: string): VerifiedTxn {
  const differences = findDifferences(txn, claim, merchantCurrency);
  if (differences.length > 0) {
    throw new FlorinError('result_mismatch', `The transaction differs from its claim in ${differences.join(', ')}`, {
      cause: differences,
    });
  }
  return txn as VerifiedTxn;
}

/** Names of the members that are not as claimed; values are left out, as they may be a shopper's. */
function findDifferences(txn: TxnResp, claim: Claim, merchantCurrency: string): readonly string[] {
  const { terms } = claim;
  const expected: Readonly<Record<string, boolean>> = {
    TxnNumber: Boolean(txn.TxnNumber),
    MerchantNumber: txn.MerchantNumber?.trim() === terms.merchantNumber,
    MerchantReference: txn.MerchantReference === claim.reference,
    Action: txn.Action === terms.action,
    Amount: txn.Amount === terms.amount.minor,
    // A transaction that was refused before the bank has no currency; of one that moved money it must be right.
    Currency: txn.ResponseCode !== '0' || (txn.Currency || merchantCurrency) === terms.amount.currency,
    // Another kind of card than the one that the surcharge was for; a refusal need not name any.
    CardType: txn.ResponseCode !== '0' || isPricedFor(terms, txn.CardType),
    Crn1: (txn.Crn1 ?? '') === terms.crn1,
    Crn2: (txn.Crn2 ?? '') === terms.crn2,
    Crn3: (txn.Crn3 ?? '') === terms.crn3,
    BillerCode: (txn.BillerCode ?? '') === terms.billerCode,
    // A test transaction moves no money: for a live order it is no payment, whatever it answers.
    IsTestTxn: (txn.IsTestTxn ?? false) === terms.testMode,
  };
  return Object.keys(expected).filter((member) => !expected[member]);
}
