/** Writers: convert the result of an operation to the response. Versions 2 and 3 differ only in their schemas. */
import {
  apiAnswer,
  authKeyAnswer,
  submissionAnswer,
  txnAnswerV2,
  txnAnswerV3,
  txnListAnswerV2,
  txnListAnswerV3,
} from '../../wire/rest/answers.js';
import type { ApiResponse, SubmissionAnswer } from '../../wire/rest/answers.js';
import { writeAnswer } from '../../wire/rest/write-wire.js';
import type { AuthKey } from '../auth-key.js';
import type { SubmissionResult } from '../operations/submit-auth-key.js';
import type { Transaction } from '../transaction.js';
import { writeApiResponse } from './api-response.js';
import type { Version } from './read-terms.js';
import { addOutcome } from './redirection.js';
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

/** T3. An empty result is 209 with an empty list. */
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

/** The response to a browser's submission: T5, T6, T7, T10 and D9 to D11. */
export function answerToSubmission(apiResponse: ApiResponse, result: SubmissionResult | undefined): SubmissionAnswer {
  if (result?.challengeUrl !== undefined) {
    const { challengeUrl, resultKey } = result;
    return { APIResponse: writeApiResponse(300), RedirectionUrl: challengeUrl, ResultKey: resultKey };
  }
  return {
    APIResponse: apiResponse,
    RedirectionUrl: result?.redirectionUrl
      ? addOutcome(result.redirectionUrl, apiResponse, result.resultKey)
      : undefined,
    ResultKey: result?.resultKey,
  };
}

/** T5. */
export const writeSubmission: Write<SubmissionResult> = (apiResponse, result) =>
  writeAnswer(submissionAnswer, answerToSubmission(apiResponse, result));
