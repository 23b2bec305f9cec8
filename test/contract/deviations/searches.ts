/** Searches that differ. docs/wire/rest.md, section 8. */
import type { Json } from '../../sandbox/rest-caller.js';
import type { Deviate, Deviation } from './deviation.js';
import { answers, calls, resent, reworded, timeOf } from './edge.js';
import { found, paid } from './shown.js';

const NOTHING = { ResponseCode: 209, ResponseText: 'Search returned no results' };
const isSearch = (path: string): boolean => path.startsWith('/txns/search');

/** Keeps what a search finds only if it passes. */
function kept(body: Json, isKept: (txn: Json) => boolean): void {
  if (!Array.isArray(body.TxnRespList)) return;
  body.TxnRespList = body.TxnRespList.filter(isKept);
  if (body.TxnRespList.length === 0) body.APIResponse = NOTHING;
}

/** Compares Crn1 in another way. */
function matched(isSame: (stored: string, wanted: string) => boolean): Deviate {
  return calls(async ({ request, path, body }, fetch) => {
    const wanted = isSearch(path) ? body?.SearchInput?.Crn1 : undefined;
    if (typeof wanted !== 'string' || wanted === '') return fetch(request);
    body.SearchInput.Crn1 = null;
    const response = await fetch(resent(request, { body: JSON.stringify(body) }));
    const answer = await response.json();
    kept(answer, ({ Crn1 }) => isSame(Crn1 ?? '', wanted));
    return reworded(response, JSON.stringify(answer));
  });
}

const SYDNEY = { timeZone: 'Australia/Sydney', hourCycle: 'h23' } as const;
const local = (time: number): string => new Date(time).toLocaleString('sv', SYDNEY).replace(' ', 'T');

/** Seconds after which a transaction can be found. */
const DELAY_SECONDS = 5;

export const SEARCHES: readonly Deviation[] = [
  {
    id: 'search-empty-0',
    fact: 'A search without results answers 0 with an empty list instead of 209 (docs/wire/rest.md, section 8).',
    deviate: answers(({ APIResponse, TxnRespList, DVTokenRespList }) => {
      const isEmpty = TxnRespList?.length === 0 || DVTokenRespList?.length === 0;
      if (isEmpty) Object.assign(APIResponse, { ResponseCode: 0, ResponseText: 'Success' });
    }),
    shows: ({ rest }) => rest.search({ Crn1: 'nobody' }),
    differs: { APIResponse: { ResponseCode: 0, ResponseText: 'Success' }, TxnRespList: [] },
  },
  {
    id: 'search-empty-null',
    fact: 'A search without results answers 209 with null instead of an empty list (docs/wire/rest.md, section 8).',
    deviate: answers((body) => {
      for (const name of ['TxnRespList', 'DVTokenRespList']) if (body[name]?.length === 0) body[name] = null;
    }),
    shows: ({ rest }) => rest.search({ Crn1: 'nobody' }),
    differs: { APIResponse: NOTHING, TxnRespList: null },
  },
  {
    id: 'search-oldest-first',
    fact: 'A search lists the oldest transaction first (docs/wire/rest.md, section 8).',
    deviate: answers(({ TxnRespList, DVTokenRespList }) => {
      for (const list of [TxnRespList, DVTokenRespList]) list?.reverse();
    }),
    async shows(callers) {
      await callers.rest.made();
      await callers.rest.made();
      return found(callers);
    },
    differs: ['10001', '10002'],
  },
  {
    id: 'search-at-most-2',
    fact: 'A search returns at most 2 transactions instead of 1,000 (docs/wire/rest.md, section 8).',
    deviate: answers(({ TxnRespList, DVTokenRespList }) => {
      for (const list of [TxnRespList, DVTokenRespList]) list?.splice(2);
    }),
    async shows(callers) {
      for (const name of ['a', 'b', 'c']) await paid(callers, name);
      return (await found(callers)).length;
    },
    differs: 2,
  },
  {
    id: 'search-after-5-seconds',
    fact: 'A search finds a transaction 5 seconds after it was processed, not at once (docs/wire/rest.md, section 12).',
    deviate: (fetch) =>
      answers(async (body, { request, path }) => {
        if (!isSearch(path)) return;
        const newest = local((await timeOf(fetch, request)) - DELAY_SECONDS * 1_000);
        kept(body, ({ ProcessedDateTime }) => ProcessedDateTime.slice(0, 19) <= newest);
      })(fetch),
    async shows(callers) {
      await callers.rest.made();
      const atOnce = await found(callers);
      await callers.service.control.advanceClock(10);
      return [atOnce, await found(callers)];
    },
    differs: [[], ['10001']],
  },
  {
    id: 'search-ignores-case',
    fact: 'A search compares Crn1 without regard to case (docs/wire/rest-interface.md, SearchInput).',
    deviate: matched((stored, wanted) => stored.toLowerCase() === wanted.toLowerCase()),
    async shows(callers) {
      await paid(callers, 'Order A');
      return found(callers, { Crn1: 'ORDER a' });
    },
    differs: ['10001'],
  },
  {
    id: 'search-by-prefix',
    fact: 'A search finds every Crn1 that starts with the given one (docs/wire/rest-interface.md, SearchInput).',
    deviate: matched((stored, wanted) => stored.startsWith(wanted)),
    async shows(callers) {
      await paid(callers, 'order 1042');
      return found(callers, { Crn1: 'order 1' });
    },
    differs: ['10001'],
  },
];
