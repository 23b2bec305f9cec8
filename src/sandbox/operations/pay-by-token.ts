/** A payment with a stored card or bank account in place of a card. wire/rest.md sections 2, 3 and 9. */
import type { TxnType } from '../../wire/codes.js';
import type { Expiry } from '../bank/bank.js';
import { TEST_MONTH } from '../bank/simulated-bank.js';
import type { Context } from '../context.js';
import type { Merchant } from '../merchant.js';
import type { StoreUnit } from '../store/store.js';
import type { Token } from '../token.js';
import { isExpired, type CheckedCard } from './card-entry.js';
import { refuse, settle, splitExpiry, type Decision } from './decision.js';
import { APPROVED } from './outcome.js';
import type { CheckedTerms } from './terms.js';

/** A payment by token. */
export interface TokenPayment {
  readonly merchant: Merchant;
  readonly terms: CheckedTerms & { readonly amount: number };
  /** The token stands in place of the digits; an expiry that was sent with it goes before the stored one. */
  readonly checked: CheckedCard;
  /** Whether an approval stores the expiry that was sent. UpdateDVTokenExpiryDate. */
  readonly updatesTokenExpiry: boolean;
  readonly username: string | null;
  /** Why the payment of a holder of this name stops before the bank; undefined when it does not. */
  readonly stop: (holderName: string | null) => string | undefined;
}

/** The types that a merchant can close to tokens. PT_T1. */
const SHOPPERS_TYPES: readonly TxnType[] = ['internet', 'ivr', 'callcentre'];

/** Why a token cannot pay, or undefined when it can. */
function refusalOf({ terms }: TokenPayment, token: Token, expiry: Expiry | null, now: number): string | undefined {
  // An account can be debited: nothing can be held or checked on it, and nothing paid out to it.
  if (token.bankAccount) return terms.action === 'payment' ? undefined : 'PT_T5';
  return expiry && isExpired(expiry, now) ? 'PT_T7' : undefined;
}

async function keepExpiry(
  unit: StoreUnit,
  { checked, updatesTokenExpiry, username }: TokenPayment,
  token: Token,
  now: number,
): Promise<void> {
  const { expiry } = checked;
  if (!updatesTokenExpiry || !expiry || !token.card) return;
  const card = { ...token.card, expiry: `${expiry.month}${expiry.year}` };
  await unit.updateToken({ ...token, card, bankAccount: null, userUpdated: username, updatedAt: now });
}

/** Decides a payment by token. The bank hears of the card that is stored. */
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
  if (!token) return refuse('PT_T2', { isTest: terms.testMode || isTestMonth });
  const expiry = checked.expiry ?? (token.card?.expiry ? splitExpiry(token.card.expiry) : null);
  const about = {
    isTest: terms.testMode || expiry?.month === TEST_MONTH,
    card: {
      ...(token.card ?? { cardId: null, type: null, masked: null, fingerprint: null }),
      holderName: checked.holderName ?? token.card?.holderName ?? null,
      expiry: token.card && expiry && `${expiry.month}${expiry.year}`,
    },
    bankAccount: token.bankAccount,
    paidToken: token.dvToken,
  };
  const refusal = refusalOf(payment, token, expiry, now) ?? payment.stop(about.card.holderName);
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
      holderName: about.card.holderName,
    },
    context.settings,
  );
  const settled = settle(answer, terms.currency ?? merchant.defaultCurrency, merchant, now, context);
  if (settled.outcome.responseCode === APPROVED) await keepExpiry(unit, payment, token, now);
  return { ...settled, ...about };
}
