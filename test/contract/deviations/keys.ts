/** Keys of browser payments that differ. docs/wire/rest.md, sections 2, 8 and 11. */
import type { Json } from '../../sandbox/rest-caller.js';
import type { Deviation, Fetch } from './deviation.js';
import { answers, calls, instead, recoded, refusal, requests, resent, timeOf } from './edge.js';
import { codeOf, NO_KEY, outcomeOf, textOf } from './shown.js';

const INVALID_SESSION = 'Invalid session';
const SUBMISSION = /^\/(?:txns|dvtokens)\/(?:withauthkey|processiframetxn)\/(?:update\/)?([\w-]+)/;

/** The key of a browser's submission. */
const keyOf = (call: { readonly method: string; readonly path: string }): string | undefined =>
  call.method === 'POST' ? SUBMISSION.exec(call.path)?.[1] : undefined;

const isFieldError = (code: number): boolean => code >= 100 && code <= 131;
const read = async (response: Response): Promise<Json> => response.clone().json();

/** Where an answer to a browser tells its outcome: in JSON, in text, or in the address of a redirect. */
async function toldIn(response: Response): Promise<string> {
  return `${response.headers.get('location') ?? ''} ${await response.clone().text()}`;
}

/** The API code of an answer to a browser. */
async function codeIn(response: Response): Promise<number> {
  return Number(/ResponseCode(?:=|":)(\d+)/.exec(await toldIn(response))?.[1]);
}

/** The ResultKey of an answer to a browser. */
async function resultKeyIn(response: Response): Promise<string> {
  return /ResultKey(?:=|":")([\w-]+)/.exec(await toldIn(response))?.[1] ?? '';
}

/** Whether the key's transaction was declined, which only its own merchant may ask. */
async function isDeclined(fetch: Fetch, created: Request, resultKey: string): Promise<boolean> {
  const url = new URL(`/webapi/v3/txns/withauthkey/${resultKey}`, created.url);
  const { TxnResp } = await read(await fetch(new Request(url, { headers: created.headers })));
  return TxnResp !== null && TxnResp.ResponseCode !== '0';
}

export const KEYS: readonly Deviation[] = [
  {
    id: 'unknown-key-207',
    fact: 'An unknown AuthKey answers 207 instead of 206 (docs/wire/rest.md, section 8).',
    deviate: recoded(206, 207, INVALID_SESSION, (call) => call.method === 'POST'),
    shows: ({ rest }) => codeOf(rest.submit(NO_KEY)),
    differs: 207,
  },
  {
    id: 'unknown-result-key-207',
    fact: 'An unknown ResultKey answers 207 instead of 206 (docs/wire/rest.md, section 8).',
    deviate: recoded(206, 207, INVALID_SESSION, (call) => call.method === 'GET'),
    shows: ({ rest }) => codeOf(rest.result(NO_KEY)),
    differs: 207,
  },
  {
    id: 'used-key-206',
    fact: 'A used AuthKey answers 206 instead of 207 (docs/wire/rest.md, section 8).',
    deviate: recoded(207, 206, 'Session not found'),
    async shows({ rest }) {
      const key = await rest.key();
      await rest.submit(key);
      return codeOf(rest.submit(key));
    },
    differs: 206,
  },
  {
    id: 'used-key-repeats-its-answer',
    fact: 'A used AuthKey answers again what it answered first, with the same ResultKey (docs/wire/rest.md, section 11).',
    deviate: (fetch) => {
      const first = new Map<string, Response>();
      return calls(async (call, inner) => {
        const key = keyOf(call);
        const given = key && first.get(key);
        if (given) return given.clone();
        const response = await inner(call.request);
        if (key && (await codeIn(response)) === 0) first.set(key, response.clone());
        return response;
      })(fetch);
    },
    async shows({ rest }) {
      const key = await rest.key();
      const first = await rest.submit(key);
      const second = await rest.submit(key);
      return second.ResultKey === first.ResultKey;
    },
    differs: true,
  },
  {
    id: 'key-lives-20-minutes',
    fact: 'An AuthKey lives 20 minutes instead of 30 (docs/wire/rest.md, section 11).',
    deviate: (fetch) => {
      const made = new Map<string, number>();
      return calls(async (call, inner) => {
        const at = made.get(keyOf(call) ?? '');
        const now = await timeOf(inner, call.request);
        if (at !== undefined && now - at >= 20 * 60_000) return refusal(call, 207, INVALID_SESSION);
        const response = await inner(call.request);
        if (call.path.endsWith('authkey')) made.set((await read(response)).AuthKey, now);
        return response;
      })(fetch);
    },
    async shows({ rest, service }) {
      const key = await rest.key();
      await service.control.advanceClock(21 * 60);
      return codeOf(rest.submit(key));
    },
    differs: 207,
  },
  {
    id: 'field-error-uses-key',
    fact: 'A field error of a browser consumes the AuthKey: the next submission is 207 (docs/wire/rest.md, section 11).',
    deviate: (fetch) => {
      const used = new Set<string>();
      return calls(async (call, inner) => {
        const key = keyOf(call);
        if (key !== undefined && used.has(key)) return refusal(call, 207, INVALID_SESSION);
        const response = await inner(call.request);
        if (key !== undefined && isFieldError(await codeIn(response))) used.add(key);
        return response;
      })(fetch);
    },
    async shows({ rest }) {
      const key = await rest.key();
      return [await codeOf(rest.submit(key, { CardNumber: '1' })), await codeOf(rest.submit(key))];
    },
    differs: [112, 207],
  },
  {
    id: 'decline-leaves-key',
    fact: 'A decline does not consume the AuthKey: the shopper may try another card with it (docs/wire/rest.md, section 11).',
    deviate: (fetch) => {
      const created = new Map<string, Request>();
      const renewed = new Map<string, string>();
      return calls(async (call, inner) => {
        const { request, path } = call;
        if (path === '/txns/processtxnauthkey') {
          const response = await inner(request.clone());
          created.set((await read(response)).AuthKey, request);
          return response;
        }
        const key = keyOf(call) ?? '';
        const creation = created.get(key);
        if (creation === undefined) return inner(request);
        const url = request.url.replace(key, renewed.get(key) ?? key);
        const response = await inner(resent(request, { url, body: await request.text() }));
        const isFinished = (await codeIn(response)) === 0;
        if (isFinished && (await isDeclined(inner, creation, await resultKeyIn(response))))
          renewed.set(key, (await read(await inner(creation.clone()))).AuthKey);
        return response;
      })(fetch);
    },
    async shows({ rest }) {
      const key = await rest.key();
      const declined = await rest.submit(key, { Cvn: '987' });
      const approved = await rest.submit(key);
      return [await outcomeOf(rest.result(declined.ResultKey)), approved.APIResponse.ResponseCode];
    },
    differs: ['2', 0],
  },
  {
    id: 'result-key-read-once',
    fact: 'A ResultKey can be read once only; then it is 207 (docs/wire/rest.md, section 11).',
    deviate: (fetch) => {
      const seen = new Set<string>();
      return instead(({ method, path, ...call }) => {
        if (method !== 'GET' || !SUBMISSION.test(path)) return undefined;
        if (seen.has(path)) return refusal({ method, path, ...call }, 207, INVALID_SESSION);
        seen.add(path);
        return undefined;
      })(fetch);
    },
    async shows({ rest }) {
      const { ResultKey } = await rest.submit(await rest.key());
      return [await codeOf(rest.result(ResultKey)), await codeOf(rest.result(ResultKey))];
    },
    differs: [0, 207],
  },
  {
    id: 'browser-amount-text-is-minor',
    fact: 'An amount that a browser sends as a string of digits is the lowest denomination (docs/wire/rest.md, section 3).',
    deviate: requests(({ TxnReq }, call) => {
      if (keyOf(call) && /^\d+$/.test(TxnReq?.Amount)) TxnReq.Amount = Number(TxnReq.Amount);
    }),
    async shows({ rest }) {
      const { ResultKey } = await rest.submit(await rest.key({ Amount: null }), {}, { Amount: '1200' });
      return (await rest.result(ResultKey)).TxnResp?.Amount;
    },
    differs: 1_200,
  },
  {
    id: 'fixed-amount-wins-silently',
    fact: 'Another amount than the fixed one is ignored in a browser request instead of 110 (docs/wire/rest.md, section 3).',
    deviate: requests(({ TxnReq }, call) => {
      if (keyOf(call) && TxnReq) delete TxnReq.Amount;
    }),
    shows: async ({ rest }) => codeOf(rest.submit(await rest.key(), {}, { Amount: 500 })),
    differs: 0,
  },
  {
    id: 'key-text',
    fact: 'The texts of 206 and 207 are "Session does not exist" and "Session is too old" (docs/wire/rest.md, section 8).',
    deviate: answers(({ APIResponse }) => {
      if (APIResponse?.ResponseCode === 206) APIResponse.ResponseText = 'Session does not exist';
      if (APIResponse?.ResponseCode === 207) APIResponse.ResponseText = 'Session is too old';
    }),
    shows: ({ rest }) => textOf(rest.submit(NO_KEY)),
    differs: 'Session does not exist',
  },
];
