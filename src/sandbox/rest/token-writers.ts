/** Writers of token responses. Versions 2 and 3 differ only in their schemas. */
import {
  authKeyAnswer,
  dvTokenAnswerV2,
  dvTokenAnswerV3,
  dvTokenListAnswerV2,
  dvTokenListAnswerV3,
} from '../../wire/rest/answers.js';
import { writeAnswer } from '../../wire/rest/write-wire.js';
import type { Token, TokenKey } from '../token.js';
import { writeApiResponse } from './api-response.js';
import type { Version } from './read-terms.js';
import type { Write } from './row.js';
import { toDVTokenResp } from './write-dv-token-resp.js';

/** D1 to D4 and D12. */
export function writeToken(version: Version): Write<Token> {
  const schema = version === 'v2' ? dvTokenAnswerV2 : dvTokenAnswerV3;
  return (apiResponse, token, { cards, settings }) =>
    writeAnswer(
      schema,
      { APIResponse: apiResponse, DVTokenResp: token && toDVTokenResp(token, cards) },
      settings.memberSpelling,
    );
}

/** D5. An empty result is 209 with an empty list. */
export function writeTokens(version: Version): Write<readonly Token[]> {
  const schema = version === 'v2' ? dvTokenListAnswerV2 : dvTokenListAnswerV3;
  return (apiResponse, found, { cards, settings }) =>
    writeAnswer(
      schema,
      {
        APIResponse: found?.length === 0 ? writeApiResponse(209) : apiResponse,
        DVTokenRespList: found?.map((token) => toDVTokenResp(token, cards)),
      },
      settings.memberSpelling,
    );
}

/** D7 and D8. */
export const writeTokenKey: Write<TokenKey> = (apiResponse, key) =>
  writeAnswer(authKeyAnswer, { APIResponse: apiResponse, AuthKey: key?.authKey });
