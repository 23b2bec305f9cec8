/** The first member of every response. docs/wire/rest.md sections 1 and 8. */
import { API_CODES, type ApiCode } from '../../wire/codes.js';
import type { ApiResponse } from '../../wire/rest/answers.js';

/** A code with its own text. */
export function writeApiResponse(code: ApiCode): ApiResponse {
  return { ResponseCode: code, ResponseText: API_CODES[code] };
}

/** The call succeeded. It does not say whether it was paid. */
export const SUCCESS: ApiResponse = writeApiResponse(0);
