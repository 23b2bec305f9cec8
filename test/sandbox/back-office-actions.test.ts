/** Who did what in the back office, and why. docs/guides/back-office.md. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OFFICE_ROWS } from '../../src/sandbox/backoffice/office-handler.js';
import { ADMINISTRATOR, OfficeCaller } from './office-caller.js';
import type { Json } from './rest-caller.js';

const REFUND = 'POST /transactions/:txnNumber/refund';
const REVERSAL = 'POST /transactions/:txnNumber/reversal';
const CARD = { CardNumber: '5123456789012346', CardHolderName: 'Jane Citizen', ExpiryDate: '0530' };

let office: OfficeCaller;
let stranger: OfficeCaller;
beforeEach(async () => {
  ({ office, stranger } = await OfficeCaller.openTwo());
});
afterEach(() => office.sandbox.close());

const rest = (path: string, body?: object) => office.rest('demo-api', 'Demo-Password-1', path, body);
const actions = async (by = office): Promise<Json> => (await by.call('POST /actions/search', {})).body;

describe('the reason of a refund, capture or reversal', () => {
  it('is on its page, in the timeline and in the CSV, as text, and in no answer of the service', async () => {
    const paid = await office.pay();
    const reason = '=HYPERLINK("https://evil.example"), <img src=x onerror=alert(1)>';
    const made = await office.call(REFUND, { amount: 4_000, reason: ` ${reason} ` }, [paid]);
    expect(made.body).toMatchObject({ status: 'approved', username: ADMINISTRATOR.username, reason });
    const { txnNumber } = made.body;
    const page = (await office.call('GET /transactions/:txnNumber', undefined, [txnNumber])).body;
    expect(page.transaction).toMatchObject({ reason });
    expect(page.timeline.map((step: Json) => step.transaction.reason)).toEqual([null, reason]);
    const csv = String((await office.send('GET', '/transactions.csv')).body).split('\r\n');
    expect(csv[0]).toContain(',UserName,Reason,');
    expect(csv.map((line) => /AUD,([^,]*),([^,]*),/.exec(line)?.slice(1)).slice(1, 3)).toEqual([
      ['40.00', '-40.00'],
      ['100.00', '100.00'],
    ]);
    expect(csv[1]).toContain(`,${ADMINISTRATOR.username},"'${reason.replaceAll('"', '""')}",`);
    const answers = [
      await rest(`/txns/${txnNumber}`),
      await rest('/txns/search', { SearchInput: {} }),
      page.response,
      page.request,
    ];
    expect(JSON.stringify(answers)).not.toMatch(/HYPERLINK/);
  });

  it.each([
    ['201 characters', 'a'.repeat(201), 'refund.reason must have at most 200 characters'],
    ['a card number', 'paid with 5123 4567 8901 2346', 'refund.reason must not contain a card number'],
    ...['x', '|', '    ', ' (', '\u0301'].map((between): [string, string, string] => [
      `a card number with ${JSON.stringify(between)}`,
      `visa ${['4111', '1111', '1111', '1111'].join(between)}, order 12`,
      'refund.reason must not contain a card number',
    ]),
    ['a NUL', 'a\u0000b', 'refund.reason must not have control characters'],
    ['a line end', 'a\nb', 'refund.reason must not have control characters'],
    ['a number', 7, 'refund.reason must be text'],
  ])('is refused: %s', async (_what, reason, message) => {
    const paid = await office.pay();
    const { status, body } = await office.call(REFUND, { amount: 100, reason }, [paid]);
    expect({ status, body }).toMatchObject({ status: 400, body: { message } });
    expect((await rest('/txns/search', { SearchInput: {} })).TxnRespList).toHaveLength(1);
  });

  it('is optional, and empty is none', async () => {
    const paid = await office.pay();
    for (const body of [{ amount: 100 }, { amount: 100, reason: ' ' }]) {
      expect((await office.call(REFUND, body, [paid])).body).toMatchObject({ status: 'approved', reason: null });
    }
    const most = { amount: 100, reason: '🙂'.repeat(100) };
    expect((await office.call(REFUND, most, [paid])).status).toBe(200);
  });
});

describe('a payment', () => {
  it('is partly refunded, refunded or reversed in lists and on its page, until a refund is reversed', async () => {
    const paid = await office.pay({ Amount: 10_000 });
    const seen = async (): Promise<Json> => {
      const list = (await office.call('POST /transactions/search', { search: { TxnNumber: paid } })).body;
      const found = (await office.call('POST /support/search', { text: paid })).body;
      const page = (await office.call('GET /transactions/:txnNumber', undefined, [paid])).body;
      const file = String((await office.send('GET', '/transactions.csv')).body);
      const inFile = file.split('\r\n').find((line) => line.startsWith(`${paid},`));
      const { refunded, refund } = page.possible;
      const [status, ...others] = [list, found, page.timeline.map(({ transaction }: Json) => transaction)]
        .map((each) => each.transactions ?? each)
        .map(([each]) => each.status);
      expect([...others, page.transaction.status, inFile?.split(',')[3]]).toEqual([status, status, status, status]);
      return { status, refunded, refund };
    };
    expect(await seen()).toEqual({ status: 'approved', refunded: 0, refund: 10_000 });
    await office.call(REFUND, { amount: 4_000 }, [paid]);
    expect(await seen()).toEqual({ status: 'partly_refunded', refunded: 4_000, refund: 6_000 });
    const rest = (await office.call(REFUND, { amount: 6_000 }, [paid])).body;
    expect(await seen()).toEqual({ status: 'refunded', refunded: 10_000, refund: null });
    await office.call(REVERSAL, { amount: 6_000 }, [rest.txnNumber]);
    expect(await seen()).toEqual({ status: 'partly_refunded', refunded: 4_000, refund: 6_000 });
    const other = await office.pay({ Amount: 500 });
    await office.call(REVERSAL, { amount: 500 }, [other]);
    const { body } = await office.call('GET /transactions/:txnNumber', undefined, [other]);
    expect(body.transaction.status).toBe('reversed');
  });
});

describe('the actions of the users', () => {
  /** Each action of the back office, once. */
  async function doEverything(): Promise<void> {
    const paid = await office.pay({ StoreCard: true });
    const { TxnResp } = await rest('/txns/', {
      TxnReq: { Action: 'preauth', TestMode: true, Amount: 500, CardDetails: CARD },
    });
    await rest('/dvtokens/', { DVTokenReq: { Crn1: 'c', CardDetails: CARD } });
    const [{ id }] = (await office.call('POST /tokens/search', { search: {} })).body.tokens;
    const { AuthKey } = await rest('/txns/processtxnauthkey', {
      ProcessTxnData: { Action: 'payment', Amount: 100, Crn1: 'o', TestMode: true },
      RedirectionUrl: 'https://shop.example/back',
      WebHookUrl: 'https://shop.example/hook',
    });
    await rest(`/txns/withauthkey/${AuthKey}`, {
      TxnReq: {
        CardDetails: { CardNumber: CARD.CardNumber, ExpiryDateMonth: '05', ExpiryDateYear: '30', Cvn: '123' },
      },
    });
    const [webhook] = (await office.call('POST /webhooks/search', {})).body;
    const ownPassword = ADMINISTRATOR.password;
    const user = { username: 'kim', emailAddress: 'kim@shop.example', permissions: ['API', 'manager'], ownPassword };
    await office.call('POST /users', user);
    const file = (path: string) => office.send('GET', path);
    const uploads = [await file('/batch-example'), await file('/lookup-example')].map(({ body, headers }) => ({
      filename: /filename\*=UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '')![1]!,
      content: String(body),
    }));
    await new OfficeCaller(office.sandbox).signIn();
    const session = (await office.call('GET /sessions')).body.find(({ isOwn }: Json) => !isOwn).id;
    const calls: readonly (readonly [Parameters<OfficeCaller['call']>[0], (object | undefined)?, string?])[] = [
      [REFUND, { amount: 4_000, reason: 'one of two' }, paid],
      ['POST /transactions/:txnNumber/capture', { amount: 500 }, TxnResp.TxnNumber],
      [REVERSAL, { amount: 4_000 }, String(Number(TxnResp.TxnNumber) + 2)],
      ['POST /transactions/:txnNumber/token', {}, paid],
      ['POST /tokens/:id/copy', {}, id],
      ['DELETE /tokens/:id', undefined, id],
      ['POST /batches', uploads[0]],
      ['POST /lookups', uploads[1]],
      ['PUT /facility', { defaultBillerCode: 'GAS' }],
      ['PUT /caught', { isCatching: true }],
      ['POST /webhooks/:id/resend', {}, String(webhook.id)],
      ['PUT /users/:username', { isActive: false }, 'kim'],
      ['DELETE /sessions/:id', undefined, session],
      ['DELETE /sessions'],
      ['POST /sandbox/clock', { advanceSeconds: 60 }],
      ['PUT /sandbox/availability', { availability: 'normal' }],
      ['PUT /sandbox/next-payment', { holderName: null }],
      ['POST /sandbox/faults', { operation: 'T1', kind: 'delay', seconds: 1 }],
      ['DELETE /sandbox/faults'],
      ['PUT /sandbox/webhooks/scenario', { copies: 2 }],
      ['POST /sandbox/auth-keys/expire', {}],
      ['POST /sandbox/seed', { count: 1 }],
    ];
    for (const [name, body, parameter] of calls) {
      const { status, body: answer } = await office.call(name, body, parameter === undefined ? [] : [parameter]);
      expect([name, status, answer.message]).toEqual([name, 200, undefined]);
    }
  }

  it('are all listed with who, when and what, masked', async () => {
    await doEverything();
    const { actions: list, hasMore } = await actions();
    expect(hasMore).toBe(false);
    const names = OFFICE_ROWS.filter(({ action }) => action).map(({ verb, path }) => `${verb} ${path}`);
    expect(list.map(({ name }: Json) => name).sort()).toEqual(names.filter((name) => !name.endsWith('/reset')).sort());
    const what = Object.fromEntries(list.map(({ name, detail }: Json) => [name, detail]));
    expect(what).toMatchObject({
      'POST /users': 'kim: API, manager',
      'PUT /users/:username': 'kim: deactivated',
      [REFUND]: expect.stringMatching(/^AUD 40\.00, approved as \d+: one of two$/) as unknown,
      'POST /tokens/:id/copy': expect.stringMatching(/^599999…\d{3}$/) as unknown,
      'POST /sandbox/clock': 'advance seconds 60',
      'POST /sandbox/faults': 'operation T1, kind delay, seconds 1',
      'DELETE /sessions/:id': ADMINISTRATOR.username,
    });
    for (const each of list) {
      expect(each).toMatchObject({ username: ADMINISTRATOR.username, at: expect.any(Number) as unknown });
    }
    expect(JSON.stringify(what)).not.toMatch(/599999\d|\d{13}|Admin-1/);
    expect((await actions(stranger)).actions).toEqual([]);
    await office.call('POST /sandbox/reset', {});
    expect((await actions()).actions).toMatchObject([{ name: 'POST /sandbox/reset' }]);
  });

  it('have no card number', async () => {
    const { control } = office.sandbox;
    const username = '4111111111111111';
    const ownPassword = ADMINISTRATOR.password;
    const user = { emailAddress: 'kim@shop.example', permissions: ['API'], ownPassword };
    for (const [name, message] of [
      [username, 'a card number'],
      ['kim\u0000', 'control characters'],
    ]) {
      const answer = await office.call('POST /users', { ...user, username: name });
      expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(message!) as unknown } });
    }
    await control.saveUser(ADMINISTRATOR.merchant, { username, password: 'x', permissions: ['API'], isActive: true });
    expect((await office.call('PUT /users/:username', { isActive: false }, [username])).status).toBe(200);
    for (const card of ['4111 1111 1111 1111', '4111x1111x1111x1111']) {
      expect((await office.call('POST /sandbox/clock', { to: `Dec 31 2030 UTC (${card})` })).status).toBe(200);
    }
    expect((await actions()).actions.map(({ detail, subject }: Json) => [subject, detail])).toEqual([
      [null, 'to 2030-12-31T00:00:00.000Z'],
      [null, 'to 2030-12-31T00:00:00.000Z'],
      ['411111...111', '411111...111: deactivated'],
    ]);
  });

  it('leave out what was refused, and list a repeated call once', async () => {
    const paid = await office.pay();
    await office.call(REFUND, { amount: 'all' }, [paid]);
    await office.call('POST /batches', { filename: 'a.csv', content: 'no batch' });
    await office.call('PUT /users/:username', { isActive: false }, [ADMINISTRATOR.username]);
    expect((await actions()).actions).toEqual([]);
    for (let count = 0; count < 2; count += 1) {
      await office.send('POST', `/transactions/${paid}/refund`, { amount: 100 }, { 'Idempotency-Key': 'the same' });
    }
    expect((await actions()).actions).toHaveLength(1);
  });

  it('come in pages of 100, newest first', async () => {
    for (let count = 1; count <= 103; count += 1) await office.call('PUT /caught', { isCatching: count % 2 === 0 });
    const first = await actions();
    expect(first).toMatchObject({ hasMore: true, actions: { length: 100 } });
    const { body: last } = await office.call('POST /actions/search', { beforeId: first.actions.at(-1).id });
    expect(last).toMatchObject({ hasMore: false, actions: { length: 3 } });
    const ids = [...first.actions, ...last.actions].map(({ id }: Json) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect(new Set(ids).size).toBe(103);
    for (const beforeId of [0, 1.5, 'a']) {
      expect((await office.call('POST /actions/search', { beforeId })).status).toBe(400);
    }
  });
});
