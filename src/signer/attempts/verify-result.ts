/** Compares a transaction that the signer fetched itself with its claim. docs/invariants.md, 2. */
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import type { Claim } from '../claims/claim.js';
import { isPricedFor } from '../keys/surcharge.js';
import type { SignerContext } from '../signer-context.js';
import { isSameReference } from '../claims/references.js';

/**
 * Names of the members that differ from the claim. Values are omitted, because they may be a
 * shopper's data.
 */
export function listDifferences(
  txn: TxnResp,
  claim: Claim,
  { merchantCurrency, merchantDefaults = {} }: Pick<SignerContext, 'merchantCurrency' | 'merchantDefaults'>,
): readonly string[] {
  const { terms } = claim;
  /** The facility may fill in what the order leaves out. */
  const isAgreed = (value: string | undefined, agreed: string, filledIn: string | undefined) =>
    (value ?? '') === agreed || (agreed === '' && value === filledIn);
  const expected: Readonly<Record<string, boolean>> = {
    TxnNumber: Boolean(txn.TxnNumber),
    MerchantNumber: txn.MerchantNumber?.trim() === terms.merchantNumber,
    MerchantReference: isSameReference(txn.MerchantReference, claim.reference),
    Action: txn.Action?.toLowerCase() === terms.action,
    Amount: txn.Amount === terms.amount.minor,
    // A transaction that was refused before the bank was asked has no currency; one that moved
    // money must have the right one.
    Currency: txn.ResponseCode !== '0' || (txn.Currency || merchantCurrency) === terms.amount.currency,
    // The card type must have the surcharge of the key; a refused transaction may have no card
    // type.
    CardType: txn.ResponseCode !== '0' || isPricedFor(terms, txn.CardType),
    Crn1: txn.Crn1 === terms.crn1,
    Crn2: isAgreed(txn.Crn2, terms.crn2, merchantDefaults.crn2),
    Crn3: isAgreed(txn.Crn3, terms.crn3, merchantDefaults.crn3),
    BillerCode: isAgreed(txn.BillerCode, terms.billerCode, merchantDefaults.billerCode),
    // A test transaction moves no money, so for a live order it is not a payment.
    IsTestTxn: (txn.IsTestTxn ?? false) === terms.testMode,
  };
  return Object.keys(expected).filter((member) => !expected[member]);
}
