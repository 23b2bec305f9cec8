/** Batches in the back office: the same rules as over SOAP. docs/guides/back-office.md. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explainRecord } from '../../src/sandbox/backoffice/explain.js';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { type OfficeAnswer, OfficeCaller } from './office-caller.js';
import { batchFile, detail } from './soap/file-caller.js';

let office: OfficeCaller;
let stranger: OfficeCaller;
beforeEach(async () => {
  ({ office, stranger } = await OfficeCaller.openTwo());
});
afterEach(() => office.sandbox.close());

const upload = (content: string, filename = 'a.csv') => office.call('POST /batches', { filename, content });

async function finished(id: string): Promise<OfficeAnswer> {
  for (;;) {
    const answer = await office.call('GET /batches/:id', undefined, [id]);
    if (answer.body.outcomes) return answer;
  }
}

describe('batches', () => {
  it('are uploaded, run, listed, and give their records and the result file, all masked', async () => {
    const details = [
      detail({ crn1: '<img src=x>' }),
      detail({ crn1: 'declined', amount: 250, expiry: '9901' }),
      ...Array.from({ length: 99 }, (_each, index) => detail({ crn1: `order ${index}` })),
    ];
    const { body: uploaded } = await upload(batchFile(details), "it's (1).csv");
    expect(uploaded).toEqual({ id: expect.any(String), problems: [] });
    const { id } = uploaded;
    const one = await finished(id);
    expect(one.body.outcomes).toEqual({ approved: 100, declined: 1, notMade: 0, notProcessed: 0 });
    expect(one.body.batch).toMatchObject({
      filename: "it's (1).csv",
      username: 'demo-admin',
      state: 'completed',
      recordCount: 101,
      doneCount: 101,
    });
    await upload(batchFile([detail()]), 'b.csv');
    const list = await office.call('GET /batches');
    expect(list.body.batches.map(({ filename }: { filename: string }) => filename)).toEqual(['b.csv', "it's (1).csv"]);

    const page = await office.call('POST /batches/:id/records', { from: 0 }, [id]);
    expect(page.body.hasMore).toBe(true);
    expect(page.body.records).toHaveLength(100);
    expect(page.body.records.slice(0, 2)).toMatchObject([
      { line: 2, crn1: '<img src=x>', status: 'approved', maskedCard: '512345...346', explanation: null },
      {
        ...{ line: 3, crn1: 'declined', status: 'declined', responseCode: '2', amount: 250, currency: 'AUD' },
        explanation: { why: expect.stringContaining('gives no reason'), todo: expect.any(String) },
      },
    ]);
    const rest = await office.call('POST /batches/:id/records', { from: 100 }, [id]);
    expect(rest.body).toMatchObject({ hasMore: false, records: [{ line: 102, crn1: 'order 98' }] });
    expect((await office.call('POST /batches/:id/records', { from: 7 }, [id])).status).toBe(400);

    const file = await office.send('GET', `/batches/${id}/result`);
    expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''it%27s%20%281%29-r.csv");
    expect(String(file.body).split('\n')[1]).toContain(`,${page.body.records[0].txnNumber},`);
    const failures = await office.send('GET', `/batches/${id}/result?records=not_succeeded`);
    expect(String(failures.body).split('\n')).toHaveLength(4);
    expect(JSON.stringify([list, one, page, rest, file, failures])).not.toContain('5123456789012346');
  });

  it('are refused with every error by line, and nothing is stored', async () => {
    const { body } = await upload(batchFile([detail({ amount: 0 }), detail({ card: '<b>1</b>' })], { total: 9 }));
    expect(body).toEqual({
      id: null,
      problems: [
        'line 2: invalid amount',
        'line 3: invalid card number',
        expect.stringMatching(/^line 4: invalid total/),
      ],
    });
    expect((await upload('', '../a')).body.problems).toEqual(['invalid filename']);
    expect((await upload('')).body.problems).toEqual(['invalid content: no value']);
    expect((await office.call('GET /batches')).body.batches).toEqual([]);
    await upload(batchFile([detail()]));
    expect((await upload(batchFile([detail()]))).body.problems).toEqual(['invalid filename: already submitted']);
    expect((await office.call('POST /batches', { filename: 'c.csv' })).status).toBe(400);
  });

  it('have an example that is accepted', async () => {
    const { body, headers } = await office.send('GET', '/batch-example');
    const [, name = ''] = /''(.+)$/.exec(headers.get('content-disposition') ?? '') ?? [];
    const { id } = (await upload(String(body), name)).body;
    expect((await finished(id)).body.outcomes).toMatchObject({ approved: 1, declined: 2 });
  });

  it('belong to their merchant', async () => {
    const { id } = (await upload(batchFile([detail()]))).body;
    await finished(id);
    expect((await stranger.call('GET /batches')).body.batches).toEqual([]);
    expect((await stranger.call('GET /batches/:id', undefined, [id])).status).toBe(404);
    expect((await stranger.call('POST /batches/:id/records', { from: 0 }, [id])).status).toBe(404);
    expect((await stranger.send('GET', `/batches/${id}/result`)).status).toBe(404);
  });

  it('that are deleted while they are uploaded say so, and leave nothing', async () => {
    const content = batchFile(Array.from({ length: 6_000 }, () => detail()));
    let isOver = false;
    const uploading = upload(content, 'long.csv').finally(() => {
      isOver = true;
    });
    while (!isOver) await office.sandbox.control.reset(DEMO_MERCHANT.number);
    const { status, body } = await uploading;
    expect(status).toBe(200);
    expect(body).toEqual({
      id: null,
      problems: [expect.stringMatching(/^the batch was deleted .*upload the file again$/)],
    });
    expect((await office.call('GET /batches')).body.batches).toEqual([]);
    // The name is free again.
    expect((await upload(batchFile([detail()]), 'long.csv')).body.problems).toEqual([]);
  });

  it('may be long, for signed-in people only', async () => {
    const content = batchFile(Array.from({ length: 6_000 }, () => detail()));
    expect(content.length).toBeGreaterThan(256 * 1024);
    const unknown = new OfficeCaller(office.sandbox);
    const refused = await unknown.call('POST /batches', { filename: 'long.csv', content });
    expect(refused).toMatchObject({ status: 400, body: { message: 'The body is longer than 262144 bytes' } });
    const { body } = await upload(content, 'long.csv');
    expect((await office.call('GET /batches/:id', undefined, [body.id])).body.batch.recordCount).toBe(6_000);
    expect((await office.send('GET', `/batches/${body.id}/result`)).status).toBe(409);
    const tooLong = await upload('x'.repeat(16 * 1024 * 1024 + 1), 'longer.csv');
    expect(tooLong).toMatchObject({ status: 400, body: { message: 'A file has at most 16777216 characters' } });
  });
});

it('each failed line has a reason and what to do', () => {
  const answer = { receiptNumber: null, responseText: 'invalid <b>', cardMasked: null, cardType: null };
  const made = { ...answer, txnNumber: 1, responseCode: '1', bankResponseCode: '51' };
  expect(explainRecord(made, false)?.why).toBe('There is not enough money on the card.');
  const refused = { ...answer, txnNumber: null, responseCode: '', bankResponseCode: null };
  expect(explainRecord(refused, true)).toEqual({
    why: 'A rule of the merchant refused it before it became a transaction: invalid <b>.',
    todo: 'Nothing was charged. Correct the line and upload it in a new file.',
  });
  expect(explainRecord(undefined, true)?.why).toBe('The batch ended before this line.');
  expect(explainRecord(undefined, false)).toBeUndefined();
  expect(explainRecord({ ...made, responseCode: '0' }, true)).toBeUndefined();
});
