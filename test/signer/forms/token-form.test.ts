/** Keys to store one kind of details, the plain form for it, and its webhook: signer and sandbox. */
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SavedCard, TokenKeyGrant, TokenResult } from '../../../src/core/pay-api.js';
import { listenOnLoopback } from '../../support/listen.js';
import { startService, type Service } from '../service-on-a-port.js';
import { ORIGIN } from '../shop.js';
import { createShopWithCards, storeAt, TEST_CARD, type ShopWithCards } from '../shopper.js';

const ACCOUNT = {
  AcceptBADirectDebitTC: true,
  BankAccountDetails: { AccountName: 'A BUYER', AccountNumber: '80417726', BSBNumber: '063917' },
};
const TYPED: Readonly<Record<string, string>> = {
  CardNumber: '5123 4567 8901 2346',
  ExpiryDateMonth: '05',
  ExpiryDateYear: '42',
  CardHolderName: 'A BUYER',
  BSBNumber: '063-917',
  AccountNumber: '8041 7726',
  AccountName: 'A BUYER',
  AcceptBADirectDebitTC: 'true',
};

let service: Service;
let shop: ShopWithCards;
let session = '';
let serial = 0;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  serial += 1;
  session = `form${serial}-1`;
  shop = createShopWithCards(service, {
    webform: {},
    iframe: {},
    redirect: { merchantShortName: 'DEMOSHOP' },
    returnToCards: (id, { status }) => `/account/${id}?saved=${status}`,
  });
});

const keyOf = (body: object) => shop.as<TokenKeyGrant>(session, 'tokenkey', body);

async function save(request: object): Promise<SavedCard> {
  const { body } = await keyOf({ task: 'add' });
  const { ResultKey } = await storeAt(body.submitUrl, request);
  const answer = await shop.as<TokenResult>('', 'tokenresult', { claim: body.claim, resultKey: ResultKey });
  if (answer.body.status !== 'stored') throw new Error(`not stored but ${answer.body.status}`);
  return answer.body.card;
}

describe('a key for one kind', () => {
  it('opens the service’s frame and page for that kind', async () => {
    const card = (await keyOf({ task: 'add', kind: 'card' })).body;
    const account = (await keyOf({ task: 'add', kind: 'bank_account' })).body;
    for (const url of [card.frameUrl, card.hostedUrl])
      expect(await (await fetch(url ?? '')).text()).toContain('Card number');
    for (const url of [account.frameUrl, account.hostedUrl]) {
      const page = await (await fetch(url ?? '')).text();
      expect(page).toContain('name="BSBNumber"');
      expect(page).not.toContain('name="CardNumber"');
    }
  });

  it('changes only that kind; others are refused with the text for an unknown handle', async () => {
    const [card, account] = [await save({ CardDetails: TEST_CARD }), await save(ACCOUNT)];
    for (const [{ handle }, kind] of [
      [card, 'bank_account'],
      [account, 'card'],
    ] as const) {
      const refused = await keyOf({ task: 'update', card: handle, kind });
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'card_refused' } } });
      expect(refused.body).toEqual((await keyOf({ task: 'update', card: 'no handle', kind })).body);
    }
    expect((await keyOf({ task: 'update', card: account.handle, kind: 'bank_account' })).status).toBe(200);
    expect((await keyOf({ task: 'update', card: card.handle })).status).toBe(200);
    expect((await keyOf({ task: 'add', kind: 'wallet' })).status).toBe(400);
  });
});

describe('the plain form for a card or account to store', () => {
  const get = async (path: string, whose = session) => {
    const response = await shop.signer.fetch(new Request(`${ORIGIN}/pay/${path}`, { headers: { 'x-session': whose } }));
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const submit = (html: string, fields: Readonly<Record<string, string>> = {}) => {
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
    const names = [...html.matchAll(/<input[^>]* name="([^"]+)"/g)].map(([, name = '']) => name);
    const body = new URLSearchParams(names.map((name) => [name, { ...TYPED, ...fields }[name] ?? '']));
    return fetch(action.replaceAll('&amp;', '&'), { method: 'POST', redirect: 'manual', body });
  };
  const follow = async (response: Response) => {
    const location = response.headers.get('location') ?? '';
    expect(location.startsWith(`${ORIGIN}/pay/return?`)).toBe(true);
    // The browser comes from another site: no cookie, no session.
    return get(location.slice(`${ORIGIN}/pay/`.length), '');
  };
  const leadsTo = (status: string) => `${ORIGIN}/account/form${serial}?saved=${status}`;

  it.each([
    ['save-card', 'Save card', { kind: 'card', lastDigits: '346', expiry: '0542' }],
    ['save-bank-account', 'Save bank account', { kind: 'bank_account', lastDigits: '726', holderName: 'A BUYER' }],
  ])('%s stores without any script', async (purpose, button, stored) => {
    const { status, headers, html } = await get(`form?purpose=${purpose}`);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain(`form-action ${service.url} ${ORIGIN};`);
    expect(html).toContain(`</svg>${button}</button>`);
    expect(html).not.toMatch(/<script|javascript:| on\w+=|CVN/i);
    const back = await follow(await submit(html));
    expect([back.status, back.headers.get('location')]).toEqual([303, leadsTo('stored')]);
    expect((await shop.as<{ cards: SavedCard[] }>(session, 'cards', {})).body.cards).toMatchObject([stored]);
    expect(shop.stored).toHaveLength(1);
  });

  it.each([
    ['card', { CardDetails: TEST_CARD }, { ExpiryDateMonth: '12', ExpiryDateYear: '44' }, { expiry: '1244' }],
    ['bank-account', ACCOUNT, { AccountNumber: '555123' }, { lastDigits: '123' }],
  ])('update-%s changes the named card or account', async (kind, before, typed, after) => {
    const { handle } = await save(before);
    const { html } = await get(`form?purpose=update-${kind}&card=${handle}`);
    const back = await follow(await submit(html, typed));
    expect(back.headers.get('location')).toBe(leadsTo('stored'));
    expect((await shop.as<{ cards: SavedCard[] }>(session, 'cards', {})).body.cards).toMatchObject([after]);
    expect(shop.stored.map(({ stored }) => stored.task)).toEqual(['add', 'update']);
  });

  it.each([
    ['save-card', { CardNumber: '5123456789012345' }, 'Check the card number.', 'CardNumber'],
    ['save-bank-account', { BSBNumber: '06391' }, 'Check the BSB: it has 6 digits.', 'BSBNumber'],
    ['save-bank-account', { AccountNumber: '12' }, 'Check the account number', 'AccountNumber'],
    ['save-bank-account', { AcceptBADirectDebitTC: '' }, 'Agree to the direct debit', 'AcceptBADirectDebitTC'],
  ])('%s is shown again with the errors (%o), and without the typed values', async (purpose, wrong, says, name) => {
    const { html } = await get(`form?purpose=${purpose}`);
    const again = await follow(await submit(html, wrong));
    expect(again.status).toBe(200);
    expect(again.html).toContain(`${says}`);
    expect(again.html).toContain('Nothing was saved.');
    expect(again.html).toMatch(new RegExp(`name="${name}"[^>]*aria-invalid="true" aria-describedby="wrong"`));
    // Random keys and claims may contain any few digits.
    const shown = again.html.replaceAll(/[\w-]{30,}/g, '');
    for (const typed of ['51234', '2345', '06391', '80417', 'A BUYER', ' value=""']) expect(shown).not.toContain(typed);
    const back = await follow(await submit(again.html));
    expect(back.headers.get('location')).toBe(leadsTo('stored'));
    expect(shop.stored).toHaveLength(1);
  });

  it('is not shown again for a used key, even if the URL says so', async () => {
    const { html } = await get('form?purpose=save-card');
    const location = new URL((await submit(html)).headers.get('location') ?? '');
    location.searchParams.set('ResponseCode', '112');
    location.searchParams.delete('ResultKey');
    const back = await get(location.href.slice(`${ORIGIN}/pay/`.length), '');
    expect(back.headers.get('location')).toBe(leadsTo('stored'));
  });

  it('is refused without a login, for another shopper’s card, and if the shop does not allow it', async () => {
    const { handle } = await save({ CardDetails: TEST_CARD });
    const foreign = await get(`form?purpose=update-card&card=${handle}`, 'bob-1');
    expect([foreign.status, (await get('form?purpose=save-card', '')).status]).toEqual([403, 401]);
    expect(foreign.html).not.toContain('<form');
    expect((await get('form?purpose=pay')).status).toBe(400);
    expect((await get('form?purpose=save-card&purpose=save-card')).status).toBe(400);
    expect((await get(`form?purpose=update-card&card=${handle}&card=${handle}`)).status).toBe(403);
    shop = createShopWithCards(service);
    expect((await get('form?purpose=save-card')).status).toBe(404);
  });
});

describe('the service’s webhook for a token', () => {
  it('makes the signer look, so the shop is notified even if the page was closed', async () => {
    let arrived: (url: string) => void;
    const hook = new Promise<string>((resolve) => (arrived = resolve));
    const server = createServer((request, response) => {
      arrived(request.url ?? '');
      response.end();
    });
    const publicUrl = `${await listenOnLoopback(server)}/pay`;
    shop = createShopWithCards(service, { publicUrl, webhooks: true });
    const post = (path: string, body: object) =>
      shop.signer.fetch(
        new Request(`${publicUrl}/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-session': session },
          body: JSON.stringify(body),
        }),
      );
    const grant = (await (await post('tokenkey', { task: 'add' })).json()) as TokenKeyGrant;
    await storeAt(grant.submitUrl);
    const path = await hook;
    server.close();
    server.closeAllConnections();
    expect(path).toMatch(/^\/pay\/webhook\?hint=[0-9a-f]{32}\.[\w-]{43}$/);
    expect(path).not.toContain(grant.claim);
    const work: Promise<void>[] = [];
    const hint = new Request(new URL(path, publicUrl), { method: 'POST', body: '{}' });
    expect((await shop.signer.fetch(hint, { waitUntil: (each) => void work.push(each) })).status).toBe(200);
    await Promise.all(work);
    expect(shop.stored).toMatchObject([{ shopper: `form${serial}`, stored: { task: 'add' } }]);
  });
});
