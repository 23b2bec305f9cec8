/** Stored cards and bank accounts. Each is deleted after the run. docs/wire/rest.md section 3. */
import { ABOUT } from '../about.js';
import { codeOf, codeText, describeAnswer, describeMember, describeOutcome, patternOf, saidBy } from '../describe.js';
import { CannotAsk, type Answer, type Caller } from '../facility.js';
import { learnOutcome, learnRefusal } from '../lessons.js';
import { probe, type Probe } from '../probe.js';
import { CARD_NUMBER, payment } from '../requests.js';

/** D1. What it stores is deleted after the run. */
async function add(
  call: Caller,
  members: Readonly<Record<string, unknown>>,
): Promise<{ readonly number?: string; readonly answer: Answer }> {
  const body = { DVTokenReq: { ...members, Crn1: call.reference } };
  const answer = await call.rest('POST', '/dvtokens/', { body });
  const { DVToken } = (answer.json?.['DVTokenResp'] ?? {}) as { readonly DVToken?: unknown };
  if (typeof DVToken !== 'string') return { answer };
  call.tokens.add(DVToken);
  return { number: DVToken, answer };
}

/** @throws CannotAsk when the facility stores no cards */
async function store(call: Caller): Promise<string> {
  const CardDetails = { CardHolderName: 'Florin Contract', CardNumber: CARD_NUMBER, ExpiryDate: '0549' };
  const { number, answer } = await add(call, { CardDetails });
  if (number === undefined) throw new CannotAsk(`the facility stores no cards: ${saidBy(answer)}`);
  return number;
}

const stored = (call: Caller): Promise<string> => call.once('stored', () => store(call));

const deleted = (call: Caller): Promise<string> =>
  call.once('deleted', async () => {
    const number = await store(call);
    const answer = await call.rest('DELETE', `/dvtokens/${number}`);
    if (codeOf(answer) !== 0) throw new CannotAsk(`the facility does not delete it: ${saidBy(answer)}`);
    call.tokens.delete(number);
    return number;
  });

/** A token has the expiry of its stored card, so no month 99: the amount is the smallest one. */
const byToken = (call: Caller, CardNumber: string): Promise<Answer> =>
  call.pay(payment(call, { Amount: 1, CardDetails: { CardNumber } }));

export const TOKEN_PROBES: readonly Probe[] = [
  probe({
    id: 'token.format',
    question: 'How is a token written?',
    about: ABOUT.objects,
    makes: { tokens: 1 },
    async ask(call) {
      const number = await stored(call);
      return `${patternOf(number)} characters, begins ${number.slice(0, 6)}`;
    },
  }),
  probe({
    id: 'token.again',
    question: 'Does storing a card again give a new token?',
    about: ABOUT.objects,
    makes: { tokens: 2 },
    ask: async (call) => (await stored(call)) !== (await store(call)),
  }),
  probe({
    id: 'token.paid',
    question: 'What is the answer to a payment by a token without an expiry?',
    about: ABOUT.objects,
    makes: { transactions: 1, tokens: 1 },
    ask: async (call) => describeOutcome(await byToken(call, await stored(call))),
    learn: learnOutcome,
  }),
  probe({
    id: 'token.deleted',
    question: 'What is the answer to a deleted token?',
    about: ABOUT.objects,
    makes: { tokens: 1 },
    ask: async (call) => describeAnswer(await call.rest('GET', `/dvtokens/${await deleted(call)}`)),
    learn: learnRefusal('D4'),
  }),
  probe({
    id: 'token.deleted.twice',
    question: 'What is the answer to the second deletion of a token?',
    about: ABOUT.objects,
    makes: { tokens: 1 },
    ask: async (call) => describeAnswer(await call.rest('DELETE', `/dvtokens/${await deleted(call)}`)),
    learn: learnRefusal('D6'),
  }),
  probe({
    id: 'token.deleted.paid',
    question: 'What is the answer to a payment by a deleted token?',
    about: ABOUT.objects,
    makes: { transactions: 1, tokens: 1 },
    ask: async (call) => describeOutcome(await byToken(call, await deleted(call))),
    learn: learnOutcome,
  }),
  probe({
    id: 'token.null',
    question: 'Does null in a change of a token keep a value?',
    about: ABOUT.objects,
    makes: { tokens: 1 },
    async ask(call) {
      const number = await store(call);
      const answer = await call.rest('PUT', `/dvtokens/${number}`, { body: { DVTokenReq: { Crn1: null, Crn2: 'x' } } });
      const { Crn1 } = (answer.json?.['DVTokenResp'] ?? {}) as { readonly Crn1?: unknown };
      return describeMember(Crn1 ?? null);
    },
  }),
  probe({
    id: 'token.account.terms',
    question: 'Which code does a bank account without accepted terms get?',
    about: ABOUT.objects,
    makes: { tokens: 1 },
    async ask(call) {
      const BankAccountDetails = { AccountName: 'Florin Contract', AccountNumber: '123456789', BSBNumber: '012345' };
      return codeText((await add(call, { BankAccountDetails })).answer);
    },
  }),
];
