/** Outcome of a verdict: codes, texts and the bank's numbers. docs/wire/rest.md sections 3 and 9. */
import { responseCodeOfBankCode } from '../../wire/bank-codes.js';
import { RESPONSE_TEXTS, isResponseCode, type CvnResultCode } from '../../wire/codes.js';
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
 * The outcome of a refusal by the platform, without a request to the bank.
 *
 * @param text replaces the code's own text
 */
export function refusedOutcome(responseCode: string, text?: string): Outcome {
  const known = isResponseCode(responseCode) ? RESPONSE_TEXTS[responseCode] : RESPONSE_TEXTS['?'];
  return { ...NOT_ASKED, responseCode, responseText: text ?? known };
}

/**
 * Six digits, as from acquirers. In test mode: the local day and time, `DDHHMMSS`, and four digits. docs/wire/soap.md
 * section 4.
 */
function createAuthoriseId({ now, random, isTest }: OutcomeScope): string {
  if (!isTest) return random.digits(6);
  return writeLocalTime(now).slice(8, 19).replace(/\D/g, '') + random.digits(4);
}

/** Inputs of an outcome besides the bank's answer. */
export interface OutcomeScope {
  readonly currency: string;
  readonly now: number;
  readonly isTest: boolean;
  readonly settlementDate: string;
  readonly random: Random;
}

function bankOutcome(code: string, cvnResult: CvnResultCode, scope: OutcomeScope): Outcome {
  const { currency, settlementDate } = scope;
  const responseCode = responseCodeOfBankCode(code);
  return {
    responseCode,
    responseText: RESPONSE_TEXTS[responseCode],
    bankResponseCode: code,
    // Empty instead of null after a decline, because the bank was asked.
    authoriseId: responseCode === APPROVED ? createAuthoriseId(scope) : '',
    settlementDate,
    cvnResult,
    currency,
  };
}

export function outcomeOf({ verdict, cvnResult }: BankAnswer, scope: OutcomeScope): Outcome {
  if (verdict.from === 'platform') return refusedOutcome(verdict.code);
  return bankOutcome(verdict.code, cvnResult, scope);
}
