import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CARD, RestCaller } from '../rest-caller.js';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { inProcess, TARGETS, type ServiceUnderTest } from '../service-under-test.js';
import { batchFile, contentIn, detail, FileCaller, HEADER } from './file-caller.js';
import { CREDENTIALS, OTHER_CREDENTIALS, OTHER_MERCHANT, SoapCaller, textIn, type Version } from './soap-caller.js';

function stringsIn(xml: string): string[] {
  return [...xml.matchAll(/<string>([^<]*)<\/string>/g)].map(([, text = '']) => text);
}

const CASES = TARGETS.flatMap((target) => (['1.1', '1.2'] as const).map((version) => [target, version] as const));

describe.each(CASES)('a batch, $0.target, SOAP %s', (target, version: Version) => {
  let service: ServiceUnderTest;
  let soap: FileCaller;
  beforeEach(async () => {
    service = await target.open({ seed: [DEMO_MERCHANT, OTHER_MERCHANT] });
    soap = await FileCaller.open(service, { version });
  });
  afterEach(() => service.close());

  it('may end with a trailer of three columns', async () => {
    const xml = await soap.submit(batchFile([detail({ crn1: 'three columns' })]).replace(/,0\n$/, '\n'));
    expect(textIn(xml, 'ResponseCode')).toBe('SUCCESS');
    expect((await soap.finished()).at(-1)).toEqual({ state: 'Completed', done: 1, percentage: 100 });
  });

  it('runs, shows its progress, and gives a result file', async () => {
    const details = [
      detail({ biller: 'B1', crn1: 'one', crn2: 'two', crn3: 'three' }),
      detail({ crn1: 'declined', amount: 250, expiry: '9901' }),
    ];
    const xml = await soap.submit(batchFile(details));
    expect(textIn(xml, 'ResponseCode')).toBe('SUCCESS');
    expect(textIn(xml, 'SubmitBatchResult')).toBe('');
    const seen = await soap.finished();
    expect(seen.at(-1)).toEqual({ state: 'Completed', done: 2, percentage: 100 });

    const stats = await soap.ask('RetrieveBatchStatistics', { timePeriod: 1 });
    expect(stats).toContain(
      '<BatchStats><BatchFileId>1</BatchFileId><TxnCount>2</TxnCount><ProcCount>2</ProcCount>' +
        '<OrigFilename>a.csv</OrigFilename><ResFilename>a-r.csv</ResFilename>' +
        '<SubmittedTime>2026-03-04T12:00:00</SubmittedTime><CompletedTime>2026-03-04T12:00:00</CompletedTime>' +
        '<BatchState>Completed</BatchState><Percentage>100</Percentage></BatchStats>',
    );

    const rest = new RestCaller(service);
    const { TxnRespList } = await rest.search({ Crn1: 'one' });
    expect(TxnRespList).toMatchObject([
      { Source: 'sftp', Type: 'internet', SubType: 'recurring', Amount: 1_000, ResponseCode: '0', BillerCode: 'B1' },
    ]);
    const [{ TxnNumber, ReceiptNumber }] = TxnRespList;
    const file = await soap.download();
    expect(textIn(file, 'Filename')).toBe('a-r.csv');
    expect(textIn(file, 'MerchantNumber')).toBe(CREDENTIALS.merchantNumber);
    const lines = (contentIn(file) ?? '').split('\n');
    expect(lines[0]).toBe(HEADER);
    expect(lines[1]).toBe(
      `50,B1,one,two,three,1000,0,,99/00,R,,,,,,,,512345...346,MC,0,${TxnNumber},${ReceiptNumber},Approved,0,00`,
    );
    expect(lines[2]).toMatch(/^50,,declined,,,250,0,,99\/01,R,{8}512345\.\.\.346,MC,0,\d+,\d{11},Declined,2,01$/);
    expect(lines.slice(3)).toEqual(['99,4,1250,0', '']);

    const byId = { batchFileId: 1, fileFormat: 1 };
    const failures = contentIn(await soap.ask('DownloadBatchById', { ...byId, returnAll: false })) ?? '';
    expect(failures.split('\n').map((line) => line.split(',').slice(0, 3).join())).toEqual([
      '01,CBA-EVOLVE,20260304',
      '50,,declined',
      '99,3,250',
      '',
    ]);
    expect(contentIn(await soap.download('a-r.csv'))).toBe(contentIn(file));
  });

  it('is not visible to other merchants', async () => {
    await soap.submit(batchFile([detail()]));
    await soap.finished();
    const other = await FileCaller.open(service, { version, credentials: OTHER_CREDENTIALS });
    expect(textIn(await other.download(), 'ResponseMessage')).toBe('batch not found');
    const byId = { batchFileId: 1, fileFormat: 1, returnAll: true };
    expect(textIn(await other.ask('DownloadBatchById', byId), 'ResponseMessage')).toBe('batch not found');
    expect(await other.ask('RetrieveBatchStatistics', { timePeriod: 0 })).not.toContain('BatchStats>');
    // A file name of another merchant is free.
    const header = HEADER.replace(CREDENTIALS.merchantNumber, OTHER_CREDENTIALS.merchantNumber);
    expect(textIn(await other.submit(batchFile([detail()], { header })), 'ResponseCode')).toBe('SUCCESS');
  });

  it('needs a live login, like all file operations', async () => {
    const calls = [
      ['SubmitBatch', { filename: 'a.csv', content: batchFile([detail()]) }],
      ['DownloadBatchByFilename', { filename: 'a.csv', fileFormat: 1, returnAll: true }],
      ['DownloadBatchById', { batchFileId: 1, fileFormat: 1, returnAll: true }],
      ['RetrieveBatchStatistics', { timePeriod: 1 }],
      ['UploadCRNLookupFile', { filename: 'a.csv', content: 'a,,,,' }],
      ['UploadCRNLookupZipFile', { filename: 'a.zip', content: '' }],
      ['RetrieveSettlementFiles', { settlementDate: '20260303' }],
    ] as const;
    const anonymous = new SoapCaller(service, version);
    for (const [operation, members] of calls) {
      expect(textIn(await anonymous.call(operation, members), 'ResponseMessage'), operation).toBe('invalid login');
      expect(textIn(await soap.ask(operation, members), 'ResponseMessage'), operation).not.toBe('invalid login');
    }
    // Twenty minutes after the last use, by the sandbox's clock.
    await service.control.advanceClock(19 * 60);
    expect(textIn(await soap.ask('RetrieveBatchStatistics', { timePeriod: 1 }), 'ResponseCode')).toBe('SUCCESS');
    await service.control.advanceClock(20 * 60);
    for (const [operation, members] of calls) {
      expect(textIn(await soap.ask(operation, members), 'ResponseMessage'), operation).toBe('invalid login');
    }
  });
});

describe('the rules of a batch file', () => {
  let service: ServiceUnderTest;
  let soap: FileCaller;
  beforeEach(async () => {
    service = await inProcess.open();
    soap = await FileCaller.open(service);
  });
  afterEach(() => service.close());

  it.each<[string, string, string]>([
    ['empty', '', 'invalid content: no value'],
    ['only line ends', '\n\n', 'invalid content: no value'],
    ['no CSV', 'hello', 'line 1: invalid record type: expected 01'],
    [
      'another service',
      batchFile([detail()], { header: HEADER.replace('CBA', 'ABC') }),
      'line 1: invalid service id: expected CBA-EVOLVE',
    ],
    [
      'an invalid day',
      batchFile([detail()], { header: HEADER.replace('20260304', '20260230') }),
      'line 1: invalid date: expected YYYYMMDD',
    ],
    [
      'an invalid time',
      batchFile([detail()], { header: HEADER.replace('120000', '240000') }),
      'line 1: invalid time: expected HHMMSS',
    ],
    [
      'another version',
      batchFile([detail()], { header: HEADER.replace(',1,', ',2,') }),
      'line 1: invalid version: expected 1',
    ],
    [
      'another merchant',
      batchFile([detail()], { header: HEADER.replace(/\d$/, '9') }),
      'line 1: invalid merchant number',
    ],
    ['a column too many', batchFile([`${detail()},`]), 'line 2: invalid number of columns: 11, expected 10'],
    ['another record type', batchFile(['51,,,,,1000,0,,,R']), 'line 2: invalid record type: expected 50'],
    ['no amount', batchFile([detail({ amount: '' })]), 'line 2: invalid amount'],
    ['nothing to pay', batchFile([detail({ amount: 0 })]), 'line 2: invalid amount'],
    ['an amount with a point', batchFile([detail({ amount: '10.00' })], { total: 0 }), 'line 2: invalid amount'],
    ['a negative amount', batchFile([detail({ amount: -1 })], { total: 0 }), 'line 2: invalid amount'],
    ['an amount beyond int', batchFile([detail({ amount: 2_147_483_648 })]), 'line 2: invalid amount'],
    ['a card that fails Luhn', batchFile([detail({ card: '5123456789012347' })]), 'line 2: invalid card number'],
    ['no card', batchFile([detail({ card: '' })]), 'line 2: invalid card number'],
    [
      'a card that is not a test card',
      batchFile([detail({ card: '4111111111111111', expiry: '0530' })]),
      'line 2: invalid card number (this is a sandbox: it accepts test cards only, never real ones)',
    ],
    ['an invalid month', batchFile([detail({ expiry: '1330' })]), 'line 2: invalid expiry date'],
    ['no expiry', batchFile([detail({ expiry: '' })]), 'line 2: invalid expiry date'],
    ['a long reference', batchFile([detail({ crn2: 'x'.repeat(51) })]), 'line 2: invalid CRN2: invalid length'],
    ['another kind', batchFile([detail().replace(',0,', ',7,')]), 'line 2: invalid column 7: expected 0'],
    ['another last column', batchFile([detail().replace(/R$/, 'X')]), 'line 2: invalid column 10: expected R'],
    ['a wrong count', batchFile([detail()], { lines: 2 }), 'line 3: invalid number of records: the file has 3'],
    ['a wrong total', batchFile([detail()], { total: 999 }), 'line 3: invalid total: the records add up to 1000'],
    ['no trailer', `${HEADER}\n${detail()}\n`, 'line 3: invalid record type: expected 99'],
    ['a record behind the trailer', `${batchFile([detail()])}${detail()}\n`, 'line 4: behind the trailer'],
    ['no records', batchFile([]), 'invalid content: no records'],
    ['quotes', batchFile([detail({ crn1: '"order 1"' })]), 'line 2: invalid quotes: nothing is quoted in this file'],
    [
      'quoted commas',
      batchFile([detail({ crn1: '"a,b"' })], { total: 1_000 }),
      'line 2: invalid quotes: nothing is quoted in this file',
    ],
  ])('%s', async (_, content, message) => {
    const xml = await soap.submit(content);
    expect(stringsIn(xml)).toContain(message);
    expect(textIn(xml, 'ResponseCode')).toBe('ERROR');
    expect(textIn(xml, 'ResponseMessage')).toBe(stringsIn(xml)[0]);
    // Nothing is stored, and the name is still free.
    expect(await soap.ask('RetrieveBatchStatistics', { timePeriod: 0 })).not.toContain('BatchStats>');
    expect(textIn(await soap.submit(batchFile([detail()])), 'ResponseCode')).toBe('SUCCESS');
  });

  it.each([
    ['', 'invalid filename: no value'],
    ['x'.repeat(101), 'invalid filename: invalid length'],
    ['../a.csv', 'invalid filename'],
  ])('a name like %j is refused', async (filename, message) => {
    expect(stringsIn(await soap.submit(batchFile([detail()]), filename))).toEqual([message]);
  });

  it('reports every wrong line, up to a hundred', async () => {
    const wrong = batchFile(Array.from({ length: 150 }, () => detail({ card: '1' })));
    const messages = stringsIn(await soap.submit(wrong));
    expect(messages).toHaveLength(101);
    expect(messages.slice(99)).toEqual(['line 101: invalid card number', 'and more: the rest was not read']);
  });

  it('refuses a name that was used', async () => {
    await soap.submit(batchFile([detail()]));
    expect(stringsIn(await soap.submit(batchFile([detail()])))).toEqual(['invalid filename: already submitted']);
    await soap.finished();
    const { TxnRespList } = await new RestCaller(service).search({ Crn1: 'order 1' });
    expect(TxnRespList).toHaveLength(1);
  });

  it('accepts one of ten concurrent calls with the same name', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => soap.submit(batchFile([detail()]))));
    expect(answers.map((xml) => textIn(xml, 'ResponseCode')).filter((code) => code === 'SUCCESS')).toHaveLength(1);
    await soap.finished();
    expect((await new RestCaller(service).search({ Crn1: 'order 1' })).TxnRespList).toHaveLength(1);
  });

  it('accepts CRLF, a byte order mark, and a formula, which it stores unchanged', async () => {
    const formula = '=HYPERLINK("http://x";"y")';
    const content = batchFile([detail({ crn1: formula })]).replaceAll('\n', '&#xD;\n');
    expect(textIn(await soap.submit(`\ufeff${content}`), 'ResponseCode')).toBe('SUCCESS');
    await soap.finished();
    expect((await new RestCaller(service).search({ Crn1: formula })).TxnRespList).toHaveLength(1);
    expect(contentIn(await soap.download())).toContain(`50,,${formula},,,1000,0,,99/00,R,`);
  });

  it('pays by token, but not by a deleted one', async () => {
    const token = await soap.call('AddToken', {
      ...CREDENTIALS,
      tokenRequest: { CardNumber: CARD.CardNumber, ExpiryDate: '9900' },
    });
    const card = textIn(token, 'Token') ?? '';
    const gone = '5999990000000004';
    await soap.submit(batchFile([detail({ card, expiry: '' }), detail({ crn1: 'gone', card: gone, expiry: '' })]));
    await soap.finished();
    const lines = (contentIn(await soap.download()) ?? '').split('\n');
    expect(lines[1]).toMatch(/^50,,order 1,,,1000,0,,,R,{8}512345\.\.\.346,MC,0,\d+,\d{11},Approved,0,00$/);
    expect(lines[2]).toMatch(
      /^50,,gone,,,1000,0,,,R,{8}599999\.\.\.004,,0,\d+,\d{11},Payment details not found,PT_T2,$/,
    );
  });

  it('survives broken characters anywhere: each response accepts the file or names the error', async () => {
    const whole = batchFile([detail({ biller: 'B1', crn2: 'two' })]);
    const odd = [',', '\n', '"', "'", '-', 'é', '\u202e', '9', 'x', ''];
    for (let at = 0; at < whole.length; at += 1) {
      const broken = whole.slice(0, at) + (odd[at % odd.length] ?? '') + whole.slice(at + 1);
      const response = await soap.send(
        'SubmitBatch',
        { filename: `${at}.csv`, content: broken },
        { cookie: soap.cookie },
      );
      expect(response.status).toBe(200);
      const xml = await response.text();
      expect(textIn(xml, 'ResponseCode') === 'SUCCESS').toBe(stringsIn(xml).length === 0);
      for (const message of stringsIn(xml)) expect(message).toMatch(/^(line \d+: |invalid content: )/);
    }
  }, 30_000);

  it.each([
    [0, 'invalid file format'],
    [2, 'invalid file format'],
    [1, 'batch not found'],
  ])('a download in format %i of a missing file: %s', async (fileFormat, message) => {
    const xml = await soap.download('none.csv', { fileFormat });
    expect(textIn(xml, 'ResponseMessage')).toBe(message);
    expect(textIn(xml, 'DownloadBatchByFilenameResult')).toBe('');
    const byId = await soap.ask('DownloadBatchById', { batchFileId: '9223372036854775807', fileFormat });
    expect(textIn(byId, 'ResponseMessage')).toBe(message);
  });

  it('lists the batches of so many days', async () => {
    await soap.submit(batchFile([detail()]), 'old.csv');
    await soap.finished();
    await service.control.advanceClock(3 * 86_400);
    soap = await FileCaller.open(service);
    await soap.submit(batchFile([detail()]), 'new.csv');
    const names = async (timePeriod: number) => {
      const xml = await soap.ask('RetrieveBatchStatistics', { timePeriod });
      return [...xml.matchAll(/<OrigFilename>([^<]*)/g)].map(([, name]) => name);
    };
    expect(await names(0)).toEqual(['old.csv', 'new.csv']);
    expect(await names(2)).toEqual(['new.csv']);
    expect(await names(3)).toEqual(['old.csv', 'new.csv']);
    const refused = await soap.ask('RetrieveBatchStatistics', { timePeriod: -1 });
    expect(textIn(refused, 'ResponseMessage')).toBe('invalid time period');
  });
});

describe('a batch in the background', () => {
  it('serves others while it runs, shows its progress, and fails when the merchant is closed', async () => {
    const service = await inProcess.open();
    const soap = await FileCaller.open(service);
    const records = Array.from({ length: 5_000 }, (_, index) => detail({ crn1: `order ${index}` }));
    await soap.submit(batchFile(records));
    expect(textIn(await soap.download(), 'ResponseMessage')).toBe('batch not completed');
    // Other payments are answered between its slices.
    expect(textIn(await soap.pay(), 'ResponseCode')).toBe('0');
    let progress = await soap.progress();
    while (progress.state === 'Submitted') progress = await soap.progress();
    expect(progress.state).toBe('Processing');
    expect(progress.percentage).toBeLessThan(100);
    await service.control.changeMerchant(CREDENTIALS.merchantNumber, { settings: { isClosed: true } });
    const seen = await soap.finished();
    expect(seen.at(-1)?.state).toBe('Failed');
    const failedAt = seen.at(-1)?.done ?? 0;
    expect(failedAt).toBeLessThan(5_000);
    const lines = (contentIn(await soap.download()) ?? '').split('\n').slice(1, -2);
    expect(lines).toHaveLength(5_000);
    expect(lines.filter((line) => line.includes(',Not processed,'))).toHaveLength(5_000 - failedAt);
    await service.close();
  }, 60_000);

  it('is deleted by a reset, and stops', async () => {
    const service = await inProcess.open();
    const soap = await FileCaller.open(service);
    await soap.submit(batchFile(Array.from({ length: 1_000 }, () => detail())));
    await service.control.reset();
    expect(await soap.ask('RetrieveBatchStatistics', { timePeriod: 0 })).not.toContain('BatchStats>');
    const { TxnRespList } = await new RestCaller(service).search({ Crn1: 'order 1' });
    expect(TxnRespList ?? []).toHaveLength(0);
    await service.close();
  }, 60_000);
});
