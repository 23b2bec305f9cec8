/** What transactions answer and which follow-ups are refused. docs/wire/rest.md sections 3, 9 and 10. */
import type { OutcomeKind } from '../../sandbox/dialect/dialect.js';
import { ABOUT } from '../about.js';
import { describeMember, describeOutcome, patternOf, textOf, transactionOf } from '../describe.js';
import { CannotAsk, NotATest, type Answer, type Caller } from '../facility.js';
import { learnOutcome } from '../lessons.js';
import { probe, type FactValue, type Lesson, type Probe } from '../probe.js';
import { card, payment, TEST_EXPIRY } from '../requests.js';

type Txn = Readonly<Record<string, unknown>>;

const approved = (call: Caller): Promise<Txn> =>
  call.once('approved', async () => approvedOf(await call.pay(payment(call))));
const declined = (call: Caller): Promise<Txn> =>
  call.once('declined', async () =>
    transactionOf(await call.pay(payment(call, { CardDetails: card({ ExpiryDate: TEST_EXPIRY.declined }) }))),
  );
/** A refund of a transaction that does not exist. */
const refused = (call: Caller): Promise<Txn> =>
  call.once('refused', async () => transactionOf(await followUp(call, 'refund', { TxnNumber: '1', Amount: 100 }, 100)));
const approvedV2 = (call: Caller): Promise<Txn> =>
  call.once('approved v2', async () => transactionOf(await call.pay(payment(call), 'v2')));

/** @throws CannotAsk when the transaction was not approved */
function approvedOf(answer: Answer): Txn {
  const made = transactionOf(answer);
  if (textOf(made['ResponseCode']) === '0') return made;
  throw new CannotAsk(`the facility refused it: ${String(made['ResponseCode'])} ${String(made['ResponseText'])}`);
}

function followUp(call: Caller, action: string, original: Txn, amount: unknown = original['Amount']): Promise<Answer> {
  return call.pay({
    Action: action,
    Amount: amount,
    Crn1: call.reference,
    MerchantReference: call.reference,
    OriginalTxnNumber: original['TxnNumber'],
  });
}

/** A new transaction of an action, approved. */
const made = async (call: Caller, action = 'payment'): Promise<Txn> =>
  approvedOf(await call.pay(payment(call, { Action: action })));

/** A follow-up that must be approved for the next one. */
const done = async (call: Caller, action: string, original: Txn, amount?: number): Promise<Txn> =>
  approvedOf(await followUp(call, action, original, amount));

/** Bank codes of the commonest declines. */
const DECLINES = ['01', '05', '51', '54'];
const PAYMENT = 1_000;
const MORE = 1_100;
const PART = 400;

/** Rules of follow-ups: what is made before, and the one that is asked about. */
const RULES: readonly (readonly [
  id: string,
  question: string,
  transactions: number,
  ask: (call: Caller) => Promise<Answer>,
])[] = [
  ['rule.refund.unknown', 'a refund of nothing', 1, (call) => followUp(call, 'refund', { TxnNumber: '1' }, PART)],
  [
    'rule.refund.declined',
    'a refund of a declined payment',
    2,
    async (call) => followUp(call, 'refund', await declined(call)),
  ],
  [
    'rule.refund.more',
    'a refund of more than was paid',
    2,
    async (call) => followUp(call, 'refund', await made(call), MORE),
  ],
  [
    'rule.refund.rest',
    'a second refund of more than is left',
    3,
    async (call) => {
      const paid = await made(call);
      await done(call, 'refund', paid, PART);
      return followUp(call, 'refund', paid, PAYMENT);
    },
  ],
  [
    'rule.refund.twice',
    'a refund of what is refunded',
    3,
    async (call) => {
      const paid = await made(call);
      await done(call, 'refund', paid);
      return followUp(call, 'refund', paid);
    },
  ],
  [
    'rule.refund.reversed',
    'a refund after a reversal',
    3,
    async (call) => {
      const paid = await made(call);
      await done(call, 'reversal', paid);
      return followUp(call, 'refund', paid);
    },
  ],
  [
    'rule.reversal.twice',
    'a second reversal',
    3,
    async (call) => {
      const paid = await made(call);
      await done(call, 'reversal', paid);
      return followUp(call, 'reversal', paid);
    },
  ],
  ['rule.reversal.part', 'a reversal of a part', 2, async (call) => followUp(call, 'reversal', await made(call), PART)],
  [
    'rule.reversal.refunded',
    'a reversal after a partial refund',
    3,
    async (call) => {
      const paid = await made(call);
      await done(call, 'refund', paid, PART);
      return followUp(call, 'reversal', paid);
    },
  ],
  ['rule.capture.payment', 'a capture of a payment', 2, async (call) => followUp(call, 'capture', await made(call))],
  [
    'rule.capture.more',
    'a capture of more than was held',
    2,
    async (call) => followUp(call, 'capture', await made(call, 'preauth'), MORE),
  ],
  [
    'rule.capture.twice',
    'a second capture',
    3,
    async (call) => {
      const held = await made(call, 'preauth');
      await done(call, 'capture', held, PART);
      return followUp(call, 'capture', held, PART);
    },
  ],
  [
    'rule.reversal.captured',
    'a reversal of a captured preauth',
    3,
    async (call) => {
      const held = await made(call, 'preauth');
      await done(call, 'capture', held);
      return followUp(call, 'reversal', held);
    },
  ],
  [
    'rule.expiry',
    'a card whose expiry is over',
    1,
    (call) => call.pay(payment(call, { CardDetails: card({ ExpiryDate: '0120' }) })),
  ],
  [
    'rule.card.other',
    'a card that is no test card of the service',
    1,
    (call) => call.pay(payment(call, { CardDetails: card({ CardNumber: '4111111111111111' }) })),
  ],
  [
    'rule.cvn',
    'the CVN 987',
    1,
    (call) => call.pay(payment(call, { Amount: PAYMENT, CardDetails: card({ ExpiryDate: '0549', Cvn: '987' }) })),
  ],
  [
    'rule.amount',
    'an amount that ends in 05',
    1,
    (call) => call.pay(payment(call, { Amount: 1_005, CardDetails: card({ ExpiryDate: '0549' }) })),
  ],
  ['rule.verify', 'verify_only', 1, (call) => call.pay(payment(call, { Action: 'verify_only', Amount: 0 }))],
  [
    'rule.verify.v2',
    'verify_only in version 2',
    1,
    (call) => call.pay(payment(call, { Action: 'verify_only', Amount: 0 }), 'v2'),
  ],
  [
    'rule.unknown.member',
    'a payment with a member that does not exist',
    1,
    (call) => call.pay(payment(call, { FlorinContract: 1 })),
  ],
  [
    'rule.member.case',
    'a payment whose amount is named in small letters',
    1,
    (call) => call.pay(payment(call, { Amount: undefined, amount: PAYMENT })),
  ],
  // A live bank declines this month, as in the proof of test mode.
  [
    'rule.month.99',
    'a payment of 0.01 with month 99 that does not ask for test mode',
    1,
    async (call) => {
      const answer = await call.rest('POST', '/txns/', {
        body: { TxnReq: payment(call, { Amount: 1, CardDetails: card({ ExpiryDate: TEST_EXPIRY.declined }) }) },
      });
      const { IsTestTxn, ResponseCode } = (answer.json?.['TxnResp'] ?? {}) as Txn;
      if (IsTestTxn !== true && textOf(ResponseCode) === '0')
        throw new NotATest('A payment with expiry 9905 was approved outside test mode');
      return answer;
    },
  ],
  ['rule.preauth', 'a preauth', 1, (call) => call.pay(payment(call, { Action: 'preauth' }))],
];

function learnRule(id: string): Probe<ReturnType<typeof describeOutcome>>['learn'] {
  if (id !== 'rule.expiry') return learnOutcome;
  return (theirs) => {
    if (theirs.code === 'PT_V5') return { dialect: { pastExpiry: 'PT_V5' } };
    return theirs.api.startsWith('114 ') ? { dialect: { pastExpiry: '114' } } : undefined;
  };
}

/** What each member of a transaction holds. */
const SHAPES: readonly (readonly [id: string, kind: OutcomeKind, get: (call: Caller) => Promise<Txn>])[] = [
  ['txn.members.approved', 'approved', approved],
  ['txn.members.declined', 'declined', declined],
  ['txn.members.refused', 'refused', refused],
];

function shapeOf(txn: Txn): Record<string, string> {
  return Object.fromEntries(Object.entries(txn).map(([name, value]) => [name, describeMember(value)]));
}

const EMPTY: Readonly<Record<string, '' | 0 | null>> = { null: null, 'empty text': '', '0': 0 };

function learnShape(kind: OutcomeKind, theirs: Record<string, string>, ours: Record<string, string>): Lesson {
  const values = Object.entries(theirs).flatMap(([name, held]) => {
    const isEmpty = held in EMPTY && (ours[name] ?? '') in EMPTY;
    return isEmpty && held !== ours[name] ? [[name, EMPTY[held] ?? null] as const] : [];
  });
  const spelling = Object.keys(theirs).flatMap((name) => {
    if (name in ours) return [];
    const own = Object.keys(ours).find((each) => each.toLowerCase() === name.trim().toLowerCase());
    return own === undefined ? [] : [[own, name] as const];
  });
  return {
    ...(values.length > 0 && { dialect: { emptyMembers: { [kind]: Object.fromEntries(values) } } }),
    ...(spelling.length > 0 && { memberSpelling: Object.fromEntries(spelling) }),
  };
}

const FORMATS: readonly (readonly [id: string, question: string, about: string, show: (txn: Txn) => string])[] = [
  [
    'txn.number',
    'How is a TxnNumber written?',
    ABOUT.objects,
    (txn) => `${typeof txn['TxnNumber']} of digits: ${/^\d+$/.test(String(txn['TxnNumber']))}`,
  ],
  ['txn.receipt', 'How is a ReceiptNumber written?', ABOUT.objects, (txn) => receiptOf(txn)],
  ['txn.code', 'Is the ResponseCode of a transaction a text?', ABOUT.rules, (txn) => typeof txn['ResponseCode']],
  [
    'txn.settles',
    'How is a SettlementDate written?',
    ABOUT.objects,
    (txn) => `${patternOf(String(txn['SettlementDate']))} digits`,
  ],
  ['txn.text', 'Which text does an approved transaction have?', ABOUT.outcomes, (txn) => String(txn['ResponseText'])],
];

const asCard = (txn: Txn): Txn => (txn['CardDetails'] ?? {}) as Txn;
const LAST_FOUR = -4;

function receiptOf({ ReceiptNumber, TxnNumber }: Txn): string {
  const isAlike = String(ReceiptNumber).slice(LAST_FOUR) === String(TxnNumber).slice(LAST_FOUR);
  return `${patternOf(String(ReceiptNumber))}${isAlike ? ', ends as the TxnNumber' : ''}`;
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/;
const QUARTER_MS = 900_000;

/** Of ProcessedDateTime. */
type TimeFact = {
  readonly format: string;
  readonly fractionDigits: number;
  readonly end: string;
  /** By the Date of the same answer. */
  readonly quartersFromUtc: number | null;
};

function timeOf(answer: Answer): TimeFact {
  const text = String(transactionOf(answer)['ProcessedDateTime']);
  const [, local, fraction = '', end = ''] = TIME.exec(text) ?? [];
  const away = Date.parse(`${local}Z`) - Date.parse(answer.headers.get('date') ?? '');
  return {
    format: patternOf(text),
    fractionDigits: fraction.length,
    end: local === undefined ? 'other' : end === 'Z' || end === '' ? end : 'offset',
    quartersFromUtc: Number.isNaN(away) ? null : Math.round(away / QUARTER_MS),
  };
}

function learnTime({ fractionDigits, end, quartersFromUtc }: TimeFact): Lesson | undefined {
  if (end === 'other') return undefined;
  const zone = end === 'Z' ? 'Z' : end === 'offset' ? 'offset' : quartersFromUtc === 0 ? 'UTC' : 'local';
  return { dialect: { time: { fractionDigits, zone } } };
}

/** @param pattern such as `6...3` */
function learnMask(pattern: string): Lesson | undefined {
  const [, first, between = '', last] = /^([0-6])(\D+)([0-4])$/.exec(pattern) ?? [];
  return first === undefined ? undefined : { dialect: { mask: { first: Number(first), between, last: Number(last) } } };
}

export const TRANSACTION_PROBES: readonly Probe[] = [
  ...RULES.map(([id, question, transactions, ask]) => {
    const learn = learnRule(id);
    return probe({
      id,
      question: `What is the answer to ${question}?`,
      about: ABOUT.outcomes,
      makes: { transactions },
      ask: async (call: Caller) => describeOutcome(await ask(call)),
      ...(learn && { learn }),
    });
  }),
  ...SHAPES.map(([id, kind, get]) =>
    probe<Record<string, string>>({
      id,
      question: `What does each member of ${kind === 'approved' ? 'an' : 'a'} ${kind} transaction hold?`,
      about: ABOUT.objects,
      makes: { transactions: 1 },
      ask: async (call) => shapeOf(await get(call)),
      learn: (theirs, ours) => learnShape(kind, theirs, ours),
    }),
  ),
  probe({
    id: 'txn.members.v2',
    question: 'Which members does a transaction of version 2 have?',
    about: ABOUT.objects,
    makes: { transactions: 1 },
    ask: async (call): Promise<FactValue> => Object.keys(await approvedV2(call)).sort(),
  }),
  ...FORMATS.map(([id, question, about, show]) =>
    probe({ id, question, about, makes: { transactions: 1 }, ask: async (call) => show(await approved(call)) }),
  ),
  probe<Record<string, string>>({
    id: 'txn.text.declined',
    question: 'Which text does a decline with the bank code 01, 05, 51 or 54 have?',
    about: ABOUT.outcomes,
    makes: { transactions: DECLINES.length },
    async ask(call) {
      const texts: Record<string, string> = {};
      for (const code of DECLINES) {
        const made = transactionOf(await call.pay(payment(call, { CardDetails: card({ ExpiryDate: `99${code}` }) })));
        texts[code] = String(made['ResponseText']);
      }
      return texts;
    },
    learn: (theirs) => ({ dialect: { bankTexts: theirs } }),
  }),
  probe<TimeFact>({
    id: 'txn.time',
    question: 'How is ProcessedDateTime written?',
    about: ABOUT.objects,
    makes: { transactions: 1 },
    ask: async (call) => timeOf(await call.pay(payment(call))),
    learn: learnTime,
  }),
  probe({
    id: 'txn.mask',
    question: 'How is a card number masked?',
    about: ABOUT.objects,
    makes: { transactions: 1 },
    ask: async (call) => patternOf(String(asCard(await approved(call))['MaskedCardNumber'])),
    learn: learnMask,
  }),
];
