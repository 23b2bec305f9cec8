/**
 * The envelopes of all answers. Each contains an APIResponse; if the call fails, its payload member is null.
 * docs/wire/rest-interface.md "Response envelope"; docs/wire/rest.md sections 1 and 2.
 */
import * as z from 'zod';
import { dvTokenResp } from './dv-token.js';
import { txnResp } from './txn-resp.js';
import { lenient, text, wireObject } from './wire-object.js';

/** The outcome of the call, not of the payment. ResponseCode is a JSON number; 0 means success. */
export const apiResponse = wireObject('APIResponse', { ResponseCode: z.int(), ResponseText: lenient(text()) });
/** The outcome of the call, not of the payment. */
export type ApiResponse = z.output<typeof apiResponse>;

/** D6 and T11; a part of every answer. */
export const apiAnswer = wireObject('ApiAnswer', { APIResponse: apiResponse });

/** T1, T2 and T8, by version. */
export const txnAnswer = {
  v2: wireObject('TxnAnswerV2', { APIResponse: apiResponse, TxnResp: txnResp.v2.optional() }),
  v3: wireObject('TxnAnswerV3', { APIResponse: apiResponse, TxnResp: txnResp.v3.optional() }),
};

/** T3, by version. */
export const txnListAnswer = {
  v2: wireObject('TxnListAnswerV2', { APIResponse: apiResponse, TxnRespList: z.array(txnResp.v2).optional() }),
  v3: wireObject('TxnListAnswerV3', { APIResponse: apiResponse, TxnRespList: z.array(txnResp.v3).optional() }),
};

/** T4, D7 and D8. AuthKey is a lower-case GUID with hyphens. */
export const authKeyAnswer = wireObject('AuthKeyAnswer', { APIResponse: apiResponse, AuthKey: text() });
/** T4, D7 and D8. */
export type AuthKeyAnswer = z.output<typeof authKeyAnswer>;

/** T5, T10 and D9 to D11: the answer to a browser's submission. 0 does not mean approved. */
export const submissionAnswer = wireObject('SubmissionAnswer', {
  APIResponse: apiResponse,
  RedirectionUrl: text('Already carries ResponseCode, ResponseText and ResultKey'),
  ResultKey: text(),
});
/** The answer to a browser's submission (T5, T10 and D9 to D11 of docs/wire/rest.md). 0 does not mean approved. */
export type SubmissionAnswer = z.output<typeof submissionAnswer>;

/** D1 to D4 and D12, by version. */
export const dvTokenAnswer = {
  v2: wireObject('DVTokenAnswerV2', { APIResponse: apiResponse, DVTokenResp: dvTokenResp.v2.optional() }),
  v3: wireObject('DVTokenAnswerV3', { APIResponse: apiResponse, DVTokenResp: dvTokenResp.v3.optional() }),
};

/** D5, by version. */
export const dvTokenListAnswer = {
  v2: wireObject('DVTokenListAnswerV2', {
    APIResponse: apiResponse,
    DVTokenRespList: z.array(dvTokenResp.v2).optional(),
  }),
  v3: wireObject('DVTokenListAnswerV3', {
    APIResponse: apiResponse,
    DVTokenRespList: z.array(dvTokenResp.v3).optional(),
  }),
};

/** The body of a 404, 405 or 413. docs/wire/rest.md section 1. */
export const messageAnswer = wireObject('MessageAnswer', { Message: z.string() });
/** The body of a 404, 405 or 413. */
export type MessageAnswer = z.output<typeof messageAnswer>;
