/**
 * What an API code becomes. Nothing else decides it; wire/rest.md sections 2 and 8.
 *
 * | APIResponse.ResponseCode             | becomes               | meaning                                               |
 * | ------------------------------------ | --------------------- | ----------------------------------------------------- |
 * | 0                                    | the result            | the call worked; whether it was paid is in TxnResp    |
 * | 209 in a search (T3, D5)             | the empty list        | nothing found                                         |
 * | 300 in a frame's processing (T10, D11) | the result          | go on to RedirectionUrl, the 3-D Secure step          |
 * | 900, 999                             | `service_unreachable` | the service is there but does not work; ask later     |
 * | all others, unknown ones included    | `api_rejected`        | the service refused the call; `apiCode` says why      |
 *
 * A result needs HTTP 200 and its payload: code 0 without one, or 209 with a list that is not empty, contradicts itself
 * and is `service_unreachable` without an `apiCode`, like an answer that is not the service's. Errors of this table
 * carry `apiCode` and `apiText`.
 */
import { FlorinError, type FlorinErrorCode } from '../core/errors.js';
import { API_CODES, fieldOfApiCode, isApiCode } from '../wire/codes.js';
import type { ApiResponse } from '../wire/rest/answers.js';
import { loggableText } from './loggable-text.js';

/** The call worked. */
export const SUCCESS = 0;
/** A search found nothing. */
export const SEARCH_RETURNED_NOTHING = 209;
/** The payer's bank wants to be asked first. */
export const FOLLOW_REDIRECTION = 300;

/** The codes that are the service's own failure and no refusal. */
const CODE_OF_FAILURE: ReadonlyMap<number, FlorinErrorCode> = new Map([
  [900, 'service_unreachable'],
  [999, 'service_unreachable'],
]);

/** Makes the error of an answer whose code is no result. `call` is the client's method, for the message. */
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
