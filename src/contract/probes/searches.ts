/** What a search finds, how soon and in which order. docs/wire/rest.md section 8. */
import type { PlainAnswer } from '../../sandbox/dialect/dialect.js';
import { ABOUT } from '../about.js';
import { describeAnswer, transactionOf } from '../describe.js';
import { CannotAsk, type Answer, type Caller } from '../facility.js';
import { probe, type Probe } from '../probe.js';
import { payment } from '../requests.js';

type Txn = Readonly<Record<string, unknown>>;

function search(call: Caller, input: Readonly<Record<string, unknown>>): Promise<Answer> {
  return call.rest('POST', '/txns/search', { body: { SearchInput: input } });
}

async function rowsOf(call: Caller, input: Readonly<Record<string, unknown>>): Promise<readonly Txn[]> {
  const list = (await search(call, input)).json?.['TxnRespList'];
  return Array.isArray(list) ? (list as readonly Txn[]) : [];
}

type Found = { readonly reference: string; readonly crn1: string; readonly seconds: number };

/** Seconds at which a new payment is looked for. */
const LOOKS = [0, 1, 2, 5, 10, 20, 40, 60];

/** A payment, and how long a search did not find it. @throws CannotAsk when it never did */
function found(call: Caller): Promise<Found> {
  return call.once('found', async () => {
    const reference = `${call.reference} Ab`;
    const made = transactionOf(await call.pay(payment(call, { Crn1: reference, MerchantReference: reference })));
    for (const [at, seconds] of LOOKS.entries()) {
      await call.facility.wait(seconds - (LOOKS[at - 1] ?? 0));
      const rows = await rowsOf(call, { MerchantReference: reference });
      const row = rows.find(({ TxnNumber }) => TxnNumber === made['TxnNumber']);
      if (row) return { reference, crn1: String(made['Crn1']), seconds };
    }
    throw new CannotAsk('a search by its MerchantReference does not find a payment within a minute');
  });
}

function spellingOf(sent: string, answered: string): string {
  if (sent === answered) return 'as sent';
  if (sent.toUpperCase() === answered) return 'in capitals';
  if (sent.toLowerCase() === answered) return 'in small letters';
  return 'changed';
}

/** A search with nothing found, with its list. */
type Empty = PlainAnswer & { readonly list: 'null' | 'empty list' | 'absent' | 'rows' };

async function askEmpty(call: Caller): Promise<Empty> {
  const answer = await search(call, { MerchantReference: 'florin-contract-finds-nothing' });
  const list = answer.json?.['TxnRespList'];
  const kind = Array.isArray(list) ? (list.length === 0 ? 'empty list' : 'rows') : list === null ? 'null' : 'absent';
  return { ...describeAnswer(answer), list: kind };
}

const plain = ({ list: _list, ...answer }: Empty): PlainAnswer => answer;

/** Caps that a service may have. */
const CAPS = [50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000];

export const SEARCH_PROBES: readonly Probe[] = [
  probe<Empty>({
    id: 'search.empty',
    question: 'What is the answer to a search that finds nothing?',
    about: ABOUT.codes,
    ask: askEmpty,
    learn(theirs, ours) {
      // Code 0 too: unlike a refusal, the answer has its payload all the same.
      const answers = [{ operation: 'T3', from: plain(ours), to: plain(theirs) }];
      return { dialect: { answers, emptySearchIsNull: theirs.list === 'null' } };
    },
  }),
  probe({
    id: 'search.delay',
    question: 'After how many seconds does a search find a payment?',
    about: ABOUT.codes,
    makes: { transactions: 1 },
    ask: async (call) => (await found(call)).seconds,
    learn: (theirs) => ({ dialect: { searchDelaySeconds: theirs } }),
  }),
  probe({
    id: 'search.echo',
    question: 'How does a transaction spell its Crn1?',
    about: ABOUT.codes,
    makes: { transactions: 1 },
    async ask(call) {
      const { reference, crn1 } = await found(call);
      return spellingOf(reference, crn1);
    },
  }),
  probe({
    id: 'search.match',
    question: 'Which references does a search find besides the one that was asked for?',
    about: ABOUT.codes,
    makes: { transactions: 1 },
    async ask(call) {
      const { reference } = await found(call);
      const finds = async (text: string): Promise<string> => {
        const by = async (member: 'MerchantReference' | 'Crn1'): Promise<boolean> =>
          (await rowsOf(call, { [member]: text })).some((row) => row[member] === reference);
        const members = { reference: await by('MerchantReference'), Crn1: await by('Crn1') };
        return Object.entries(members)
          .map(([name, isFound]) => `${name}: ${isFound}`)
          .join(', ');
      };
      return {
        'in capitals': await finds(reference.toUpperCase()),
        'its beginning': await finds(reference.slice(0, -1)),
        'with a blank after it': await finds(`${reference} `),
      };
    },
  }),
  probe({
    id: 'search.amount',
    question: 'Does Amount 0 in a search mean any amount?',
    about: ABOUT.objects,
    makes: { transactions: 1 },
    async ask(call) {
      const { reference } = await found(call);
      return (await rowsOf(call, { MerchantReference: reference, Amount: 0 })).length > 0;
    },
  }),
  probe({
    id: 'search.order',
    question: 'Which row comes first?',
    about: ABOUT.codes,
    makes: { transactions: 2 },
    async ask(call) {
      const reference = `${call.reference} order`;
      const pay = async (): Promise<number> =>
        Number(transactionOf(await call.pay(payment(call, { MerchantReference: reference })))['TxnNumber']);
      const [first, second] = [await pay(), await pay()];
      await call.facility.wait((await found(call)).seconds);
      const numbers = (await rowsOf(call, { MerchantReference: reference })).map((row) => Number(row['TxnNumber']));
      if (numbers.length < 2) throw new CannotAsk(`a search finds ${numbers.length} of two payments`);
      return numbers[0] === second ? 'the newest' : numbers[0] === first ? 'the oldest' : 'another one';
    },
    learn: (theirs) => (theirs === 'the oldest' ? { dialect: { oldestFirst: true } } : undefined),
  }),
  probe({
    id: 'search.limit',
    question: 'How many rows does a search have at most?',
    about: ABOUT.codes,
    presume: ({ searchLimit }) => searchLimit,
    async ask(call) {
      const { length } = await rowsOf(call, {});
      const own = (await rowsOf(call, { Crn1: call.reference })).length;
      const isCapped = call.made > length && own >= length;
      if (isCapped || CAPS.includes(length)) return length;
      throw new CannotAsk(`the account has ${length} transactions: that many it answers`);
    },
    learn: (theirs) => ({ searchLimit: theirs }),
  }),
];
