import { deflateRawSync, crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { RestCaller } from '../rest-caller.js';
import { TARGETS, inProcess, type ServiceUnderTest } from '../service-under-test.js';
import { batchFile, contentIn, detail, FileCaller } from './file-caller.js';
import { CREDENTIALS, OTHER_CREDENTIALS, OTHER_MERCHANT, SoapCaller, textIn } from './soap-caller.js';

/** False claims of a zip about its entry. */
interface Claims {
  readonly method?: number;
  readonly flags?: number;
  readonly crc?: number;
  readonly size?: number;
  readonly name?: string;
  /** Number of directory records of the one entry. */
  readonly entries?: number;
  /** Declared number of entries. */
  readonly count?: number;
}

/** Writes a zip with one entry; the claims may be false. */
function zipOf(text: string | Buffer, claims: Claims = {}): Buffer {
  const data = Buffer.from(text as string);
  const { method = 8, flags = 0, name = 'lookup.csv', entries = 1 } = claims;
  const packed = method === 8 ? deflateRawSync(data) : data;
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(method, 4);
  common.writeUInt32LE(claims.crc ?? crc32(data), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(claims.size ?? data.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
  const record = [Buffer.from('PK\u0001\u0002\u0014\u0000'), common, Buffer.alloc(14), Buffer.from(name)];
  const central = Buffer.concat(Array.from({ length: entries }, () => record).flat());
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(claims.count ?? entries, 8);
  end.writeUInt16LE(claims.count ?? entries, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

const LIMITED = { settings: { crn1Lookup: 'listed_only' } } as const;

describe.each(TARGETS)('a look-up file, $target', (target) => {
  let service: ServiceUnderTest;
  let soap: FileCaller;
  let rest: RestCaller;
  beforeEach(async () => {
    service = await target.open({ seed: [DEMO_MERCHANT, OTHER_MERCHANT] });
    soap = await FileCaller.open(service);
    rest = new RestCaller(service);
  });
  afterEach(() => service.close());

  it('limits CRN1 of REST, SOAP, browsers and batches, if the merchant requires it', async () => {
    const content = 'CRN1,CRN2,CRN3,Amount,Name\nlisted,,,1000,Jane\nlisted too,2,3,,\n';
    const xml = await soap.ask('UploadCRNLookupFile', { filename: 'a.csv', content, emailAddress: 'jane@example.com' });
    expect(xml).toContain('Response xmlns="urn:Eve_1_4_4"><response><ResponseCode>SUCCESS</ResponseCode></response>');
    // Not required yet.
    expect((await rest.process({ Crn1: 'other' })).APIResponse.ResponseCode).toBe(0);
    await service.control.changeMerchant(CREDENTIALS.merchantNumber, LIMITED);

    expect((await rest.process({ Crn1: 'listed' })).APIResponse.ResponseCode).toBe(0);
    expect((await rest.process({ Crn1: 'other' })).APIResponse.ResponseCode).toBe(106);
    expect((await rest.submit(await rest.key({ Crn1: 'other' }))).APIResponse.ResponseCode).toBe(106);
    expect(textIn(await soap.pay({ CRN1: 'listed too' }), 'ResponseCode')).toBe('0');
    const refused = await soap.pay({ CRN1: 'other' });
    expect(textIn(refused, 'ResponseMessage')).toBe('Invalid Crn1');
    expect(textIn(refused, 'ProcessPaymentResult')).toBe('');

    await soap.submit(batchFile([detail({ crn1: 'other' }), detail({ crn1: 'listed' })]));
    await soap.finished();
    const lines = (contentIn(await soap.download()) ?? '').split('\n');
    expect(lines[1]).toMatch(/,0,,,Invalid Crn1,,$/);
    expect(lines[2]).toMatch(/,Approved,0,00$/);

    // Refunds of earlier payments still work, and other merchants are not limited.
    const other = new SoapCaller(service);
    expect(textIn(await other.pay({ CRN1: 'other' }, OTHER_CREDENTIALS), 'ResponseCode')).toBe('0');
  });

  it('is replaced by the next one, and a wrong one changes nothing', async () => {
    await service.control.changeMerchant(CREDENTIALS.merchantNumber, LIMITED);
    const code = async (CRN1: string) => textIn(await soap.pay({ CRN1 }), 'ResponseCode');
    // Without a file, nothing is limited.
    expect(await code('first')).toBe('0');
    await soap.ask('UploadCRNLookupFile', { filename: 'a.csv', content: 'first,,,,' });
    expect(await code('second')).toBe('ERROR');
    const wrong = await soap.ask('UploadCRNLookupFile', { filename: 'a.csv', content: 'second,,,,\n,,,,' });
    expect(textIn(wrong, 'ResponseMessage')).toBe('line 2: invalid CRN1: no value');
    expect(await code('first')).toBe('0');
    const content = zipOf('second,,,,\r\n').toString('base64');
    const zip = await soap.ask('UploadCRNLookupZipFile', { filename: 'b.zip', content });
    expect(textIn(zip, 'ResponseCode')).toBe('SUCCESS');
    expect(await code('first')).toBe('ERROR');
    expect(await code('second')).toBe('0');
  });
});

describe('the rules of a look-up file', () => {
  let service: ServiceUnderTest;
  let soap: FileCaller;
  beforeEach(async () => {
    service = await inProcess.open();
    soap = await FileCaller.open(service);
  });
  afterEach(() => service.close());

  it.each([
    ['', 'invalid content: no value'],
    ['CRN1,CRN2,CRN3,Amount,Name\n', 'invalid content: no value'],
    ['a', 'line 1: invalid number of columns: 1, expected 5'],
    ['a,,,,\n\nb,,,,', 'line 2: invalid number of columns: 1, expected 5'],
    ['a,,,x,', 'line 1: invalid amount'],
    ['a,,,,b\n"c",,,,', 'line 2: invalid quotes: nothing is quoted in this file'],
    [`a,${'x'.repeat(51)},,,`, 'line 1: invalid CRN2: invalid length'],
    [`a,,,,${'x'.repeat(51)}`, 'line 1: invalid name: invalid length'],
  ])('%j is refused', async (content, message) => {
    const xml = await soap.ask('UploadCRNLookupFile', { filename: 'a.csv', content });
    expect(textIn(xml, 'ResponseCode')).toBe('ERROR');
    expect(textIn(xml, 'ResponseMessage')).toBe(message);
  });

  it.each<[string, string, Buffer]>([
    ['nothing', 'invalid zip file', Buffer.alloc(0)],
    ['no zip', 'invalid zip file', Buffer.from('a,,,,'.repeat(20))],
    ['half of one', 'invalid zip file', zipOf('a,,,,').subarray(0, 40)],
    ['two entries', 'invalid zip file: expected one entry', zipOf('a,,,,', { entries: 2 })],
    // Whoever reads more than two entries finds the directory damaged.
    ['60,000 entries', 'invalid zip file: expected one entry', zipOf('a,,,,', { entries: 2, count: 60_000 })],
    ['a missing entry', 'invalid zip file', zipOf('a,,,,', { count: 2 })],
    ['an encrypted entry', 'invalid zip file: encrypted', zipOf('a,,,,', { flags: 1 })],
    ['another method', 'invalid zip file: unknown compression', zipOf('a,,,,', { method: 14 })],
    ['a folder', 'invalid zip file: the entry is a folder', zipOf('', { name: 'a/' })],
    ['a wrong length', 'invalid zip file: damaged', zipOf('a,,,,', { size: 6 })],
    ['a wrong checksum', 'invalid zip file: damaged', zipOf('a,,,,', { crc: 1 })],
    ['stored text', 'SUCCESS', zipOf('a,,,,', { method: 0 })],
    ['a bomb with its real size', 'invalid zip file: too large', zipOf('a'.repeat(40 * 1024 * 1024))],
    ['a bomb with a false size', 'invalid zip file: damaged', zipOf('a'.repeat(40 * 1024 * 1024), { size: 100 })],
    ['no UTF-8', 'invalid zip file: damaged', zipOf(Buffer.from('\u00e9,,,,', 'latin1'))],
    ['an invalid line', 'line 1: invalid amount', zipOf('a,,,x,')],
  ])('a zip of %s: %s', async (_, message, bytes) => {
    const members = { filename: 'a.zip', content: bytes.toString('base64') };
    const xml = await soap.ask('UploadCRNLookupZipFile', members);
    expect(textIn(xml, 'ResponseMessage') ?? textIn(xml, 'ResponseCode')).toBe(message);
  });

  it('survives broken bytes anywhere in a zip', async () => {
    const whole = zipOf('a,,,,\nb,,,,\n');
    for (let at = 0; at < whole.length; at += 1) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0x41, at);
      const response = await soap.send(
        'UploadCRNLookupZipFile',
        { filename: 'a.zip', content: bytes.toString('base64') },
        { cookie: soap.cookie },
      );
      expect(response.status).toBe(200);
      expect(textIn(await response.text(), 'ResponseMessage') ?? '').toMatch(/^$|^invalid zip file|^line \d+: /);
    }
  });

  it('answers invalid base64 with the fault of a wrong value', async () => {
    const members = { filename: 'a.zip', content: '%%%' };
    const response = await soap.send('UploadCRNLookupZipFile', members, { cookie: soap.cookie });
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('Server was unable to read request.');
  });

  it('accepts 20,000 entries, and the last uploaded file is current', async () => {
    await service.control.changeMerchant(CREDENTIALS.merchantNumber, LIMITED);
    const content = Array.from({ length: 20_000 }, (_, index) => `many ${index},,,,`).join('\n');
    const xml = await soap.ask('UploadCRNLookupFile', { filename: 'a.csv', content });
    expect(textIn(xml, 'ResponseCode')).toBe('SUCCESS');
    expect(textIn(await soap.pay({ CRN1: 'many 19999' }), 'ResponseCode')).toBe('0');
    expect(textIn(await soap.pay({ CRN1: 'many 20000' }), 'ResponseCode')).toBe('ERROR');
    const both = ['one,,,,', 'two,,,,'].map((text) =>
      soap.ask('UploadCRNLookupFile', { filename: 'a.csv', content: text }),
    );
    await Promise.all(both);
    const codes = await Promise.all(
      ['one', 'two', 'many 1'].map(async (CRN1) => textIn(await soap.pay({ CRN1 }), 'ResponseCode')),
    );
    expect(codes.filter((code) => code === '0')).toHaveLength(1);
    expect(codes[2]).toBe('ERROR');
  }, 30_000);
});
