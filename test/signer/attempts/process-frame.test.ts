/** The service's own frame: the signer processes it by claim (T10 and D11), once, and never repeats it blindly. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthKeyGrant, ProcessAnswer, TokenKeyGrant, TokenResult } from '../../../src/core/pay-api.js';
import { createRestClient } from '../../../src/service/rest-client.js';
import { startService, type Service } from '../service-on-a-port.js';
import { createShop, ORIGIN, orderOf, type Shop } from '../shop.js';
import { createShopWithCards, type ShopWithCards } from '../shopper.js';

const TYPED = { CardNumber: '5123456789012346', ExpiryDate: '05/42', CVN: '123', CardHolderName: 'A BUYER' };

let service: Service;
let shop: ShopWithCards;
/** Calls of the service's processing endpoints, and what becomes of them on the way. */
let calls: string[] = [];
let lose: 'nothing' | 'request' | 'answer' | 'html' | 'code' = 'nothing';
let serial = 0;

const isProcessing = (url: string) => /processiframetxn|dvtokens\/iframe\/(add|update)/.test(url);

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  calls = [];
  lose = 'nothing';
  serial += 1;
  const account = service.accountAt(service.url);
  const client = createRestClient({
    ...account,
    version: 'v3',
    async fetch(url, init) {
      if (!isProcessing(url)) return fetch(url, init);
      calls.push(new URL(url).pathname.split('/').slice(3, -1).join('/'));
      if (lose === 'request') throw new TypeError('fetch failed');
      const response = await fetch(url, init);
      if (lose === 'answer') throw new TypeError('fetch failed');
      if (lose === 'code') return Response.json({ APIResponse: { ResponseCode: 150, ResponseText: 'Invalid' } });
      return lose === 'html' ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : response;
    },
  });
  const connection = { client, browserUrl: service.url, merchantNumber: account.merchantNumber };
  shop = createShopWithCards(service, {
    service: connection,
    iframe: { css: 'input { color: navy }' },
    redirect: { merchantShortName: 'DEMOSHOP' },
  });
});

async function grantOf(): Promise<AuthKeyGrant & { readonly frameUrl: string }> {
  const order = `framed-${serial}-${String(shop.orders.size)}`;
  shop.orders.set(order, orderOf(order));
  const grant = await shop.grant(order);
  if (!grant.frameUrl) throw new Error('no frame');
  return { ...grant, frameUrl: grant.frameUrl };
}

/** As the shopper in the frame. */
async function type(frameUrl: string, fields: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const response = await fetch(frameUrl, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ ...TYPED, ...fields }),
  });
  return response.json();
}

const process = async (claim: string, others: object = {}) =>
  (await shop.as<ProcessAnswer>('', 'process', { claim, ...others })).body;

describe('a payment by the service’s frame', () => {
  it('has the URLs of frame and hosted page in its grant, and both exist', async () => {
    const { authKey, frameUrl, hostedUrl } = await grantOf();
    expect(frameUrl).toBe(`${service.url}/webapi/v3/txns/iframe/${authKey}`);
    expect(hostedUrl).toBe(`${service.url}/pay/DEMOSHOP?in_pay_token=${authKey}`);
    const page = await fetch(frameUrl);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('navy');
    expect((await fetch(hostedUrl ?? '')).status).toBe(200);
  });

  it('has none of them if the shop does not allow the methods', async () => {
    const plain: Shop = createShop(service.accountAt(service.url), { clock: service.clock });
    const grant = await plain.grant('1042');
    expect(Object.keys(grant)).not.toEqual(expect.arrayContaining(['frameUrl']));
    expect(Object.keys(grant)).not.toEqual(expect.arrayContaining(['hostedUrl']));
    expect((await plain.post('process', { claim: grant.claim })).status).toBe(404);
  });

  it('is charged once, even for repeated and parallel requests', async () => {
    const { claim, frameUrl, order } = await grantOf();
    expect(await type(frameUrl)).toEqual({ outcome: 'stored' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => process(claim)));
    for (const { status } of answers) expect(['approved', 'pending']).toContain(status);
    expect(answers.map(({ status }) => status)).toContain('approved');
    expect((await process(claim)).status).toBe('approved');
    expect((await shop.result(claim)).status).toBe('approved');
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
    expect(shop.paid).toMatchObject([{ order }]);
  });

  it('accepts holder and expiry from outside the frame, and nothing else', async () => {
    const { claim, frameUrl } = await grantOf();
    await type(frameUrl);
    const answer = await process(claim, {
      Amount: 1,
      card: { holderName: 'B BUYER', expiryMonth: '11', expiryYear: '43', CardNumber: '4987654321098769' },
    });
    expect(answer).toMatchObject({
      status: 'approved',
      receipt: { amount: { minor: 19900 }, card: { lastDigits: '346', expiry: '1143' } },
    });
  });

  it.each([
    { card: { expiryMonth: '5' } },
    { card: { holderName: '5123456789012346' } },
    { card: { holderName: 7 } },
    { card: [] },
    { card: 'x' },
  ])('refuses %o, without quoting it', async (others) => {
    const { claim } = await grantOf();
    const answer = await shop.as('', 'process', { claim, ...others });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).not.toContain('512345');
    expect(calls).toEqual([]);
  });

  it('is refused before anything was typed, keeps the key, and can be repeated', async () => {
    const { claim, frameUrl } = await grantOf();
    expect(await process(claim)).toEqual({ status: 'field_error', claim, apiCode: 112 });
    await type(frameUrl);
    expect((await process(claim)).status).toBe('approved');
  });

  it('may be declined', async () => {
    const { claim, frameUrl } = await grantOf();
    await type(frameUrl, { CVN: '987' });
    expect((await process(claim)).status).toBe('declined');
    expect((await process(claim)).status).toBe('declined');
    expect(calls).toHaveLength(1);
  });

  it('may lead to a challenge, only at the service', async () => {
    const { claim, frameUrl } = await grantOf();
    await type(frameUrl, { CardHolderName: '3DS CHALLENGE' });
    const answer = await process(claim);
    if (answer.status !== 'challenge') throw new Error(`not a challenge but ${answer.status}`);
    expect(new URL(answer.redirectionUrl).origin).toBe(service.url);
    // A second request during the call sends nothing.
    expect((await process(claim)).status).toBe('pending');
    await fetch(answer.redirectionUrl, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ answer: 'approve' }),
    });
    expect((await process(claim)).status).toBe('approved');
    expect(calls).toHaveLength(1);
  });

  it.each(['answer', 'html', 'code'] as const)('whose answer is lost (%s) is found and not sent again', async (how) => {
    const { claim, frameUrl, order } = await grantOf();
    await type(frameUrl);
    lose = how;
    expect((await process(claim)).status).toBe('approved');
    lose = 'nothing';
    expect((await process(claim)).status).toBe('approved');
    expect(calls).toHaveLength(1);
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it('whose request is lost is unknown; it is looked up before it is sent again', async () => {
    const { claim, frameUrl, order } = await grantOf();
    await type(frameUrl);
    lose = 'request';
    expect((await process(claim)).status).toBe('pending');
    lose = 'nothing';
    expect((await process(claim)).status).toBe('approved');
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it('is not sent while it cannot be looked up', async () => {
    const { claim, frameUrl } = await grantOf();
    await type(frameUrl);
    lose = 'answer';
    service.control.setAvailability('unavailable');
    expect((await process(claim)).status).toBe('pending');
    expect((await shop.as('', 'process', { claim })).status).toBe(503);
    expect(calls).toHaveLength(1);
    service.control.setAvailability('normal');
    lose = 'nothing';
    expect((await process(claim)).status).toBe('approved');
  });

  it('is not charged at a price that has changed', async () => {
    const { claim, frameUrl, order } = await grantOf();
    await type(frameUrl);
    shop.orders.set(order, orderOf(order, { amount: { minor: 25000, currency: 'AUD' } }));
    const dearer = await shop.grant(order);
    expect((await process(claim)).status).toBe('pending');
    expect(calls).toEqual([]);
    await type(dearer.frameUrl ?? '');
    expect(await process(dearer.claim)).toMatchObject({ status: 'approved', receipt: { amount: { minor: 25000 } } });
    expect(shop.mismatches).toEqual([]);
  });

  it('needs its claim', async () => {
    const { claim } = await grantOf();
    const bodies = [];
    const forged = `${claim.slice(0, -2)}${claim.endsWith('AA') ? 'BA' : 'AA'}`;
    for (const wrong of [`${'0'.repeat(32)}.${'A'.repeat(43)}`, forged, '', 7, undefined]) {
      const answer = await shop.as('', 'process', { claim: wrong });
      expect(answer.status).toBe(403);
      bodies.push(JSON.stringify(answer.body));
    }
    expect(new Set(bodies).size).toBe(1);
    expect(calls).toEqual([]);
  });
});

describe('a card stored by the service’s frame', () => {
  const keyOf = async (body: object) => (await shop.as<TokenKeyGrant>('ann-1', 'tokenkey', body)).body;

  it('is added, then changed, each by its own call', async () => {
    const added = await keyOf({ task: 'add' });
    expect(added.hostedUrl).toBe(`${service.url}/pay/DEMOSHOP.adddv?in_sessionid=${added.authKey}`);
    expect((await fetch(added.hostedUrl ?? '')).status).toBe(200);
    await type(added.frameUrl ?? '');
    const stored = (await process(added.claim)) as Extract<TokenResult, { status: 'stored' }>;
    expect(stored).toMatchObject({ status: 'stored', card: { lastDigits: '346', expiry: '0542' } });

    const changed = await keyOf({ task: 'update', card: stored.card.handle });
    expect((await fetch(changed.hostedUrl ?? '')).status).toBe(200);
    // Nothing typed, or half of it: the frame is asked for the rest, and the key waits.
    const beside = { card: { expiryMonth: '12', expiryYear: '44' } };
    const { claim } = changed;
    expect(await process(claim, beside)).toEqual({ status: 'field_error', claim, apiCode: 112 });
    expect(await type(changed.frameUrl ?? '', { CardNumber: '5123 45' })).toMatchObject({ outcome: 'refused' });
    expect(await process(claim)).toEqual({ status: 'field_error', claim, apiCode: 112 });
    await type(changed.frameUrl ?? '');
    expect(await process(claim, beside)).toMatchObject({ status: 'stored', card: { expiry: '1244' } });
    const update = 'dvtokens/iframe/update';
    expect(calls).toEqual(['dvtokens/iframe/add', update, update, update]);
    expect(shop.stored.map((each) => each.stored.task)).toEqual(['add', 'update']);
  });

  it('is not a bank account if the key is for cards, and the reverse', async () => {
    for (const [kind, absent] of [
      ['card', 'name="BSBNumber"'],
      ['bank_account', 'name="CardNumber"'],
    ] as const) {
      const { frameUrl } = await keyOf({ task: 'add', kind });
      for (const method of ['card', 'bank_account']) {
        const url = new URL(frameUrl ?? '');
        url.searchParams.set('method', method);
        const html = await (await fetch(url)).text();
        expect(html).toContain('<form');
        expect(html).not.toContain(absent);
      }
    }
  });

  it('can be a bank account, once its shopper accepts the terms', async () => {
    const { claim, frameUrl } = await keyOf({ task: 'add', kind: 'bank_account' });
    const account = { BSBNumber: '063-917', AccountNumber: '8041 7726', AccountName: 'A BUYER' };
    const typed = await fetch(`${frameUrl ?? ''}?method=bank_account`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({ ...account, AcceptBADirectDebitTC: 'true' }),
    });
    expect(await typed.json()).toEqual({ outcome: 'stored' });
    expect(await process(claim, { acceptsDirectDebit: true })).toMatchObject({
      status: 'stored',
      card: { kind: 'bank_account', lastDigits: '726' },
    });
  });

  it('whose answer is lost is found', async () => {
    const { claim, frameUrl } = await keyOf({ task: 'add' });
    await type(frameUrl ?? '');
    lose = 'answer';
    expect((await process(claim)).status).toBe('stored');
    expect(calls).toHaveLength(1);
    expect(shop.stored).toHaveLength(1);
  });
});

describe('the plain form', () => {
  const get = async (path: string) => {
    const response = await shop.signer.fetch(new Request(`${ORIGIN}/pay/${path}`));
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const submit = (html: string, fields: Readonly<Record<string, string>> = {}) => {
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
    const names = [...html.matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name);
    const card: Readonly<Record<string, string>> = {
      CardNumber: '5123 4567 8901 2346',
      CVN: '123',
      ExpiryDateMonth: '05',
      ExpiryDateYear: '42',
      CardHolderName: 'A BUYER',
      ...fields,
    };
    const body = new URLSearchParams(
      names.filter((name) => name !== 'viewport').map((name) => [name, card[name] ?? '']),
    );
    return fetch(action.replaceAll('&amp;', '&'), { method: 'POST', redirect: 'manual', body });
  };
  const follow = async (response: Response) => {
    const location = response.headers.get('location') ?? '';
    expect(location.startsWith(`${ORIGIN}/pay/return?`)).toBe(true);
    return get(location.slice(`${ORIGIN}/pay/`.length));
  };
  let order = '';

  beforeEach(() => {
    order = `formed-${serial}`;
    shop = createShopWithCards(service, {
      webform: { title: 'Pay "Demo" <Shop>' },
      returnTo: (name, { status }) => `/orders/${name}?payment=${status}`,
    });
    shop.orders.set(order, orderOf(order));
  });

  it('pays without script', async () => {
    const { status, headers, html } = await get(`form?order=${order}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain(`form-action ${service.url} ${ORIGIN};`);
    expect(html).toContain('<title>Pay &quot;Demo&quot; &lt;Shop&gt;</title>');
    expect(html).toContain('$199.00');
    expect(html).not.toMatch(/<script|javascript:| on\w+=/i);
    const back = await follow(await submit(html));
    expect([back.status, back.headers.get('location')]).toEqual([303, `${ORIGIN}/orders/${order}?payment=approved`]);
    expect(shop.paid).toMatchObject([{ order }]);
    // Paid: a request for the form redirects to the order.
    expect((await get(`form?order=${order}`)).headers.get('location')).toBe(
      `${ORIGIN}/orders/${order}?payment=approved`,
    );
  });

  it('is shown again with the errors, and without the typed values', async () => {
    const { html } = await get(`form?order=${order}`);
    const again = await follow(await submit(html, { CardNumber: '5123456789012345' }));
    expect(again.status).toBe(200);
    expect(again.html).toContain('Check the card number.');
    expect(again.html).toMatch(/name="CardNumber"[^>]*aria-invalid="true" aria-describedby="wrong"/);
    // The address holds the key, which has by chance any four digits that a card has.
    const written = again.html.replace(/ action="[^"]+"/, '');
    expect(written.length).toBeLessThan(again.html.length);
    for (const typed of ['51234', '2345', 'A BUYER', ' value=']) expect(written).not.toContain(typed);
    const back = await follow(await submit(again.html));
    expect(back.headers.get('location')).toBe(`${ORIGIN}/orders/${order}?payment=approved`);
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it('is not shown again for a used key, even if the URL says so', async () => {
    const { html } = await get(`form?order=${order}`);
    const location = new URL((await submit(html)).headers.get('location') ?? '');
    location.searchParams.set('ResponseCode', '112');
    location.searchParams.delete('ResultKey');
    const back = await get(location.href.slice(`${ORIGIN}/pay/`.length));
    expect(back.headers.get('location')).toBe(`${ORIGIN}/orders/${order}?payment=approved`);
  });

  it('is refused for another shopper’s order, and if the shop does not allow it', async () => {
    const refused = await get('form?order=none');
    expect(refused.status).toBe(403);
    expect((await get(`form?order=${order}&order=none`)).status).toBe(400);
    shop = createShopWithCards(service);
    expect((await get(`form?order=${order}`)).status).toBe(404);
  });
});
