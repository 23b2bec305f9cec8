/** Whether a transaction that the signer fetched itself is the one that was claimed. docs/invariants.md, 2. */
import type { TxnResp } from '../wire/rest/txn-resp.js';
import type { Claim } from './claim.js';
import { isPricedFor } from './surcharge.js';

/**
 * Names of the members that are not as claimed; values are left out, as they may be a shopper's.
 * @param merchantCurrency what null in `Currency` means: the merchant's default
 */
export function listDifferences(txn: TxnResp, claim: Claim, merchantCurrency: string): readonly string[] {
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
