/**
 * A frame on the shop's own site accepts only keys of its own browser: a script in the shop's page
 * cannot make it pay another shopper's order, or save the card for another shopper.
 * docs/invariants.md, 16.
 */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { type OwnShop, slipIn, startOwnShop } from './own-shop.js';
import { framedForm } from './pages/payment-form.js';
import { SandboxLedger } from './sandbox-ledger.js';
import { VISA } from './test-cards.js';

let own: OwnShop;
let ledger: SandboxLedger;
test.beforeAll(async () => {
  own = await startOwnShop(
    { authoriseToken: () => ({ id: 'shopper', session: 'session', crn1: 'shopper' }) },
    { shop: 'shop.localhost', frame: 'card.shop.localhost' },
  );
  ledger = new SandboxLedger(own);
});
test.afterAll(() => own.close());

async function open(page: Page, order: string, more = ''): Promise<void> {
  const path = `/bound-${order}`;
  own.put(
    path,
    `<!doctype html><html lang="en-AU"><meta charset="utf-8"><title>Pay</title>
    <script type="module" src="/florin/florin-isolated.js" data-florin-origins="${own.origins}"></script>
    <florin-checkout isolation="frame" frame-src="${own.frameSrc}" signer-url="/pay" order="${order}" ${more}></florin-checkout>`,
  );
  await page.goto(`${own.url}${path}`);
  await expect(framedForm(page).number).toBeVisible();
}

/** A signed key that a stranger got for an order in another browser, and the cookie of that browser. */
async function strangersGrant(browser: Browser, order: string, path: 'authkey' | 'tokenkey') {
  const context = await browser.newContext();
  const page = await context.newPage();
  await open(page, order);
  const grant = await page.evaluate(
    async ([route, body]) => {
      const answer = await fetch(`/pay/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return (await answer.json()) as { signedKey: string };
    },
    [path, JSON.stringify(path === 'authkey' ? { order } : { task: 'add', kind: 'card' })] as const,
  );
  const cookie = (await context.cookies(own.url)).find(({ name }) => name.startsWith('florin-frame-'))?.name ?? '';
  await context.close();
  expect(grant.signedKey).toBeTruthy();
  expect(cookie).not.toBe('');
  return { grant, cookie };
}

test('pays in two tabs and after a reload of the page', async ({ page, context }) => {
  await open(page, '19900-first');
  const other = await context.newPage();
  await open(other, '20500-second');
  await other.reload();
  await framedForm(page).pay(VISA);
  await expect(page.locator('florin-checkout')).toContainText('Approved');
  await framedForm(other).pay(VISA);
  await expect(other.locator('florin-checkout')).toContainText('Approved');
  expect(await page.evaluate(() => document.cookie)).not.toContain('florin-frame');
});

for (const [what, prepares] of [
  ['', false],
  [', whose cookie it has put there before', true],
] as const) {
  test(`does not pay a stranger's order by a script of the page${what}`, async ({ page, browser }) => {
    const strange = `30000-strange-${String(prepares)}`;
    const { grant, cookie } = await strangersGrant(browser, strange, 'authkey');
    if (prepares) {
      await page.goto(`${own.url}/nothing`);
      await page.evaluate((value) => (document.cookie = `${value}=1; domain=shop.localhost; path=/`), cookie);
    }
    await slipIn(page, grant.signedKey);
    await open(page, `19900-mine-${String(prepares)}`);
    await framedForm(page).pay(VISA);
    await expect(page.locator('florin-checkout')).toContainText('cannot take cards at the moment');
    expect(await ledger.transactionsOf(strange)).toEqual([]);
  });
}

test('does not save the card for a stranger', async ({ page, browser }) => {
  const { grant } = await strangersGrant(browser, '30000-saved', 'tokenkey');
  let sent = 0;
  page.on('request', (request) => (sent += Number(/dvtokens/.test(request.url()) && request.method() === 'POST')));
  await slipIn(page, grant.signedKey);
  await open(page, '', 'purpose="save-card"');
  const form = framedForm(page);
  await form.number.fill(VISA.number);
  await form.expiry.fill('12 / 30');
  await form.name.fill(VISA.name);
  await page.getByRole('button', { name: /save/i }).click();
  await expect(page.locator('florin-checkout')).toContainText('This page is not set up correctly');
  expect(sent).toBe(0);
});
