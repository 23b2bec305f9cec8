/** Back to the merchant: its own address with the outcome of the call added to the query. wire/rest.md section 5. */
import type { ApiResponse } from '../../wire/rest/answers.js';

/**
 * The address that a browser goes to. The merchant's own query is kept to the letter, so it is added to and not parsed.
 *
 * @param resultKey absent when the call failed
 */
export function addOutcome(redirectionUrl: string, apiResponse: ApiResponse, resultKey?: string): string {
  const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(redirectionUrl) ?? [];
  const outcome = new URLSearchParams({
    ResponseCode: String(apiResponse.ResponseCode),
    ResponseText: apiResponse.ResponseText ?? '',
    ...(resultKey !== undefined && { ResultKey: resultKey }),
  });
  return `${address}${address.includes('?') ? '&' : '?'}${outcome.toString()}${fragment}`;
}
