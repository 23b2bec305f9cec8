/**
 * A payment put down and taken up again. What is put down has no digit of a card: a test card's id stands for its number
 * and the result for its CVN, from which a payment with the same outcome is made when it goes on.
 */
import { cvnResultInTest, cvnWithResult } from '../bank/test-cvn.js';
import type { WaitingOrder, WaitingPayer } from '../challenge.js';
import type { Context } from '../context.js';
import type { Merchant } from '../merchant.js';
import { identifyCard, type CheckedCard } from './card-entry.js';
import { splitExpiry } from './decision.js';
import type { TransactionOrder } from './make-transaction.js';

/** Puts a payment down. Null when it cannot wait: only test cards and tokens can. */
export function putDown(order: TransactionOrder): WaitingOrder | null {
  const { terms, storeCard, source, card, username = null, updatesTokenExpiry = false } = order;
  if (!card) return null;
  const { checked, testCard } = card;
  if (!testCard && !checked.isToken) return null;
  const payer: WaitingPayer = {
    cardId: testCard?.id ?? null,
    dvToken: checked.isToken ? checked.digits : null,
    holderName: checked.holderName,
    expiry: checked.expiry && `${checked.expiry.month}${checked.expiry.year}`,
    cvnResult: cvnResultInTest(checked.cvn),
  };
  return { terms, storeCard, source, username, updatesTokenExpiry, payer };
}

/** Takes a payment up again. A card that the sandbox does not take any more is no test card now, and the bank says so. */
export async function takeUp(order: WaitingOrder, merchant: Merchant, context: Context): Promise<TransactionOrder> {
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
