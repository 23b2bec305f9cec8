/**
 * A transaction that the shop's server fetched itself, for `<florin-receipt>`: members of the service's TxnResp
 * (docs/wire/rest-interface.md) without the members that must not reach a browser. `receiptOf` of the signer package makes it.
 */
import type { Advice } from './outcome.js';
import { readOutcome } from './outcome.js';
import type { PaymentResult, Receipt } from './pay-api.js';

/** null equals absent. */
type Text = string | null | undefined;

/** A TxnResp without DVToken and other members that no browser needs. */
export interface ReceiptTransaction {
  readonly Action?: Text;
  /** Minor units, surcharge included. */
  readonly Amount?: number | null | undefined;
  readonly AmountSurcharge?: number | null | undefined;
  readonly AuthoriseId?: Text;
  readonly BankResponseCode?: Text;
  readonly CVNResult?: { readonly CVNResultCode?: Text } | null | undefined;
  readonly CardDetails?:
    | {
        /** Its last three digits after dots. */
        readonly MaskedCardNumber?: Text;
        /** `MMYY`. */
        readonly ExpiryDate?: Text;
      }
    | null
    | undefined;
  readonly CardType?: Text;
  readonly Crn1?: Text;
  readonly Crn2?: Text;
  readonly Crn3?: Text;
  readonly Currency?: Text;
  readonly IsTestTxn?: boolean | null | undefined;
  /** Not a member of the service: the name that the shopper knows the shop by. */
  readonly MerchantName?: Text;
  /** ISO 8601 instant with offset. */
  readonly ProcessedDateTime?: Text;
  readonly ReceiptNumber?: Text;
  readonly ResponseCode?: Text;
  readonly ResponseText?: Text;
  readonly TxnNumber?: Text;
}

/**
 * Converts a transaction to a result for display. It has no claim, because no signer has compared it with an order. An unknown
 * outcome is `pending`.
 */
export function resultOfTransaction(txn: ReceiptTransaction): PaymentResult {
  const outcome = readOutcome({ ...txn, CVNResultCode: txn.CVNResult?.CVNResultCode });
  const order = txn.Crn1 ?? '';
  const common = { order, claim: '' };
  if (outcome.status === 'error' && outcome.finality === 'unknown') {
    return { ...common, status: 'pending', retryAfterSeconds: 0 };
  }
  if (outcome.status === 'approved') return { ...common, status: 'approved', receipt: receiptOf(txn, 'approved') };
  const status = outcome.status === 'declined' ? 'declined' : 'failed';
  const advice: Advice = outcome.advice;
  return { ...common, status, advice, receipt: receiptOf(txn, status) };
}

const ACTIONS: Readonly<Record<string, Receipt['action']>> = { preauth: 'preauth', verify_only: 'verify_only' };

function receiptOf(txn: ReceiptTransaction, outcome: Receipt['outcome']): Receipt {
  const currency = txn.Currency || 'AUD';
  const action = ACTIONS[txn.Action ?? ''];
  const { MaskedCardNumber = '', ExpiryDate = '' } = txn.CardDetails ?? {};
  const surcharge = txn.AmountSurcharge ?? 0;
  return {
    outcome,
    order: txn.Crn1 ?? '',
    merchantName: txn.MerchantName ?? '',
    ...(action && { action }),
    amount: { minor: txn.Amount ?? 0, currency },
    ...(surcharge > 0 && { surcharge: { minor: surcharge, currency } }),
    ...(MaskedCardNumber && {
      card: {
        type: txn.CardType ?? '',
        lastDigits: /\d{1,3}$/.exec(MaskedCardNumber)?.[0] ?? '',
        expiry: ExpiryDate ?? '',
      },
    }),
    receiptNumber: txn.ReceiptNumber ?? '',
    txnNumber: txn.TxnNumber ?? '',
    processedAt: txn.ProcessedDateTime ?? '',
    authoriseId: txn.AuthoriseId ?? '',
    responseText: txn.ResponseText ?? '',
    references: [txn.Crn1, txn.Crn2, txn.Crn3].filter(
      (reference) => typeof reference === 'string' && reference !== '',
    ) as string[],
    isTest: txn.IsTestTxn ?? false,
  };
}
