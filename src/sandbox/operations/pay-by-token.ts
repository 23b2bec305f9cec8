/** Payments with a stored card or bank account. docs/wire/rest.md sections 2, 3 and 9. */
import type { TxnType } from '../../wire/codes.js';
import { TEST_MONTH } from '../bank/scenarios.js';
import { maskPan } from '../bank/test-cards.js';
import type { Context } from '../context.js';
import { splitExpiry, writeExpiry, type Expiry } from '../expiry.js';
import type { StoreUnit } from '../store/store.js';
import type { Token } from '../token.js';
import { NO_CARD, isExpired, type CheckedCard } from './card-entry.js';
import { askBank, refuse, type Decision } from './decision.js';
import { APPROVED } from './outcome.js';
import { refusalBeforeBank } from './transaction-extras.js';
import type { TransactionOrder } from './transaction-order.js';

/** Types for which a merchant can disable tokens. PT_T1. */
const SHOPPERS_TYPES: readonly TxnType[] = ['internet', 'ivr', 'callcentre'];

function refusalOf({ terms }: TransactionOrder, token: Token, expiry: Expiry | null, now: number): string | undefined {
  // A bank account supports payments only: no preauth, no card check and no refund.
  if (token.bankAccount) return terms.action === 'payment' ? undefined : 'PT_T5';
  return expiry && isExpired(expiry, now) ? 'PT_T7' : undefined;
}

async function saveExpiry(
  unit: StoreUnit,
  { updatesTokenExpiry, username = null }: TransactionOrder,
  { expiry }: CheckedCard,
  token: Token,
  now: number,
): Promise<void> {
  if (!updatesTokenExpiry || !expiry || !token.card) return;
  const card = { ...token.card, expiry: writeExpiry(expiry) };
  await unit.updateToken({ ...token, card, bankAccount: null, userUpdated: username, updatedAt: now });
}

/**
 * Decides a payment by token. The bank gets the stored card.
 *
 * @param checked the token instead of the digits; an expiry that was sent takes precedence over the stored one
 */
export async function decideTokenPayment(
  unit: StoreUnit,
  order: TransactionOrder,
  checked: CheckedCard,
  now: number,
  context: Context,
): Promise<Decision> {
  const { merchant, terms } = order;
  const isTestMonth = checked.expiry?.month === TEST_MONTH;
  if (!merchant.settings.allowsTokenPayment && SHOPPERS_TYPES.includes(terms.type)) {
    return refuse('PT_T1', { isTest: terms.testMode || isTestMonth });
  }
  const token = await unit.lockToken(merchant.id, checked.digits);
  if (!token) {
    // The mask is that of the token, the type that of its deleted card. docs/wire/soap.md section 4, row 4.
    const deleted = await unit.findDeletedToken(merchant.id, checked.digits);
    const card = { ...NO_CARD, type: deleted?.card?.type ?? null, masked: maskPan(checked.digits) };
    return refuse('PT_T2', { isTest: terms.testMode || isTestMonth, card });
  }
  const expiry = checked.expiry ?? (token.card?.expiry ? splitExpiry(token.card.expiry) : null);
  const about = {
    isTest: terms.testMode || expiry?.month === TEST_MONTH,
    card: {
      ...(token.card ?? { cardId: null, type: null, masked: null, fingerprint: null }),
      holderName: checked.holderName ?? token.card?.holderName ?? null,
      expiry: token.card && expiry && writeExpiry(expiry),
    },
    bankAccount: token.bankAccount,
    paidToken: token.dvToken,
  };
  const holderName = order.scenarioName ?? about.card.holderName;
  const refusal = refusalOf(order, token, expiry, now) ?? refusalBeforeBank(order, holderName);
  if (refusal !== undefined) return refuse(refusal, about);
  const request = {
    action: terms.action,
    amount: terms.amount,
    isTest: about.isTest,
    isKnownCard: token.card === null || context.cards.findById(token.card.cardId ?? '') !== undefined,
    expiry,
    isExpired: false,
    cvn: checked.cvn,
    holderName,
  };
  const asked = askBank(request, { currency: terms.currency ?? merchant.defaultCurrency, merchant, now }, context);
  if (asked.outcome.responseCode === APPROVED) await saveExpiry(unit, order, checked, token, now);
  return { ...asked, ...about };
}
