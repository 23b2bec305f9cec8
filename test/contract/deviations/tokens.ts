/** Stored cards that differ. docs/wire/rest.md, sections 2, 3 and 8. */
import type { Deviation } from './deviation.js';
import { answers, calls, reworded, spelled } from './edge.js';
import { codeOf } from './shown.js';

const TOKEN = /^\/dvtokens\/(\d{16})$/;

export const TOKENS: readonly Deviation[] = [
  {
    id: 'same-card-same-token',
    fact: 'Storing the same card again gives the same token (docs/wire/rest.md, section 3, DVToken).',
    deviate: (fetch) => {
      const stored = new Map<string, string>();
      return calls(async (call, inner) => {
        const response = await inner(call.request);
        const card = call.path === '/dvtokens/' && call.body?.DVTokenReq?.CardDetails?.CardNumber;
        const answer = card && (await response.clone().json());
        if (!answer?.DVTokenResp) return response;
        answer.DVTokenResp.DVToken = stored.get(card) ?? answer.DVTokenResp.DVToken;
        stored.set(card, answer.DVTokenResp.DVToken);
        return reworded(response, JSON.stringify(answer));
      })(fetch);
    },
    shows: async ({ rest }) => (await rest.added()).DVToken === (await rest.added()).DVToken,
    differs: true,
  },
  {
    id: 'deleted-token-readable',
    fact: 'A deleted token can still be read (docs/wire/rest.md, section 2, D6).',
    deviate: (fetch) => {
      const deleted = new Map<string, Response>();
      return calls(async (call, inner) => {
        const token = TOKEN.exec(call.path)?.[1] ?? '';
        const kept = call.method === 'GET' && deleted.get(token);
        if (kept) return kept.clone();
        if (call.method === 'DELETE') {
          const { url, headers } = call.request;
          deleted.set(token, await inner(new Request(url, { headers })));
        }
        return inner(call.request);
      })(fetch);
    },
    async shows({ rest }) {
      const { DVToken } = await rest.added();
      await rest.remove(DVToken);
      return codeOf(rest.token(DVToken));
    },
    differs: 0,
  },
  {
    id: 'token-prefix',
    fact: 'A token starts with 700000 instead of 599999 (docs/wire/rest.md, section 3, DVToken).',
    deviate: spelled([/\b599999(\d{10})\b/g, '700000$1'], [/\b700000(\d{10})\b/g, '599999$1']),
    async shows({ rest }) {
      const { DVToken } = await rest.added();
      return [DVToken.slice(0, 6), await codeOf(rest.token(DVToken))];
    },
    differs: ['700000', 0],
  },
  {
    id: 'token-length',
    fact: 'A token has 18 digits instead of 16 (docs/wire/rest.md, section 3, DVToken).',
    deviate: spelled([/\b(599999\d{10})\b/g, '$&00'], [/\b(599999\d{10})00\b/g, '$1']),
    async shows({ rest }) {
      const { DVToken } = await rest.added();
      return [DVToken.length, await codeOf(rest.token(DVToken))];
    },
    differs: [18, 0],
  },
  {
    id: 'unknown-token-pays-112',
    fact: 'A payment with an unknown token is 112 instead of PT_T2 (docs/wire/rest.md, section 3, field rules).',
    deviate: answers((body) => {
      if (body.TxnResp?.ResponseCode !== 'PT_T2') return;
      Object.assign(body, { APIResponse: { ResponseCode: 112, ResponseText: 'Invalid card number' }, TxnResp: null });
    }),
    shows: ({ rest }) => codeOf(rest.process({ CardDetails: { CardNumber: '5999990000000015' } })),
    differs: 112,
  },
  {
    id: 'token-null-clears',
    fact: 'A member that is null in an update of a token removes the value (docs/wire/rest.md, section 3, field rules, D2).',
    deviate: (fetch) => {
      const cleared = new Set<string>();
      return answers(({ DVTokenResp }, { method, path, body }) => {
        for (const name of ['Crn1', 'Crn2', 'Crn3', 'EmailAddress']) {
          if (method === 'PUT' && body?.DVTokenReq?.[name] === null) cleared.add(`${path} ${name}`);
          if (DVTokenResp && cleared.has(`/dvtokens/${DVTokenResp.DVToken} ${name}`)) DVTokenResp[name] = null;
        }
      })(fetch);
    },
    async shows({ rest }) {
      const { DVToken } = await rest.added();
      await rest.update(DVToken, { Crn1: null });
      return (await rest.token(DVToken)).DVTokenResp.Crn1;
    },
    differs: null,
  },
];
