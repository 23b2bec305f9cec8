/** What a verdict means for a transaction: codes, texts and the bank's numbers. wire/rest.md sections 3 and 9. */
import { RESPONSE_TEXTS, isResponseCode, responseCodeOfBankCode, type CvnResultCode } from '../../wire/codes.js';
import { writeLocalTime } from '../../wire/rest/local-time.js';
import type { BankAnswer } from '../bank/bank.js';
import type { Random } from '../random.js';
import type { Outcome } from '../transaction.js';

/** Response code of an approval. */
export const APPROVED = '0';

const NOT_ASKED = {
  bankResponseCode: null,
  authoriseId: null,
  settlementDate: null,
  cvnResult: null,
  currency: null,
} as const;

/**
 * A transaction that the platform refused: the bank was not asked.
 *
 * @param text in place of the code's own text, when it says more
 */
export function refusedOutcome(responseCode: string, text?: string): Outcome {
  const known = isResponseCode(responseCode) ? RESPONSE_TEXTS[responseCode] : RESPONSE_TEXTS['?'];
  return { ...NOT_ASKED, responseCode, responseText: text ?? known };
}

/** Digits of the local day and time, `DDHHMMSS`, and four more: how the service's test mode makes one. soap.md section 4. */
function createAuthoriseId(now: number, random: Random): string {
  return writeLocalTime(now).slice(8, 19).replace(/\D/g, '') + random.digits(4);
}

/** What an outcome needs besides the bank's word. */
export interface OutcomeScope {
  readonly currency: string;
  readonly now: number;
  readonly settlementDate: string;
  readonly random: Random;
}

/** A transaction that the bank decided. */
function bankOutcome(
  code: string,
  cvnResult: CvnResultCode,
  { currency, now, settlementDate, random }: OutcomeScope,
): Outcome {
  const responseCode = responseCodeOfBankCode(code);
  return {
    responseCode,
    responseText: RESPONSE_TEXTS[responseCode],
    bankResponseCode: code,
    // Empty and not null after a decline: the bank was asked.
    authoriseId: responseCode === APPROVED ? createAuthoriseId(now, random) : '',
    settlementDate,
    cvnResult,
    currency,
  };
}

/** The outcome of the bank's answer. */
export function outcomeOf({ verdict, cvnResult }: BankAnswer, scope: OutcomeScope): Outcome {
  if (verdict.from === 'platform') return refusedOutcome(verdict.code);
  return bankOutcome(verdict.code, cvnResult, scope);
}
