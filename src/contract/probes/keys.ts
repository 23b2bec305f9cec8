/** The life of AuthKeys and ResultKeys, and what a browser's submission answers. docs/wire/rest.md sections 4, 5 and 11. */
import { ABOUT } from '../about.js';
import { codeText, describeAnswer, namesIn, saidBy, textOf, transactionOf } from '../describe.js';
import { CannotAsk, type Answer, type Caller } from '../facility.js';
import { probe, type Probe } from '../probe.js';
import { refusalProbes, type RefusalRow } from '../refusal-probes.js';
import { browserCard, CARD_NUMBER, keyRequest, TEST_EXPIRY, WRONG_CARD_NUMBER } from '../requests.js';

type Members = Readonly<Record<string, unknown>>;

/** Makes an AuthKey in test mode. @throws CannotAsk when the facility refuses */
export async function makeKey(call: Caller, changes: Members = {}, others: Members = {}): Promise<string> {
  const answer = await call.rest('POST', '/txns/processtxnauthkey', { body: keyRequest(call, changes, others) });
  const key = answer.json?.['AuthKey'];
  if (typeof key === 'string') return key;
  throw new CannotAsk(`the facility gave no AuthKey: ${saidBy(answer)}`);
}

/** T5: submits a card as a browser does, after a first payment has shown that an AuthKey keeps to test mode. */
export async function submit(
  call: Caller,
  key: string,
  card: Members = browserCard(),
  others: Members = {},
): Promise<Answer> {
  await paid(call);
  const answer = await send(call, key, { TxnReq: { CardDetails: card, ...others } });
  if (typeof answer.json?.['ResultKey'] === 'string') await resultOf(call, answer);
  return answer;
}

function send(call: Caller, key: string, body: Members): Promise<Answer> {
  return call.rest('POST', `/txns/withauthkey/${key}`, { authorization: 'none', body });
}

/** The result of a submission, in test mode. @throws CannotAsk without one; NotATest */
async function resultOf(call: Caller, submitted: Answer): Promise<Answer> {
  const key = submitted.json?.['ResultKey'];
  if (typeof key !== 'string') throw new CannotAsk(`no result: ${saidBy(submitted)}`);
  return call.once(`result ${key}`, () => call.result(key));
}

const paid = (call: Caller): Promise<{ readonly key: string; readonly answer: Answer }> =>
  call.once('paid by key', async () => {
    const key = await makeKey(call);
    const answer = await send(call, key, { TxnReq: { CardDetails: browserCard() } });
    await resultOf(call, answer);
    return { key, answer };
  });

const wrongCard = browserCard({ CardNumber: WRONG_CARD_NUMBER });
const declinedCard = browserCard({ ExpiryDateYear: TEST_EXPIRY.declined.slice(2) });

/** Of `.nv`: a longer answer is a page. */
const LONGEST_PAIRS = 2_000;
const FORM = {
  CardNumber: CARD_NUMBER,
  CVN: '123',
  ExpiryDateMonth: '99',
  ExpiryDateYear: '00',
  CardHolderName: 'Florin Contract',
};

async function sendForm(call: Caller, path: string, changes: Partial<typeof FORM> = {}): Promise<Answer> {
  await paid(call);
  const body = new URLSearchParams({ ...FORM, ...changes }).toString();
  const answer = await call.rest('POST', path, {
    authorization: 'none',
    type: 'application/x-www-form-urlencoded',
    body,
  });
  await lookUp(call, answer.headers.get('location') ?? `?${answer.text.trim().slice(0, LONGEST_PAIRS)}`);
  return answer;
}

/** Looks up the result that an address names, as every payment's: it has to be a test. @throws NotATest */
export async function lookUp(call: Caller, address: string): Promise<void> {
  const key = new URL(address, call.facility.baseUrl).searchParams.get('ResultKey');
  if (key) await call.result(key);
}

function describeForm(answer: Answer): string {
  const location = answer.headers.get('location');
  if (location !== null) return `${answer.status} to ${namesIn(location)}`;
  const { status, body, code } = describeAnswer(answer);
  return `${status} ${body}${code === null ? '' : `, code ${code}`}`;
}

/** Minutes after which a key is tried. */
const AGES = [29, 31, 60] as const;
const LONGER = 120;
const MINUTE = 60;

function learnMinutes(theirs: Readonly<Record<string, string>>): number {
  const last = AGES.filter((age) => theirs[`${age} minutes`] === '0').at(-1);
  if (last === undefined) return AGES[0] - 1;
  return last === AGES.at(-1) ? LONGER : last + 1;
}

/** One submission whose answer has no payload. */
const REFUSALS: readonly RefusalRow[] = [
  ['key.used', 'a second payment by one AuthKey', 'T5', async (call) => submit(call, (await paid(call)).key)],
  [
    'key.amount',
    'another amount than the one that the AuthKey fixes',
    'T5',
    async (call) => submit(call, await makeKey(call), browserCard(), { Amount: 1_100 }),
  ],
  [
    'key.card',
    'a card number with a wrong check digit from a browser',
    'T5',
    async (call) => submit(call, await makeKey(call), wrongCard),
  ],
  [
    'key.expiry',
    'an expiry that is over from a browser',
    'T5',
    async (call) => submit(call, await makeKey(call), browserCard({ ExpiryDateMonth: '01', ExpiryDateYear: '20' })),
  ],
  [
    'key.frame',
    'the charge of a frame into which nothing was typed',
    'T10',
    async (call) => call.rest('POST', `/txns/processiframetxn/${await makeKey(call)}`, { body: { TxnReq: {} } }),
  ],
  [
    'result.as.number',
    'a ResultKey in place of a TxnNumber',
    'T2',
    async (call) => call.rest('GET', `/txns/${String((await paid(call)).answer.json?.['ResultKey'])}`),
  ],
  [
    'result.of.key',
    'an AuthKey in place of a ResultKey',
    'T8',
    async (call) => call.rest('GET', `/txns/withauthkey/${await makeKey(call)}`),
  ],
];

export const KEY_PROBES: readonly Probe[] = [
  ...refusalProbes(REFUSALS, ABOUT.keys, 1),
  probe({
    id: 'key.format',
    question: 'How is an AuthKey written?',
    about: ABOUT.keys,
    async ask(call) {
      const key = await makeKey(call);
      return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key)
        ? 'GUID in small letters'
        : `${key.length} characters`;
    },
  }),
  probe({
    id: 'key.two',
    question: 'Do two requests for one order give two AuthKeys?',
    about: ABOUT.keys,
    ask: async (call) => (await makeKey(call)) !== (await makeKey(call)),
  }),
  probe({
    id: 'key.after.error',
    question: 'Which code does a payment by an AuthKey get after a field error?',
    about: ABOUT.keys,
    makes: { transactions: 1 },
    async ask(call) {
      const key = await makeKey(call);
      await submit(call, key, wrongCard);
      return codeText(await submit(call, key));
    },
    learn: (theirs, ours) => (ours === '0' && theirs !== '0' ? { dialect: { fieldErrorUsesKey: true } } : undefined),
  }),
  probe({
    id: 'key.after.decline',
    question: 'Which code does a payment by an AuthKey get after a decline?',
    about: ABOUT.keys,
    makes: { transactions: 2 },
    async ask(call) {
      const key = await makeKey(call);
      await submit(call, key, declinedCard);
      return codeText(await submit(call, key));
    },
  }),
  probe({
    id: 'key.amount.text',
    question: 'How is "10.00" from a browser read, where the AuthKey fixes no amount?',
    about: ABOUT.objects,
    makes: { transactions: 1 },
    async ask(call) {
      const key = await makeKey(call, { Amount: undefined });
      const result = await resultOf(call, await submit(call, key, browserCard(), { Amount: '10.00' }));
      return textOf(transactionOf(result)['Amount']) ?? 'nothing';
    },
  }),
  probe({
    id: 'result.twice',
    question: 'Which code does a result get that is read a second time?',
    about: ABOUT.keys,
    makes: { transactions: 1 },
    async ask(call) {
      const { answer } = await paid(call);
      return codeText(await call.result(String(answer.json?.['ResultKey'])));
    },
  }),
  probe({
    id: 'key.redirection',
    question: 'Where does the answer to a browser lead?',
    about: ABOUT.redirects,
    makes: { transactions: 1 },
    ask: async (call) => namesIn((await paid(call)).answer.json?.['RedirectionUrl']),
  }),
  probe({
    id: 'webform.paid',
    question: 'Where does a webform lead?',
    about: ABOUT.redirects,
    makes: { transactions: 1 },
    ask: async (call) => describeForm(await sendForm(call, `/txns/withauthkey/${await makeKey(call)}`)),
  }),
  probe({
    id: 'webform.error',
    question: 'Where does a webform with a wrong card number lead?',
    about: ABOUT.redirects,
    makes: { transactions: 1 },
    ask: async (call) =>
      describeForm(await sendForm(call, `/txns/withauthkey/${await makeKey(call)}`, { CardNumber: WRONG_CARD_NUMBER })),
  }),
  probe({
    id: 'webform.nv',
    question: 'What is the answer to .nv?',
    about: ABOUT.endpoints,
    makes: { transactions: 1 },
    async ask(call) {
      const answer = await sendForm(call, `/txns/withauthkey/${await makeKey(call)}.nv`);
      const names = [...new URLSearchParams(answer.text.trim()).keys()].join(', ');
      return `${answer.status} ${answer.headers.get('content-type') ?? ''}: ${answer.text.length < LONGEST_PAIRS ? names : 'a page'}`;
    },
  }),
  probe({
    id: 'frame.page',
    question: 'What is the card form in a frame?',
    about: ABOUT.endpoints,
    async ask(call) {
      const answer = await call.rest('GET', `/txns/iframe/${await makeKey(call)}`, { authorization: 'none' });
      return `${answer.status} ${answer.headers.get('content-type') ?? ''}, X-Frame-Options: ${answer.headers.get('x-frame-options') ?? 'none'}`;
    },
  }),
  probe<Readonly<Record<string, string>>>({
    id: 'key.minutes',
    question: 'Which code does a payment by an AuthKey of 29, 31 and 60 minutes get?',
    about: ABOUT.keys,
    makes: { transactions: AGES.length },
    needs: 'long',
    async ask(call) {
      const keys = await Promise.all(AGES.map(() => makeKey(call)));
      const codes: Record<string, string> = {};
      for (const [at, age] of AGES.entries()) {
        await call.facility.wait((age - (AGES[at - 1] ?? 0)) * MINUTE);
        codes[`${age} minutes`] = codeText(await submit(call, keys[at] ?? ''));
      }
      return codes;
    },
    learn: (theirs) => ({ authKeyMinutes: learnMinutes(theirs) }),
  }),
];
