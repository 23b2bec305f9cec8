/**
 * P31: the sandbox leaves no card number and no CVN behind. 500 planted numbers go in by every way there is, wrong ones
 * among them, while the process is killed once; then every byte that it has left is searched: files with the write-ahead
 * log and free pages, output, answers, webhooks, arguments. What a browser keeps is searched by test/browser and test/hostile.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TOKEN, callControl } from '../sandbox/control/control-caller.js';
import { BROWSER_CARD, CARD, PAYMENT, type Json } from '../sandbox/rest-caller.js';
import type { ServiceUnderTest } from '../sandbox/service-under-test.js';
import { CREDENTIALS, NS, elements, envelope, type Members } from '../sandbox/soap/soap-caller.js';
import { TokenCaller } from '../sandbox/token-caller.js';
import { startReceiver } from '../sandbox/webhooks/receiver.js';
import { PLANTED_CVN, cardsOf, createNumbers, findNumbers, hide } from './planted-numbers.js';
import { serviceAt, startSandboxChild } from './sandbox-process.js';
import { createChance, report, trials } from './trials.js';

/** A text in deleted data: if it is found afterwards, deleting does not erase. */
const HOLDER = 'Zebulon Quartermain';
/** Not of a CVN's length, so it is refused; it must not be kept for that. */
const WRONG_CVN = '835183518351';

/** A way in for a number. What the service thinks of it is another test's business. */
type Way = (number: string, calls: Calls) => Promise<unknown>;

/** What the ways call with; every answer is kept. */
interface Calls {
  readonly v2: TokenCaller;
  readonly v3: TokenCaller;
  /** Its answers, which repeat a name to the caller who sent it, are not searched. */
  readonly repeating: TokenCaller;
  readonly hook: string;
  raw(path: string, init: RequestInit): Promise<string>;
  soap(operation: string, members: Members, tail?: string): Promise<string>;
}

const server = (number: string, members: object = {}) => ({
  CardDetails: { ...CARD, CardHolderName: HOLDER, CardNumber: number, Cvn: PLANTED_CVN, ...members },
});
const browser = (number: string) => ({ CardHolderName: HOLDER, CardNumber: number, Cvn: PLANTED_CVN });
const grouped = (number: string, by: string): string => number.replace(/(....)(?=.)/g, `$1${by}`);
/** What stands between the groups of a number in a log that masks by pattern. */
const SPLITS = ['    ', '<b/>', '<!---->', '</b><b>', '•'];
const JSON_TYPE = { 'Content-Type': 'application/json' };

const WAYS: Readonly<Record<string, Way>> = {
  'T1 payment': (number, { v3 }) => v3.process(server(number)),
  'T1 payment, version 2': (number, { v2 }) => v2.process(server(number)),
  'T1 preauth, live': (number, { v3 }) => v3.process({ ...server(number), Action: 'preauth', TestMode: false }),
  'T1 verify_only': (number, { v3 }) => v3.process({ ...server(number), Action: 'verify_only', Amount: 0 }),
  'T1 spaced': (number, { v3 }) => v3.process(server(grouped(number, ' '))),
  'T1 hyphened': (number, { v3 }) => v3.process(server(grouped(number, '-'))),
  'T1 declined': (number, { v3 }) => v3.process({ ...server(number), Amount: 10_105, TestMode: false }),
  'T1 expired': (number, { v3 }) => v3.process(server(number, { ExpiryDate: '0120' })),
  'T1 stored': (number, { v3 }) => v3.process({ ...server(number), TokenisationMode: 3, StoreCard: true }),
  'T1 wrong CVN': (number, { v3 }) => v3.process(server(number, { Cvn: WRONG_CVN })),
  'T1 wrong check digit': (number, { v3 }) =>
    v3.process(server(`${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`)),
  'T1 as a number': (number, { v3 }) => v3.process(server(number, { CardNumber: Number(number) })),
  'T1 as a list': (number, { v3 }) => v3.process(server(number, { CardNumber: [number] })),
  'T1 in the wrong member': (number, { v3 }) =>
    v3.process({ Amount: number, Currency: number, Action: number, Type: number }),
  'T1 split in a wrong payment': async (number, { v3 }) => {
    for (const split of SPLITS) {
      const text = grouped(number, split);
      await v3.process({ ...server(number), Amount: -1, Crn1: text, MerchantReference: text });
    }
  },
  'T1 in members that no interface has': (number, { v3 }) =>
    v3.process({ ...server(number), Note: [grouped(number, ' '), { a: number }], Card: { Pan: number } }),
  'T1 with the CVN under other names': (number, { v3 }) =>
    v3.process({ ...server(number, { Csc: PLANTED_CVN, Code2: PLANTED_CVN }), SecCode: { Value: PLANTED_CVN } }),
  'T1 as the name of the holder': async (number, { repeating, v3 }) => {
    const { TxnResp } = await repeating.process(server(number, { CardHolderName: number }));
    await v3.get(TxnResp.TxnNumber);
  },
  'T1 as a member name': (number, { v3 }) => v3.process({ ...server(number), [number]: number }),
  'T1 not authorised': (number, { raw }) =>
    raw('/webapi/v3/txns/', {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ TxnReq: { ...PAYMENT, ...server(number) } }),
    }),
  'as credentials': (number, { raw }) =>
    raw('/webapi/v3/status', {
      headers: { Authorization: Buffer.from(`${number}|${number}:${number}`).toString('base64') },
    }),
  'in broken JSON': (number, { raw }) =>
    raw('/webapi/v3/txns/', { method: 'POST', body: `{"TxnReq":{"CardNumber":"${number}"` }),
  'in no UTF-8': (number, { raw }) =>
    raw('/webapi/v3/txns/', {
      method: 'POST',
      body: Buffer.concat([Buffer.from(`{"CardNumber":"${number}`), Buffer.from([0xff, 0xfe])]),
    }),
  'in a body that is too long': (number, { raw }) =>
    raw('/webapi/v3/txns/', { method: 'POST', body: number.repeat(20_000) }),
  'in a path': (number, { raw }) => raw(`/webapi/v3/txns/${number}`, {}),
  'in a path of keys': (number, { raw }) =>
    raw(`/webapi/v3/txns/withauthkey/${number}`, { method: 'POST', body: '{}' }),
  'in a path of nothing': (number, { raw }) => raw(`/${number}/${encodeURIComponent(grouped(number, ' '))}`, {}),
  'in a query': (number, { raw }) => raw(`/webapi/v3/status?CardNumber=${number}&Cvn=${PLANTED_CVN}`, {}),
  'in headers': (number, { raw }) =>
    raw('/webapi/v3/status', {
      headers: { Cookie: `card=${number}`, Referer: `https://x/${number}`, 'User-Agent': number },
    }),
  'in a method': (number, { raw }) => raw(`/webapi/v3/txns/${number}`, { method: 'DELETE' }),
  'T3 as a mask': (number, { v3 }) => v3.search({ MaskedCardNumber: number }),
  T5: async (number, { v3, hook }) => v3.submit(await v3.key({}, { WebHookUrl: hook }), browser(number)),
  'T5, version 2': async (number, { v2, hook }) => v2.submit(await v2.key({}, { WebHookUrl: hook }), browser(number)),
  'T5 as the name of the holder': async (number, { v3, hook }) => {
    const { ResultKey } = await v3.submit(await v3.key({}, { WebHookUrl: hook }), {
      ...browser(number),
      CardHolderName: grouped(number, ' '),
    });
    await v3.result(ResultKey);
  },
  'T5 wrong expiry': async (number, { v3 }) => v3.submit(await v3.key(), { ...browser(number), ExpiryDateMonth: '13' }),
  'T5 dead key': (number, { v3 }) => v3.submit('0f8fad5b-d9cb-469f-a165-70867728950e', browser(number)),
  'T6 form': async (number, { v3, raw }) =>
    raw(`/webapi/v3/txns/withauthkey/${await v3.key({}, { RedirectionUrl: 'https://shop.example/back' })}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...BROWSER_CARD, ...browser(number) }),
    }),
  'D1 token': (number, { v3 }) => v3.add(server(number)),
  'D1 as the name of the holder': async (number, { repeating, v3 }) => {
    const { DVTokenResp } = await repeating.add(server(number, { CardHolderName: number }));
    await v3.token(DVTokenResp.DVToken);
  },
  'D1 as the name of an account': (number, { repeating }) =>
    repeating.add({
      CardDetails: null,
      BankAccountDetails: { AccountName: number, AccountNumber: '12345678', BSBNumber: '012345' },
    }),
  'D1 wrong': (number, { v3 }) => v3.add(server(number, { ExpiryDate: '1399' })),
  'D2 update': async (number, { v3 }) => v3.update((await v3.added(server(number))).DVToken, server(number)),
  'D3 tokenise': async (number, { v3 }) => v3.tokenise((await v3.made(server(number))).TxnNumber),
  'D5 as a mask': (number, { v3 }) => v3.searchTokens({ MaskedCardNumber: number }),
  'D6 delete': async (number, { v3 }) => v3.remove((await v3.added(server(number))).DVToken),
  D9: async (number, { v3, hook }) =>
    v3.submitToken(await v3.addKey({}, { WebHookUrl: hook }), { CardDetails: { ...BROWSER_CARD, ...browser(number) } }),
  SOAP: (number, { soap }) => soap('ProcessPayment', soapPayment(number)),
  'SOAP wrong': (number, { soap }) => soap('ProcessPayment', { ...soapPayment(number), Amount: number }),
  'SOAP broken': (number, { soap }) => soap('ProcessPayment', soapPayment(number), `<${number}`),
  'SOAP split': async (number, { raw }) => {
    for (const split of SPLITS) {
      const text = grouped(number, split);
      await raw('/evolve/service_1_4_4.asmx', {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml', SOAPAction: `"${NS}/ProcessPayment"` },
        body: envelope(
          `<ProcessPayment xmlns="${NS}"><txnReq><CRN1>${split.startsWith('<') ? `<b>${text}</b>` : text}</CRN1>` +
            `<SecCode>${PLANTED_CVN}</SecCode><Note a="${PLANTED_CVN}">${number}</Note></txnReq></ProcessPayment>`,
        ),
      });
    }
  },
  'SOAP strange operation': (number, { soap }) => soap(`Op${number}`, soapPayment(number)),
  // An operator's custom messages may be repeated to the operator: a merchant's number looks like a card's.
  'control API': (number, { raw }) =>
    raw(`/_sandbox/reset?${number}`, { method: 'POST', headers: { 'Florin-Control-Token': number }, body: number }),
};

function soapPayment(number: string): Members {
  const { username, password, merchantNumber } = CREDENTIALS;
  const txnReq = {
    PaymentType: 'PAYMENT',
    TxnType: 'ECOMMERCE',
    CRN1: 'order',
    Amount: 19_900,
    CardNumber: number,
    ExpiryDate: '0530',
    CVC: PLANTED_CVN,
  };
  return { username, password, merchantNumber, txnReq };
}

describe('P31: no card number anywhere', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-p31-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const readFiles = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));

  /** Cells of all tables that are the CVN, or have it as a word. */
  function findCvns(database: string): readonly string[] {
    const file = new DatabaseSync(database);
    const tables = file.prepare("select name from sqlite_master where type = 'table'").all() as readonly {
      name: string;
    }[];
    const found = tables.flatMap(({ name }) =>
      (file.prepare(`select * from "${name}"`).all() as readonly Record<string, unknown>[]).flatMap((row) =>
        Object.entries(row)
          .filter(([, cell]) => hasCvn(String(cell)))
          .map(([column]) => `${name}.${column}`),
      ),
    );
    file.close();
    return found;
  }

  /** By chance one of the four digits of a key is the CVN, in one run of a hundred. */
  const KEYS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi;
  const hasCvn = (text: string): boolean =>
    new RegExp(`\\b(${PLANTED_CVN}|${WRONG_CVN})\\b`).test(text.replace(KEYS, ''));

  it('is found by the search in each form', async () => {
    const [number = ''] = createNumbers(1, createChance());
    for (const [form, bytes] of Object.entries(hide(number))) {
      expect((await findNumbers(bytes)).join()).toContain(form.trim());
    }
    expect(await findNumbers(Buffer.from('453998...123, 4539 98, NDUzOTk4'))).toEqual([]);
  });

  it('is left by any input or a kill, and deleted data is erased', async () => {
    const chance = createChance();
    const numbers = createNumbers(trials(500), chance);
    const database = join(folder, 'sandbox.sqlite');
    const receiver = await startReceiver();
    const options = {
      database,
      controlApi: { token: TOKEN },
      settings: { extraTestCards: cardsOf(numbers), slowSeconds: 0, timeoutSeconds: 0 },
    };
    const answers: string[] = [];
    let running = await startSandboxChild(options);
    const outputs = [running];

    function callsTo(url: string): Calls {
      const plain = serviceAt(url);
      const service: ServiceUnderTest = {
        ...plain,
        async fetch(path, init) {
          const response = await fetch(url + path, init);
          answers.push(JSON.stringify([...response.headers]), await response.clone().text());
          return response;
        },
      };
      const raw: Calls['raw'] = async (path, init) => (await service.fetch(path, init)).text();
      return {
        v2: new TokenCaller(service, 'v2'),
        v3: new TokenCaller(service, 'v3'),
        repeating: new TokenCaller(plain, 'v3'),
        hook: receiver.url,
        raw,
        soap: (operation, members, tail = '') =>
          raw('/evolve/service_1_4_4.asmx', {
            method: 'POST',
            headers: { 'Content-Type': 'text/xml', SOAPAction: `"${NS}/${operation}"` },
            body: envelope(`<${operation} xmlns="${NS}">${elements(members)}</${operation}>${tail}`),
          }),
      };
    }

    const seen: Buffer[] = [];
    const ways = Object.entries(WAYS);
    const half = Math.floor(numbers.length / 2);
    let calls = callsTo(running.url);
    const plant = async (from: number, to: number): Promise<void> => {
      for (let index = from; index < to; index += 1) await ways[index % ways.length]![1](numbers[index]!, calls);
    };
    await plant(0, half);
    // Killed while payments are in the air.
    const inTheAir = Array.from({ length: 16 }, (_, index) => calls.v3.process(server(numbers[index]!)).catch(() => 0));
    await Promise.race(inTheAir);
    seen.push(readFileSync(`/proc/${running.child.pid}/cmdline`), readFileSync(`/proc/${running.child.pid}/environ`));
    await running.stop('SIGKILL');
    await Promise.all(inTheAir);
    seen.push(readFiles());
    expect(findCvns(database)).toEqual([]);

    running = await startSandboxChild(options);
    outputs.push(running);
    calls = callsTo(running.url);
    await plant(half, numbers.length);
    await callControl(serviceAt(running.url), 'POST', '/webhooks/settle');
    const { TxnRespList } = await calls.v3.search();
    const listed: Json[] = TxnRespList;
    const kept = listed.filter((txn) => txn.CardDetails.MaskedCardNumber?.startsWith('453998...')).length;
    seen.push(readFiles());
    expect(readFiles().includes(HOLDER)).toBe(true);
    await callControl(serviceAt(running.url), 'POST', '/reset', {});
    await running.stop();
    seen.push(readFiles());
    expect(findCvns(database)).toEqual([]);
    await receiver.close();

    const said = outputs.map((child) => child.output()).join('\n');
    const heard = receiver.received.map(({ path, headers, text }) => path + JSON.stringify(headers) + text);
    const texts = [said, ...answers, ...heard];
    const found = (
      await Promise.all([...seen, Buffer.from(texts.join('\n'))].map((bytes) => findNumbers(bytes)))
    ).flat();
    report('P31', chance, {
      numbers: numbers.length,
      ways: ways.length,
      transactions: kept,
      webhooks: heard.length,
      bytes: seen.reduce((sum, { length }) => sum + length, 0),
      found: found.length,
    });
    expect(found).toEqual([]);
    expect(texts.filter(hasCvn)).toEqual([]);
    // The inputs are real: cards were accepted, masked, reported and logged.
    expect(kept).toBeGreaterThan(numbers.length / 4);
    expect(heard.length).toBeGreaterThan(0);
    expect(said).toContain('"event":"call"');
    // Deleted is erased: neither tables nor free pages have it.
    expect(readFiles().includes(HOLDER)).toBe(false);
  }, 120_000);
});
