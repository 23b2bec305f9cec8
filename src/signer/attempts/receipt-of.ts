/**
 * A transaction for `<florin-receipt>`, for shops that fetch or store transactions themselves. It has
 * only the members that the receipt shows. These must not reach a browser and are omitted: the token
 * (DVToken, invariant 6), the first digits of the card, the holder's name, the e-mail address, the
 * shop's own reference, and the results of screening and of 3-D Secure.
 */
import type { ReceiptTransaction } from '../../core/receipt-transaction.js';
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { processedAtOf } from './processed-at.js';
import { lastDigitsOf } from './receipt.js';

/**
 * Makes the property `transaction` of `<florin-receipt>`.
 * @param merchantName the name of the shop as the shopper knows it
 */
export function receiptOf(txn: TxnResp, merchantName = ''): ReceiptTransaction {
  const { CardDetails: card, CVNResult: cvn } = txn;
  const processedAt = processedAtOf(txn);
  return {
    Action: txn.Action,
    Amount: smallOf(txn.Amount),
    AmountSurcharge: smallOf(txn.AmountSurcharge),
    AuthoriseId: txn.AuthoriseId,
    BankResponseCode: txn.BankResponseCode,
    CVNResult: cvn && { CVNResultCode: cvn.CVNResultCode },
    CardDetails: card && {
      MaskedCardNumber: `...${lastDigitsOf(card.MaskedCardNumber ?? '')}`,
      ExpiryDate: card.ExpiryDate,
    },
    CardType: txn.CardType,
    Crn1: txn.Crn1,
    Crn2: txn.Crn2,
    Crn3: txn.Crn3,
    Currency: txn.Currency,
    IsTestTxn: txn.IsTestTxn,
    MerchantName: merchantName,
    ProcessedDateTime: processedAt === undefined ? '' : new Date(processedAt).toISOString(),
    ReceiptNumber: txn.ReceiptNumber,
    ResponseCode: txn.ResponseCode,
    ResponseText: txn.ResponseText,
    TxnNumber: txn.TxnNumber,
  };
}

/** An amount beyond a safe integer is not shown. */
const smallOf = (amount: TxnResp['Amount']): number | null => (typeof amount === 'number' ? amount : null);
