import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RestCaller, credentials } from '../rest-caller.js';
import { TARGETS, type ServiceUnderTest } from '../service-under-test.js';
import { TOKEN, callControl, type ControlAnswer } from './control-caller.js';

describe.each(TARGETS)('the control API, $target', ({ open }) => {
  let service: ServiceUnderTest;
  let shop: RestCaller;

  beforeEach(async () => {
    // These tests deliver no webhooks; real delivery has its own tests.
    service = await open({
      controlApi: { token: TOKEN, hosts: ['sandbox.test'] },
      deliverWebhook: () => Promise.resolve({ end: 'status', status: 500 }),
    });
    shop = new RestCaller(service);
  });

  afterEach(() => service.close());

  function call(method: string, path: string, body?: unknown): Promise<ControlAnswer> {
    return callControl(service, method, path, body);
  }

  it('lists its endpoints', async () => {
    const { status, body } = await call('GET', '/');
    expect(status).toBe(200);
    expect(body.endpoints).toContain('POST /_sandbox/clock: move the clock by { advanceSeconds } or { to }');
  });

  it('moves the clock forward, by seconds and to a time, and never back', async () => {
    expect((await call('GET', '/clock')).body).toEqual({ now: '2026-03-04T01:00:00.000Z' });
    expect((await call('POST', '/clock', { advanceSeconds: 60 })).body).toEqual({ now: '2026-03-04T01:01:00.000Z' });
    const to = '2026-03-05T00:00:00.000Z';
    expect((await call('POST', '/clock', { to })).body).toEqual({ now: to });
    for (const body of [
      { advanceSeconds: -1 },
      { to: '2026-03-04T00:00:00Z' },
      { to: 'soon' },
      {},
      { to, advanceSeconds: 1 },
    ]) {
      expect((await call('POST', '/clock', body)).status).toBe(400);
    }
    expect((await call('GET', '/clock')).body).toEqual({ now: to });
  });

  it('freezes the clock, lets it run, and turns it back', async () => {
    expect((await call('PUT', '/clock/frozen', { frozen: true })).body).toEqual({ now: '2026-03-04T01:00:00.000Z' });
    await call('POST', '/clock', { advanceSeconds: 60 });
    expect((await call('PUT', '/clock/frozen', { frozen: false })).body).toEqual({ now: '2026-03-04T01:01:00.000Z' });
    expect((await call('POST', '/clock/real')).body).toEqual({ now: '2026-03-04T01:00:00.000Z' });
    expect((await call('PUT', '/clock/frozen', { frozen: 1 })).status).toBe(400);
  });

  it('resets one merchant, or all, and leaves merchants, users and numbers', async () => {
    await call('POST', '/seed', { merchants: [{ number: '77', users: [{ username: 'u', password: 'p' }] }] });
    const other = new RestCaller(service, 'v3', credentials('u', '77', 'p'));
    const { TxnNumber } = await shop.made();
    await other.made();
    expect((await call('POST', '/reset', { merchant: '5353109000000000' })).status).toBe(200);
    expect((await shop.search()).TxnRespList).toHaveLength(0);
    expect((await other.search()).TxnRespList).toHaveLength(1);
    await call('POST', '/reset');
    expect((await other.search()).TxnRespList).toHaveLength(0);
    expect(Number((await shop.made()).TxnNumber)).toBeGreaterThan(Number(TxnNumber));
    expect((await call('POST', '/reset', { merchant: '1' })).status).toBe(400);
  });

  it('expires keys, and sets how calls are answered', async () => {
    const key = await shop.key();
    expect((await call('POST', '/auth-keys/expire')).body).toEqual({ expired: 1 });
    expect((await shop.submit(key)).APIResponse.ResponseCode).toBe(207);
    await call('PUT', '/availability', { availability: 'unavailable' });
    expect((await shop.process()).APIResponse.ResponseCode).toBe(900);
    await call('PUT', '/availability', { availability: 'dropping' });
    await expect(shop.process()).rejects.toThrow();
    expect((await call('PUT', '/availability', { availability: 'normal' })).status).toBe(200);
    expect((await shop.process()).APIResponse.ResponseCode).toBe(0);
  });

  it('lists webhooks, shows their attempts, and sends one again', async () => {
    await shop.submit(await shop.key({}, { WebHookUrl: 'http://shop.example/hook' }));
    await call('POST', '/webhooks/settle');
    const { body: list } = await call('GET', '/webhooks?state=waiting&merchant=5353109000000000');
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ kind: 'transaction', url: 'http://shop.example/hook', attempts: 1 });
    expect((await call('GET', '/webhooks?state=delivered')).body).toHaveLength(0);
    const { id } = list[0] as { id: number };
    await call('POST', `/webhooks/${id}/resend`);
    await call('POST', '/webhooks/settle');
    const { body: one } = await call('GET', `/webhooks/${id}`);
    expect(one.tries).toMatchObject([
      { number: 1, outcome: 'answered', status: 500 },
      { number: 2, outcome: 'answered', status: 500 },
    ]);
    expect((await call('GET', '/webhooks/999')).status).toBe(400);
    expect((await call('POST', '/webhooks/999/resend')).status).toBe(400);
  });

  it('adds and changes merchants and users, with immediate effect on calls', async () => {
    await call('POST', '/seed', {
      merchants: [{ number: '77', shortName: 'SEVEN', currencies: ['NZD'], users: [{ username: 'u', password: 'p' }] }],
    });
    const seven = new RestCaller(service, 'v3', credentials('u', '77', 'p'));
    const codeOf = async (caller: RestCaller, members: object = {}): Promise<number> =>
      (await caller.process({ Currency: 'NZD', ...members })).APIResponse.ResponseCode as number;
    expect(await codeOf(seven)).toBe(0);
    expect(await codeOf(seven, { Currency: 'AUD' })).toBe(109);
    await call('PATCH', '/merchants/77', { settings: { allowedActions: ['payment'] } });
    const { TxnResp } = await seven.process({ Currency: 'NZD', Action: 'preauth' });
    expect(TxnResp).toMatchObject({ ResponseCode: 'PT_V2', Action: 'preauth', BankResponseCode: null });
    await call('PATCH', '/merchants/77', { settings: { surcharge: 'adds_up' } });
    expect(await codeOf(seven, { AmountOriginal: 19_000, AmountSurcharge: 899 })).toBe(131);
    expect(await codeOf(seven, { AmountOriginal: 19_000, AmountSurcharge: 900 })).toBe(0);
    await call('PATCH', '/merchants/77', { settings: { surcharge: 'none' } });
    expect(await codeOf(seven, { AmountOriginal: 19_000, AmountSurcharge: 900 })).toBe(131);
    expect(await codeOf(seven, { AmountOriginal: 19_900, AmountSurcharge: 0 })).toBe(0);
    await call('PUT', '/merchants/77/users', { username: 'u', permissions: [] });
    expect(await codeOf(seven)).toBe(2);
    await call('PUT', '/merchants/77/users', { username: 'u', isActive: false });
    expect(await codeOf(seven)).toBe(3);
    await call('PUT', '/merchants/77/users', { username: 'u', password: 'q' });
    expect(await codeOf(seven)).toBe(1);
    const changed = new RestCaller(service, 'v3', credentials('u', '77', 'q'));
    expect(await codeOf(changed)).toBe(0);
    await call('PATCH', '/merchants/77', { settings: { isClosed: true } });
    expect(await codeOf(changed)).toBe(210);
    expect(await codeOf(seven)).toBe(1);
    await call('DELETE', '/merchants/77/users/u');
    expect(await codeOf(changed)).toBe(1);
    const { body } = await call('GET', '/merchants');
    expect(body).toHaveLength(2);
    expect(body[1]).toMatchObject({ number: '77', shortName: 'SEVEN', users: [], settings: { surcharge: 'none' } });
    expect(JSON.stringify(body)).not.toMatch(/password/i);
  });

  it.each([
    ['POST', '/seed', { merchants: [{ number: 'x' }] }, 'seed.merchants[0].number must be 1 to 20 digits'],
    ['POST', '/seed', { merchants: [{ number: '1', nmae: 'x' }] }, 'seed.merchants[0] has no member "nmae"'],
    ['POST', '/seed', { merchants: [{ number: '1', shortName: 'DEMOSHOP' }] }, 'belongs to merchant 5353109000000000'],
    ['PATCH', '/merchants/1', {}, 'There is no merchant 1'],
    ['PUT', '/merchants/5353109000000000/users', { username: 'new' }, 'is new and needs a password'],
    ['POST', '/faults', { operation: 'T99', kind: 'delay' }, 'operation must be one of'],
    ['POST', '/faults', { operation: 'T1', kind: 'explode' }, 'fault.kind must be one of'],
    ['POST', '/faults', { operation: 'T1', kind: 'delay', seconds: 3_601 }, 'fault.seconds must be a number from 0 to'],
    ['POST', '/faults', { operation: 'T1', kind: 'delay', status: 500.5 }, 'fault.status must be a whole number'],
    ['POST', '/faults', { operation: 'T1', kind: 'delay', times: 1.5 }, 'fault.times must be a whole number'],
    ['PUT', '/webhooks/scenario', { copies: 11 }, 'scenario.copies must be a whole number from 0 to 10'],
    ['PUT', '/next-payment', { holderName: 'NOBODY' }, 'holderName must be one of'],
    ['PUT', '/availability', {}, 'body.availability must be one of normal, unavailable, dropping, answer_lost'],
  ])('%s %s %j is refused in one line', async (verb, path, body, message) => {
    const answer = await call(verb, path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
  });

  it('a body that is not JSON, a wrong method and a wrong path are refused', async () => {
    const send = (method: string, path: string, body?: string): Promise<Response> =>
      service.fetch(`/_sandbox${path}`, {
        method,
        headers: { 'Florin-Control-Token': TOKEN },
        ...(body !== undefined && { body }),
      });
    expect((await send('POST', '/reset', '{')).status).toBe(400);
    expect((await send('DELETE', '/clock')).status).toBe(405);
    expect((await send('GET', '/nothing')).status).toBe(404);
  });
});
