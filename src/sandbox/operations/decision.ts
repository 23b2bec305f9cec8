/** What was decided of a transaction, before it is written down. */
import type { BankAnswer, Expiry } from '../bank/bank.js';
import type { BankAccount } from '../bank-account.js';
import type { Context } from '../context.js';
import type { Merchant } from '../merchant.js';
import { closingTimeOf, settlementDateOf } from '../settlement/settlement-day.js';
import type { Outcome, StoredCard } from '../transaction.js';
import { NO_CARD } from './card-entry.js';
import { outcomeOf, refusedOutcome } from './outcome.js';

/** A decision, and what it was about. */
export interface Decision {
  readonly outcome: Outcome;
  readonly isTest: boolean;
  readonly card: StoredCard;
  /** Paid in place of a card. */
  readonly bankAccount: BankAccount | null;
  /** The token that was paid with. */
  readonly paidToken: string | null;
  readonly delaySeconds: number;
}

/** Refused by the platform: the bank was not asked. */
export function refuse(
  responseCode: string,
  about: Partial<Decision> & Pick<Decision, 'isTest'>,
  text?: string,
): Decision {
  const outcome = refusedOutcome(responseCode, text);
  return { card: NO_CARD, bankAccount: null, paidToken: null, ...about, outcome, delaySeconds: 0 };
}

/** Decided by the bank. */
export function settle(answer: BankAnswer, currency: string, merchant: Merchant, now: number, context: Context) {
  const settlementDate = settlementDateOf(now, closingTimeOf(merchant, context.settings));
  const outcome = outcomeOf(answer, { currency, now, settlementDate, random: context.random });
  return { outcome, delaySeconds: answer.delaySeconds };
}

/** An expiry as it is stored, `MMYY`, in its two parts. */
export function splitExpiry(expiry: string): Expiry {
  return { month: expiry.slice(0, 2), year: expiry.slice(2) };
}
