/**
 * The result or error of each API code. docs/wire/rest.md sections 2 and 8.
 *
 * | APIResponse.ResponseCode               | result or error       | meaning                                               |
 * | -------------------------------------- | --------------------- | ----------------------------------------------------- |
 * | 0                                      | the result            | the call worked; TxnResp has the outcome of a payment |
 * | 209 in a search (T3, D5)               | the empty list        | nothing found                                         |
 * | 300 in a frame's processing (T10, D11) | the result            | continue at RedirectionUrl, the 3-D Secure step       |
 * | 900, 999                               | `service_unreachable` | the service has a failure; try later                  |
 * | all others, also unknown ones          | `api_rejected`        | the service refused the call; `apiCode` says why      |
 *
 * A result needs HTTP 200 and its payload. Code 0 without a payload, or 209 with a list that is not empty, is a
 * contradiction and becomes `service_unreachable` without an `apiCode`, like an answer of another server. Errors of this
 * table have `apiCode` and `apiText`.
 */
import { FlorinError, type FlorinErrorCode } from '../core/errors.js';
import { API_CODES, fieldOfApiCode, isApiCode } from '../wire/codes.js';
import type { ApiResponse } from '../wire/rest/answers.js';
import { loggableText } from './loggable-text.js';

export const SUCCESS = 0;
export const SEARCH_RETURNED_NOTHING = 209;
/** 3-D Secure comes first. */
export const FOLLOW_REDIRECTION = 300;

/** Codes of a failure of the service; all others refuse the call. */
const CODE_OF_FAILURE: ReadonlyMap<number, FlorinErrorCode> = new Map([
  [900, 'service_unreachable'],
  [999, 'service_unreachable'],
]);

/** Creates the error of an answer without a result. `call` is the client's method, for the message. */
export function apiError({ ResponseCode, ResponseText }: ApiResponse, call: string): FlorinError {
  const apiText = loggableText(ResponseText ?? (isApiCode(ResponseCode) ? API_CODES[ResponseCode] : ''));
  const field = fieldOfApiCode(ResponseCode);
  const member = field === undefined ? '' : ` (${field})`;
  return new FlorinError(
    CODE_OF_FAILURE.get(ResponseCode) ?? 'api_rejected',
    `The payment service answered ${call} with API code ${ResponseCode}${member}: ${apiText}`,
    { apiCode: ResponseCode, apiText },
  );
}
