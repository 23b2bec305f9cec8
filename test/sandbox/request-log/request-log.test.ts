/** The request log over the API of the back office: what is stored, who sees it, and its limits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { DEMO_MERCHANT } from '../../../src/sandbox/merchant.js';
import { openStore } from '../../../src/sandbox/node/open-store.js';
import { databaseForTest } from '../database-for-test.js';
import { ADMINISTRATOR, MANAGER, OTHER, OfficeCaller, STRANGER } from '../office-caller.js';
import { stoppedClock } from '../service-under-test.js';
import { CREDENTIALS, elements, envelope, type Members, NS, PAYMENT } from '../soap/soap-caller.js';

const PAN = '5123456789012346';
const SECRETS = new RegExp(`${PAN}|5123 4567|Demo-Password-1|SECRET|73519|599999\\d`);

let office: OfficeCaller;
let opened: Sandbox[] = [];
beforeEach(async () => {
  office = await OfficeCaller.open();
  opened = [office.sandbox];
});
afterEach(async () => {
  for (const sandbox of opened) await sandbox.close();
});

const rest = (path: string, body?: object) => office.rest('demo-api', 'Demo-Password-1', path, body);
const search = async (filter: object = {}) => (await office.call('POST /calls/search', filter)).body;

function send(path: string, init: RequestInit = {}): Promise<Response> {
  return office.sandbox.fetch(new Request(`http://localhost:4010${path}`, init));
}

function sendSoap(body: string): Promise<Response> {
  return send('/evolve/service_1_4_4.asmx', {
    method: 'POST',
    headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"urn:Eve_1_4_4/ProcessPayment"' },
    body: envelope(body),
  });
}

describe('the request log', () => {
  it('has every call with masked bodies, linked to its transaction', async () => {
    await office.signIn();
    const paid = await office.pay({ Crn1: `5123 4567 8901 2346`, StoreCard: true, TokenisationMode: 3 });
    const { AuthKey } = await rest('/txns/processtxnauthkey', {
      ProcessTxnData: { Action: 'payment', TestMode: true, Amount: 10_000, Currency: 'AUD' },
      RedirectionUrl: 'https://shop.example/back?claim=SECRET',
      WebHookUrl: 'https://shop.example/hook?mac=SECRET',
    });
    const CardDetails = { CardNumber: PAN, ExpiryDateMonth: '05', ExpiryDateYear: '30', Cvn: '73519' };
    await rest(`/txns/withauthkey/${AuthKey}`, { TxnReq: { CardDetails: { ...CardDetails, Cvn: '735' } } });
    await rest(`/txns/withauthkey/${AuthKey}`, { TxnReq: { CardDetails } });
    await send(`/webapi/v3/txns/${PAN}`, { headers: { Authorization: `Basic ${btoa(`x|y:SECRET`)}` } });
    await send('/webapi/v3/nothing/5123%34567890123 46', { method: 'PUT', body: `{"CardNumber":"${PAN}` });
    await rest(`/nothing/${AuthKey}`, {}).catch(() => undefined);
    await send('/webapi/v3/txns', { method: 'POST', body: `{"TxnReq":{"Cvn":"SECRET","CardNumber":"${PAN}` });
    await sendSoap('<ProcessPayment xmlns="urn:Eve_1_4_4"><newPassword>SECRET</newPassword>');
    await sendSoap(
      `<ProcessPayment xmlns="urn:Eve_1_4_4"><username>demo-api</username><password>Demo-Password-1</password><merchantNumber>${DEMO_MERCHANT.number}</merchantNumber><txnReq><Action>payment</Action><Amount>10000</Amount><CardNumber>${PAN}</CardNumber><Crn1>${PAN}</Crn1><CVC>735</CVC></txnReq></ProcessPayment>`,
    );
    const { calls } = await search();
    expect(calls).toHaveLength(10);
    const details = [];
    for (const { id } of calls) details.push((await office.call('GET /calls/:id', undefined, [String(id)])).body);
    const stored = JSON.stringify(details);
    expect(stored).not.toMatch(SECRETS);
    expect(stored).not.toContain(AuthKey);
    expect(stored).toContain('512345...346');
    expect(details.at(-1)).toMatchObject({
      call: {
        operation: 'T1',
        method: 'POST',
        path: '/webapi/v3/txns',
        code: '0',
        username: 'demo-api',
        txnNumber: paid,
      },
    });
    const { curl } = details.at(-1);
    expect(curl).toContain('"Authorization: $FLORIN_AUTH"');
    expect(curl).toContain('"CardNumber": "<test card mc-5>"');
    const detail = await office.call('GET /transactions/:txnNumber', undefined, ['10002']);
    expect(detail.body.calls.map(({ operation }: never) => operation)).toEqual(['T5', 'T5', 'T4']);
  });

  it('has code and transaction of a call of SOAP, also of a refused one', async () => {
    await office.signIn();
    const soap = async (payment: Members): Promise<void> => {
      const members = elements({ ...CREDENTIALS, txnReq: { ...PAYMENT, ...payment } });
      await sendSoap(`<ProcessPayment xmlns="${NS}">${members}</ProcessPayment>`);
    };
    await soap({ CRN1: 'order 9' });
    await soap({ CRN1: 'order 9', PaymentType: 'REFUND', OriginalTransactionNumber: '10001', Amount: 100 });
    await soap({ CRN1: 'order 9', CardNumber: '5123456789012347' });
    const { calls } = await search();
    expect(calls).toMatchObject([
      { code: 'ERROR', httpStatus: 200, txnNumber: null },
      { code: 'SUCCESS', txnNumber: '10002' },
      { code: 'SUCCESS', txnNumber: '10001' },
    ]);
    const { body } = await office.call('GET /transactions/:txnNumber', undefined, ['10001']);
    expect(body.calls.map(({ id }: { id: number }) => id)).toEqual([calls[1].id, calls[2].id]);
    expect(await search({ code: 'ERROR' })).toMatchObject({ calls: [{ id: calls[0].id }] });
  });

  it('finds the call with a mistyped card by its order, through the AuthKey', async () => {
    await office.signIn();
    const ProcessTxnData = { Action: 'payment', TestMode: true, Amount: 10_000, Currency: 'AUD', Crn1: 'order 12' };
    const { AuthKey } = await rest('/txns/processtxnauthkey', { ProcessTxnData });
    const CardDetails = { CardNumber: '5123456789012347', ExpiryDateMonth: '05', ExpiryDateYear: '30', Cvn: '123' };
    await rest(`/txns/withauthkey/${AuthKey}`, { TxnReq: { CardDetails } });
    await rest('/txns/processtxnauthkey', { ProcessTxnData: { ...ProcessTxnData, Crn1: 'order 13' } });
    expect((await search({ text: 'order 12' })).calls).toMatchObject([
      { operation: 'T5', code: '112', txnNumber: null },
      { operation: 'T4', code: '0' },
    ]);
    expect((await office.call('POST /support/search', { text: 'order 12' })).body.calls).toHaveLength(2);
  });

  it('shows a manager the calls of the own merchant, and an administrator also those of no merchant', async () => {
    await office.pay();
    await send('/webapi/v3/txns', { method: 'POST', body: '{}' });
    await office.rest('demo-api', 'wrong');
    await office.signIn(MANAGER);
    const { calls } = await search();
    expect(calls.map(({ code }: never) => code)).toEqual(['1', '0']);
    await office.signIn();
    const all = (await search()).calls;
    expect(all).toHaveLength(3);
    const stranger = all.find(({ code }: { code: string }) => code === '998');
    await office.sandbox.control.addMerchants([OTHER]);
    await office.signIn(MANAGER);
    expect((await office.call('GET /calls/:id', undefined, [String(stranger.id)])).status).toBe(404);
    await office.signIn(STRANGER);
    expect((await search()).calls.map(({ id }: never) => id)).toEqual([stranger.id]);
    const [, foreign] = calls;
    expect((await office.call('GET /calls/:id', undefined, [String(foreign.id)])).status).toBe(404);
  });

  it('shows the outline of a call with a wrong merchant number where there are several merchants', async () => {
    const authorization = Buffer.from('demo-api|5353109000000007:Demo-Password-1').toString('base64');
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ TxnReq: { Action: 'payment', Amount: 700, Crn1: 'order of mine' } });
    await send('/webapi/v3/txns/', { method: 'POST', headers, body });
    await office.signIn();
    const [own] = (await search({ text: 'order of mine' })).calls;
    expect((await office.call('GET /calls/:id', undefined, [String(own.id)])).body.request).toContain('order of mine');
    await office.sandbox.control.addMerchants([OTHER]);
    for (const person of [ADMINISTRATOR, STRANGER]) {
      await office.signIn(person);
      expect((await search({ text: 'order of mine' })).calls).toEqual([]);
      expect((await search({ operation: 'T1' })).calls).toEqual([]);
      expect((await office.call('POST /support/search', { text: 'order of mine' })).body.calls).toEqual([]);
      const [call] = (await search()).calls;
      expect(call).toMatchObject({ method: 'POST', path: '/webapi/v3/txns', operation: '', code: '1', username: null });
      const { body: detail } = await office.call('GET /calls/:id', undefined, [String(own.id)]);
      expect(JSON.stringify(detail)).not.toMatch(/order of mine|700|ResponseText/);
      expect(detail).toMatchObject({ request: expect.stringMatching(/^\(text, \d+ characters\)$/) });
    }
  });

  it('keeps only the length of a body that names nobody, as any website can send one', async () => {
    await office.signIn();
    await send('/webapi/v3/txns/', { method: 'POST', body: '{"TxnReq":{"Crn1":"of a website"}}' });
    await send('/webapi/v3/txns/withauthkey/6f9619ff-8b86-4d01-b42d-00cf4fc964ff', { method: 'POST', body: '{"a":1}' });
    const { calls } = await search();
    for (const { id } of calls) {
      const { body } = await office.call('GET /calls/:id', undefined, [String(id)]);
      expect(body.request).toMatch(/^\(text, \d+ characters\)$/);
    }
  });

  it('filters by operation, code, time and text', async () => {
    await office.signIn();
    await office.pay({ Crn1: 'order 100%_' });
    await rest('/txns/', { TxnReq: { Action: 'payment', TestMode: true, Amount: -1 } });
    await rest('/status/');
    const count = async (filter: object): Promise<number> => (await search(filter)).calls.length;
    expect(await count({ operation: 'T1' })).toBe(2);
    expect(await count({ operation: 'get /webapi' })).toBe(1);
    expect(await count({ code: '110' })).toBe(1);
    expect(await count({ code: '200' })).toBe(3);
    expect(await count({ text: 'ORDER 100%_' })).toBe(1);
    expect(await count({ text: '%' })).toBe(1);
    // The clock stands at noon in Sydney.
    expect(await count({ to: '2026-03-04T11:59' })).toBe(0);
    expect(await count({ to: '2026-03-04T12:00' })).toBe(3);
    expect(await count({ from: '2026-03-04T12:00', to: '2026-03-04' })).toBe(3);
    expect(await count({ from: '2026-03-04T01:00:01Z' })).toBe(0);
    expect((await office.call('POST /calls/search', { from: 'noon' })).status).toBe(400);
  });

  it('shows the effect of a scenario on a response', async () => {
    await office.signIn();
    await office.call('PUT /sandbox/availability', { availability: 'answer_lost' });
    await expect(office.pay()).rejects.toThrow();
    expect((await search()).calls).toMatchObject([
      { fault: 'answer_lost', httpStatus: null, code: '0', txnNumber: '10001' },
    ]);
  });

  it('has no call that is older than its limit, also when no new call comes', async () => {
    const store = await openStore({ database: databaseForTest(), seed: [DEMO_MERCHANT] });
    office = new OfficeCaller(createSandbox({ store, settings: { requestLogHours: 2 } }));
    opened.push(office.sandbox);
    const { id: merchantId } = (await store.read((view) => view.findMerchantByNumber(DEMO_MERCHANT.number)))!;
    const call = {
      ...{ merchantId, calledAt: 1, milliseconds: 1, interface: 'rest' as const, method: 'GET' },
      ...{ path: '/', operation: 'T1' },
      ...{ httpStatus: 200, code: '0', fault: null, username: null, txnNumber: null, keyHash: null },
      ...{ request: '', response: '' },
    } as const;
    const whole = { rows: 100, since: 0 };
    for (const hoursAgo of [3, 1]) {
      await store.write((unit) => unit.addCalls([call], Date.now() - hoursAgo * 3_600_000, whole));
    }
    await office.signIn();
    expect((await search()).calls).toHaveLength(1);
  });

  it('is written when the sandbox closes, also while a test has faked the timers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-calls-'));
    const reopen = async (): Promise<void> => {
      const store = await openStore({ database: join(folder, 'sandbox.sqlite'), seed: [DEMO_MERCHANT] });
      office = new OfficeCaller(createSandbox({ store, clock: stoppedClock() }));
    };
    await reopen();
    await office.pay();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      await office.sandbox.close();
    } finally {
      vi.useRealTimers();
    }
    await reopen();
    await office.signIn();
    expect((await search()).calls).toHaveLength(1);
    await office.sandbox.close();
    rmSync(folder, { recursive: true });
  });

  it('is bounded, and off on request', async () => {
    const open = async (settings: object): Promise<OfficeCaller> => {
      const store = await openStore({ database: databaseForTest(), seed: [DEMO_MERCHANT] });
      const other = new OfficeCaller(createSandbox({ store, clock: stoppedClock(), settings }));
      opened.push(other.sandbox);
      await other.signIn();
      return other;
    };
    office = await open({ requestLogCalls: 3 });
    for (let call = 0; call < 5; call += 1) await rest('/status/');
    expect((await search()).calls).toHaveLength(3);
    office = await open({ requestLogCalls: 0 });
    await rest('/status/');
    expect(await search()).toMatchObject({ calls: [], isOn: false });
    office = await open({});
    await Promise.all(Array.from({ length: 130 }, () => rest('/status/')));
    const newest = await search();
    const oldest = await search({ beforeId: newest.calls.at(-1).id });
    expect(newest.calls.length + oldest.calls.length + newest.skipped).toBe(130);
    await office.call('POST /sandbox/reset', {});
    expect((await search()).calls).toHaveLength(0);
  });
});
