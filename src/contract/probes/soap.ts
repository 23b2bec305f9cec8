/** The SOAP interface. docs/wire/soap.md. */
import { actionOf, type OperationName } from '../../wire/soap/operations.js';
import { CONTENT_TYPES, ENVELOPE_NAMESPACES, SOAP_NAMESPACES, type SoapVersion } from '../../wire/soap/namespaces.js';
import { writeRequest, type RequestDraft } from '../../wire/soap/write-request.js';
import { ABOUT } from '../about.js';
import { patternOf } from '../describe.js';
import { CannotAsk, NotATest, type Answer, type Caller } from '../facility.js';
import { probe, type Probe } from '../probe.js';
import { attributeOf, inside, readTags, showElements, textIn, type Tag } from '../read-xml.js';
import { CARD_NUMBER, NO_TOKEN, TEST_EXPIRY, WRONG_CARD_NUMBER } from '../requests.js';
import { assertNone } from './fields.js';

/** A SOAP answer: what kind, its code, its text. */
type SoapFact = {
  readonly status: number;
  readonly kind: 'answer' | 'fault 1.1' | 'fault 1.2' | 'empty' | 'other';
  readonly code: string | null;
  readonly text: string | null;
};

function describeSoap({ status, text }: Answer): SoapFact {
  const told = (kind: SoapFact['kind'], code: string | null, said: string | null): SoapFact => ({
    status,
    kind,
    code,
    text: said,
  });
  if (text === '') return told('empty', null, null);
  const tags = readTags(text);
  const has = (name: string): boolean => tags.some((tag) => tag.name === name);
  if (has('faultcode')) return told('fault 1.1', localOf(textIn(tags, 'faultcode')), textIn(tags, 'faultstring'));
  if (has('Fault')) return told('fault 1.2', localOf(textIn(tags, 'Value')), textIn(tags, 'Text'));
  // ProcessPaymentResult has a ResponseCode too.
  const response = inside(tags, 'response') ?? tags;
  return told(
    has('Envelope') ? 'answer' : 'other',
    textIn(response, 'ResponseCode'),
    textIn(response, 'ResponseMessage'),
  );
}

function localOf(name: string | null): string | null {
  return name?.split(':').at(-1) ?? null;
}

function learnText(theirs: SoapFact, ours: SoapFact) {
  const { text: to } = theirs;
  const { text: from } = ours;
  return to === null || from === null || to === from ? undefined : { dialect: { soapTexts: { [from]: to } } };
}

function headersOf(operation: OperationName, version: SoapVersion): Record<string, string> {
  const action = actionOf(operation, SOAP_NAMESPACES);
  return version === '1.1'
    ? { 'Content-Type': CONTENT_TYPES['1.1'], SOAPAction: `"${action}"` }
    : { 'Content-Type': `${CONTENT_TYPES['1.2']}; action="${action}"` };
}

type Draft<O extends OperationName> = Omit<RequestDraft<O>, 'username' | 'password' | 'merchantNumber'>;

function ask<O extends OperationName>(
  call: Caller,
  operation: O,
  draft: Draft<O>,
  version: SoapVersion = '1.1',
): Promise<Answer> {
  const { username, password, merchantNumber } = call.facility;
  const request = { username, password, merchantNumber, ...draft } as unknown as RequestDraft<O>;
  return call.soap(writeRequest(operation, request, { version }), headersOf(operation, version));
}

/** A search that finds nothing: the smallest call of an account. */
const nothing = { search: { MerchantReference: 'florin-contract-finds-nothing' } };

function payment(
  { reference }: Pick<Caller, 'reference'>,
  changes: Readonly<Record<string, unknown>> = {},
): Draft<'ProcessPayment'> {
  return {
    txnReq: {
      PaymentType: 'PAYMENT',
      TxnType: 'INTERNET_ANONYMOUS',
      MerchantReference: reference,
      CRN1: reference,
      Amount: 1,
      CardNumber: CARD_NUMBER,
      ExpiryDate: TEST_EXPIRY.declined,
      CVC: '123',
      ...changes,
    },
  };
}

/**
 * A payment of 0.01 that test mode declines with the code of its expiry. SOAP has no TestMode, so no other payment is made by
 * it unless this one shows that month 99 makes a test. @throws CannotAsk; NotATest
 */
function declined(call: Caller): Promise<readonly Tag[]> {
  return call.once('soap declined', async () => {
    const answer = readTags((await ask(call, 'ProcessPayment', payment(call))).text);
    const result = inside(answer, 'ProcessPaymentResult') ?? [];
    const code = textIn(result, 'AcquirerResponseCode');
    if (code === '00') throw new NotATest('A payment with expiry 9905 was approved by SOAP');
    if (textIn(result, 'TransactionNumber') === null) {
      const message = textIn(answer, 'ResponseMessage') ?? 'without a message';
      throw new CannotAsk(`the facility refused the transaction: ${message}`);
    }
    if (code !== '05')
      throw new CannotAsk('its payments by SOAP do not follow the rule of month 99, so no more were made');
    return result;
  });
}

/** The payment as a search answers it. @throws CannotAsk; NotATest */
async function foundRow(call: Caller): Promise<readonly Tag[]> {
  await declined(call);
  const { text } = await ask(call, 'SearchTransactions', { search: { MerchantReference: call.reference } });
  const row = inside(readTags(text), 'Txn');
  if (row === undefined) throw new CannotAsk('the search does not find the payment');
  return row;
}

async function readWsdl(call: Caller): Promise<readonly Tag[]> {
  return readTags((await call.send('/evolve/service_1_4_4.asmx?WSDL', 'GET', {})).text);
}

const sortedOnce = (values: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(values.filter((value) => value !== undefined))].sort();

const raw = (call: Caller, body: string, headers: Record<string, string>): Promise<Answer> => call.soap(body, headers);
const search = (version: SoapVersion = '1.1'): string =>
  writeRequest('SearchTransactions', { username: 'x', password: 'x', merchantNumber: '1', ...nothing }, { version });

/** A payment by nobody, with a value that cannot be read. */
const wrong = (from: string, to: string): string =>
  writeRequest(
    'ProcessPayment',
    { username: 'x', password: 'x', merchantNumber: '1', ...payment({ reference: 'x' }, { CardNumber: undefined }) },
    { version: '1.1' },
  ).replace(from, to);

/** Messages that no operation answers, and their faults. */
const FAULTS: readonly (readonly [id: string, question: string, ask: (call: Caller) => Promise<Answer>])[] = [
  [
    'soap.action.unknown',
    'a SOAPAction that does not exist',
    (call) => raw(call, search(), { 'Content-Type': CONTENT_TYPES['1.1'], SOAPAction: '"urn:Eve_1_4_4/Florin"' }),
  ],
  [
    'soap.action.missing',
    'a message without SOAPAction',
    (call) => raw(call, search(), { 'Content-Type': CONTENT_TYPES['1.1'] }),
  ],
  [
    'soap.action.empty',
    'an empty SOAPAction',
    (call) => raw(call, search(), { 'Content-Type': CONTENT_TYPES['1.1'], SOAPAction: '""' }),
  ],
  ['soap.type', 'a message as JSON', (call) => raw(call, '{}', { 'Content-Type': 'application/json' })],
  [
    'soap.malformed',
    'XML that breaks off',
    (call) => raw(call, '<soap:Envelope', headersOf('SearchTransactions', '1.1')),
  ],
  [
    'soap.body',
    'an envelope without a body',
    (call) =>
      raw(call, `<soap:Envelope xmlns:soap="${ENVELOPE_NAMESPACES['1.1']}"/>`, headersOf('SearchTransactions', '1.1')),
  ],
  [
    'soap.number',
    'an amount of letters',
    (call) => raw(call, wrong('<Amount>1<', '<Amount>abc<'), headersOf('ProcessPayment', '1.1')),
  ],
  [
    'soap.enumeration',
    'a type that does not exist',
    (call) => raw(call, wrong('>PAYMENT<', '>FLORIN<'), headersOf('ProcessPayment', '1.1')),
  ],
];

/** Calls that an operation answers. */
const ANSWERS: readonly (readonly [
  id: string,
  question: string,
  transactions: number,
  ask: (call: Caller) => Promise<Answer>,
])[] = [
  [
    'soap.login',
    'a user that does not exist',
    0,
    (call) =>
      ask(call, 'SearchTransactions', {
        ...nothing,
        username: 'florin-contract-nobody',
      } as Draft<'SearchTransactions'>),
  ],
  [
    'soap.login.refused',
    'a login of a user that does not exist',
    0,
    (call) => ask(call, 'Login', { cliVersion: '1', username: 'florin-contract-nobody' } as Draft<'Login'>),
  ],
  ['soap.search.empty', 'a search that finds nothing', 0, (call) => ask(call, 'SearchTransactions', nothing)],
  ['soap.version', 'SOAP 1.2', 0, (call) => ask(call, 'SearchTransactions', nothing, '1.2')],
  [
    'soap.token.unknown',
    'the deletion of a token that nothing has',
    0,
    async (call) => {
      await assertNone(call, `/dvtokens/${NO_TOKEN}`);
      return ask(call, 'DeleteToken', { token: NO_TOKEN });
    },
  ],
  [
    'soap.card',
    'a card number with a wrong check digit',
    1,
    async (call) => {
      await declined(call);
      return ask(call, 'ProcessPayment', payment(call, { CardNumber: WRONG_CARD_NUMBER }));
    },
  ],
  ['soap.session', 'an operation that needs a login first', 0, (call) => ask(call, 'IsBankAvailable', { bankId: 999 })],
];

export const SOAP_PROBES: readonly Probe[] = [
  ...FAULTS.map(([id, question, send]) =>
    probe<SoapFact>({
      id,
      question: `What is the answer to ${question}?`,
      about: ABOUT.faults,
      ask: async (call) => describeSoap(await send(call)),
      learn: learnText,
    }),
  ),
  ...ANSWERS.map(([id, question, transactions, send]) =>
    probe<SoapFact>({
      id,
      question: `What is the answer to ${question}?`,
      about: ABOUT.answers,
      makes: { transactions },
      ask: async (call) => describeSoap(await send(call)),
      learn: learnText,
    }),
  ),
  probe({
    id: 'soap.declined',
    question: 'Which elements does a declined payment have?',
    about: ABOUT.answers,
    makes: { transactions: 1 },
    ask: async (call) => showElements(await declined(call)),
  }),
  probe({
    id: 'soap.mask',
    question: 'How is a card number masked?',
    about: ABOUT.answers,
    makes: { transactions: 1 },
    ask: async (call) => patternOf(textIn(await declined(call), 'MaskedCardNumber') ?? 'none'),
  }),
  probe({
    id: 'soap.found',
    question: 'Which elements does a transaction that is found have?',
    about: ABOUT.operations,
    makes: { transactions: 1 },
    ask: async (call) => showElements(await foundRow(call)),
  }),
  probe({
    id: 'soap.order',
    question: 'Which elements does an answer have?',
    about: ABOUT.namespaces,
    ask: async (call) => showElements(readTags((await ask(call, 'SearchTransactions', nothing)).text)),
  }),
  probe({
    id: 'soap.time',
    question: 'How is a time written?',
    about: ABOUT.bytes,
    makes: { transactions: 1 },
    async ask(call) {
      const time = textIn(await foundRow(call), 'ProcessedDate') ?? '';
      const [fraction = ''] = /\.\d{1,12}/.exec(time) ?? [];
      const zone = time.endsWith('Z') ? 'UTC' : /[+-]\d\d:\d\d$/.test(time) ? 'with an offset' : 'without an offset';
      return `${zone}${fraction.endsWith('0') ? ', the fraction with its zeros' : ''}`;
    },
  }),
  probe({
    id: 'soap.operations',
    question: 'Which operations does the WSDL have?',
    about: ABOUT.wsdl,
    async ask(call) {
      const port = inside(await readWsdl(call), 'portType') ?? [];
      const operations = port.filter(({ name, kind }) => name === 'operation' && kind !== 'end');
      return sortedOnce(operations.map((tag) => attributeOf(tag, 'name')));
    },
  }),
  probe({
    id: 'soap.namespaces',
    question: 'Which namespaces does the WSDL have?',
    about: ABOUT.namespaces,
    async ask(call) {
      return sortedOnce((await readWsdl(call)).map((tag) => attributeOf(tag, 'targetNamespace')));
    },
  }),
  probe({
    id: 'soap.help',
    question: 'What is the answer to GET of the address?',
    about: ABOUT.faults,
    async ask(call) {
      const { status, headers } = await call.send('/evolve/service_1_4_4.asmx', 'GET', {});
      return `${status} ${headers.get('content-type') ?? ''}`;
    },
  }),
];
