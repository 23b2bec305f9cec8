/** Look-up files in the back office: the same rules as over SOAP. docs/guides/back-office.md. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import type { Store } from '../../src/sandbox/store/store.js';
import { OfficeCaller } from './office-caller.js';

const HEADINGS = 'CRN1,CRN2,CRN3,Amount,Name';

let store: Store;
let office: OfficeCaller;
let stranger: OfficeCaller;
beforeEach(async () => {
  ({ office, stranger, store } = await OfficeCaller.openTwo());
});
afterEach(() => office.sandbox.close());

const upload = (content: string, filename = 'a.csv') => office.call('POST /lookups', { filename, content });
const list = (text?: string) => office.call('POST /lookups/search', text === undefined ? {} : { text });
const records = (id: string, body: object) => office.call('POST /lookups/:id/records', body, [id]);

describe('look-up files', () => {
  it('are uploaded, listed, searched, paged and downloaded', async () => {
    const lines = [
      '<img src=x>,2,3,19900,Zoë 100%',
      ...Array.from({ length: 120 }, (_each, index) => `order ${index},,,,`),
    ];
    const { body: uploaded } = await upload([HEADINGS, ...lines].join('\r\n'), "it's (1).csv");
    expect(uploaded).toEqual({ id: expect.any(String), problems: [] });
    const { id } = uploaded;
    const { body: stored } = await office.call('GET /lookups/:id', undefined, [id]);
    expect(stored).toMatchObject({
      id,
      filename: "it's (1).csv",
      username: 'demo-admin',
      state: 'current',
      recordCount: 121,
      emailAddress: null,
    });
    expect((await list()).body).toMatchObject({ files: [stored], isCut: false, isLimiting: false });

    const first = await records(id, { from: 0 });
    expect(first.body.hasMore).toBe(true);
    expect(first.body.records).toHaveLength(100);
    expect(first.body.records[0]).toEqual({
      crn1: '<img src=x>',
      crn2: '2',
      crn3: '3',
      amount: 19_900,
      currency: 'AUD',
      name: 'Zoë 100%',
    });
    const rest = await records(id, { from: 100 });
    expect(rest.body).toMatchObject({ hasMore: false, records: { length: 21, 20: { crn1: 'order 119' } } });
    expect((await records(id, { from: 7 })).status).toBe(400);
    expect((await records(id, { from: 200 })).status).toBe(400);
    for (const [text, found] of [
      ['zoë', 1],
      ['ORDER 11', 11],
      ['0%', 1],
      ['_', 0],
    ] as const) {
      expect((await records(id, { text, from: 0 })).body.records, text).toHaveLength(found);
    }

    const file = await office.send('GET', `/lookups/${id}/file`);
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''it%27s%20%281%29.csv");
    expect(file.body).toBe([HEADINGS, ...lines, ''].join('\n'));
  });

  it('are refused with every error by line, and the current one stays', async () => {
    const { id } = (await upload('first,,,,')).body;
    expect((await upload(`${HEADINGS}\n,,,,\na,,,,\nb,,,x,\n"c",,,,`, 'b.csv')).body).toEqual({
      id: null,
      problems: [
        'line 2: invalid CRN1: no value',
        'line 4: invalid amount',
        'line 5: invalid quotes: nothing is quoted in this file',
      ],
    });
    expect((await upload('a,,,,', '../a')).body.problems).toEqual(['invalid filename']);
    expect((await upload('')).body.problems).toEqual(['invalid content: no value']);
    const { problems } = (await upload('x\n'.repeat(300))).body;
    expect(problems).toHaveLength(101);
    expect(problems.at(-1)).toBe('and more: the rest was not read');
    expect((await office.call('POST /lookups', { filename: 'c.csv' })).status).toBe(400);
    expect((await list()).body.files).toMatchObject([{ id, state: 'current' }]);
  });

  it('are replaced by the next one, which keeps only the name of the one before', async () => {
    const { id } = (await upload('first,,,,', 'First.csv')).body;
    await upload('second,,,,', 'second.csv');
    expect((await list()).body.files).toMatchObject([
      { filename: 'second.csv', state: 'current' },
      { filename: 'First.csv', state: 'replaced', recordCount: 1 },
    ]);
    expect((await list('FIRST')).body.files).toMatchObject([{ id }]);
    expect((await list('%')).body.files).toEqual([]);
    expect((await records(id, { from: 0 })).body).toEqual({ records: [], hasMore: false });
    const gone = await office.send('GET', `/lookups/${id}/file`);
    expect(gone).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('A newer file has replaced it') },
    });
  });

  it('limit payments when the merchant requires it, which the list says', async () => {
    await upload('listed,,,,');
    await office.sandbox.control.changeMerchant(DEMO_MERCHANT.number, { settings: { crn1Lookup: 'listed_only' } });
    expect((await list()).body.isLimiting).toBe(true);
    const code = async (Crn1: string) => {
      const TxnReq = {
        Action: 'payment',
        TestMode: true,
        Amount: 10_000,
        Crn1,
        CardDetails: { CardNumber: '5123456789012346', ExpiryDate: '0530', CardHolderName: 'Jane', Cvn: '123' },
      };
      return (await office.rest('demo-api', 'Demo-Password-1', '/txns/', { TxnReq })).APIResponse.ResponseCode;
    };
    expect([await code('listed'), await code('other')]).toEqual([0, 106]);
  });

  it('have an example that is accepted', async () => {
    const { body } = await office.send('GET', '/lookup-example');
    const { id } = (await upload(String(body))).body;
    expect((await office.call('GET /lookups/:id', undefined, [id])).body.recordCount).toBe(2);
  });

  it('belong to their merchant', async () => {
    const { id } = (await upload('first,,,,')).body;
    expect((await stranger.call('POST /lookups/search', {})).body.files).toEqual([]);
    expect((await stranger.call('GET /lookups/:id', undefined, [id])).status).toBe(404);
    expect((await stranger.call('POST /lookups/:id/records', { from: 0 }, [id])).status).toBe(404);
    expect((await stranger.send('GET', `/lookups/${id}/file`)).status).toBe(404);
    expect((await office.call('GET /lookups/:id', undefined, ['x'])).status).toBe(404);
  });

  it('that are deleted while they are uploaded leave nothing', async () => {
    const merchantId = (await store.read((view) => view.findMerchantByNumber(DEMO_MERCHANT.number)))?.id ?? 0;
    const begun = {
      merchantId,
      filename: 'a.csv',
      emailAddress: null,
      username: 'demo-admin',
      entryCount: 2,
      uploadedAt: 0,
    };
    const id = await store.write((unit) => unit.addLookupFile(begun));
    const entry = { crn1: 'a', crn2: null, crn3: null, amount: null, name: null };
    const add = (from: number) => store.write((unit) => unit.addLookupEntries({ id, merchantId }, from, [entry]));
    await add(0);
    await office.sandbox.control.reset(DEMO_MERCHANT.number);
    await add(1);
    expect(await store.write((unit) => unit.openLookupFile({ id, merchantId }))).toBe(false);
    const left = { fileId: id, text: undefined, from: 0, limit: 10 };
    expect(await store.read((view) => view.searchLookupEntries(left))).toEqual([]);
  });

  it('may be long, for signed-in people only', async () => {
    const content = 'a long reference of a customer,,,,\n'.repeat(8_000);
    const unknown = new OfficeCaller(office.sandbox);
    const refused = await unknown.call('POST /lookups', { filename: 'long.csv', content });
    expect(refused).toMatchObject({ status: 400, body: { message: 'The body is longer than 262144 bytes' } });
    const { id } = (await upload(content, 'long.csv')).body;
    expect((await office.call('GET /lookups/:id', undefined, [id])).body.recordCount).toBe(8_000);
    expect((await office.send('GET', `/lookups/${id}/file`)).body).toBe(`${HEADINGS}\n${content}`);
    const tooLong = await upload('x'.repeat(16 * 1024 * 1024 + 1), 'longer.csv');
    expect(tooLong).toMatchObject({ status: 400, body: { message: 'A file has at most 16777216 characters' } });
  });
});
