/** The stored state of a tab's sandbox, and obstacles to it. */
import { testCards } from 'florin/testing';
import { serveFolders } from '../support/static-site.js';
import { expect, TAB_FOLDERS, test } from './tab-test.js';

test('every acknowledged payment is there after the worker was ended during others', async ({ shop, page }) => {
  await shop.open('script', '4500-kill');
  const paying = page.evaluate(async () => {
    const headers = {
      Authorization: btoa('demo-api|5353109000000000:Demo-Password-1'),
      'Content-Type': 'application/json',
    };
    const CardDetails = { CardNumber: '5123456789012346', ExpiryDate: '0530', CardHolderName: 'Mia Tran', Cvn: '123' };
    const answered: string[] = [];
    const endsAt = performance.now() + 6_000;
    while (performance.now() < endsAt) {
      const TxnReq = { Action: 'payment', TestMode: true, Amount: 4_500, Crn1: 'killed', CardDetails };
      await fetch('florin-sandbox/webapi/v3/txns/', { method: 'POST', headers, body: JSON.stringify({ TxnReq }) })
        .then((response) => response.json())
        .then(({ TxnResp }: { TxnResp: { TxnNumber: string } }) => answered.push(TxnResp.TxnNumber))
        // The worker was ended during this payment.
        .catch(() => undefined);
    }
    const found = await Promise.all(
      answered.map(async (number) => {
        const response = await fetch(`florin-sandbox/webapi/v3/txns/${number}`, { headers });
        const { TxnResp } = (await response.json()) as { TxnResp: { TxnNumber: string } | null };
        return TxnResp?.TxnNumber;
      }),
    );
    return { answered, found };
  });
  for (let kills = 0; kills < 5; kills += 1) {
    await page.waitForTimeout(900);
    await shop.killWorker();
  }
  const { answered, found } = await paying;
  expect(answered.length).toBeGreaterThan(5);
  expect(found).toEqual(answered);
  expect(new Set(answered).size).toBe(answered.length);
});

test('a saved card pays again after a reload and the end of the worker, until everything is deleted', async ({
  shop,
  page,
}) => {
  const first = await shop.open('saved', '4500-first');
  await first.fillCard(testCards.visa);
  await first.storeCard();
  await first.pay();
  expect((await first.outcome()).status).toBe('approved');
  await shop.killWorker();
  const second = await shop.open('saved', '4500-second');
  await second.chooseSavedCard('769');
  await second.fillCard({ cvn: '739' });
  await second.pay();
  expect((await second.outcome()).status).toBe('approved');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByText('None yet.')).toBeVisible();
  await page.locator('florin-checkout').waitFor();
  await expect(page.locator('florin-saved-cards')).toHaveAttribute('settled', '');
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('frame isolation warns that one origin isolates nothing', async ({ shop, page }) => {
  await shop.open('frame', '4500-note');
  await expect(page.getByText(/it isolates nothing from the page’s scripts/)).toBeVisible();
});

const WORKER = '/shop/florin-sandbox-worker.js';
const others = Object.fromEntries(Object.entries(TAB_FOLDERS).filter(([path]) => path !== WORKER));
const obstacles = {
  'no worker at the address': [
    { ...others },
    '/shop/',
    /there is no worker at \/shop\/florin-sandbox-worker\.js \(status 404\): copy/,
  ],
  'a page in its place': [
    { ...others, [WORKER]: 'demo/tab/public/index.html' },
    '/shop/',
    /is not a script but text\/html/,
  ],
} as const;

for (const [what, [folders, path, message]] of Object.entries(obstacles)) {
  test(`${what}: says what to do`, async ({ page }) => {
    const site = await serveFolders(folders);
    await page.goto(site.url + path);
    await expect(page.getByRole('alert')).toHaveText(message);
    await site.close();
  });
}

test('a page outside the scope, a scope above the worker, another origin: says what to do', async ({ page, site }) => {
  const start = (options: object) =>
    page.evaluate(
      async ([address, given]) => {
        const { startBrowserSandbox } = (await import(address)) as {
          startBrowserSandbox(of: object): Promise<unknown>;
        };
        return startBrowserSandbox(given).then(
          () => 'started',
          (error: Error) => error.message,
        );
      },
      [`/shop/florin/florin-sandbox.js`, options] as const,
    );
  await page.goto(`${site.url}/shop/tab.css`);
  expect(await start({ worker: '/shop/florin/florin-sandbox-worker.js' })).toContain(
    "outside the worker's scope /shop/florin/",
  );
  expect(await start({ worker: '/shop/florin/florin-sandbox-worker.js', scope: '/shop/' })).toContain(
    'Service-Worker-Allowed: /shop/',
  );
  expect(await start({ worker: 'https://cdn.example/worker.js' })).toContain("the page's own origin");
});

test('IndexedDB that is refused: says so', async ({ page, site }) => {
  await page.goto(`${site.url}/shop/tab.css`);
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: site.url, quotaSize: 1 });
  await page.goto(`${site.url}/shop/`);
  await expect(page.getByRole('alert')).toContainText('The sandbox of the tab');
});
