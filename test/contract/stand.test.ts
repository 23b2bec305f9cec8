/**
 * Clients, signer and command line stand whatever a service answers: each service of deviations.ts and each answer of
 * odd-answers.ts, with a payment that is approved and one that is declined. Neither is told as the other, an error is a
 * FlorinError that says what was wrong, and nothing of a card is in it. docs/reference/odd-services.md is what came of it;
 * FLORIN_WRITE=1 writes that page.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import prettier from 'prettier';
import { describe, expect, it } from 'vitest';
import { checkCredentials, checkPermissions } from '../../src/cli/doctor-checks.js';
import { isFlorinError } from '../../src/core/errors.js';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { openStore } from '../../src/sandbox/node/open-store.js';
import type { Clock } from '../../src/sandbox/clock.js';
import { createRestClient, type RestClient } from '../../src/service/rest-client.js';
import { createSoapClient, methodNameOf } from '../../src/service/soap-client.js';
import { OPERATION_NAMES } from '../../src/wire/soap/operations.js';
import type { SoapClient } from '../../src/service/soap-api.js';
import { stoppedClock } from '../sandbox/service-under-test.js';
import { SOAP_PATH } from '../sandbox/soap/soap-caller.js';
import { allCalls, type AnyClient } from '../service/all-calls.js';
import { createShop } from '../signer/shop.js';
import { DEVIATIONS } from './deviations.js';
import type { Deviate } from './deviations/deviation.js';
import type { Answer } from './facility-for-test.js';
import { ODD_ANSWERS } from './odd-answers.js';

const PAGE = 'docs/reference/odd-services.md';
const PAN = '5123456789012346';
/** Month 99 of a test: the year is the bank's code. */
const EXPIRIES = { approved: '9900', declined: '9951' } as const;
type Truth = keyof typeof EXPIRIES;
const ACCOUNT = { merchantNumber: DEMO_MERCHANT.number, username: 'demo-api', password: 'Demo-Password-1' };
const BASE = 'https://facility.test';

/** Sends a client's call to a facility in this process. */
const fetchOf =
  (answer: Answer) =>
  (url: string, init: object): Promise<Response> =>
    answer(new Request(url, { redirect: 'manual', ...init }));

/** What a call told: an outcome, or the code of an error. Fails the test if it is no proper error. */
async function told(call: () => Promise<string | undefined>): Promise<string> {
  try {
    return (await call()) ?? 'nothing';
  } catch (error) {
    if (!isFlorinError(error)) throw error;
    expect(error.message).toMatch(/^.{10,400}$/);
    expect(error.message).not.toMatch(/\d{13,}|Demo-Password/);
    return error.code + (error.apiCode === undefined ? '' : ` ${error.apiCode}`);
  }
}

/** As a shop reads a ResponseCode: 5 is the bank's 51. */
const outcomeOf = (code: string | null | undefined) =>
  ({ 0: 'approved', 5: 'declined' })[code ?? ''] ?? `code ${JSON.stringify(code)}`;

interface Known {
  readonly rest: RestClient<'v3'>;
  readonly soap: SoapClient;
  readonly truth: Truth;
  /** Crn1 and number of a transaction of that outcome. */
  readonly crn1: string;
  readonly txnNumber: string;
}

/** By name of the call. */
const REST_CALLS: Readonly<Record<string, (known: Known) => Promise<string | undefined>>> = {
  processTransaction: async ({ rest, truth }) =>
    outcomeOf((await rest.processTransaction(paymentOf(truth))).ResponseCode),
  getTransaction: async ({ rest, txnNumber }) => outcomeOf((await rest.getTransaction(txnNumber)).ResponseCode),
  searchTransactions: async ({ rest, crn1 }) => {
    const [found] = await rest.searchTransactions({ Crn1: crn1 });
    return found && outcomeOf(found.ResponseCode);
  },
  createAuthKey: async ({ rest }) => {
    const ProcessTxnData = { Action: 'payment', Amount: 100, Currency: 'AUD', Crn1: 'key' } as const;
    return (await rest.createAuthKey({ ProcessTxnData, RedirectionUrl: 'https://shop.test/' })) && 'a key';
  },
};
const SOAP_CALLS: typeof REST_CALLS = {
  processPayment: async ({ soap, truth }) => {
    const card = { CardNumber: PAN, CVC: '123', ExpiryDate: EXPIRIES[truth] };
    const txnReq = { PaymentType: 'PAYMENT', TxnType: 'ECOMMERCE', Amount: 19_900, CRN1: 'soap', ...card } as const;
    return outcomeOf((await soap.processPayment({ txnReq })).ResponseCode);
  },
  searchTransactions: async ({ soap, crn1: CRN1 }) => {
    const [found] = await soap.searchTransactions({ search: { CRN1 } });
    return found && outcomeOf(found.ResponseCode);
  },
};

const cardOf = (truth: Truth) => ({
  CardNumber: PAN,
  Cvn: '123',
  ExpiryDate: EXPIRIES[truth],
  CardHolderName: 'Zoe Novak',
});
const paymentOf = (truth: Truth) =>
  ({
    Action: 'payment',
    Amount: 19_900,
    Currency: 'AUD',
    Crn1: `paid ${truth}`,
    MerchantReference: `ref ${truth}`,
    CardDetails: cardOf(truth),
  }) as const;

/**
 * Pays an order with the signer, as a page does, and returns what the page is told: at once, and when the service is well
 * again. From the payment on every answer is odd; a service that differs on purpose does so from the start.
 */
async function payWithSigner({ answer, plain, clock }: Edge, truth: Truth, isFromStart: boolean): Promise<string> {
  let now = isFromStart ? answer : plain;
  const shop = createShop({ baseUrl: BASE, ...ACCOUNT, fetch: fetchOf((request) => now(request)) }, { clock });
  const { claim, submitUrl } = await shop.grant('1042');
  const { ExpiryDate, ...card } = cardOf(truth);
  const CardDetails = { ...card, ExpiryDateMonth: ExpiryDate.slice(0, 2), ExpiryDateYear: ExpiryDate.slice(2) };
  const headers = { 'content-type': 'application/json', origin: 'https://shop.example' };
  const body = JSON.stringify({ TxnReq: { CardDetails } });
  const response = await now(new Request(submitUrl, { method: 'POST', headers, body }));
  const { ResultKey } = (await response.json()) as { readonly ResultKey: string | null };
  /** The signer's refusal is told to the page as an unknown outcome. */
  const read = () =>
    shop.result(claim, ResultKey).then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
  now = answer;
  const status = await read();
  expect(shop.paid.length, 'onPaid').toBe(status === 'approved' ? 1 : 0);
  now = plain;
  const later = isFromStart ? status : await read();
  expect(JSON.stringify(shop.log)).not.toMatch(/5123456789012346|Demo-Password/);
  return status === later ? status : `${status}, then ${later}`;
}

/** Makes every call of both clients, with what the sandbox may refuse: an answer, or a proper error. */
async function makeEveryCall({ rest, soap }: Pick<Known, 'rest' | 'soap'>): Promise<void> {
  for (const { call } of allCalls) await told(() => call(rest as AnyClient).then(() => undefined));
  const methods = soap as unknown as Readonly<Record<string, (parameters: object) => Promise<unknown>>>;
  for (const operation of OPERATION_NAMES) {
    await told(async () => void (await methods[methodNameOf(operation)]?.({})));
  }
}

/** The doctor's checks that make calls: a finding each, and no exception. */
async function askDoctor({ rest }: Known): Promise<string> {
  const findings = [await checkCredentials(rest), ...(await checkPermissions(rest, false))];
  for (const { message } of findings) expect(message).toMatch(/^.{5,400}$/);
  return findings.every(({ status }) => status === 'ok') ? 'no fault' : 'a fault';
}

interface Edge {
  readonly answer: Answer;
  /** Of the sandbox without a deviation. */
  readonly plain: Answer;
  readonly clock: Clock;
  close(): Promise<void>;
}

async function openEdge(deviate: Deviate): Promise<Edge> {
  const store = await openStore({ database: ':memory:', seed: [DEMO_MERCHANT] });
  const clock = stoppedClock();
  const sandbox = createSandbox({ store, clock });
  const plain: Answer = (request) => sandbox.fetch(request);
  return { answer: deviate(plain), plain, clock, close: () => sandbox.close() };
}

const restOf = (answer: Answer) =>
  createRestClient({ baseUrl: BASE, version: 'v3', ...ACCOUNT, fetch: fetchOf(answer) });

const COLUMNS = ['REST client', 'SOAP client', 'signer', '`florin doctor`'] as const;
type Column = (typeof COLUMNS)[number];

/** What one call told, and what it should have. */
interface Told {
  readonly column: Column;
  readonly call: string;
  readonly truth: Truth;
  readonly said: string;
}

async function ask(deviate: Deviate, isFromStart = true): Promise<readonly Told[]> {
  const edge = await openEdge(deviate);
  const all: Told[] = [];
  try {
    for (const truth of ['approved', 'declined'] as const) {
      const made = await restOf(edge.plain).processTransaction(paymentOf(truth));
      const soap = createSoapClient({ endpoint: BASE + SOAP_PATH, credentials: ACCOUNT, fetch: fetchOf(edge.answer) });
      const crn1 = paymentOf(truth).Crn1;
      const known: Known = { rest: restOf(edge.answer), soap, truth, crn1, txnNumber: made.TxnNumber ?? '' };
      const asked: readonly (readonly [Column, string, () => Promise<string | undefined>])[] = [
        ...Object.entries(REST_CALLS).map(([name, call]) => [COLUMNS[0], name, () => call(known)] as const),
        ...Object.entries(SOAP_CALLS).map(([name, call]) => [COLUMNS[1], name, () => call(known)] as const),
        [COLUMNS[2], 'pay', () => payWithSigner(edge, truth, isFromStart)],
        [COLUMNS[3], 'checks', () => askDoctor(known)],
      ];
      if (truth === 'declined') await makeEveryCall(known);
      for (const [column, call, make] of asked) all.push({ column, call, truth, said: await told(make) });
    }
  } finally {
    await edge.close();
  }
  for (const { call, truth, said } of all)
    for (const word of said.split(', then '))
      expect(WRONG[truth], `${call} of a payment that is ${truth}`).not.toContain(word);
  return all;
}

const WRONG = { approved: ['declined', 'failed'], declined: ['approved'] } as const;
const usual = await ask((fetch) => fetch);
/** By fact; the rows that are asked fill it. */
const findings = new Map<string, readonly Told[]>();

it('tells the truth of the sandbox itself', () => {
  for (const { call, truth, said } of usual)
    expect(said).toBe({ createAuthKey: 'a key', checks: 'no fault' }[call] ?? truth);
});

describe.each([
  { rows: DEVIATIONS, isFromStart: true },
  { rows: ODD_ANSWERS, isFromStart: false },
])('stands', ({ rows, isFromStart }) => {
  // Most of the time goes into hashing passwords, which other threads do.
  it.concurrent.each(rows)('$fact', async ({ fact, deviate }) => {
    const all = await ask(deviate, isFromStart);
    expect(all).toHaveLength(usual.length);
    findings.set(fact, all);
  });
});

/** What differs from the sandbox in one column, with the names of the calls if not all do. */
function writeCell(all: readonly Told[], column: Column): string {
  const odd = all.filter(({ column: of, said }, index) => of === column && said !== usual[index]?.said);
  const calls = new Map<string, Set<string>>();
  for (const { said, call } of odd) calls.set(said, (calls.get(said) ?? new Set()).add(call));
  const asked = all.filter(({ column: of }) => of === column);
  const isWhole = odd.length === asked.length;
  const isOne = new Set(asked.map(({ call }) => call)).size === 1;
  const cells = [...calls].map(([said, names]) => (isWhole || isOne ? said : `${said} (${[...names].join(', ')})`));
  return cells.join('; ') || 'read';
}

function writePage(): string {
  const rows = [...DEVIATIONS, ...ODD_ANSWERS].map(({ fact }) => {
    const all = findings.get(fact) ?? [];
    return { fact, cells: COLUMNS.map((column) => writeCell(all, column)) };
  });
  const shown = rows.filter(({ cells }) => cells.some((cell) => cell !== 'read'));
  return `# Odd services, and what clients, signer and command line say

Written by \`test/contract/stand.test.ts\`: ${rows.length} services that differ in one thing, each with a payment that is approved and one that is
declined. None is told as the other. Every call of both clients is made: each error is a FlorinError that says what was wrong and has nothing of a card. ${rows.length - shown.length} of them,
the [services that differ in a rule](deviations.md) and harmless forms, are read as usual; this table has the others. "read" is the right outcome. The
signer's column begins with the payment: what the page is told at once, and what it is told when the service is well again.

| the service's answers | ${COLUMNS.join(' | ')} |
| --- | --- | --- | --- | --- |
${shown.map(({ fact, cells }) => `| ${[fact, ...cells].join(' | ')} |`).join('\n')}
`;
}

it('is what docs/reference/odd-services.md says', async () => {
  expect(findings.size).toBe(DEVIATIONS.length + ODD_ANSWERS.length);
  const options = await prettier.resolveConfig(PAGE);
  const page = await prettier.format(writePage(), { ...options, parser: 'markdown' });
  if (process.env['FLORIN_WRITE']) writeFileSync(PAGE, page);
  expect(page).toBe(readFileSync(PAGE, 'utf8'));
});
