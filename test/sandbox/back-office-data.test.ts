/** The pages about stored data. docs/guides/back-office.md. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundariesOf } from '../../src/sandbox/backoffice/dashboard-rows.js';
import { latencyOf } from '../../src/sandbox/backoffice/latency.js';
import type { LogEntry } from '../../src/sandbox/log.js';
import { ADMINISTRATOR, OfficeCaller } from './office-caller.js';

let office: OfficeCaller;
let stranger: OfficeCaller;
let log: LogEntry[];
beforeEach(async () => {
  log = [];
  ({ office, stranger } = await OfficeCaller.openTwo((entry) => void log.push(entry)));
});
afterEach(() => office.sandbox.close());

const rest = (path: string, body: object) => office.rest('demo-api', 'Demo-Password-1', path, body);

describe('tokens', () => {
  const CARD = { CardNumber: '5123456789012346', CardHolderName: 'Jane Citizen', Cvn: '123' };

  it('are masked, found by the service’s own search, and whole in one logged answer only', async () => {
    const { DVTokenResp } = await rest('/dvtokens/', {
      DVTokenReq: { Crn1: 'customer 7', CardDetails: { ...CARD, ExpiryDate: '0530' } },
    });
    await rest('/dvtokens/', {
      DVTokenReq: {
        Crn1: 'customer 8',
        AcceptBADirectDebitTC: true,
        BankAccountDetails: { AccountName: 'Jane', AccountNumber: '12345678', BSBNumber: '063000' },
      },
    });
    const list = await office.call('POST /tokens/search', { search: {} });
    expect(list.body).toMatchObject({ isCut: false, tokens: [{ kind: 'bank_account' }, { kind: 'card' }] });
    const { body } = await office.call('POST /tokens/search', { search: { Crn1: 'customer 7', CardType: '' } });
    const masked = `599999…${DVTokenResp.DVToken.slice(-3)}`;
    expect(body.tokens).toMatchObject([{ maskedToken: masked, maskedNumber: '512345...346', isExpired: false }]);
    const expired = await office.call('POST /tokens/search', { search: { ExpiredCardsOnly: 'true' } });
    expect(expired.body.tokens).toEqual([]);
    expect((await office.call('POST /tokens/search', { search: { DVToken: '1' } })).body.code).toBe(123);
    const { id } = body.tokens[0];
    const detail = await office.call('GET /tokens/:id', undefined, [id]);
    expect(detail.body.response).toMatchObject({ DVTokenResp: { DVToken: masked } });
    const account = await office.call('GET /tokens/:id', undefined, [list.body.tokens[0].id]);
    expect(JSON.stringify([list, detail, account])).not.toMatch(/5123456789012346|599999\d|12345678/);
    const copied = await office.call('POST /tokens/:id/copy', {}, [id]);
    expect(copied.body).toEqual({ dvToken: DVTokenResp.DVToken });
    expect(log).toContainEqual({
      level: 'info',
      event: 'token_copied',
      merchant: ADMINISTRATOR.merchant,
      username: ADMINISTRATOR.username,
      token: masked,
    });
    expect(JSON.stringify(log)).not.toContain(DVTokenResp.DVToken);
  });

  it('belong to their merchant, and are gone after a deletion', async () => {
    await rest('/dvtokens/', { DVTokenReq: { CardDetails: { ...CARD, ExpiryDate: '0530' } } });
    const [{ id }] = (await office.call('POST /tokens/search', { search: {} })).body.tokens;
    for (const name of ['GET /tokens/:id', 'POST /tokens/:id/copy', 'DELETE /tokens/:id'] as const) {
      expect((await stranger.call(name, undefined, [id])).body.code).toBe(202);
    }
    expect((await stranger.call('POST /tokens/search', { search: {} })).body.tokens).toEqual([]);
    expect((await office.call('DELETE /tokens/:id', undefined, [id])).body).toEqual({ ok: true });
    expect((await office.call('POST /tokens/:id/copy', {}, [id])).body.code).toBe(202);
    expect(log.filter(({ event }) => event === 'token_copied')).toEqual([]);
  });
});

describe('dashboard', () => {
  it('adds up the highest amounts, beyond the integers of a database', async () => {
    for (let count = 0; count < 3; count += 1) await office.pay({ Amount: Number.MAX_SAFE_INTEGER });
    await office.pay({ Amount: Number.MAX_SAFE_INTEGER - 91 });
    await office.pay({ Amount: 100 });
    const { status, body } = await office.call('POST /dashboard', { interval: 'day', currency: null });
    expect({ status, volume: body.volume }).toEqual({ status: 200, volume: '9007199254741000' });
  });

  it('adds up the own payments by currency, and says why the others were declined', async () => {
    await office.pay({ Amount: 10_000 });
    await office.pay({ Amount: 500, Currency: 'JPY' });
    const txnNumber = await office.pay({ Amount: 25_000 });
    for (const Amount of [10_051, 20_051, 10_005]) await office.pay({ Amount });
    await office.call('POST /transactions/:txnNumber/refund', { amount: 4_000 }, [txnNumber]);
    const { body } = await office.call('POST /dashboard', { interval: 'day', currency: null });
    expect(body).toMatchObject({
      currency: 'AUD',
      currencies: ['AUD', 'JPY'],
      volume: '35000',
      refunded: '4000',
      reversed: '0',
      approved: 3,
      declined: 3,
    });
    expect(body.reasons).toEqual([
      { why: 'There is not enough money on the card.', responseCode: '5', bankResponseCode: '51', count: 2 },
      {
        why: 'The bank refused the payment and gives no reason to shops.',
        responseCode: '2',
        bankResponseCode: '05',
        count: 1,
      },
    ]);
    expect(body.steps).toHaveLength(30);
    expect(body.steps.at(-1)).toMatchObject({ volume: '35000', approved: 3, declined: 3 });
    expect(body.steps.at(-2)).toMatchObject({ volume: '0', approved: 0, declined: 0 });
    const yen = await office.call('POST /dashboard', { interval: 'hour', currency: 'JPY' });
    expect(yen.body).toMatchObject({ currency: 'JPY', volume: '500', approved: 3 });
    const strangers = await stranger.call('POST /dashboard', { interval: 'week', currency: null });
    expect(strangers.body).toMatchObject({ volume: '0', approved: 0, declined: 0, reasons: [], latency: null });
    // The refund is no call of REST or SOAP.
    expect(body.latency.calls).toBe(6);
    expect(body.latency.p95).toBeGreaterThanOrEqual(body.latency.median);
    expect(body.steps.at(-1).latency).toEqual(body.latency);
    expect(body.steps.at(-2).latency).toBeNull();
    expect((await office.call('POST /dashboard', { interval: 'year', currency: null })).status).toBe(400);
  });

  it('counts only money as reversed: no released pre-authorisation, no reversal of a refund', async () => {
    const paid = [await office.pay({ Amount: 10_000 }), await office.pay({ Amount: 25_000 })];
    const reserved = await office.pay({ Amount: 70_000, Action: 'preauth' });
    await office.call('POST /transactions/:txnNumber/reversal', { amount: 70_000 }, [reserved]);
    await office.call('POST /transactions/:txnNumber/reversal', { amount: 10_000 }, [paid[0]!]);
    const board = async () => (await office.call('POST /dashboard', { interval: 'day', currency: null })).body;
    expect(await board()).toMatchObject({ volume: '35000', refunded: '0', reversed: '10000' });
    const refund = await office.call('POST /transactions/:txnNumber/refund', { amount: 4_000 }, [paid[1]!]);
    expect(await board()).toMatchObject({ refunded: '4000' });
    const { txnNumber } = refund.body;
    const undone = await office.call('POST /transactions/:txnNumber/reversal', { amount: 4_000 }, [txnNumber]);
    expect(undone.body).toMatchObject({ responseCode: '0' });
    expect(await board()).toMatchObject({ volume: '35000', refunded: '0', reversed: '10000' });
  });

  it('compares with the period before, of the same length', async () => {
    await office.pay({ Amount: 10_000 });
    await office.pay({ Amount: 10_051 });
    const board = async (interval: string) => (await office.call('POST /dashboard', { interval, currency: null })).body;
    expect(await board('hour')).toMatchObject({ volume: '10000', previous: { volume: '0', approved: 0, declined: 0 } });
    await office.sandbox.control.advanceClock(49 * 3_600);
    await office.pay({ Amount: 30_000 });
    expect(await board('hour')).toMatchObject({
      volume: '30000',
      declined: 0,
      previous: { volume: '10000', approved: 1, declined: 1 },
    });
    expect(await board('day')).toMatchObject({ volume: '40000', previous: { volume: '0', approved: 0, declined: 0 } });
    // Both payments are older than the two periods of 48 hours.
    await office.sandbox.control.advanceClock(30 * 86_400);
    expect((await board('hour')).previous).toEqual({ volume: '0', approved: 0, declined: 0 });
  });

  it.each([
    [[], null],
    [[7], { calls: 1, median: 7, p95: 7 }],
    [[1_000, 9, 20], { calls: 3, median: 20, p95: 1_000 }],
    [Array.from({ length: 100 }, (_each, index) => 100 - index), { calls: 100, median: 50, p95: 95 }],
  ])('has the latency of %j', (durations, latency) => {
    expect(latencyOf(durations)).toEqual(latency);
  });

  it('has days of the service, also of 23 and 25 hours', () => {
    const hoursOf = (interval: 'hour' | 'day' | 'week', now: string) => {
      const starts = boundariesOf(interval, Date.parse(now));
      return starts.slice(1).map((end, index) => (end - (starts[index] ?? 0)) / 3_600_000);
    };
    // Daylight saving began in Sydney on 4 October 2026 and ended on 5 April 2026.
    expect(hoursOf('day', '2026-10-10T02:00:00Z').filter((hours) => hours !== 24)).toEqual([23]);
    expect(hoursOf('week', '2026-10-10T02:00:00Z').filter((hours) => hours !== 168)).toEqual([167]);
    expect(hoursOf('day', '2026-04-10T02:00:00Z').filter((hours) => hours !== 24)).toEqual([25]);
    expect(new Set(hoursOf('hour', '2026-10-04T02:00:00Z'))).toEqual(new Set([1]));
    // 01:30 of 11 October in Sydney is still the 10th in UTC.
    expect(boundariesOf('day', Date.parse('2026-10-10T14:30:00Z')).at(-2)).toBe(Date.parse('2026-10-10T13:00:00Z'));
  });
});

describe('numbers of a request', () => {
  it('beyond the safe integers are refused as REST refuses them', async () => {
    const most = 9_007_199_254_740_993n;
    const paid = await office.pay();
    const refund = await office.call('POST /transactions/:txnNumber/refund', { amount: most }, [paid]);
    expect(refund).toMatchObject({ status: 400, body: { code: 110 } });
    for (const name of ['POST /transactions/search', 'POST /tokens/search'] as const) {
      expect(await office.call(name, { search: { Crn1: most } }), name).toMatchObject({ status: 400 });
    }
  });

  it.each(['3000000000', '9007199254740991'])('the id %s is not found in any list', async (id) => {
    for (const path of [`/calls/${id}`, `/batches/${id}`, `/lookups/${id}`]) {
      expect([path, (await office.send('GET', path)).status]).toEqual([path, 404]);
    }
    expect((await office.send('POST', `/webhooks/${id}/resend`, {})).status).toBe(404);
    expect((await office.send('POST', '/calls/search', { beforeId: Number(id) })).status).toBe(200);
  });

  it.each([
    ['/calls/search', 'beforeId'],
    ['/transactions/search', 'offset'],
    ['/transactions/search', 'limit'],
    ['/transactions/search', 'upTo'],
  ])('%s refuses a %s that is not whole', async (path, member) => {
    const { status, body } = await office.send('POST', path, {
      ...(path.startsWith('/t') && { search: {} }),
      [member]: 1.5,
    });
    const message = expect.stringContaining(`${member} must be a whole number`) as unknown;
    expect({ status, body }).toMatchObject({ status: 400, body: { message } });
  });
});
