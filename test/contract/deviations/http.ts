/** HTTP that differs: paths, verbs, headers, redirects. docs/wire/rest.md, sections 1 and 5. */
import type { Callers, Deviation } from './deviation.js';
import { answer, answers, calls, headers, instead } from './edge.js';
import { headerOf, NO_KEY, statusOf } from './shown.js';

const RETURN = 'https://shop.test/back?order=1';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** A webform with a wrong card number. */
async function wrongForm({ rest }: Callers): Promise<Response> {
  const key = await rest.key({}, { RedirectionUrl: RETURN });
  return rest.send('POST', `/txns/withauthkey/${key}`, 'CardNumber=1', FORM);
}

/** The return address of a payment. Its ResultKey is random. */
async function returned({ rest }: Callers): Promise<string> {
  const { RedirectionUrl } = await rest.submit(await rest.key({}, { RedirectionUrl: RETURN }));
  return (RedirectionUrl as string).replace(/[\da-f-]{36}/, 'KEY');
}

/** Changes the address to which a browser returns, in JSON and in redirects. */
function redirected(change: (url: string) => string): Deviation['deviate'] {
  return (fetch) => {
    const inJson = answers((body) => {
      if (body.RedirectionUrl) body.RedirectionUrl = change(body.RedirectionUrl);
    })(fetch);
    return async (request) => {
      const response = await inJson(request);
      const location = response.headers.get('location');
      if (location === null) return response;
      const headers = new Headers(response.headers);
      headers.set('location', change(location));
      return new Response(null, { status: response.status, headers });
    };
  };
}

const wrongPath = ({ rest }: Callers): Promise<Response> => rest.send('GET', '/nowhere');
const wrongVerb = ({ rest }: Callers): Promise<Response> => rest.send('PATCH', '/txns/');
const preflight = ({ rest }: Callers): Promise<Response> =>
  rest.send('OPTIONS', `/txns/withauthkey/${NO_KEY}`, undefined, {
    origin: 'https://shop.test',
    'access-control-request-method': 'POST',
  });

export const HTTP: readonly Deviation[] = [
  {
    id: 'trailing-slash-404',
    fact: 'A path with an additional slash at its end is 404 (docs/wire/rest.md, section 1).',
    deviate: instead(({ path }) =>
      /\/(search|processtxnauthkey|[\w-]{36})\/$/.test(path) ? answer({ Message: 'Not found.' }, 404) : undefined,
    ),
    shows: ({ rest }) => statusOf(rest.send('POST', '/txns/search/', '{}')),
    differs: 404,
  },
  {
    id: 'paths-in-one-case',
    fact: 'A path with capitals is not found (docs/wire/rest.md, section 1).',
    deviate: calls(({ request }, fetch) => {
      const [, , , resource = ''] = new URL(request.url).pathname.split('/');
      return /[A-Z]/.test(resource) ? Promise.resolve(answer({ Message: 'Not found.' }, 404)) : fetch(request);
    }),
    shows: ({ rest }) => statusOf(rest.send('GET', '/Status/')),
    differs: 404,
  },
  {
    id: 'wrong-verb-404',
    fact: 'A wrong verb is 404 instead of 405 (docs/wire/rest.md, section 1).',
    deviate: calls(async ({ request }, fetch) => {
      const response = await fetch(request);
      return response.status === 405 ? answer({ Message: 'Not found.' }, 404) : response;
    }),
    shows: (callers) => statusOf(wrongVerb(callers)),
    differs: 404,
  },
  {
    id: 'wrong-verb-without-allow',
    fact: 'A wrong verb is 405 without Allow (docs/wire/rest.md, section 1).',
    deviate: headers((all) => all.delete('allow')),
    shows: (callers) => headerOf(wrongVerb(callers), 'allow'),
    differs: null,
  },
  {
    id: 'txns-search-is-a-number',
    fact: 'GET /txns/search reads "search" as a transaction number: 118 instead of 405 (docs/wire/rest.md, section 1).',
    deviate: instead(({ method, path }) => {
      const APIResponse = { ResponseCode: 118, ResponseText: 'Invalid transaction number' };
      return method === 'GET' && path === '/txns/search' ? answer({ APIResponse, TxnResp: null }) : undefined;
    }),
    shows: ({ rest }) => statusOf(rest.send('GET', '/txns/search')),
    differs: 200,
  },
  {
    id: 'wrong-path-html',
    fact: 'A wrong path is 404 with an HTML page instead of JSON (docs/wire/rest.md, section 1).',
    deviate: calls(async ({ request }, fetch) => {
      const response = await fetch(request);
      return response.status === 404 ? answer('<!DOCTYPE html><title>404</title>', 404) : response;
    }),
    shows: (callers) => headerOf(wrongPath(callers), 'content-type'),
    differs: 'text/html; charset=utf-8',
  },
  {
    id: 'no-cors',
    fact: 'The answers have no CORS headers (docs/wire/rest.md, section 1).',
    deviate: headers((all) => {
      for (const name of [...all.keys()]) if (name.startsWith('access-control-')) all.delete(name);
    }),
    shows: (callers) => headerOf(preflight(callers), 'access-control-allow-origin'),
    differs: null,
  },
  {
    id: 'cors-max-age',
    fact: 'A preflight may be kept for 10 minutes instead of 1728000 seconds (docs/wire/rest.md, section 1).',
    deviate: headers((all) => {
      if (all.has('access-control-max-age')) all.set('access-control-max-age', '600');
    }),
    shows: (callers) => headerOf(preflight(callers), 'access-control-max-age'),
    differs: '600',
  },
  {
    id: 'cache-control',
    fact: 'Cache-Control is "no-cache" (docs/wire/rest-interface.md, response headers).',
    deviate: headers((all) => all.set('cache-control', 'no-cache')),
    shows: ({ rest }) => headerOf(rest.send('GET', '/status/'), 'cache-control'),
    differs: 'no-cache',
  },
  {
    id: 'payload-first',
    fact: 'The members of an answer are not in alphabetical order: the payload comes first (docs/wire/rest.md, section 1).',
    deviate: calls(async ({ request }, fetch) => {
      const response = await fetch(request);
      const body = await response
        .clone()
        .json()
        .catch(() => undefined);
      if (body === undefined) return response;
      return answer(Object.fromEntries(Object.entries(body as object).reverse()), response.status);
    }),
    shows: async ({ rest }) => Object.keys(await rest.process()),
    differs: ['TxnResp', 'APIResponse'],
  },
  {
    id: 'redirect-without-query',
    fact: 'RedirectionUrl of an answer is the plain one, without the result in its query (docs/wire/rest.md, section 2).',
    deviate: redirected((url) => url.replace(/[?&]ResponseCode=.*$/, '')),
    shows: returned,
    differs: RETURN,
  },
  {
    id: 'redirect-lower-case-names',
    fact: 'The names in the query of the return are in lower case (docs/wire/rest.md, section 5).',
    deviate: redirected((url) =>
      url.replace(/\b(ResponseCode|ResponseText|ResultKey)=/g, (name) => name.toLowerCase()),
    ),
    shows: returned,
    differs: `${RETURN}&responsecode=0&responsetext=Success&resultkey=KEY`,
  },
  {
    id: 'form-error-html',
    fact: 'A field error of a webform is an HTML page with 200 instead of a redirect (docs/wire/rest.md, section 5).',
    deviate: calls(async ({ request }, fetch) => {
      const response = await fetch(request);
      const text = /[?&]ResponseCode=1\d\d&ResponseText=([^&]*)/.exec(response.headers.get('location') ?? '')?.[1];
      return text === undefined ? response : answer(`<!DOCTYPE html><p>${text.replaceAll('+', ' ')}</p>`);
    }),
    shows: (callers) => statusOf(wrongForm(callers)),
    differs: 200,
  },
];
