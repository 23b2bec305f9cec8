/** Rules of every REST call: credentials, shapes, paths, headers. docs/wire/rest.md section 1. */
import { writeAuthorization } from '../../wire/rest/credentials.js';
import { ABOUT } from '../about.js';
import { codeOf, describeAnswer } from '../describe.js';
import type { Answer, Caller } from '../facility.js';
import { probe, type Lesson, type Probe } from '../probe.js';
import { refusalProbes, type RefusalRow } from '../refusal-probes.js';
import { keyRequest, NO_KEY, SHOP_HOST } from '../requests.js';

/** A user that no facility has, so that no account is locked. */
const nobody = ({ facility }: Caller): string =>
  writeAuthorization({ ...facility, username: 'florin-contract-nobody', password: 'florin-contract' });

/** T4 with a body; one that is right makes a key that nobody uses. */
const key = (call: Caller, body: unknown): Promise<Answer> => call.rest('POST', '/txns/processtxnauthkey', { body });

/** T4 with a right body that is written in another way. */
const respelt =
  (change: (json: string) => string) =>
  (call: Caller): Promise<Answer> =>
    key(call, change(JSON.stringify(keyRequest(call))));

/** Rows of one call each, whose answer has no payload. */
const REFUSALS: readonly RefusalRow[] = [
  [
    'rest.credentials.missing',
    'no Authorization',
    'T11',
    (call) => call.rest('GET', '/status/', { authorization: 'none' }),
  ],
  [
    'rest.credentials.unknown',
    'a user that does not exist',
    'T11',
    (call) => call.rest('GET', '/status/', { authorization: nobody(call) }),
  ],
  [
    'rest.credentials.garbage',
    'an Authorization that cannot be decoded',
    'T11',
    (call) => call.rest('GET', '/status/', { authorization: '%%%' }),
  ],
  ['rest.body.empty', 'an empty body', 'T4', (call) => key(call, '')],
  ['rest.body.list', 'a body that is a list', 'T4', (call) => key(call, [])],
  ['rest.body.wrapper', 'a body without its wrapper', 'T4', (call) => key(call, {})],
  ['rest.body.malformed', 'JSON that breaks off', 'T4', (call) => key(call, '{"ProcessTxnData":')],
  ['rest.body.payment', 'a payment without its wrapper', 'T1', (call) => call.rest('POST', '/txns/', { body: {} })],
  ['rest.path.unknown', 'a path that does not exist', '*', (call) => call.rest('GET', '/florin-contract')],
  ['rest.verb.search', 'GET of the search', '*', (call) => call.rest('GET', '/txns/search')],
  ['rest.verb.status', 'PUT of the status', '*', (call) => call.rest('PUT', '/status/', { body: {} })],
  [
    'rest.type.latin1',
    'a body in latin-1',
    'T4',
    (call) =>
      call.rest('POST', '/txns/processtxnauthkey', {
        body: keyRequest(call),
        type: 'application/json; charset=iso-8859-1',
      }),
  ],
];

/** How a facility takes something that the sandbox takes: by the code of a harmless call. */
function accepts(
  id: string,
  question: string,
  ask: (call: Caller) => Promise<Answer>,
  refused?: Lesson,
  accepted?: Lesson,
): Probe {
  return probe({
    id,
    question: `Is ${question} accepted?`,
    about: ABOUT.rules,
    async ask(call) {
      const { status, code } = describeAnswer(await ask(call));
      return status >= 400 ? `HTTP ${status}` : String(code);
    },
    learn: (theirs, ours) => (ours === '0' ? refused : theirs === '0' ? accepted : undefined),
  });
}

const CORS_HEADERS = [
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-max-age',
];
const HEADERS = [...CORS_HEADERS, 'cache-control', 'content-type', 'pragma', 'x-content-type-options'];
function pickHeaders({ headers }: Answer, names = HEADERS): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
}

function learnHeaders(theirs: Record<string, string | null>, ours: Record<string, string | null>): Lesson {
  const changed = Object.entries(theirs).filter(([name, value]) => value !== ours[name]);
  return { dialect: { headers: Object.fromEntries(changed) } };
}

export const RULE_PROBES: readonly Probe[] = [
  ...refusalProbes(REFUSALS, ABOUT.rules),
  accepts(
    'rest.credentials.basic',
    'the scheme word Basic',
    (call) => call.rest('GET', '/status/', { authorization: `Basic ${writeAuthorization(call.facility)}` }),
    { dialect: { refusesBasic: true } },
  ),
  accepts('rest.path.slash', 'a path without the slash at its end', (call) => call.rest('GET', '/status')),
  accepts('rest.path.slashed', 'a slash more at the end of a path', (call) =>
    call.rest('POST', '/txns/processtxnauthkey/', { body: keyRequest(call) }),
  ),
  accepts('rest.path.case', 'a path in capitals', (call) => call.rest('GET', '/STATUS/'), {
    dialect: { pathsInOneCase: true },
  }),
  accepts(
    'rest.json.case',
    'a member in small letters',
    respelt((json) => json.replace('"Amount"', '"amount"')),
  ),
  accepts(
    'rest.json.unknown',
    'a member that does not exist',
    respelt((json) => json.replace('"Action"', '"FlorinContract":1,"Action"')),
  ),
  accepts(
    'rest.json.twice',
    'a repeated member',
    respelt((json) => json.replace('"Amount"', '"Amount":5000,"Amount"')),
  ),
  accepts(
    'rest.json.mark',
    'a byte order mark',
    respelt((json) => `\ufeff${json}`),
  ),
  accepts('rest.json.type', 'JSON as text/plain', (call) =>
    call.rest('POST', '/txns/processtxnauthkey', { body: keyRequest(call), type: 'text/plain' }),
  ),
  probe({
    id: 'rest.checks.order',
    question: 'Which is told first: wrong credentials, or a body without its wrapper?',
    about: ABOUT.rules,
    async ask(call) {
      const authorization = nobody(call);
      const code = codeOf(await call.rest('POST', '/txns/processtxnauthkey', { authorization, body: {} }));
      return code === 998 ? 'the body' : 'the credentials';
    },
    learn: (theirs) => (theirs === 'the credentials' ? { dialect: { credentialsFirst: true } } : undefined),
  }),
  probe({
    id: 'rest.headers',
    question: 'Which headers does an answer to a server have?',
    about: ABOUT.rules,
    ask: async (call) => pickHeaders(await call.rest('GET', '/status/')),
    learn: learnHeaders,
  }),
  probe({
    id: 'rest.verb.allow',
    question: 'Which verbs does the answer to a wrong one name?',
    about: ABOUT.rules,
    ask: async (call) => (await call.rest('PUT', '/status/', { body: {} })).headers.get('allow') ?? 'none',
    learn: (theirs) => (theirs === 'none' ? { dialect: { headers: { allow: null } } } : undefined),
  }),
  probe({
    id: 'rest.members.order',
    question: 'In which order are the members of an answer?',
    about: ABOUT.rules,
    ask: async (call) => Object.keys((await key(call, keyRequest(call))).json ?? {}).join(', '),
  }),
  probe({
    id: 'rest.preflight',
    question: 'What is the answer to a browser before it submits a card?',
    about: ABOUT.rules,
    async ask(call) {
      const answer = await call.rest('OPTIONS', `/txns/withauthkey/${NO_KEY}`, {
        authorization: 'none',
        headers: {
          Origin: `https://${SHOP_HOST}`,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type',
        },
      });
      const cors = pickHeaders(answer, CORS_HEADERS);
      return { isAllowed: answer.status < 300, ...cors };
    },
    learn({ isAllowed: _theirs, ...theirs }, { isAllowed: _ours, ...ours }) {
      return learnHeaders(theirs, ours);
    },
  }),
];
