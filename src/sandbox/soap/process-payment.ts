/** ProcessPayment: the transactions of REST by their SOAP names. docs/wire/soap.md sections 3 and 4. */
import type { TxnRequest, TxnResponse } from '../../wire/soap/types.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller, Merchant } from '../merchant.js';
import { assertTestCard, checkCard, identifyCard, type IdentifiedCard } from '../operations/card-entry.js';
import { isActionAllowed } from '../operations/merchant-rules.js';
import { saveRefusal } from '../operations/save-refusal.js';
import { makeTransaction } from '../operations/make-transaction.js';
import { UNSET_TERMS } from '../operations/terms.js';
import type { TransactionOrder } from '../operations/transaction-order.js';
import { drawTxnNumber } from '../operations/txn-number.js';
import { isFollowUp } from '../operations/original-rules.js';
import { textOrNull } from '../sent-text.js';
import type { Transaction } from '../transaction.js';
import { readCardEntry, readReferences } from './card-entry.js';
import { actionOf, namedBeside, typePairOf } from './names.js';
import { NO_CARD_TYPE, ServiceError } from './service-error.js';

/** Empty expiry and CVC, to check only the number. */
const NO_DETAILS = { holderName: null, expiryMonth: null, expiryYear: null, cvn: null };
const TEST_EXPIRY = { expiryMonth: '99', expiryYear: '00' };

/** Response codes of field errors, by the API code of REST. */
const CARD_REFUSALS: Readonly<Record<number, string>> = { 114: 'PT_V5', 115: 'PT_V6' };

/** A card with a valid number, and the refusal by its other fields. */
interface ReadCard {
  readonly card: IdentifiedCard;
  readonly refusal: string | undefined;
}

/** @throws ServiceError for an invalid number */
async function readCard(request: TxnRequest, context: Context): Promise<ReadCard> {
  const entry = readCardEntry(request);
  let card: IdentifiedCard;
  let refusal: string | undefined;
  try {
    card = await identifyCard(checkCard(entry), context);
  } catch (error) {
    if (!(error instanceof SandboxFault)) throw error;
    refusal = CARD_REFUSALS[error.apiCode];
    if (refusal === undefined) throw new ServiceError(NO_CARD_TYPE);
    card = await identifyCard(checkCard({ ...NO_DETAILS, ...TEST_EXPIRY, number: entry.number }), context);
    return { card: { ...card, stored: { ...card.stored, expiry: null } }, refusal };
  }
  assertTestCard(card, false);
  return { card, refusal };
}

/** Returns the refusal before the bank, or undefined. A refused payment is still a transaction. */
function refusalOf(request: TxnRequest, merchant: Merchant, card: ReadCard | null): string | undefined {
  const action = actionOf(request.PaymentType);
  if (action === undefined) return 'PT_V1';
  if (!isActionAllowed(action, merchant)) return 'PT_V7';
  return request.Amount > 0 ? card?.refusal : 'PT_V3';
}

/** Makes a transaction of the caller's merchant. @throws ServiceError, SandboxFault 105 to 108, 111, 112 */
export async function processPayment(request: TxnRequest, context: Context, caller: Caller): Promise<Transaction> {
  const { merchant, username } = caller;
  const references = readReferences(request);
  const action = actionOf(request.PaymentType) ?? 'payment';
  const card = isFollowUp(action) ? null : await readCard(request, context);
  const order: TransactionOrder = {
    merchant,
    terms: {
      ...UNSET_TERMS,
      ...references,
      ...typePairOf(request.TxnType),
      action,
      amount: request.Amount,
    },
    txnTypeName: namedBeside(request.TxnType),
    storeCard: false,
    source: 'api',
    username,
    card: card?.card ?? null,
    originalTxnNumber: isFollowUp(action) ? textOrNull(request.OriginalTransactionNumber) : null,
  };
  const refusal = refusalOf(request, merchant, card);
  const { transaction, delaySeconds } = await context.store.write(async (unit) => {
    const txnNumber = await drawTxnNumber(unit, order);
    return refusal === undefined
      ? makeTransaction(unit, order, txnNumber, context)
      : saveRefusal(unit, order, txnNumber, refusal, context);
  });
  await context.wait(delaySeconds);
  return transaction;
}

/** Writes a transaction. Null omits an element; the type of an unknown card is present and empty. Section 4. */
export function writeTxnResponse(transaction: Transaction): TxnResponse {
  return {
    ResponseCode: transaction.responseCode,
    AcquirerResponseCode: transaction.bankResponseCode ?? undefined,
    AuthorisationResult: transaction.responseText,
    TransactionNumber: String(transaction.txnNumber),
    ReceiptNumber: transaction.receiptNumber,
    AuthoriseId: transaction.authoriseId ?? undefined,
    SettlementDate: transaction.settlementDate ?? undefined,
    MaskedCardNumber: transaction.card.masked ?? undefined,
    CardType: transaction.card.type ?? '',
  };
}
