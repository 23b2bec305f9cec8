/** Webhooks are hints, and their content is not trusted (docs/invariants.md, invariant 12). */
import { createServer, request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { createListener } from '../../../src/signer/node/listener.js';
import type { SignerOptions } from '../../../src/signer/signer-options.js';
import { listenOnLoopback } from '../../support/listen.js';
import { accountAt, startFaultyService, type FaultyService } from '../faulty-service.js';
import { createShop, orderOf, ORIGIN, type Shop, shopClock } from '../shop.js';

/** Searches for what has followed a payment, before the shop is told of it. */
const FOLLOW_UPS = 4;

let service: FaultyService;
let shop: Shop;

beforeEach(async () => {
  service = await startFaultyService();
  shop = shopWith();
});
afterEach(() => service.close());

function shopWith(options: Partial<SignerOptions> = {}): Shop {
  return createShop(accountAt(service), { webhooks: true, ...options });
}
/** The address that the service was given with the last key. */
const addressOf = (): string => (service.keyRequests.at(-1) as { WebHookUrl?: string }).WebHookUrl ?? '';

/** Sends a webhook like the service; resolves with the signer’s answer. `work` is the work after that. */
async function send(url: string, body: BodyInit = '{}', headers: Record<string, string> = {}) {
  const work: Promise<void>[] = [];
  const webhook = new Request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  const response = await shop.signer.fetch(webhook, { waitUntil: (each) => void work.push(each) });
  return { status: response.status, text: await response.text(), work };
}
async function deliver(url: string, body?: BodyInit) {
  const sent = await send(url, body);
  await Promise.all(sent.work);
  return sent;
}
async function paid(order = '1042', holder?: string) {
  if (!shop.orders.has(order)) shop.orders.set(order, orderOf(order));
  const grant = await shop.grant(order);
  const url = addressOf();
  const { resultKey } = await service.pay(grant.authKey, holder ? { holder } : {});
  return { ...grant, url, resultKey };
}
const searches = () => service.calls.T3;

describe('a webhook', () => {
  it('has its own URL for each claim, with a MAC that is not the claim token', async () => {
    const first = await paid('1');
    const second = await paid('2');
    expect(first.url).toMatch(/^https:\/\/shop\.example\/pay\/webhook\?hint=[0-9a-f]{32}\.[A-Za-z0-9_-]{43}$/);
    expect(second.url).not.toBe(first.url);
    expect(first.url).not.toContain(first.claim);
    expect((await shop.post('result', { claim: first.url.split('=')[1] })).status).toBe(403);
    expect((await deliver(`${ORIGIN}/pay/webhook?hint=${first.claim}`)).work).toEqual([]);
    expect(searches()).toBe(0);
  });

  it('makes the signer find a payment that no page requested', async () => {
    const { url } = await paid();
    expect(await deliver(url)).toMatchObject({ status: 200, text: '' });
    expect(shop.paid).toEqual([{ order: '1042', txnNumber: '1001' }]);
    expect(await shop.authkey('1042')).toMatchObject({ status: 'approved' });
  });

  it('leads to one look-up at the service if it arrives 24 times, in sequence or in parallel', async () => {
    const first = await paid('1');
    for (let hour = 0; hour < 24; hour += 1) expect((await deliver(first.url)).status).toBe(200);
    const second = await paid('2');
    await Promise.all(Array.from({ length: 24 }, () => deliver(second.url)));
    expect(searches()).toBe(2 * (1 + FOLLOW_UPS));
    expect(shop.paid).toHaveLength(2);
  });

  it('of a declined payment frees the order for another key', async () => {
    const { url } = await paid('1042', 'DECLINED');
    await deliver(url);
    expect(shop.paid).toEqual([]);
    expect(await shop.authkey('1042')).toMatchObject({ status: 'granted' });
    expect(service.calls.T4).toBe(2);
  });

  it('is stored before its answer, and followed later if the service does not answer', async () => {
    const store = createMemoryStore({ clock: shopClock });
    shop = shopWith({ store });
    const { url } = await paid();
    service.fault = (call) => (call === 'T3' ? 'lost_request' : undefined);
    expect((await deliver(url)).status).toBe(200);
    const [claim] = (await store.readOrder(shop.scope, '1042')).claims;
    expect(claim?.hintedAt).toBe(shop.now);
    expect(shop.paid).toEqual([]);
    service.fault = () => undefined;
    expect(await shop.signer.reconcile()).toMatchObject({ checked: 1, found: 1 });
    expect(shop.paid).toHaveLength(1);
  });

  it.each(['lost_request', 'lost_answer', 'html', 'half', 'empty', 'unavailable', 'unauthorised'] as const)(
    'that comes while the service answers with %s is healed by a reconciliation, once, after a restart as well',
    async (fault) => {
      const store = createMemoryStore({ clock: shopClock });
      shop = shopWith({ store });
      const { url, claim } = await paid();
      service.fault = (call) => (call === 'T3' || call === 'T2' ? fault : undefined);
      for (let times = 0; times < 2; times += 1) expect((await deliver(url)).status).toBe(200);
      // What cannot be asked about stays, however often.
      for (let times = 0; times < 2; times += 1) {
        expect(await shop.signer.reconcile()).toMatchObject({ checked: 1, found: 0, unreachable: 1 });
      }
      expect(shop.paid).toEqual([]);
      service.fault = () => undefined;
      // Another process, with nothing but the store.
      shop = shopWith({ store });
      expect(await shop.signer.reconcile()).toMatchObject({ checked: 1, found: 1 });
      expect(await shop.signer.reconcile()).toMatchObject({ checked: 0, found: 0, notified: 0 });
      await deliver(url);
      expect((await shop.result(claim)).status).toBe('approved');
      expect(shop.paid).toEqual([{ order: '1042', txnNumber: '1001' }]);
    },
  );

  it('whose hint cannot be stored is a 503, so that the service repeats it', async () => {
    const store = createMemoryStore({ clock: shopClock });
    shop = shopWith({ store });
    const { url } = await paid();
    const broken = { ...store, markHinted: () => Promise.reject(new Error('the disk is full')) };
    shop = shopWith({ store: broken });
    expect((await send(url)).status).toBe(503);
    // A forged one does not learn that much.
    expect((await send(url.slice(0, -2))).status).toBe(200);
  });

  it('that arrives before the transaction exists is used up; the next one finds it', async () => {
    const grant = await shop.grant('1042');
    const url = addressOf();
    await deliver(url);
    expect(searches()).toBe(1);
    await service.pay(grant.authKey);
    await deliver(url);
    expect(searches()).toBe(2 + FOLLOW_UPS);
    expect(shop.paid).toHaveLength(1);
  });

  it('that arrives before the claim is live leads to the payment', async () => {
    const real = createMemoryStore({ clock: shopClock });
    const store: typeof real = {
      ...real,
      async goLive(id, owner, key) {
        // Nobody has the key yet: this could happen only if the service leaks keys.
        await service.pay(key.authKey);
        await deliver(addressOf());
        expect((await real.readClaim(id))?.state).toBe('approved');
        return real.goLive(id, owner, key);
      },
    };
    shop = shopWith({ store });
    expect((await shop.authkey('1042')).status).toBe('approved');
    expect(shop.paid).toHaveLength(1);
    expect(service.calls.T4).toBe(1);
  });

  it('that arrives after the claim expired finds the payment, also by a reconciliation', async () => {
    const store = createMemoryStore({ clock: shopClock });
    shop = shopWith({ store });
    for (const [order, by] of [
      ['1', 'webhook'],
      ['2', 'reconciliation'],
    ] as const) {
      shop.orders.set(order, orderOf(order));
      const { authKey, claim } = await shop.grant(order);
      const url = addressOf();
      shop.now += 33 * 60_000;
      expect((await shop.result(claim)).status).toBe('expired');
      // The clocks of signer and service differ: the service still took the key.
      await service.pay(authKey);
      if (by === 'reconciliation') service.fault = (call) => (call === 'T3' ? 'unavailable' : undefined);
      await deliver(url);
      service.fault = () => undefined;
      if (by === 'reconciliation') expect(await shop.signer.reconcile()).toMatchObject({ found: 1 });
      expect(shop.paid.at(-1)?.order).toBe(order);
    }
  });

  it('at the same time as the return, the page and a reconciliation notifies the shop once', async () => {
    for (let round = 1; round <= 20; round += 1) {
      const { url, claim, resultKey } = await paid(`r${round}`);
      const back = new Request(`${ORIGIN}/pay/return?claim=${claim}&ResultKey=${resultKey}`);
      await Promise.all([
        deliver(url),
        shop.signer.fetch(back),
        shop.result(claim, resultKey),
        shop.signer.reconcile(),
        deliver(url),
      ]);
      expect(shop.paid).toHaveLength(round);
    }
  });

  it('of another order tells nothing about this one, whatever its body says', async () => {
    const unpaid = await shop.grant('1042');
    const url = addressOf();
    const other = await paid('7');
    const lie = JSON.stringify({
      TxnNumber: '1001',
      ResponseCode: '0',
      MerchantReference: unpaid.claim,
      Amount: 19900,
    });
    await deliver(url, lie);
    expect(shop.paid).toEqual([]);
    expect((await shop.result(unpaid.claim)).status).toBe('open');
    await deliver(other.url, lie);
    expect(shop.paid).toEqual([{ order: '7', txnNumber: '1001' }]);
  });
});

describe('a forged webhook', () => {
  const forge: readonly (readonly [string, (url: string) => string])[] = [
    ['has no hint', (url) => url.split('?')[0]!],
    ['has an empty hint', (url) => url.replace(/=.*/, '=')],
    ['has a changed MAC', (url) => url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A')],
    ['has a cut MAC', (url) => url.slice(0, -3)],
    ['has another claim', (url) => url.replace(/hint=./, (start) => `hint=${start.endsWith('0') ? '1' : '0'}`)],
    ['has two hints', (url) => `${url}&hint=${url.split('=')[1]}`],
    ['is ten thousand characters long', (url) => url + 'A'.repeat(10_000)],
    ['is no text', () => `${ORIGIN}/pay/webhook?hint=%FF%00%C0`],
  ];
  it.each(forge)('is answered 200, and nothing is done, when it %s', async (_name, change) => {
    const { url } = await paid();
    const { status, text, work } = await send(change(url));
    expect([status, text, work]).toEqual([200, '', []]);
    expect(searches()).toBe(0);
    expect(shop.paid).toEqual([]);
    expect(shop.log).toEqual([]);
  });

  it('is not told from a true one by its answer', async () => {
    const { url } = await paid();
    const answers = await Promise.all([send(url), send(`${url}x`), send(`${ORIGIN}/pay/webhook`)]);
    await Promise.all(answers.flatMap(({ work }) => work));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it('is never limited, or the service would try a true one for a day', async () => {
    shop = shopWith({ rateLimit: { client: { calls: 2, seconds: 60 } } });
    for (let call = 0; call < 10; call += 1) expect((await send(`${ORIGIN}/pay/webhook?hint=x`)).status).toBe(200);
    expect((await send(`${ORIGIN}/pay/webhook`, 'not JSON', { 'content-type': 'text/plain' })).status).toBe(200);
  });
});

/** Sends so many bytes as fast as they are taken; the status, which may come before the end. */
function postHuge(url: string, size: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const posting = request(url, { method: 'POST', headers: { 'content-length': size } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    // A server that has answered may close while the client still sends: the promise is settled then.
    posting.on('error', reject);
    const part = Buffer.alloc(64 * 1024, '{');
    let sent = 0;
    const go = () => {
      while (sent < size && !posting.destroyed) {
        sent += part.length;
        if (!posting.write(part)) return void posting.once('drain', go);
      }
      posting.end();
    };
    go();
  });
}

describe('a huge webhook', () => {
  it('is answered without being read', { timeout: 60_000 }, async () => {
    const { url } = await paid();
    const server = createServer(createListener(shop.signer));
    const address = await listenOnLoopback(server);
    for (const target of ['/pay/webhook?hint=forged', url.slice(ORIGIN.length)]) {
      expect(await postHuge(`${address}${target}`, 20 * 1024 * 1024)).toBe(200);
    }
    await expect.poll(() => shop.paid.length).toBe(1);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('the address of webhooks', () => {
  it.each([
    ['https://shop.example/pay', undefined, true],
    ['http://localhost:4000/pay', undefined, true],
    ['http://127.0.0.1:4000/pay', undefined, true],
    ['http://shop.internal/pay', undefined, false],
    ['http://127.0.0.1.shop.example/pay', undefined, false],
    ['http://shop.internal/pay', true, true],
    ['https://shop.example/pay', false, false],
  ])('behind %s with webhooks %s is given: %s', async (publicUrl, webhooks, isGiven) => {
    const options = { publicUrl, basePath: '/pay', ...(webhooks === undefined ? {} : { webhooks }) };
    const plain = createShop(accountAt(service), { ...options, allowedOrigins: [ORIGIN], webhooks: webhooks! });
    await plain.grant('1042');
    expect(addressOf()).toEqual(isGiven ? expect.stringContaining(`${publicUrl}/webhook?hint=`) : '');
  });
});
