/**
 * The plain form as a part of the shop's own page, with signer and sandbox. The element around it:
 * test/browser/webform.spec.ts.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PricedOrder } from '../../../src/signer/signer-options.js';
import { startService, type Service } from '../service-on-a-port.js';
import { createShop, ORIGIN, type Shop } from '../shop.js';
import { createShopWithCards } from '../shopper.js';

const CARD: Readonly<Record<string, string>> = {
  CardNumber: '5123 4567 8901 2346',
  ExpiryDateMonth: '05',
  ExpiryDateYear: '42',
  CVN: '123',
  CardHolderName: 'A BUYER',
};

let service: Service;
let shop: Shop;
let serial = 0;
let order = '';

const orderOf = (name: string, members: Partial<PricedOrder> = {}): PricedOrder => ({
  order: name,
  amount: { minor: 19900, currency: 'AUD' },
  crn1: `ORDER-${name}`,
  ...members,
});
const webform = { webform: {}, returnTo: (name: string) => `/orders/${name}?from="form"&more` };
const page = (headers: Record<string, string> = {}) => new Request(`${ORIGIN}/checkout/1`, { headers });
const render = (name = order) => shop.signer.renderForm(page(), name);
const get = (query: string) => shop.signer.fetch(new Request(`${ORIGIN}/pay/form?${query}`));
const actionOf = (html: string) => (/ action="([^"]+)"/.exec(html)?.[1] ?? 'none').replaceAll('&amp;', '&');
const namesOf = (html: string) => [...html.matchAll(/<input [^>]*?\bname="(\w+)"/g)].map(([, name = '']) => name);

/** As a browser without script: posts what has a name, and follows to the signer. */
async function submit(html: string, typed: Readonly<Record<string, string>> = {}): Promise<Response> {
  const body = new URLSearchParams(namesOf(html).map((name) => [name, { ...CARD, ...typed }[name] ?? '']));
  const sent = await fetch(actionOf(html), { method: 'POST', redirect: 'manual', body });
  const location = sent.headers.get('location') ?? '';
  expect(location.startsWith(`${ORIGIN}/pay/return?`)).toBe(true);
  return shop.signer.fetch(new Request(location));
}

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(() => {
  serial += 1;
  order = `part-${serial}`;
  shop = createShop(service.accountAt(service.url), { clock: service.clock, ...webform });
  shop.orders.set(order, orderOf(order));
});

describe('the form inside the element', () => {
  it('works without script and under a strict policy', async () => {
    const { status, html } = await render();
    expect(status).toBe('form');
    expect(html).toMatch(/^<form slot="form" [^>]*method="post" action="[^"]+\/txns\/withauthkey\/[\w-]+"/);
    expect(namesOf(html)).toEqual(['CardNumber', 'ExpiryDateMonth', 'ExpiryDateYear', 'CVN', 'CardHolderName']);
    expect(html).toContain('Pay $199.00');
    expect(html).not.toMatch(/<script|<style|<link| style=| id=| on\w+=|javascript:| value=/i);
    expect(html.match(/<label /g)).toHaveLength(5);
  });

  it('has the classes that florin-form.css styles', async () => {
    const css = readFileSync(new URL('../../../public/florin-form.css', import.meta.url), 'utf8');
    const { html } = await render();
    const given = html.split(/["\s]/);
    for (const name of [
      'florin-form',
      'florin-field',
      'florin-ExpiryDateMonth',
      'florin-ExpiryDateYear',
      'florin-pay',
    ]) {
      expect(given).toContain(name);
      expect(css).toMatch(new RegExp(`\\.${name}[ ,]`));
    }
  });

  it('pays, and redirects back to the shop', async () => {
    const back = await submit((await render()).html);
    expect([back.status, back.headers.get('location')]).toEqual([
      303,
      `${ORIGIN}/orders/${order}?from=%22form%22&more`,
    ]);
    expect(shop.paid).toMatchObject([{ order }]);
  });

  it('is shown again as a whole page after a field error, with the same key and without the typed values', async () => {
    const { html } = await render();
    const again = await submit(html, { CardNumber: '5123456789012345' });
    expect([again.status, again.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const text = await again.text();
    expect(text).toContain('Check the card number. Nothing was charged.');
    expect(actionOf(text)).toBe(actionOf(html));
    const written = text.replace(actionOf(text).replaceAll('&', '&amp;'), '');
    expect(written.length).toBeLessThan(text.length);
    // The address holds the key, which has by chance any four digits that a card has.
    for (const typed of ['51234', '2345', 'A BUYER', ' value=']) expect(written).not.toContain(typed);
    expect((await submit(text)).status).toBe(303);
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
  });

  it('passes the headers of its page to priceOrder', async () => {
    const asked: (string | null)[] = [];
    shop = createShop(service.accountAt(service.url), {
      clock: service.clock,
      ...webform,
      priceOrder({ headers }, name) {
        asked.push(headers.get('cookie'));
        return headers.get('cookie') === 'session=ann' ? orderOf(name) : null;
      },
    });
    expect((await shop.signer.renderForm(page({ cookie: 'session=ann' }), order)).status).toBe('form');
    expect((await shop.signer.renderForm(page({ cookie: 'session=bob' }), order)).status).toBe('refused');
    expect(asked).toEqual(['session=ann', 'session=bob']);
  });

  it('is available by GET for servers in other languages, and is never cached', async () => {
    const response = await get(`order=${order}&as=fragment`);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    // It is no page: opened as one, it sends nothing.
    expect(response.headers.get('content-security-policy')).toContain("form-action 'none'; frame-ancestors 'none'");
    expect(await response.text()).toBe((await render()).html);
  });
});

describe('its key', () => {
  it('is the order’s one live key, for every load of the page and for the element in it', async () => {
    const { html } = await render();
    expect(actionOf((await render()).html)).toBe(actionOf(html));
    expect((await shop.grant(order)).submitUrl).toBe(actionOf(html));
    const fetched = await (await get(`order=${order}`)).text();
    expect(actionOf(fetched)).toBe(actionOf(html));
  });

  it('changes with the price, and a payment by the old form is reported', async () => {
    const { html } = await render();
    shop.orders.set(order, orderOf(order, { amount: { minor: 25000, currency: 'AUD' }, version: '2' }));
    const grant = await shop.grant(order);
    expect(grant.submitUrl).not.toBe(actionOf(html));
    expect(actionOf((await render()).html)).toBe(grant.submitUrl);
    await submit(html);
    expect(shop.paid).toEqual([]);
    expect(shop.mismatches.map(({ kind }) => kind)).toEqual(['paid_superseded']);
    expect((await render()).status).toBe('closed');
  });

  it('pays once, even if the form is sent several times', async () => {
    const { html } = await render();
    const answers = await Promise.all([submit(html), submit(html), submit(html)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await service.countApproved(`ORDER-${order}`)).toBe(1);
    expect(shop.paid).toHaveLength(1);
  });

  it('is replaced when the old key can no longer be used, not earlier', async () => {
    const { html } = await render();
    await service.advanceClock(1801);
    const during = await render();
    expect(during.status).toBe('closed');
    expect(during.html).toContain('do not know yet');
    await service.advanceClock(121);
    const after = await render();
    expect(after.status).toBe('form');
    expect(actionOf(after.html)).not.toBe(actionOf(html));
  });
});

describe('a sentence in place of the form', () => {
  it('says that the order is paid, and links to it', async () => {
    await submit((await render()).html);
    const { status, html } = await render();
    expect(status).toBe('closed');
    expect(html).toContain('nothing left to pay');
    expect(html).toContain(`href="${ORIGIN}/orders/${order}?from=%22form%22&amp;more"`);
    // In the element's slot: there it takes the place of the fields, with script too.
    expect(html).toMatch(/^<p slot="form"/);
    const part = await get(`order=${order}&as=fragment`);
    expect([part.status, part.headers.get('florin-form')]).toEqual([409, 'closed']);
  });

  it('says that the service does not answer, and is replaced by the form when it does', async () => {
    const account = service.accountAt(service.url);
    const gone = createShop({ ...account, baseUrl: 'http://127.0.0.1:1' }, { clock: service.clock, ...webform });
    gone.orders.set(order, orderOf(order));
    const part = await gone.signer.renderForm(page(), order);
    expect(part.status).toBe('refused');
    expect(part.html).toMatch(
      /^<p class="florin-note" role="alert" lang="en-AU" dir="ltr">The card form cannot be shown right now/,
    );
    expect((await render()).status).toBe('form');
  });

  it.each([
    ['an order that is nobody’s', {}, 'nothing', 'cannot be paid for here'],
    ['a shop without the plain form', { webform: undefined }, '', 'cannot take cards at the moment'],
    [
      'a shop that cannot price',
      { priceOrder: () => Promise.reject(new Error('down')) },
      '',
      'cannot be shown right now',
    ],
  ] as const)('is there for %s', async (_what, options, name, says) => {
    shop = createShop(service.accountAt(service.url), { clock: service.clock, ...webform, ...options } as never);
    shop.orders.set(order, orderOf(order));
    const { status, html } = await render(name || order);
    expect(status).toBe('refused');
    expect(html).toContain(says);
    expect(html).not.toContain('<form');
  });

  it('counts as a call of its client', async () => {
    const rateLimit = { client: { calls: 2, seconds: 60 } };
    shop = createShop(service.accountAt(service.url), { clock: service.clock, ...webform, rateLimit });
    shop.orders.set(order, orderOf(order));
    const from = (clientAddress: string) => shop.signer.renderForm(page(), order, { clientAddress });
    const parts = [await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.2')];
    expect(parts.map(({ status }) => status)).toEqual(['form', 'form', 'refused', 'form']);
  });
});

describe('a form that saves something', () => {
  it.each([
    ['save-card', 'CardNumber', 'Save card'],
    ['save-bank-account', 'BSBNumber', 'Save bank account'],
  ] as const)('is a part too: %s', async (purpose, name, button) => {
    const cards = createShopWithCards(service, { webform: {} });
    const ask = (session: string) =>
      cards.signer.fetch(
        new Request(`${ORIGIN}/pay/form?purpose=${purpose}&as=fragment`, { headers: { 'x-session': session } }),
      );
    const html = await (await ask(`part${serial}-1`)).text();
    expect(namesOf(html)).toContain(name);
    expect(html).toContain(`>${button}</button>`);
    expect(html).not.toMatch(/<html|<style| id=/);
    const rendered = await cards.signer.renderForm(page({ 'x-session': `part${serial}-1` }), { purpose });
    expect(rendered.status).toBe('form');
    // Each is an attempt of its own.
    expect(actionOf(rendered.html)).not.toBe(actionOf(html));
    expect(rendered.html.replace(actionOf(rendered.html), '')).toBe(html.replace(actionOf(html), ''));
    expect((await cards.signer.renderForm(page(), { purpose })).status).toBe('refused');
    const refused = await ask('');
    expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('<p class="florin-note"')]);
  });
});

describe('the form’s own page', () => {
  const german = { 'accept-language': 'de' };
  const open = (query: string) => shop.signer.fetch(new Request(`${ORIGIN}/pay/form?${query}`, { headers: german }));

  it('says shop, order and price, and leads back to the shop', async () => {
    shop = createShop(service.accountAt(service.url), {
      ...{ clock: service.clock, ...webform },
      webform: { backUrl: 'https://shop.example/cart?of={order}' },
    });
    shop.orders.set('a & b', orderOf('a & b'));
    const html = await (await open('order=a+%26+b&lang=en-AU')).text();
    expect(html).toContain('<h1><span translate="no">Pay $199.00</span></h1>');
    expect(html).toContain('<dt>Order</dt><dd translate="no"><bdi>a &amp; b</bdi></dd>');
    expect(html).toContain('<a class="back" href="https://shop.example/cart?of=a%20%26%20b">Back to the shop</a>');
  });

  it('says what a pattern asks for', async () => {
    const html = await (await open(`order=${order}&lang=en`)).text();
    const patterns = [...html.matchAll(/<input [^>]*pattern=[^>]*>/g)].map(([input]) => input);
    expect(patterns).toHaveLength(3);
    for (const input of patterns) expect(input).toMatch(/ title="[^"]{10,}"/);
  });

  it('keeps the language of the page before it, also after a refused field', async () => {
    const answer = await open(`order=${order}&lang=en-AU`);
    expect(answer.headers.get('content-language')).toBe('en-AU');
    const again = await submit(await answer.text(), { CVN: '1' });
    expect(again.headers.get('content-language')).toBe('en-AU');
    expect(await again.text()).toContain('Pay $199.00');
  });

  it.each(['xx', '', '!', 'zz-Hans'])('is in the browser’s language if the page names "%s"', async (lang) => {
    const answer = await open(`order=${order}&lang=${lang}`);
    expect(answer.headers.get('content-language')).toBe('de');
  });
});
