/**
 * Which answers refuse a call that makes a transaction. Only what is listed is a refusal, because after a refusal the caller
 * pays again. A code or text that no table lists, and a refusal beside a transaction that may have moved money, leave the
 * outcome unknown. docs/wire/rest.md section 8; docs/wire/soap.md section 4.
 */
import { FlorinError } from '../core/errors.js';
import { membersOf, textOf } from '../core/members-of.js';
import { readOutcome } from '../core/outcome.js';
import { isFieldCode } from '../core/field-code.js';
import { API_CODES, isApiCode } from '../wire/codes.js';

/** Listed codes that do not say that nothing was charged: of D3, of searches, and of the 3-D Secure step. */
const OF_OTHER_CALLS: readonly number[] = [203, 204, 208, 209, 300];

/** Failures of the service: the transaction may have been made. */
export const FAILURES: readonly number[] = [900, 999];

/** Whether an API code says what becomes of a payment: refused, or a failure of the service. */
export function isCodeOfPayment(code: number): boolean {
  return isApiCode(code) && code !== 0 && !OF_OTHER_CALLS.includes(code);
}

/** Texts of SOAP refusals; those of wrong fields are REST's. */
const REFUSING_TEXTS: readonly string[] = [
  'invalid login',
  'unable to determine card type',
  ...Object.entries(API_CODES).flatMap(([code, text]) => (isFieldCode(Number(code)) ? [text] : [])),
];

/** Whether the text of a SOAP `ERROR` refuses a payment. It may have a detail in parentheses at its end. */
export function isRefusingText(text: string): boolean {
  return REFUSING_TEXTS.includes(text.replace(/ \([^()]*\)$/, ''));
}

export interface BesideTxn {
  readonly txnNumber: string | undefined;
  /** Its own code does not say that no money moved. */
  readonly mayBePaid: boolean;
}

/** Reads the transaction beside a refusal, also if it is incomplete; undefined without one. */
export function readBeside(txn: unknown): BesideTxn | undefined {
  const { ResponseCode, BankResponseCode, AcquirerResponseCode, TxnNumber, TransactionNumber } = membersOf(txn);
  const number = textOf(TxnNumber ?? TransactionNumber);
  const code = typeof ResponseCode === 'number' ? String(ResponseCode) : textOf(ResponseCode);
  if (code === '' && number === '') return undefined;
  const outcome = readOutcome({
    ResponseCode: code,
    BankResponseCode: textOf(BankResponseCode ?? AcquirerResponseCode),
  });
  return {
    txnNumber: /^[\dA-Za-z-]{1,64}$/.test(number) ? number : undefined,
    mayBePaid: outcome.status === 'approved' || (outcome.status === 'error' && outcome.finality === 'unknown'),
  };
}

/** The error instead of a refusal that is none. */
export function unknownOutcome({ message, apiCode, apiText }: FlorinError, beside: BesideTxn | undefined): FlorinError {
  const txnNumber = beside?.txnNumber;
  const place = txnNumber === undefined ? '' : ` beside transaction ${txnNumber}`;
  return new FlorinError('result_unknown', `${message}${place}: the outcome is unknown`, {
    apiCode,
    apiText,
    txnNumber,
  });
}
