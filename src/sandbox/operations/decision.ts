/** Decision about a transaction, before it is stored. */
import type { BankAccount } from '../bank-account.js';
import type { BankAnswer } from '../bank/bank.js';
import type { Context } from '../context.js';
import type { Merchant } from '../merchant.js';
import { closingTimeOf, settlementDateOf } from '../settlement/settlement-day.js';
import type { Outcome, StoredCard } from '../transaction.js';
import { NO_CARD } from './card-entry.js';
import { outcomeOf, refusedOutcome } from './outcome.js';

/** A decision and its subject. */
export interface Decision {
  readonly outcome: Outcome;
  readonly isTest: boolean;
  readonly card: StoredCard;
  /** The bank account that paid instead of a card. */
  readonly bankAccount: BankAccount | null;
  /** The token that paid. */
  readonly paidToken: string | null;
  readonly delaySeconds: number;
}

/** A refusal by the platform, without a request to the bank. */
export function refuse(
  responseCode: string,
  about: Partial<Decision> & Pick<Decision, 'isTest'>,
  text?: string,
): Decision {
  const outcome = refusedOutcome(responseCode, text);
  return { card: NO_CARD, bankAccount: null, paidToken: null, ...about, outcome, delaySeconds: 0 };
}

/** Inputs of {@link settle}. */
export interface Settling {
  readonly currency: string;
  readonly merchant: Merchant;
  readonly isTest: boolean;
  readonly now: number;
}

/** A decision by the bank. */
export function settle(answer: BankAnswer, { currency, merchant, isTest, now }: Settling, context: Context) {
  const settlementDate = settlementDateOf(now, closingTimeOf(merchant, context.settings));
  const outcome = outcomeOf(answer, { currency, now, isTest, settlementDate, random: context.random });
  return { outcome, delaySeconds: answer.delaySeconds };
}
