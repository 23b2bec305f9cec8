/** Payments with a stored card or bank account. docs/wire/rest.md sections 2, 3 and 9. */
import type { TxnType } from '../../wire/codes.js';
import { TEST_MONTH } from '../bank/scenarios.js';
import type { Context } from '../context.js';
import { splitExpiry, writeExpiry, type Expiry } from '../expiry.js';
import type { Merchant } from '../merchant.js';
import type { StoreUnit } from '../store/store.js';
import type { Token } from '../token.js';
import { NO_CARD, isExpired, type CheckedCard } from './card-entry.js';
import { refuse, settle, type Decision } from './decision.js';
import { APPROVED } from './outcome.js';
import type { CheckedTerms } from '../auth-key.js';

/** A payment by token. */
export interface TokenPayment {
  readonly merchant: Merchant;
  readonly terms: CheckedTerms & { readonly amount: number };
  /** The token instead of the digits. An expiry that was sent takes precedence over the stored one. */
  readonly checked: CheckedCard;
  /** Whether an approval stores the expiry that was sent. UpdateDVTokenExpiryDate. */
  readonly updatesTokenExpiry: boolean;
  readonly username: string | null;
  /** Card holder's name whose effect replaces that of the stored name. */
  readonly playedName: string | null;
  /** Returns the refusal before the bank for a holder name, or undefined. */
  readonly stop: (holderName: string | null) => string | undefined;
}

/** Types for which a merchant can disable tokens. PT_T1. */
const SHOPPERS_TYPES: readonly TxnType[] = ['internet', 'ivr', 'callcentre'];

/** Returns the refusal of a token, or undefined. */
function refusalOf({ terms }: TokenPayment, token: Token, expiry: Expiry | null, now: number): string | undefined {
  // A bank account supports payments only: no preauth, no card check and no refund.
  if (token.bankAccount) return terms.action === 'payment' ? undefined : 'PT_T5';
  return expiry && isExpired(expiry, now) ? 'PT_T7' : undefined;
}

async function saveExpiry(
  unit: StoreUnit,
  { checked, updatesTokenExpiry, username }: TokenPayment,
  token: Token,
  now: number,
): Promise<void> {
  const { expiry } = checked;
  if (!updatesTokenExpiry || !expiry || !token.card) return;
  const card = { ...token.card, expiry: writeExpiry(expiry) };
  await unit.updateToken({ ...token, card, bankAccount: null, userUpdated: username, updatedAt: now });
}

/** Decides a payment by token. The bank gets the stored card. */
export async function decideTokenPayment(
  unit: StoreUnit,
  payment: TokenPayment,
  now: number,
  context: Context,
): Promise<Decision> {
  const { merchant, terms, checked } = payment;
  const isTestMonth = checked.expiry?.month === TEST_MONTH;
  if (!merchant.settings.allowsTokenPayment && SHOPPERS_TYPES.includes(terms.type)) {
    return refuse('PT_T1', { isTest: terms.testMode || isTestMonth });
  }
  const token = await unit.lockToken(merchant.id, checked.digits);
  if (!token) {
    // The receipt of a deleted card still shows which card it was. docs/wire/soap.md section 4, row 4.
    const deleted = await unit.findDeletedToken(merchant.id, checked.digits);
    const { type = null, masked = null } = deleted?.card ?? {};
    return refuse('PT_T2', { isTest: terms.testMode || isTestMonth, card: { ...NO_CARD, type, masked } });
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
  const holderName = payment.playedName ?? about.card.holderName;
  const refusal = refusalOf(payment, token, expiry, now) ?? payment.stop(holderName);
  if (refusal !== undefined) return refuse(refusal, about);
  const answer = context.bank(
    {
      action: terms.action,
      amount: terms.amount,
      isTest: about.isTest,
      isKnownCard: token.card === null || context.cards.findById(token.card.cardId ?? '') !== undefined,
      expiry,
      isExpired: false,
      cvn: checked.cvn,
      holderName,
    },
    context.settings,
  );
  const { isTest } = about;
  const settling = { currency: terms.currency ?? merchant.defaultCurrency, merchant, isTest, now };
  const settled = settle(answer, settling, context);
  if (settled.outcome.responseCode === APPROVED) await saveExpiry(unit, payment, token, now);
  return { ...settled, ...about };
}
