/**
 * Suspends and resumes a payment. A suspended payment has no card digits: it stores the id of a test card and the CVN
 * result, which lead to the same outcome when it is resumed.
 */
import { cvnResultInTest, cvnWithResult } from '../bank/test-cvn.js';
import type { SuspendedOrder, SuspendedPayer } from '../challenge.js';
import type { Context } from '../context.js';
import { splitExpiry, writeExpiry } from '../expiry.js';
import type { Merchant } from '../merchant.js';
import { storedName } from '../stored-name.js';
import { identifyCard, type CheckedCard } from './card-entry.js';
import type { TransactionOrder } from './transaction-order.js';

/** Suspends a payment. Null when it cannot be suspended: only test cards and tokens can. */
export function suspendOrder(order: TransactionOrder): SuspendedOrder | null {
  const { terms, storeCard, source, card, username = null, updatesTokenExpiry = false } = order;
  if (!card) return null;
  const { checked, testCard } = card;
  if (!testCard && !checked.isToken) return null;
  const payer: SuspendedPayer = {
    cardId: testCard?.id ?? null,
    dvToken: checked.isToken ? checked.digits : null,
    holderName: storedName(checked.holderName),
    expiry: checked.expiry && writeExpiry(checked.expiry),
    cvnResult: cvnResultInTest(checked.cvn),
  };
  return { terms, storeCard, source, username, updatesTokenExpiry, payer };
}

/** Resumes a payment. A card that is no longer a test card of the sandbox is declined by the bank. */
export async function resumeOrder(
  order: SuspendedOrder,
  merchant: Merchant,
  context: Context,
): Promise<TransactionOrder> {
  const { payer, ...others } = order;
  const testCard = payer.cardId === null ? undefined : context.cards.findById(payer.cardId);
  const checked: CheckedCard = {
    digits: payer.dvToken ?? testCard?.pan ?? '',
    isToken: payer.dvToken !== null,
    holderName: payer.holderName,
    expiry: payer.expiry === null ? null : splitExpiry(payer.expiry),
    cvn: cvnWithResult(payer.cvnResult),
  };
  return { ...others, merchant, card: await identifyCard(checked, context), originalTxnNumber: null };
}
