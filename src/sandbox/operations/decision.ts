/** Decision about a transaction, before it is stored. */
import type { BankAccount } from '../bank-account.js';
import type { BankRequest } from '../bank/bank.js';
import type { Context } from '../context.js';
import type { Merchant } from '../merchant.js';
import { closingTimeOf, settlementDateOf } from '../settlement/settlement-day.js';
import type { Outcome, StoredCard } from '../transaction.js';
import { NO_CARD } from './card-entry.js';
import { outcomeOf, refusedOutcome } from './outcome.js';

export interface Decision {
  readonly outcome: Outcome;
  readonly isTest: boolean;
  readonly card: StoredCard;
  /** The bank account that paid instead of a card. */
  readonly bankAccount: BankAccount | null;
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

/** Circumstances of a request to the bank. */
interface Asked {
  readonly currency: string;
  readonly merchant: Merchant;
  readonly now: number;
}

/** Asks the bank about a transaction that passed the rules of the platform. */
export function askBank(
  request: BankRequest,
  { currency, merchant, now }: Asked,
  { bank, random, settings }: Context,
): Pick<Decision, 'outcome' | 'delaySeconds'> {
  const answer = bank(request, settings);
  const settlementDate = settlementDateOf(now, closingTimeOf(merchant, settings));
  const outcome = outcomeOf(answer, { currency, now, isTest: request.isTest, settlementDate, random });
  return { outcome, delaySeconds: answer.delaySeconds };
}
