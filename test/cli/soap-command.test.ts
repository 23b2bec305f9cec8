import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runSoap } from '../../src/cli/soap-operations.js';
import { readParameters, type FieldFlags } from '../../src/cli/soap-fields.js';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/node/start-sandbox.js';
import { createSoapClient } from '../../src/service/soap-client.js';
import { SOAP_OPERATIONS } from '../../src/service/soap-describe.js';
import { writeResponse } from '../../src/wire/soap/write-response.js';
import { stoppedClock } from '../sandbox/service-under-test.js';
import { batchOf, CARD, CREDENTIALS } from '../service/soap-calls.js';
import { NOWHERE } from '../support/free-port.js';
import { listenOnLoopback } from '../support/listen.js';
import { waitForEnd, type CommandResult } from './florin-process.js';

const COMMAND = fileURLToPath(new URL('../../dist/cli/florin.js', import.meta.url));
const PAY = ['ProcessPayment', '--PaymentType', 'PAYMENT', '--TxnType', 'ECOMMERCE', '--Amount', '1990'];
/** An account whose service does not answer. */
const CONFIG = join(mkdtempSync(join(tmpdir(), 'florin-soap-')), 'florin.config.json');
const NUMBER = ['--CardNumber', CARD];

/** Runs `florin soap` and checks that its output has no secrets. */
async function soap(
  args: readonly string[],
  { env = {}, input = '' }: { env?: Readonly<Record<string, string>>; input?: string } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [COMMAND, 'soap', ...args], { env: { PATH: '', ...env } });
  child.stdin.end(input);
  const said = await waitForEnd(child);
  expect(said.out + said.err).not.toContain(CARD);
  expect(said.out + said.err).not.toContain(CREDENTIALS.password);
  return said;
}

describe('florin soap', { timeout: 120_000 }, () => {
  let folder: string;
  let sandbox: RunningSandbox;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'florin-soap-'));
    sandbox = await startSandbox({ clock: stoppedClock() });
    env = {
      FLORIN_SOAP_ENDPOINT: `${sandbox.url}/evolve/service_1_4_4.asmx`,
      FLORIN_MERCHANT_NUMBER: CREDENTIALS.merchantNumber,
      FLORIN_USERNAME: CREDENTIALS.username,
      FLORIN_PASSWORD: CREDENTIALS.password,
    };
  }, 60_000);
  afterAll(async () => {
    await sandbox.close();
    rmSync(folder, { recursive: true });
    rmSync(dirname(CONFIG), { recursive: true });
  });

  it('--list has all operations, each with a sentence', async () => {
    const { code, out } = await soap(['--list']);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(25);
    for (const { operation } of SOAP_OPERATIONS) expect(out).toMatch(new RegExp(`^${operation} +`, 'm'));
    expect(out).toContain(SOAP_OPERATIONS[0]?.purpose);
  });

  it('<operation> --help has the fields, their types and the values of enumerations', async () => {
    const { code, out } = await soap(['SearchTransactions', '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(/--NumOfHours <int> +int; required, default 0/);
    expect(out).toMatch(/--SearchOrder <word> +ASCENDING, DESCENDING; required/);
    expect(out).toMatch(/--FromDate <dateTime> +dateTime; required, default not set/);
    expect(out).not.toMatch(/--search\.|--username <string>/);
  });

  it('pays, prints the answer for people, and finds the payment as JSON', async () => {
    const args = [...PAY, ...NUMBER, '--ExpiryDate', '9900', '--txnReq.MerchantReference', 'by command'];
    const { code, out, err } = await soap(args, { env });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^AuthorisationResult {3}Approved$/m);
    expect(out).toMatch(/^MaskedCardNumber {6}512345\.\.\.346$/m);
    const found = await soap(['SearchTransactions', '--MerchantReference', 'by command', '--json'], { env });
    expect(JSON.parse(found.out)).toMatchObject([{ Amount: 1_990, ProcessedDate: '2026-03-04T01:00:00.000Z' }]);
  });

  it('reads fields from standard input, in objects or by name, and --raw prints the XML by SOAP 1.2', async () => {
    const input = JSON.stringify({
      txnReq: { PaymentType: 'PAYMENT', CardNumber: CARD, Amount: 5 },
      ExpiryDate: '9900',
    });
    const { code, out } = await soap(['ProcessPayment', '-i', '-', '--raw', '--soap-version', '1.2'], { env, input });
    expect(code).toBe(0);
    expect(out).toMatch(
      /^<\?xml version="1.0" encoding="utf-8"\?><soap:Envelope xmlns:soap="http:\/\/www.w3.org\/2003/,
    );
    expect(out).toContain('<AuthorisationResult>Approved</AuthorisationResult>');
    expect(out.trimEnd()).toMatch(/<\/soap:Envelope>$/);
  });

  it('ends with 2 when the bank declines, and also prints the answer', async () => {
    const { code, out, err } = await soap([...PAY, ...NUMBER, '--ExpiryDate', '9901', '--json'], { env });
    expect({ code, err }).toEqual({ code: 2, err: 'florin: The payment was not made\n' });
    expect(JSON.parse(out)).toMatchObject({ ResponseCode: '2', AuthoriseId: '' });
  });

  it('ends with 3 when the service refuses, in one line, and --raw shows the answer', async () => {
    const refused = await soap(['DeleteToken', '--token', '1', '--raw'], { env });
    expect(refused.code).toBe(3);
    expect(refused.err).toBe('florin: The payment service answered deleteToken with ERROR: invalid token\n');
    expect(refused.out).toContain('<ResponseMessage>invalid token</ResponseMessage>');
    const stranger = await soap(['IsBankAvailable', '--bankId', '1'], { env: { ...env, FLORIN_PASSWORD: 'no' } });
    expect(stranger).toMatchObject({ code: 3, out: '' });
    expect(stranger.err).toContain('invalid login');
  });

  it('ends with 4 if there is no answer, and with 5 if the answer to a payment is lost', async () => {
    const away = await soap(['SearchTransactions'], { env: { ...env, FLORIN_SOAP_ENDPOINT: NOWHERE } });
    expect(away).toMatchObject({ code: 4, out: '' });
    sandbox.control.setAvailability('answer_lost');
    const lost = await soap([...PAY, ...NUMBER, '--ExpiryDate', '9900', '--CRN1', 'lost'], { env }).finally(() =>
      sandbox.control.setAvailability('normal'),
    );
    expect(lost.code).toBe(5);
    expect(lost.err).toMatch(/^florin: .*It may have been done: look it up before you call again\n$/);
    const found = await soap(['SearchTransactions', '--CRN1', 'lost', '--json'], { env });
    expect(JSON.parse(found.out)).toHaveLength(1);
  });

  it('logs in by itself, sends a file, and writes the files of an answer to a folder', async () => {
    const file = join(folder, 'night.csv');
    writeFileSync(file, batchOf('from a file'));
    expect(await soap(['SubmitBatch', '--file', file], { env })).toMatchObject({
      code: 0,
      out: 'SubmitBatch: taken\n',
    });
    const again = await soap(['SubmitBatch', '--file', file], { env });
    expect(again.code).toBe(3);
    const client = createSoapClient({ endpoint: env['FLORIN_SOAP_ENDPOINT'] ?? '', credentials: CREDENTIALS });
    await client.login();
    const isDone = async () => (await client.retrieveBatchStatistics({ timePeriod: 0 }))[0]?.BatchState === 'Completed';
    await expect.poll(isDone, { timeout: 30_000 }).toBe(true);
    const ask = ['DownloadBatchByFilename', '--filename', 'night.csv', '--fileFormat', '1', '--returnAll', 'true'];
    const shown = await soap(ask, { env });
    expect(shown.out).toContain('\n50,,from a file,,,1000,0,,99/00,R,');
    const out = join(folder, 'results');
    expect((await soap([...ask, '--out', out], { env })).code).toBe(0);
    expect(readdirSync(out)).toEqual(['night-r.csv']);
    expect(readFileSync(join(out, 'night-r.csv'), 'utf8')).toContain('512345...346');
  });

  it('reads its account from a configuration; an option overrides it', async () => {
    const config = join(folder, 'florin.config.json');
    const { username, merchantNumber } = CREDENTIALS;
    const service = { baseUrl: sandbox.url, merchantNumber, username, password: { env: 'SECRET' } };
    writeFileSync(config, JSON.stringify({ service }));
    const ask = ['IsBankAvailable', '--bankId', '1', '--config', config];
    expect(await soap(ask, { env: { SECRET: CREDENTIALS.password } })).toMatchObject({ code: 0, out: 'true\n' });
    const other = await soap([...ask, '--username', 'other'], { env: { SECRET: CREDENTIALS.password } });
    expect(other.code).toBe(3);
  });

  it.each([
    [['Nonsense'], /unknown operation of the SOAP interface/],
    [['ProcessPayment', '--Amonut=87654321'], /unknown option '--Amonut=\.\.\.'/],
    [['ProcessPayment', '--Amount', '4111222233334444'], /^florin: Amount must be a value of the type int\n$/],
    [['ProcessPayment', `--CardNumbr=${CARD}`], /^florin: A card number must not be on the command line/],
    [
      ['DeleteToken', '--endpoint', 'http://127.0.0.1:1/', '--token', '1'],
      /^florin: --merchant-number or FLORIN_MERCHANT/,
    ],
    [
      ['ProcessPayment', '--CardNumber', '4000000000000002', '--config', CONFIG],
      /^florin: A card number must not be on the command line.*--input -\n$/,
    ],
    [
      ['ProcessPayment', '--txnReq.CardNumber', CARD, '--endpoint', 'https://service.example/', '--config', CONFIG],
      /^florin: A card number must not be on the command line/,
    ],
  ])('refuses %j before anything is sent', async (args, message) => {
    const service = { baseUrl: 'http://127.0.0.1:1', ...CREDENTIALS, password: { env: 'SECRET' } };
    writeFileSync(CONFIG, JSON.stringify({ service }));
    const { code, out, err } = await soap(args, { env: { SECRET: 'p' } });
    expect(err).toMatch(message);
    expect({ code, out }).toEqual({ code: 1, out: '' });
  });
});

describe('the fields of a call', () => {
  const infoOf = (operation: string) => {
    const info = SOAP_OPERATIONS.find((each) => each.operation === operation);
    if (!info) throw new Error(`There is no ${operation}`);
    return info;
  };
  async function refusal(operation: string, flags: FieldFlags): Promise<string> {
    const refused: unknown = await readParameters(infoOf(operation), flags).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TypeError);
    expect(inspect(refused, { depth: Infinity, showHidden: true })).not.toContain(CARD);
    return (refused as TypeError).message;
  }

  it.each([
    ['ProcessPayment', { Amount: '19.90' }, 'Amount must be a value of the type int'],
    ['ProcessPayment', { PaymentType: CARD }, 'PaymentType must be one of NOT_SPECIFIED, PAYMENT'],
    ['SearchTokens', { 'search.FromDate': CARD }, 'FromDate must be a value of the type dateTime'],
    ['SearchTokens', { ExpiredCardsOnly: 'perhaps' }, 'ExpiredCardsOnly must be a value of the type boolean'],
    ['DownloadBatchById', { batchFileId: '9'.repeat(20) }, 'batchFileId must be a value of the type long'],
    ['SubmitBatch', { file: '/nowhere/a.csv' }, 'The file /nowhere/a.csv cannot be read: ENOENT'],
  ])('%s refuses %j', async (operation, flags, message) => {
    expect(await refusal(operation, flags)).toContain(message);
  });

  it.each([
    ['{', '--input must be JSON'],
    [`"${CARD}"`, '--input must be a JSON object'],
    [`{"Amount":"${CARD}"}`, 'Amount must be a value of the type int'],
  ])('refuses the input %j', async (json, message) => {
    const input = join(mkdtempSync(join(tmpdir(), 'florin-soap-')), 'input.json');
    writeFileSync(input, json);
    expect(await refusal('ProcessPayment', { input })).toContain(message);
    rmSync(dirname(input), { recursive: true });
  });

  it('are read by type; a flag overrides the input; unknown fields are passed on and refused later', async () => {
    const input = join(mkdtempSync(join(tmpdir(), 'florin-soap-')), 'input.json');
    const search = { Token: '1', FromDate: '2026-03-04T12:00:00', ExpiredCardsOnly: true, Txn: 1 };
    writeFileSync(input, JSON.stringify({ search, CRN1: 'a', odd: 2 }));
    expect(await readParameters(infoOf('SearchTokens'), { input, Token: '2', CRN2: '' })).toEqual({
      search: { ...search, Token: '2', FromDate: Date.UTC(2026, 2, 4, 1), CRN1: 'a', CRN2: '' },
      odd: 2,
    });
    rmSync(dirname(input), { recursive: true });
    const flags = { batchFileId: '9007199254740993', returnAll: 'true' };
    expect(await readParameters(infoOf('DownloadBatchById'), flags)).toEqual({
      batchFileId: 9_007_199_254_740_993n,
      returnAll: true,
    });
  });
});

describe('the description of the operations', () => {
  it('has names that are used once in each request, so that a flag means one field', () => {
    for (const { operation, fields } of SOAP_OPERATIONS) {
      const names = fields.flatMap(({ name, path }) => [...new Set([name, path.join('.')])]);
      expect(new Set(names).size, operation).toBe(names.length);
    }
  });
});

describe('the exit code of a payment', () => {
  it.each([
    ['?', undefined, 5, 'does not know the outcome yet'],
    ['P', undefined, 5, 'SearchTransactions --TransactionNumber 1001'],
    ['0', '51', 5, 'Do not send it again'],
    ['5', '51', 2, 'The payment was not made'],
  ])(
    'with the response code %s and the bank code %s is %i',
    async (ResponseCode, AcquirerResponseCode, exitCode, text) => {
      const result = { ResponseCode, AcquirerResponseCode, TransactionNumber: '1001', CardType: '' };
      const body = writeResponse(
        'ProcessPayment',
        { response: { ResponseCode: 'SUCCESS', ResponseMessage: '' }, ProcessPaymentResult: result },
        { version: '1.1' },
      );
      const service = createServer((incoming, outgoing) => {
        incoming
          .resume()
          .on('end', () => outgoing.writeHead(200, { 'Content-Type': 'text/xml; charset=utf-8' }).end(body));
      });
      const endpoint = await listenOnLoopback(service);
      vi.stubEnv('FLORIN_PASSWORD', CREDENTIALS.password);
      const { merchantNumber, username } = CREDENTIALS;
      const account = ['--merchant-number', merchantNumber, '--username', username];
      const args = [...PAY, ...NUMBER, '--endpoint', endpoint, ...account];
      const end = await runSoap(args).catch((error: unknown) => error);
      vi.unstubAllEnvs();
      service.close();
      expect(end).toMatchObject({ exitCode, message: expect.stringContaining(text) as unknown });
    },
  );
});
