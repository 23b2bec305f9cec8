/**
 * The hosted pages (T12, D14) without JavaScript: keys of both versions, every outcome, and secrets that no page may
 * show.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_MERCHANT } from '../../src/sandbox/merchant.js';
import { isolatedText } from '../../src/sandbox/pages/html.js';
import { PageCaller, SHOP, TYPED_ACCOUNT, TYPED_CARD, resultKeyIn, withoutKeys } from './page-caller.js';
import { inProcess, TARGETS, type ServiceUnderTest } from './service-under-test.js';
import { ACCOUNT, TokenCaller } from './token-caller.js';

const EVERY_WAY = TARGETS.flatMap((target) => (['v2', 'v3'] as const).map((version) => ({ ...target, version })));
const RETURN = { RedirectionUrl: SHOP };

describe.each(EVERY_WAY)('hosted pages with keys of $version, $target', ({ open, version }) => {
  let service: ServiceUnderTest;
  let api: TokenCaller;
  let pages: PageCaller;

  beforeAll(async () => {
    service = await open();
    api = new TokenCaller(service, version);
    pages = new PageCaller(service);
  });
  afterAll(() => service.close());

  const payPage = async (members: object = {}, others: object = {}) =>
    `/pay/DEMOSHOP?in_pay_token=${await api.key(members, { ...RETURN, ...others })}`;
  const addPage = async (members: object = {}, others: object = {}) =>
    `/pay/DEMOSHOP.adddv?in_sessionid=${await api.addKey(members, { ...RETURN, ...others })}`;
  const updatePage = async (DVToken: string) =>
    `/pay/DEMOSHOP.updatedv?in_sessionid=${(await api.askUpdateKey({ DVToken }, RETURN)).AuthKey as string}`;

  it('T12: a shopper pays, comes back to the shop, and the shop’s server reads the transaction', async () => {
    const page = await payPage({ Amount: 19_900, Crn1: 'order <4711>' });
    const { status, html, headers } = await pages.get(page);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain('<title>Pay Demo Shop</title>');
    expect(html).toContain('Pay $199.00</span></button>');
    expect(html).toContain('<dd translate="no"><bdi>order &lt;4711&gt;</bdi></dd>');
    const sent = await pages.fill(page, TYPED_CARD);
    expect(sent.status).toBe(303);
    expect(sent.location).toMatch(
      /^https:\/\/shop\.example\/back\?order=7&ResponseCode=0&ResponseText=Success&ResultKey=/,
    );
    const { TxnResp } = await api.result(resultKeyIn(sent));
    expect(TxnResp).toMatchObject({ Amount: 19_900, ResponseCode: '0', CardType: 'VC', Crn1: 'order <4711>' });
    expect(TxnResp.CardDetails).toMatchObject({ CardHolderName: 'Jana Nováková', ExpiryDate: '0530' });
  });

  it('T12: a declined card redirects to the shop too, and 0 in the URL does not mean paid', async () => {
    const sent = await pages.fill(await payPage({ Amount: 10_005 }), TYPED_CARD);
    expect(sent.location).toContain('ResponseCode=0&');
    expect((await api.result(resultKeyIn(sent))).TxnResp).toMatchObject({ ResponseCode: '2', BankResponseCode: '05' });
  });

  it('T12: errors are shown at their fields, the key stays usable, and no secret is returned', async () => {
    const page = await payPage();
    const wrong = { ...TYPED_CARD, CardNumber: '4987 6543 2109 8768', CVN: '73' };
    const again = await pages.fill(page, wrong);
    expect(again.status).toBe(422);
    expect(again.html).toContain('<title>Error: Pay Demo Shop</title>');
    expect(again.html).toContain('Check the card number: a digit is wrong');
    expect(again.html).toContain('A digit is missing');
    expect(again.html).not.toContain('<span>Enter month and year');
    expect(again.html).toMatch(/id="number"[^>]* aria-invalid="true"[^>]* autofocus/);
    expect(withoutKeys(again.html)).not.toMatch(/4987|8768|"73"|Nov|value="/);
    expect((await pages.fill(page, TYPED_CARD)).status).toBe(303);
  });

  it('T12: shows errors of the service: a card that is not a test card, in live mode', async () => {
    const again = await pages.fill(await payPage({ TestMode: false }), {
      ...TYPED_CARD,
      CardNumber: '4111111111111111',
    });
    expect(again.status).toBe(422);
    expect(again.html).toContain('it accepts test cards only');
    expect(withoutKeys(again.html)).not.toContain('4111');
  });

  it('T12: asks for amount and first reference when they are not fixed', async () => {
    const page = await payPage({ Amount: null, Crn1: null });
    const again = await pages.fill(page, { ...TYPED_CARD, Amount: 'a lot', Crn1: '"><b>9' });
    expect(again.html).toContain('Check the amount');
    expect(again.html).toContain('value="&quot;&gt;&lt;b&gt;9"');
    const sent = await pages.fill(page, { ...TYPED_CARD, Amount: '1,234.00', Crn1: 'mine' });
    expect((await api.result(resultKeyIn(sent))).TxnResp).toMatchObject({ Amount: 123_400, Crn1: 'mine' });
  });

  it('T12: a form cannot change fixed terms', async () => {
    const page = await payPage({ Amount: 500 });
    const sent = await pages.post(page, { ...TYPED_CARD, Amount: '1.00', Crn1: 'other', StoreCard: 'true' });
    const { TxnResp } = await api.result(resultKeyIn(sent));
    expect(TxnResp).toMatchObject({ Amount: 500, Crn1: 'order 1042', DVToken: null });
  });

  it.each([
    [1, false, undefined, null],
    [2, true, undefined, null],
    [2, true, 'true', expect.stringMatching(/^599999/)],
    [3, false, undefined, expect.stringMatching(/^599999/)],
  ])('T12: TokenisationMode %i asks: %s; with StoreCard %s', async (TokenisationMode, asks, StoreCard, DVToken) => {
    const page = await payPage({ TokenisationMode });
    expect((await pages.get(page)).html.includes('name="StoreCard"')).toBe(asks);
    const sent = await pages.fill(page, { ...TYPED_CARD, ...(StoreCard && { StoreCard }) });
    expect((await api.result(resultKeyIn(sent))).TxnResp.DVToken).toEqual(DVToken);
  });

  it('T12: HppParameters decide what is shown', async () => {
    const look = {
      TokeniseTxnCheckBoxDefaultValue: true,
      HideBillerCode: true,
      HideCrn2: true,
      ReturnBarLabel: 'Back to <us>',
      ReturnBarUrl: 'https://shop.example/cart?a=1&b=2',
    };
    const terms = { TokenisationMode: 2, BillerCode: 'BILLER9', Crn1: 'one', Crn2: 'two', Crn3: 'three' };
    const { html } = await pages.get(await payPage(terms, { HppParameters: look }));
    expect(html).toMatch(/name="StoreCard"[^>]* checked/);
    expect(html).not.toContain('BILLER9');
    expect(html).not.toContain('<dd translate="no"><bdi>two</bdi></dd>');
    expect(html).toContain('<dd translate="no"><bdi>one</bdi></dd>');
    expect(html).toContain('<dd translate="no"><bdi>three</bdi></dd>');
    expect(html).toMatch(
      /<a class="back" href="https:\/\/shop\.example\/cart\?a=1&amp;b=2">.*<bdi>Back to &lt;us&gt;<\/bdi><\/a>/,
    );
    const plain = await pages.get(await payPage(terms));
    expect(plain.html).toContain('BILLER9');
    expect(plain.html).toMatch(/name="StoreCard"(?![^>]* checked)/);
    expect(plain.html).not.toContain('class="back"');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'x', 'ftp://shop.example'])(
    'T12: a return bar does not link to %s',
    async (ReturnBarUrl) => {
      const { html } = await pages.get(await payPage({}, { HppParameters: { ReturnBarUrl, ReturnBarLabel: 'Back' } }));
      expect(html).not.toContain('class="back"');
      expect(html).not.toContain(ReturnBarUrl === 'x' ? 'href="x"' : ReturnBarUrl);
    },
  );

  it('T12: a stored card pays with its CVN alone, and its number is not shown', async () => {
    const { DVToken } = await api.added();
    const page = await payPage({ DVTokenData: { DVToken } });
    const { html } = await pages.get(page);
    expect(html).toContain('•••• 346, 05 / 30');
    expect(html).not.toContain(DVToken);
    expect(html).not.toContain('name="CardNumber"');
    const sent = await pages.fill(page, { CVN: '987' });
    expect((await api.result(resultKeyIn(sent))).TxnResp).toMatchObject({
      BankResponseCode: '05',
      CVNResult: { CVNResultCode: 'N' },
    });
  });

  it('T12: a second submit, at once or later, makes no second transaction', async () => {
    const Crn1 = `twice ${version}`;
    const page = await payPage({ Crn1 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => pages.post(page, TYPED_CARD)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410, 410, 410, 410, 410]);
    expect((await pages.post(page, TYPED_CARD)).status).toBe(410);
    const gone = await pages.get(page);
    expect(gone.status).toBe(410);
    expect(gone.html).toContain('This was already sent');
    // The code 207 decides nothing: the shop's server has to look up the result.
    expect(gone.html).toContain('href="https://shop.example/back?order=7&amp;ResponseCode=207');
    expect((await api.search({ Crn1 })).TxnRespList).toHaveLength(1);
  });

  it('D14: a card is added, without a CVN', async () => {
    const page = await addPage({ Crn1: 'customer 7' });
    const { html } = await pages.get(page);
    expect(html).not.toContain('name="CVN"');
    const sent = await pages.fill(page, TYPED_CARD);
    expect(sent.status).toBe(303);
    const { DVTokenResp } = await api.tokenResult(resultKeyIn(sent));
    expect(DVTokenResp).toMatchObject({ CardType: 'VC', Crn1: 'customer 7', BankAccountDetails: null });
  });

  it('D14: a bank account is added, with the customer’s agreement', async () => {
    const look = { IsEddr: true, ShowCustomerDetailsForm: true, Crn2Label: 'Member number' };
    const page = await addPage({}, { HppParameters: look });
    const unsigned = { ...TYPED_ACCOUNT, AcceptBADirectDebitTC: '' };
    const others = { EmailAddress: 'jana@example.com', Crn2: 'm 12' };
    const again = await pages.fill(page, { ...unsigned, ...others });
    expect(again.status).toBe(422);
    expect(again.html).toContain('Tick the box to agree');
    expect(withoutKeys(again.html)).not.toMatch(/063|8041|7726|Nov/);
    expect(again.html).toContain('value="jana@example.com"');
    expect(again.html).toContain('><bdi>Member number</bdi> (optional)</label>');
    const sent = await pages.fill(page, { ...TYPED_ACCOUNT, ...others });
    const { DVTokenResp } = await api.tokenResult(resultKeyIn(sent));
    expect(DVTokenResp).toMatchObject({ EmailAddress: 'jana@example.com', Crn2: 'm 12', CardDetails: null });
    expect(DVTokenResp.BankAccountDetails).toMatchObject({ BSBNumber: '063917', AccountNumber: '80417726' });
  });

  it('D14: a key for cards saves no account, a key for accounts no card', async () => {
    const cards = await addPage({}, { HppParameters: { IsEddr: false } });
    expect((await pages.get(cards)).html).not.toMatch(/Bank account|BSBNumber/);
    const asAccount = await pages.post(`${cards}&method=bank_account`, TYPED_ACCOUNT);
    expect(asAccount.status).toBe(422);
    const accounts = await addPage({}, { HppParameters: { IsEddr: true } });
    expect((await pages.post(`${accounts}&method=card`, TYPED_CARD)).status).toBe(422);
    expect((await pages.fill(cards, TYPED_CARD)).status).toBe(303);
    expect((await pages.fill(accounts, TYPED_ACCOUNT)).status).toBe(303);
  });

  it('isolates the direction of external texts', async () => {
    const name = 'שלום \u202eabc';
    const isolated = `<bdi>${name}</bdi>`;
    const HppParameters = { Crn1Label: name, Crn2Label: name, ReturnBarLabel: name, ReturnBarUrl: SHOP };
    const page = await addPage({ Crn1: name }, { HppParameters });
    const { html } = await pages.get(page);
    expect(html).toContain(`<dt>${isolated}</dt>`);
    expect(html).toContain(`<dd translate="no">${isolated}</dd>`);
    expect(html).toContain(`${isolated} (optional)</label>`);
    expect(html).toContain(`<span aria-hidden="true">←</span> ${isolated}`);
    expect(html).toMatch(/<h1 id="title">Save a card with <bdi>[^<]+<\/bdi><\/h1>/);
    // A title cannot contain elements.
    expect(isolatedText('שלום')).toBe('\u2068שלום\u2069');
  });

  it.each(['\u2028', '\u2029', '\u0007', '\n'])('refuses %j in a reference', async (character) => {
    const page = await addPage({}, { HppParameters: { Crn1Label: 'Customer' } });
    expect((await pages.post(page, { ...TYPED_CARD, Crn1: `a${character}b` })).status).toBe(400);
    expect((await pages.fill(page, { ...TYPED_CARD, Crn1: 'a b' })).status).toBe(303);
  });

  it('D14: the shopper chooses between card and account by a link', async () => {
    const page = await addPage();
    const { html } = await pages.get(page);
    const [, link = ''] = /href="([^"]+)"[^>]*>\s*Bank account/.exec(html) ?? [];
    const account = await pages.get(link.replaceAll('&amp;', '&'));
    expect(account.html).toContain('name="BSBNumber"');
    expect(account.html).not.toContain('name="CardNumber"');
    expect((await pages.fill(link.replaceAll('&amp;', '&'), TYPED_ACCOUNT)).status).toBe(303);
  });

  it('D14: a card is updated, and empty fields stay unchanged', async () => {
    const { DVToken } = await api.added();
    const page = await updatePage(DVToken);
    expect((await pages.get(page)).html).toContain('•••• 346');
    expect((await pages.fill(page, { ExpiryDate: '12/31' })).status).toBe(303);
    const { DVTokenResp } = await api.token(DVToken);
    expect(DVTokenResp.CardDetails).toMatchObject({ CardHolderName: 'Jane Citizen', ExpiryDate: '1231' });
    expect(DVTokenResp.CardType).toBe('MC');
  });

  it('D14: an empty update, or a number alone, is refused at its field', async () => {
    const { DVToken } = await api.added();
    const page = await updatePage(DVToken);
    const empty = await pages.fill(page, {});
    expect(empty.status).toBe(422);
    expect(empty.html).toContain('<a href="#number">Enter the card number</a>');
    const alone = await pages.fill(page, { CardNumber: TYPED_CARD.CardNumber });
    expect(alone.status).toBe(422);
    expect(alone.html).toContain('<a href="#expiry">Enter month and year</a>');
    expect((await api.token(DVToken)).DVTokenResp.CardType).toBe('MC');
    expect((await pages.fill(page, TYPED_CARD)).status).toBe(303);
    expect((await api.token(DVToken)).DVTokenResp.CardType).toBe('VC');
  });

  it('D14: an account is updated, but cannot become a card', async () => {
    const { DVToken } = await api.added({
      CardDetails: null,
      BankAccountDetails: ACCOUNT,
      AcceptBADirectDebitTC: true,
    });
    const page = await updatePage(DVToken);
    const { html } = await pages.get(page);
    expect(html).not.toContain('name="CardNumber"');
    expect(html).not.toContain(ACCOUNT.AccountNumber);
    expect((await pages.fill(page, { AccountName: 'J Doe', AcceptBADirectDebitTC: 'true' })).status).toBe(303);
    expect((await api.token(DVToken)).DVTokenResp.BankAccountDetails).toMatchObject({
      AccountName: 'J Doe',
      AccountNumber: ACCOUNT.AccountNumber,
    });
  });
});

describe('hosted pages', () => {
  let service: ServiceUnderTest;
  let api: TokenCaller;
  let pages: PageCaller;
  const lines: string[] = [];

  beforeAll(async () => {
    const closed = { ...DEMO_MERCHANT, number: '5353109000000002', shortName: 'CLOSED', settings: { isClosed: true } };
    service = await inProcess.open({
      seed: [DEMO_MERCHANT, { ...closed, users: [] }],
      log: (line) => lines.push(JSON.stringify(line)),
    });
    api = new TokenCaller(service);
    pages = new PageCaller(service);
  });
  afterAll(() => service.close());

  it.each([
    '/pay/DEMOSHOP',
    '/pay/DEMOSHOP?in_pay_token=',
    '/pay/DEMOSHOP?in_pay_token=nothing',
    '/pay/DEMOSHOP?in_pay_token=00000000-0000-4000-8000-000000000000',
    '/pay/DEMOSHOP?in_pay_token=%00%FF',
    '/pay/NOSHOP?in_pay_token=%E4',
    '/pay/%FF.adddv?in_sessionid=x',
    '/pay/DEMOSHOP.updatedv?in_sessionid=x',
    '/webapi/v3/txns/iframe/x',
    '/webapi/v2/dvtokens/iframe/%FF',
  ])('%s is 404 with a page, for GET and POST', async (path) => {
    for (const page of [await pages.get(path), await pages.post(path, TYPED_CARD)]) {
      expect(page.status).toBe(404);
      expect(page.html).toContain('This link does not work');
    }
  });

  it('a key works only at the URL of its merchant and its task', async () => {
    const key = await api.key();
    const tokenKey = await api.addKey();
    const wrong = [
      `/pay/CLOSED?in_pay_token=${key}`,
      `/pay/DEMOSHOP.adddv?in_sessionid=${key}`,
      `/webapi/v3/dvtokens/iframe/${key}`,
      `/pay/DEMOSHOP?in_pay_token=${tokenKey}`,
      `/pay/DEMOSHOP.updatedv?in_sessionid=${tokenKey}`,
      `/webapi/v3/txns/iframe/${tokenKey}`,
    ];
    for (const path of wrong) expect((await pages.get(path)).status).toBe(404);
    expect((await pages.get(`/pay/demoshop/?IN_PAY_TOKEN=${key.toUpperCase()}`)).status).toBe(200);
  });

  it('an expired key gets an explaining page', async () => {
    const apart = await inProcess.open();
    const page = `/pay/DEMOSHOP?in_pay_token=${await new TokenCaller(apart).key({}, RETURN)}`;
    await apart.control.advanceClock(31 * 60);
    const dead = await new PageCaller(apart).get(page);
    expect(dead.status).toBe(410);
    expect(dead.html).toContain('This page has expired');
    await apart.close();
  });

  it('without a return URL the form ends with a page', async () => {
    const page = `/pay/DEMOSHOP?in_pay_token=${await api.key()}`;
    const done = await pages.fill(page, TYPED_CARD);
    expect(done.status).toBe(200);
    expect(done.html).toContain('Your payment was sent');
  });

  it('a malformed form is 400, and the key stays usable', async () => {
    const page = `/pay/DEMOSHOP?in_pay_token=${await api.key({}, RETURN)}`;
    const typed = new URLSearchParams(TYPED_CARD).toString();
    for (const body of [`${typed}&CardNumber=1`, `${typed}&CVN=739`, `${typed}%00`, 'CardNumber=%FF%FE']) {
      expect((await pages.post(page, body)).status).toBe(400);
    }
    expect((await pages.post(page, { ...TYPED_CARD, CardHolderName: 'x'.repeat(400) })).status).toBe(400);
    expect((await pages.post(page, { ...TYPED_CARD, CardHolderName: 'x'.repeat(51) })).status).toBe(422);
    expect((await pages.post(page, { more: 'x'.repeat(300_000) })).status).toBe(413);
    expect((await service.fetch(page, { method: 'DELETE' })).status).toBe(405);
    expect((await pages.post(page, TYPED_CARD)).status).toBe(303);
  });

  it('forbid frames, caching, referrers and external resources', async () => {
    const { headers, html } = await pages.get(`/pay/DEMOSHOP?in_pay_token=${await api.key({}, RETURN)}`);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' http: https:;");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(html).not.toMatch(/<script(?! type="module" src="\/pay\/_files\/)|<style| style="| on[a-z]+="/);
  });

  it('load files with content hashes that browsers cache for ever', async () => {
    const { html } = await pages.get(`/pay/DEMOSHOP?in_pay_token=${await api.key()}`);
    const [, style = ''] = /rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
    const file = await pages.get(style);
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(file.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect((await pages.get(style.replace(/\.\w{16}\./, '.0123456789abcdef.'))).status).toBe(404);
    expect((await pages.get('/pay/_files/test-cards')).html).toContain('4987 6543 2109 8769');
  });

  it('do not log keys, cards or accounts', () => {
    const pageLines = lines.filter((line) => line.includes('"page"'));
    expect(pageLines.length).toBeGreaterThan(20);
    expect(pageLines.join('\n')).not.toMatch(/4987|8769|8041|Nov|[0-9a-f]{8}-[0-9a-f]{4}|in_pay_token/);
  });
});
