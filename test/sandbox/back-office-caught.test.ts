/** The webhook catcher, over real HTTP. docs/guides/back-office.md. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/node/start-sandbox.js';
import type { Sandbox } from '../../src/sandbox/sandbox.js';
import { MOST_CAUGHT } from '../../src/sandbox/webhooks/catcher.js';
import { databaseForTest } from './database-for-test.js';
import { MANAGER, OfficeCaller } from './office-caller.js';
import { BROWSER_CARD } from './rest-caller.js';

let sandbox: RunningSandbox;
let office: OfficeCaller;
let manager: OfficeCaller;
beforeEach(async () => {
  sandbox = await startSandbox({ database: databaseForTest() });
  const { control } = sandbox;
  const { merchant, ...user } = MANAGER;
  await control.saveUser(merchant, { ...user, permissions: ['manager'], isActive: true });
  const overPort = { control, fetch: (request: Request) => fetch(request) } as unknown as Sandbox;
  office = new OfficeCaller(overPort, sandbox.url);
  manager = new OfficeCaller(overPort, sandbox.url);
  await office.signIn();
  await manager.signIn(MANAGER);
});
afterEach(() => sandbox.close());

const caught = async () => (await office.call('GET /caught')).body;

/** A payment in a browser. Resolves with its key when its webhook was attempted. */
async function payInBrowser(members: object = {}): Promise<void> {
  const ProcessTxnData = { Action: 'payment', Amount: 19_900, Currency: 'AUD', Crn1: 'order 7', TestMode: true };
  const body = { ProcessTxnData, RedirectionUrl: 'http://shop.test/back', ...members };
  const { AuthKey } = await office.rest('demo-api', 'Demo-Password-1', '/txns/processtxnauthkey', body);
  await fetch(`${sandbox.url}/webapi/v3/txns/withauthkey/${AuthKey}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ TxnReq: { CardDetails: BROWSER_CARD } }),
  });
  await sandbox.control.webhooksSettled();
}

describe('the webhook catcher', () => {
  it('receives the webhook of a key with its address, which the deliveries say', async () => {
    const { url } = await caught();
    expect(url).toMatch(new RegExp(`^${sandbox.url}/_caught/5353109000000000/[0-9a-f]{32}$`));
    await payInBrowser({ WebHookUrl: url });
    const { webhooks } = await caught();
    expect(webhooks).toHaveLength(1);
    const [{ headers, body, txnNumber }] = webhooks;
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toMatchObject({ TxnNumber: txnNumber, Crn1: 'order 7', Amount: 19_900 });
    expect(body).not.toContain(BROWSER_CARD.CardNumber);
    const [delivery] = (await office.call('POST /webhooks/search', { state: null })).body;
    expect(delivery).toMatchObject({ txnNumber, state: 'delivered', isCaught: true });
  });

  it('receives webhooks of keys without an address only while an administrator wants it', async () => {
    await payInBrowser();
    expect(await caught()).toMatchObject({ isCatching: false, webhooks: [] });
    expect((await manager.call('PUT /caught', { isCatching: true })).status).toBe(403);
    expect((await manager.call('GET /caught')).body).toMatchObject({ isCatching: false });
    expect((await office.call('PUT /caught', {})).status).toBe(400);
    expect((await office.call('PUT /caught', { isCatching: true })).body).toMatchObject({ isCatching: true });
    await payInBrowser();
    expect(await caught()).toMatchObject({ isCatching: true, webhooks: [{}] });
    await office.call('PUT /caught', { isCatching: false });
    await payInBrowser();
    expect((await caught()).webhooks).toHaveLength(1);
    for (const whose of [undefined, MANAGER.merchant]) {
      await office.call('PUT /caught', { isCatching: true });
      await sandbox.control.reset(whose);
      await payInBrowser();
      expect(await caught()).toMatchObject({ isCatching: false, webhooks: [] });
    }
  });

  it('masks what arrives, whatever it is', async () => {
    const { url } = await caught();
    const headers = {
      Authorization: 'Bearer abcdefgh12345678',
      'X-Signature': 'abcdefgh',
      'X-Note': 'card 5123456789012346',
      'Content-Type': 'text/html',
    };
    const body = `<script>alert(1)</script> CardNumber=5123456789012346&Cvn=987 ${url.slice(-32)}`;
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    expect((await fetch(url, { method: 'POST', body: new Uint8Array([0xff, 0xfe]) })).status).toBe(200);
    const { webhooks } = await caught();
    expect(webhooks[0].body).toBe('(no text in UTF-8)');
    expect(webhooks[1].body).toBe('(text, 94 characters)');
    expect(webhooks[1].headers).toMatchObject({
      authorization: '(text, 23 characters)',
      'x-signature': '(text, 8 characters)',
      'content-type': 'text/html',
    });
    // Without the times, whose digits can be those of the security code.
    const stored = JSON.stringify(webhooks, (name, value: unknown) => (name === 'caughtAt' ? '' : value));
    for (const secret of ['5123456789012346', '987', 'abcdefgh', url.slice(-32)]) expect(stored).not.toContain(secret);
  });

  it('takes a POST to its own address only, of a limited length, and keeps a limited number', async () => {
    const { url } = await caught();
    const post = (to: string, body = '{}') => fetch(to, { method: 'POST', body });
    expect((await fetch(url)).status).toBe(405);
    expect((await post(url.replace(/.$/, (last: string) => (last === '0' ? '1' : '0')))).status).toBe(404);
    expect((await post(url.replace('5353109000000000', '5353109000000001'))).status).toBe(404);
    expect((await post(`${url}/x`)).status).toBe(404);
    expect((await post(`${sandbox.url}/_caught/`)).status).toBe(404);
    expect((await post(url, 'x'.repeat(64 * 1024 + 1))).status).toBe(413);
    expect((await caught()).webhooks).toEqual([]);
    for (let each = 0; each < MOST_CAUGHT + 3; each += 1) await post(url, `{"Amount":${each}}`);
    const { webhooks, most } = await caught();
    expect(webhooks).toHaveLength(most);
    const numberOf = ({ body }: { readonly body: string }) => JSON.parse(body).Amount;
    expect([webhooks[0], webhooks.at(-1)].map(numberOf)).toEqual([MOST_CAUGHT + 2, 3]);
  });
});
