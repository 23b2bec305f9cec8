/**
 * The result or error of each API code. docs/wire/rest.md sections 2 and 8.
 *
 * | APIResponse.ResponseCode               | result or error       | meaning                                               |
 * | -------------------------------------- | --------------------- | ----------------------------------------------------- |
 * | 0                                      | the result            | the call worked; TxnResp has the outcome of a payment |
 * | 209 in a search (T3, D5)               | the empty list        | nothing found                                         |
 * | 300 in a frame's processing (T10, D11) | the result            | continue at RedirectionUrl, the 3-D Secure step       |
 * | 900, 999                               | `service_unreachable` | the service has a failure; try later                  |
 * | in a call for a transaction (T1, T2, T8, T10, D11): beside a TxnResp that may be paid; 203, 204, 208, 209; 300 without a step; all that no table lists | `result_unknown` | it may have been made; `txnNumber` if the answer has it |
 * | all others                             | `api_rejected`        | the service refused the call; `apiCode` says why      |
 *
 * A result needs HTTP 200 and its payload. Code 0 without a payload, or 209 with a list that is not empty, is a
 * contradiction and becomes `service_unreachable` without an `apiCode`, like an answer of another server. Errors of this
 * table have `apiCode` and `apiText`.
 */
import { FlorinError } from '../core/errors.js';
import { API_CODES, fieldOfApiCode, isApiCode } from '../wire/codes.js';
import type { ApiResponse } from '../wire/rest/answers.js';
import { loggableText } from './loggable-text.js';
import { FAILURES } from './payment-refusal.js';

export const SUCCESS = 0;
export const SEARCH_RETURNED_NOTHING = 209;
/** 3-D Secure comes first. */
export const FOLLOW_REDIRECTION = 300;

/** Creates the error of an answer without a result. `call` is the client's method, for the message. */
export function apiError({ ResponseCode, ResponseText }: ApiResponse, call: string): FlorinError {
  const apiText = loggableText(ResponseText ?? (isApiCode(ResponseCode) ? API_CODES[ResponseCode] : ''));
  const field = fieldOfApiCode(ResponseCode);
  const member = field === undefined ? '' : ` (${field})`;
  return new FlorinError(
    FAILURES.includes(ResponseCode) ? 'service_unreachable' : 'api_rejected',
    `The payment service answered ${call} with API code ${ResponseCode}${member}: ${apiText}`,
    { apiCode: ResponseCode, apiText },
  );
}
