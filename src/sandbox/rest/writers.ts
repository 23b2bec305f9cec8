/** From an operation's answer to the envelope on the wire. Version 2 and 3 differ in their schemas only. */
import {
  apiAnswer,
  authKeyAnswer,
  submissionAnswer,
  txnAnswerV2,
  txnAnswerV3,
  txnListAnswerV2,
  txnListAnswerV3,
} from '../../wire/rest/answers.js';
import type { ApiResponse } from '../../wire/rest/answers.js';
import { writeAnswer } from '../../wire/rest/write-wire.js';
import type { AuthKey } from '../auth-key.js';
import type { SubmissionResult } from '../operations/submit-auth-key.js';
import type { Transaction } from '../transaction.js';
import { writeApiResponse } from './api-response.js';
import type { Version } from './read-terms.js';
import type { Write } from './row.js';
import { toTxnResp } from './write-txn-resp.js';

/** T11: no payload. */
export const writeNothing: Write<void> = (apiResponse) => writeAnswer(apiAnswer, { APIResponse: apiResponse });

/** T1, T2 and T8. */
export function writeTransaction(version: Version): Write<Transaction> {
  const schema = version === 'v2' ? txnAnswerV2 : txnAnswerV3;
  return (apiResponse, transaction, { cards, settings }) =>
    writeAnswer(
      schema,
      { APIResponse: apiResponse, TxnResp: transaction && toTxnResp(transaction, cards) },
      settings.memberSpelling,
    );
}

/** T3. Nothing found is 209 with an empty list. */
export function writeTransactions(version: Version): Write<readonly Transaction[]> {
  const schema = version === 'v2' ? txnListAnswerV2 : txnListAnswerV3;
  return (apiResponse, found, { cards, settings }) =>
    writeAnswer(
      schema,
      {
        APIResponse: found?.length === 0 ? writeApiResponse(209) : apiResponse,
        TxnRespList: found?.map((transaction) => toTxnResp(transaction, cards)),
      },
      settings.memberSpelling,
    );
}

/** T4. */
export const writeAuthKey: Write<AuthKey> = (apiResponse, key) =>
  writeAnswer(authKeyAnswer, { APIResponse: apiResponse, AuthKey: key?.authKey });

/** Adds the outcome of the call to the query of the merchant's address. wire/rest.md section 5. */
function addOutcome(redirectionUrl: string, apiResponse: ApiResponse, resultKey: string): string {
  const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(redirectionUrl) ?? [];
  const outcome = new URLSearchParams({
    ResponseCode: String(apiResponse.ResponseCode),
    ResponseText: apiResponse.ResponseText ?? '',
    ResultKey: resultKey,
  });
  // The merchant's own query is kept to the letter, so it is added to and not parsed.
  return `${address}${address.includes('?') ? '&' : '?'}${outcome.toString()}${fragment}`;
}

/** T5. */
export const writeSubmission: Write<SubmissionResult> = (apiResponse, result) =>
  writeAnswer(submissionAnswer, {
    APIResponse: apiResponse,
    RedirectionUrl: result?.redirectionUrl
      ? addOutcome(result.redirectionUrl, apiResponse, result.resultKey)
      : undefined,
    ResultKey: result?.resultKey,
  });
