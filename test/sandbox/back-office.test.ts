/** The API of the back office: who may do what, and that the service's own rules decide. docs/guides/back-office.md. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OFFICE_ROWS } from '../../src/sandbox/backoffice/office-handler.js';
import { ADMINISTRATOR, MANAGER, OTHER, OfficeCaller, STRANGER } from './office-caller.js';
import type { Json } from './rest-caller.js';
import { envelope } from './soap/soap-caller.js';

let office: OfficeCaller;
beforeEach(async () => {
  office = await OfficeCaller.open();
});
afterEach(() => office.sandbox.close());

const fill = (path: string): string => path.replace(/:\w+/g, '10001');

describe('sign-in', () => {
  it('gives a cookie that no script and no other site gets, and ends', async () => {
    const { status, body, headers } = await office.signIn();
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'signed_in', role: 'administrator', merchant: { name: 'Demo Shop' } });
    expect(headers.get('set-cookie')).toMatch(/; Path=\/backoffice; .*HttpOnly; SameSite=Strict/);
    expect((await office.call('GET /users')).status).toBe(200);
    const signedIn = new OfficeCaller(office.sandbox);
    await signedIn.signIn();
    await office.call('DELETE /session');
    expect((await office.call('GET /users')).status).toBe(401);
    expect((await signedIn.call('GET /users')).status).toBe(200);
  });

  it('names the merchants on this machine only', async () => {
    await office.sandbox.control.addMerchants([OTHER]);
    const demo = { merchant: ADMINISTRATOR.merchant, username: 'demo-admin', password: 'Demo-Admin-1' };
    const merchants = [
      { number: ADMINISTRATOR.merchant, name: 'Demo Shop' },
      { number: OTHER.number, name: 'Other' },
    ];
    const session = { state: 'signed_out', merchant: null };
    expect((await office.call('GET /session')).body).toEqual({ ...session, demo, merchants });
    const elsewhere = new OfficeCaller(office.sandbox, 'http://sandbox.example');
    expect((await elsewhere.call('GET /session')).body).toEqual({ ...session, demo: null, merchants: [] });
  });

  it('refuses a wrong password, an API user and a deactivated user', async () => {
    expect((await office.signIn({ ...ADMINISTRATOR, password: 'x' })).status).toBe(401);
    expect((await office.signIn({ ...ADMINISTRATOR, merchant: '1' })).status).toBe(401);
    const apiUser = { ...ADMINISTRATOR, username: 'demo-api', password: 'Demo-Password-1' };
    expect((await office.signIn(apiUser)).body.message).toContain('no right to the back office');
    await office.signIn();
    await office.call('PUT /users/:username', { isActive: false }, [MANAGER.username]);
    expect((await office.signIn(MANAGER)).status).toBe(403);
  });

  it('throttles wrong passwords, also parallel ones, and does not let the right one in meanwhile', async () => {
    const wrong = { ...ADMINISTRATOR, password: 'x' };
    const tries = await Promise.all(Array.from({ length: 9 }, () => office.signIn(wrong)));
    expect(tries.map(({ status }) => status).sort()).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429]);
    const { status, headers } = await office.signIn();
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await office.signIn(MANAGER)).status).toBe(200);
  });

  it('ends with the right of the user, and with the password', async () => {
    await office.signIn(MANAGER);
    const { control } = office.sandbox;
    await control.saveUser(MANAGER.merchant, { username: 'meg', permissions: ['API'], isActive: true });
    expect((await office.call('GET /users')).status).toBe(401);
    await control.saveUser(MANAGER.merchant, { username: 'meg', permissions: ['manager'], isActive: true });
    expect((await office.call('GET /users')).status).toBe(200);
    const changed = { username: 'meg', password: 'another', permissions: ['manager'], isActive: true } as const;
    await control.saveUser(MANAGER.merchant, changed);
    expect((await office.call('GET /users')).status).toBe(401);
  });

  it('refuses the published administrator from elsewhere', async () => {
    const elsewhere = new OfficeCaller(office.sandbox, 'http://sandbox.example');
    const { status, body } = await elsewhere.signIn();
    expect(status).toBe(403);
    expect(body.message).toContain('add one with another name');
    expect((await elsewhere.call('GET /session')).body.demo).toBeNull();
    expect((await elsewhere.signIn(MANAGER)).status).toBe(200);
  });
});

describe('every endpoint', () => {
  it.each(OFFICE_ROWS.filter(({ path }) => path !== '/session'))(
    '$verb $path refuses people who are not signed in, or have no right',
    async ({ verb, path, audience }) => {
      expect((await office.send(verb, fill(path), verb === 'GET' ? undefined : {})).status).toBe(401);
      await office.signIn(MANAGER);
      if (audience === 'administrator') {
        expect((await office.send(verb, fill(path), verb === 'GET' ? undefined : {})).status).toBe(403);
      }
      const foreign = await office.send(verb, fill(path), undefined, { Origin: 'https://evil.example' });
      expect(foreign.status).toBe(403);
      const hidden = await office.send(verb, fill(path), undefined, { 'Sec-Fetch-Site': 'same-site' });
      expect(hidden.status).toBe(403);
    },
  );

  it('takes a body as JSON only, which another site cannot send', async () => {
    await office.signIn();
    const answer = await office.send('POST', '/sandbox/auth-keys/expire', {}, { 'Content-Type': 'text/plain' });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('JSON') } });
  });
});

describe('User Management', () => {
  const NEW = { username: 'shop', emailAddress: 'dev@shop.example', permissions: ['API'] };

  it('adds a user who works at once over REST and SOAP', async () => {
    await office.signIn(MANAGER);
    const { status, body } = await office.call('POST /users', { ...NEW, ownPassword: MANAGER.password });
    expect(status).toBe(200);
    expect((await office.rest('shop', body.password)).APIResponse.ResponseCode).toBe(0);
    const login = `<Login xmlns="urn:Eve_1_4_4"><username>shop</username><password>${body.password}</password><merchantNumber>${MANAGER.merchant}</merchantNumber></Login>`;
    const soap = await office.sandbox.fetch(
      new Request('http://localhost:4010/evolve/service_1_4_4.asmx', {
        method: 'POST',
        headers: { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"urn:Eve_1_4_4/Login"' },
        body: envelope(login),
      }),
    );
    expect(await soap.text()).toContain('<LoginResult>true</LoginResult>');
    expect((await office.call('GET /users')).body).toContainEqual({ ...NEW, isActive: true });
  });

  it('gives code 2 to a user without the permission', async () => {
    await office.signIn();
    const { body } = await office.call('POST /users', {
      ...NEW,
      permissions: [],
      ownPassword: ADMINISTRATOR.password,
    });
    expect((await office.rest('shop', body.password)).APIResponse.ResponseCode).toBe(2);
    expect((await office.rest('demo-admin', 'Demo-Admin-1')).APIResponse.ResponseCode).toBe(2);
  });

  it.each([
    ['a wrong own password', { ownPassword: 'x' }, 403],
    ['a name that is taken', { username: 'demo-api' }, 409],
    ['an invalid e-mail address', { emailAddress: 'shop' }, 400],
    ['a name that cannot be in credentials', { username: 'a|b' }, 400],
    ['a manager who makes an administrator', { permissions: ['administrator'] }, 403],
  ])('refuses %s', async (_what, change, status) => {
    await office.signIn(MANAGER);
    const answer = await office.call('POST /users', { ...NEW, ownPassword: MANAGER.password, ...change });
    expect(answer.status).toBe(status);
    expect((await office.rest('demo-api', 'Demo-Password-1')).APIResponse.ResponseCode).toBe(0);
  });
});

describe('transactions', () => {
  const list = { search: {}, order: 'newest_first', offset: 0, limit: 100, upTo: null };

  it('are listed, filtered by the service’s own search, and paged while new ones arrive', async () => {
    await office.signIn(MANAGER);
    for (const Amount of [10_000, 30_000, 20_005]) await office.pay({ Amount, Crn1: `order ${Amount}` });
    const { body } = await office.call('POST /transactions/search', { ...list, limit: 2 });
    expect(body.total).toBe(3);
    expect(body.transactions.map(({ amount }: { amount: number }) => amount)).toEqual([20_005, 30_000]);
    expect(body.transactions[0]).toMatchObject({ status: 'declined', maskedCard: '512345...346', crn1: 'order 20005' });
    await office.pay();
    const next = await office.call('POST /transactions/search', { ...list, limit: 2, offset: 2, upTo: body.upTo });
    expect(next.body).toMatchObject({ total: 3, transactions: [{ amount: 10_000, crn1: 'order 10000' }] });
    const found = await office.call('POST /transactions/search', { ...list, search: { Crn1: 'order 30000' } });
    expect(found.body).toMatchObject({ total: 1, transactions: [{ amount: 30_000 }] });
    const highest = await office.call('POST /transactions/search', { ...list, order: 'highest_first' });
    expect(highest.body.transactions[0].amount).toBe(30_000);
    const refused = await office.call('POST /transactions/search', { ...list, search: { SettlementDate: 'x' } });
    expect(refused).toMatchObject({ status: 400, body: { code: 121 } });
  });

  it('are refunded, captured and reversed by the rules of REST, which refuse with their custom messages', async () => {
    await office.signIn(MANAGER);
    const txnNumber = await office.pay();
    const refund = (amount: unknown) => office.call('POST /transactions/:txnNumber/refund', { amount }, [txnNumber]);
    expect((await refund(4_000)).body).toMatchObject({ status: 'approved', source: 'backoffice', crn1: 'order 7' });
    expect((await refund(7_000)).body).toMatchObject({ status: 'declined', responseCode: 'PT_R5' });
    expect((await refund(-1)).body).toMatchObject({ code: 110 });
    expect((await refund('all')).status).toBe(400);
    const detail = await office.call('GET /transactions/:txnNumber', undefined, [txnNumber]);
    expect(detail.body.possible).toEqual({
      refunded: 4_000,
      refund: 6_000,
      capture: null,
      reversal: null,
      tokenise: false,
    });
    expect(detail.body.timeline.map(({ transaction }: never) => transaction['responseCode'])).toEqual([
      '0',
      '0',
      'PT_R5',
    ]);
    const token = await office.call('POST /transactions/:txnNumber/token', {}, [txnNumber]);
    expect(token.body).toMatchObject({ code: 204 });
  });

  it('have the name of their user: in the timeline, in the list and in the file, never in an answer of REST', async () => {
    await office.signIn();
    const txnNumber = await office.pay({ StoreCard: true, TokenisationMode: 1 });
    const manager = new OfficeCaller(office.sandbox);
    await manager.signIn(MANAGER);
    await manager.call('POST /transactions/:txnNumber/refund', { amount: 1_000 }, [txnNumber]);
    await office.call('POST /transactions/:txnNumber/refund', { amount: 2_000 }, [txnNumber]);
    await manager.call('POST /transactions/:txnNumber/token', {}, [txnNumber]);
    const { body } = await office.call('GET /transactions/:txnNumber', undefined, [txnNumber]);
    expect(body.transaction.username).toBe('demo-api');
    const users = body.timeline.map(({ transaction }: Json) => transaction.username);
    expect(users).toEqual(['demo-api', 'meg', 'demo-admin']);
    expect(body.timeline[0].actions).toEqual([{ kind: 'stored_card', username: 'meg', at: expect.any(Number) }]);
    expect(JSON.stringify(body.response)).not.toMatch(/username|demo-api/i);
    const { body: file } = await office.send('GET', '/transactions.csv');
    const [head, ...lines] = file.trim().split('\r\n');
    const column = head.split(',').indexOf('UserName');
    expect(lines.map((line: string) => line.split(',')[column])).toEqual(['demo-admin', 'meg', 'demo-api']);
  });

  it('of a shopper have the user of their key, and of a webhook that was sent again the user who did it', async () => {
    await office.signIn(MANAGER);
    const rest = (path: string, body: object) => office.rest('demo-api', 'Demo-Password-1', path, body);
    const { AuthKey } = await rest('/txns/processtxnauthkey', {
      ProcessTxnData: { Action: 'payment', TestMode: true, Amount: 10_000, Currency: 'AUD' },
      RedirectionUrl: 'https://shop.example/back',
      WebHookUrl: 'https://shop.example/hook',
    });
    const CardDetails = { CardNumber: '5123456789012346', ExpiryDateMonth: '05', ExpiryDateYear: '30', Cvn: '123' };
    await rest(`/txns/withauthkey/${AuthKey}`, { TxnReq: { CardDetails } });
    const { body: webhooks } = await office.call('POST /webhooks/search', { state: null });
    await office.call('POST /webhooks/:id/resend', {}, [String(webhooks[0].id)]);
    const { body } = await office.call('GET /transactions/:txnNumber', undefined, [webhooks[0].txnNumber]);
    expect(body.timeline).toMatchObject([
      { transaction: { username: 'demo-api' }, actions: [{ kind: 'resent_webhook', username: 'meg' }] },
    ]);
  });

  it('show no whole token, and of another merchant nothing', async () => {
    await office.signIn(MANAGER);
    const txnNumber = await office.pay({ StoreCard: true, TokenisationMode: 3 });
    const { body } = await office.call('GET /transactions/:txnNumber', undefined, [txnNumber]);
    expect(JSON.stringify(body)).toMatch(/"DVToken":"599999…\d{3}"/);
    expect(JSON.stringify(body)).not.toMatch(/5123456789012346|599999\d/);
    await office.sandbox.control.addMerchants([OTHER]);
    const stranger = new OfficeCaller(office.sandbox);
    await stranger.signIn(STRANGER);
    expect((await stranger.call('GET /transactions/:txnNumber', undefined, [txnNumber])).body.code).toBe(201);
    expect((await stranger.call('POST /transactions/search', list)).body.total).toBe(0);
  });

  it('are a CSV file in which nothing runs', async () => {
    await office.signIn(MANAGER);
    await office.pay({ Crn1: '=1+1,"x"', MerchantReference: '@cmd' });
    const { body, headers } = await office.send('GET', '/transactions.csv');
    expect(headers.get('content-disposition')).toContain('transactions.csv');
    const [, line = ''] = body.split('\r\n');
    expect(line).toContain(`"'=1+1,""x""",,,'@cmd`);
    expect(line).toContain(',100.00,MC,512345...346,');
  });
});

describe('webhooks', () => {
  it('are listed without the shop’s secret and without a whole token, and are sent again by their merchant only', async () => {
    await office.signIn(MANAGER);
    const rest = (path: string, body: object) => office.rest('demo-api', 'Demo-Password-1', path, body);
    const { AuthKey } = await rest('/txns/processtxnauthkey', {
      ProcessTxnData: { Action: 'payment', TestMode: true, Amount: 10_000, Currency: 'AUD', TokenisationMode: 3 },
      RedirectionUrl: 'https://shop.example/back',
      WebHookUrl: 'https://shop.example/hook?mac=secret',
    });
    const CardDetails = { CardNumber: '5123456789012346', ExpiryDateMonth: '05', ExpiryDateYear: '30', Cvn: '123' };
    await rest(`/txns/withauthkey/${AuthKey}`, { TxnReq: { CardDetails } });
    const { body } = await office.call('POST /webhooks/search', { state: 'waiting' });
    expect(body).toMatchObject([{ url: 'https://shop.example/hook?…', state: 'waiting', txnNumber: '10001' }]);
    expect(JSON.stringify(body)).toMatch(/"599999…\d{3}"/);
    expect(JSON.stringify(body)).not.toMatch(/secret|599999\d/);
    const { id } = body[0];
    expect((await office.call('POST /webhooks/:id/resend', {}, [String(id)])).body).toEqual({ ok: true });
    expect((await office.call('POST /webhooks/:id/resend', {}, ['99'])).status).toBe(404);
    expect((await office.call('POST /webhooks/search', { state: 'x' })).status).toBe(400);
  });
});

describe('scenarios', () => {
  it('never bring an expired key back', async () => {
    await office.signIn();
    const rest = (path: string, body: object) => office.rest('demo-api', 'Demo-Password-1', path, body);
    const { AuthKey } = await rest('/txns/processtxnauthkey', {
      ProcessTxnData: { Action: 'payment', TestMode: true, Amount: 10_000, Currency: 'AUD' },
      RedirectionUrl: 'https://shop.example/back',
    });
    const CardDetails = { CardNumber: '5123456789012346', ExpiryDateMonth: '05', ExpiryDateYear: '30', Cvn: '123' };
    const pay = async () =>
      (await rest(`/txns/withauthkey/${AuthKey}`, { TxnReq: { CardDetails } })).APIResponse.ResponseCode;
    await office.call('POST /sandbox/clock', { advanceSeconds: 1_801 });
    expect(await pay()).toBe(207);
    expect((await office.call('POST /sandbox/clock', { advanceSeconds: -1_800 })).status).toBe(400);
    for (const name of ['DELETE /sandbox/faults', 'POST /sandbox/auth-keys/expire'] as const) {
      expect((await office.call(name, {})).status).toBe(200);
    }
    expect(await pay()).toBe(207);
  });

  it('run the rows of the control API, and reset only the own merchant', async () => {
    await office.signIn();
    await office.pay();
    const { body } = await office.call('PUT /sandbox/availability', { availability: 'unavailable' });
    expect(body).toMatchObject({ availability: 'unavailable', faults: [] });
    expect((await office.rest('demo-api', 'Demo-Password-1')).APIResponse.ResponseCode).toBe(900);
    await office.call('PUT /sandbox/availability', { availability: 'normal' });
    expect((await office.call('POST /sandbox/faults', { operation: 'T99', kind: 'delay' })).status).toBe(400);
    expect((await office.call('POST /sandbox/clock', { advanceSeconds: 60 })).body.ahead).toBe(60_000);
    expect((await office.call('POST /sandbox/seed', { count: 20 })).body.added).toBeGreaterThan(20);
    expect((await office.call('POST /sandbox/reset', {})).body).toEqual({ ok: true });
    const search = { search: {}, order: 'newest_first', offset: 0, limit: 10, upTo: null };
    expect((await office.call('POST /transactions/search', search)).body.total).toBe(0);
    expect((await office.call('GET /sandbox')).body.ahead).toBe(60_000);
  });
});
