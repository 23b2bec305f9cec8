/** The redirect to the merchant: its own URL with the outcome of the call in the query. docs/wire/rest.md section 5. */
import type { ApiResponse } from '../../wire/rest/answers.js';

/**
 * Appends the outcome to the merchant's URL. The merchant's own query stays unchanged, so it is not parsed.
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
