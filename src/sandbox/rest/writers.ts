/** Writers: convert the result of an operation to the response. Versions 2 and 3 differ only in their schemas. */
import {
  apiAnswer,
  authKeyAnswer,
  dvTokenAnswer,
  dvTokenListAnswer,
  submissionAnswer,
  txnAnswer,
  txnListAnswer,
  type ApiResponse,
  type SubmissionAnswer,
} from '../../wire/rest/answers.js';
import type { WireSchema } from '../../wire/rest/wire-object.js';
import { writeAnswer } from '../../wire/rest/write-wire.js';
import type { CardBook } from '../bank/test-cards.js';
import type { SubmissionResult } from '../operations/submit-auth-key.js';
import type { Token } from '../token.js';
import type { Transaction } from '../transaction.js';
import { writeApiResponse } from './api-response.js';
import type { Version } from '../auth-key.js';
import { addOutcome } from './redirection.js';
import type { Write } from './row.js';
import { toDVTokenResp } from './write-dv-token-resp.js';
import { toTxnResp } from './write-txn-resp.js';

type ToWire<A> = (value: A, cards: CardBook) => object;

/** A response with one object in a member. */
function writeOne<A>(schema: WireSchema, member: string, toWire: ToWire<A>): Write<A> {
  return (apiResponse, value, { cards, settings }) =>
    writeAnswer(schema, { APIResponse: apiResponse, [member]: value && toWire(value, cards) }, settings.memberSpelling);
}

/** A response with a list in a member. An empty list is code 209. */
function writeList<A>(schema: WireSchema, member: string, toWire: ToWire<A>): Write<readonly A[]> {
  return (apiResponse, found, { cards, settings }) =>
    writeAnswer(
      schema,
      {
        APIResponse: found?.length === 0 ? writeApiResponse(209) : apiResponse,
        [member]: found?.map((value) => toWire(value, cards)),
      },
      settings.memberSpelling,
    );
}

/** T11 and D6: no payload. */
export const writeNothing: Write<void> = (apiResponse) => writeAnswer(apiAnswer, { APIResponse: apiResponse });

/** T1, T2 and T8. */
export const writeTransaction = (version: Version): Write<Transaction> =>
  writeOne(txnAnswer[version], 'TxnResp', toTxnResp);

/** T3. */
export const writeTransactions = (version: Version): Write<readonly Transaction[]> =>
  writeList(txnListAnswer[version], 'TxnRespList', toTxnResp);

/** D1 to D4 and D12. */
export const writeToken = (version: Version): Write<Token> =>
  writeOne(dvTokenAnswer[version], 'DVTokenResp', toDVTokenResp);

/** D5. */
export const writeTokens = (version: Version): Write<readonly Token[]> =>
  writeList(dvTokenListAnswer[version], 'DVTokenRespList', toDVTokenResp);

/** T4, D7 and D8. */
export const writeAuthKey: Write<{ readonly authKey: string }> = (apiResponse, key) =>
  writeAnswer(authKeyAnswer, { APIResponse: apiResponse, AuthKey: key?.authKey });

function toSubmissionAnswer(apiResponse: ApiResponse, result: SubmissionResult | undefined): SubmissionAnswer {
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

/** The response to a browser's submission: T5, T6, T7, T10 and D9 to D11. */
export const writeSubmission: Write<SubmissionResult> = (apiResponse, result) =>
  writeAnswer(submissionAnswer, toSubmissionAnswer(apiResponse, result));
