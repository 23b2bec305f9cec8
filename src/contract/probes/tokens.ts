/** Stored cards and bank accounts. Each is deleted after the run. docs/wire/rest.md section 3. */
import { describeAnswer, describeMember, describeOutcome, patternOf } from '../describe.js';
import { CannotAsk, type Answer, type Caller } from '../facility.js';
import { learnOutcome, learnRefusal } from '../lessons.js';
import { probe, type Probe } from '../probe.js';
import { CARD_NUMBER, payment } from '../requests.js';

const ABOUT = 'rest.md#3-objects-members-beyond-the-source-document';

type Token = { readonly number: string; readonly answer: Answer };

/** D1. @throws CannotAsk when the facility stores no cards */
async function store(call: Caller): Promise<Token> {
  const answer = await call.rest('POST', '/dvtokens/', {
    body: {
      DVTokenReq: {
        CardDetails: { CardHolderName: 'Florin Contract', CardNumber: CARD_NUMBER, ExpiryDate: '0549' },
        Crn1: call.reference,
      },
    },
  });
  const { DVToken } = (answer.json?.['DVTokenResp'] ?? {}) as { readonly DVToken?: unknown };
  if (typeof DVToken === 'string') {
    call.tokens.add(DVToken);
    return { number: DVToken, answer };
  }
  const { code, text, status } = describeAnswer(answer);
  throw new CannotAsk(`the facility stores no cards: ${code ?? `HTTP ${status}`} ${text ?? ''}`);
}

const stored = (call: Caller): Promise<Token> => call.once('stored', () => store(call));

const deleted = (call: Caller): Promise<string> =>
  call.once('deleted', async () => {
    const { number } = await store(call);
    const answer = await call.rest('DELETE', `/dvtokens/${number}`);
    const { code } = describeAnswer(answer);
    if (code !== 0) throw new CannotAsk(`the facility does not delete it: code ${code ?? answer.status}`);
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
    about: ABOUT,
    makes: { tokens: 1 },
    async ask(call) {
      const { number } = await stored(call);
      return `${patternOf(number)} characters, begins ${number.slice(0, 6)}`;
    },
  }),
  probe({
    id: 'token.again',
    question: 'Does storing a card again give a new token?',
    about: ABOUT,
    makes: { tokens: 2 },
    ask: async (call) => (await stored(call)).number !== (await store(call)).number,
  }),
  probe({
    id: 'token.paid',
    question: 'What is the answer to a payment by a token without an expiry?',
    about: ABOUT,
    makes: { transactions: 1, tokens: 1 },
    ask: async (call) => describeOutcome(await byToken(call, (await stored(call)).number)),
    learn: learnOutcome,
  }),
  probe({
    id: 'token.deleted',
    question: 'What is the answer to a deleted token?',
    about: ABOUT,
    makes: { tokens: 1 },
    ask: async (call) => describeAnswer(await call.rest('GET', `/dvtokens/${await deleted(call)}`)),
    learn: learnRefusal('D4'),
  }),
  probe({
    id: 'token.deleted.twice',
    question: 'What is the answer to the second deletion of a token?',
    about: ABOUT,
    makes: { tokens: 1 },
    ask: async (call) => describeAnswer(await call.rest('DELETE', `/dvtokens/${await deleted(call)}`)),
    learn: learnRefusal('D6'),
  }),
  probe({
    id: 'token.deleted.paid',
    question: 'What is the answer to a payment by a deleted token?',
    about: ABOUT,
    makes: { transactions: 1, tokens: 1 },
    ask: async (call) => describeOutcome(await byToken(call, await deleted(call))),
    learn: learnOutcome,
  }),
  probe({
    id: 'token.null',
    question: 'Does null in a change of a token keep a value?',
    about: ABOUT,
    makes: { tokens: 1 },
    async ask(call) {
      const { number } = await store(call);
      const answer = await call.rest('PUT', `/dvtokens/${number}`, { body: { DVTokenReq: { Crn1: null, Crn2: 'x' } } });
      const { Crn1 } = (answer.json?.['DVTokenResp'] ?? {}) as { readonly Crn1?: unknown };
      return describeMember(Crn1 ?? null);
    },
  }),
  probe({
    id: 'token.account.terms',
    question: 'Which code does a bank account without accepted terms get?',
    about: ABOUT,
    makes: { tokens: 1 },
    async ask(call) {
      const BankAccountDetails = { AccountName: 'Florin Contract', AccountNumber: '123456789', BSBNumber: '012345' };
      const answer = await call.rest('POST', '/dvtokens/', {
        body: { DVTokenReq: { BankAccountDetails, Crn1: call.reference } },
      });
      const { DVToken } = (answer.json?.['DVTokenResp'] ?? {}) as { readonly DVToken?: unknown };
      if (typeof DVToken === 'string') call.tokens.add(DVToken);
      const { code, status } = describeAnswer(answer);
      return String(code ?? `HTTP ${status}`);
    },
  }),
];
