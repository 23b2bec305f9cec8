/** Uses the challenge page like a browser without scripts. */
import { expect } from 'vitest';
import type { Json, RestCaller } from './rest-caller.js';
import type { ServiceUnderTest } from './service-under-test.js';

export const SHOP = 'https://shop.example/return?cart=7';

export interface StartedChallenge {
  /** Path and query of the page. */
  readonly path: string;
  readonly resultKey: string;
  readonly authKey: string;
}

/** T4 and T5 with a holder name that starts a challenge. */
export async function startChallenge(
  api: RestCaller,
  terms: object = {},
  card: object = {},
  others: object = { RedirectionUrl: SHOP },
): Promise<StartedChallenge> {
  const authKey = await api.key(terms, others);
  const answer = await api.submit(authKey, { CardHolderName: '3DS CHALLENGE', ...card });
  expect(answer.APIResponse).toEqual({ ResponseCode: 300, ResponseText: 'Follow redirection' });
  expect(answer.ResultKey).toMatch(/^[0-9a-f-]{36}$/);
  const url = new URL(answer.RedirectionUrl as string);
  expect(url.pathname).toMatch(/^\/3ds\/[0-9a-f-]{36}$/);
  // The browser's URL contains neither key.
  expect(url.href).not.toContain(authKey);
  expect(url.href).not.toContain(answer.ResultKey);
  return { path: url.pathname + url.search, resultKey: answer.ResultKey as string, authKey };
}

/** Presses a button of the page. `code` is the value of its field. */
export function press(service: ServiceUnderTest, path: string, answer: string, code?: string): Promise<Response> {
  return service.fetch(path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ answer, ...(code !== undefined && { code }) }).toString(),
  });
}

/** T8; the transaction. */
export async function resultOf(api: RestCaller, { resultKey }: StartedChallenge): Promise<Json> {
  const { APIResponse, TxnResp } = await api.result(resultKey);
  expect(APIResponse.ResponseCode).toBe(0);
  return TxnResp;
}
