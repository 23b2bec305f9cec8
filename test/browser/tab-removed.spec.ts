/** The end of the sandbox of a tab: by a call, or because its script is gone from the site. */
import type { Page } from '@playwright/test';
import { serveFolders, type StaticSite } from '../support/static-site.js';
import { expect, TAB_FOLDERS, test as base } from './tab-test.js';

const WORKER = '/shop/florin-sandbox-worker.js';
const STATUS = '/shop/florin-sandbox/webapi/v3/status/';

const test = base.extend<{ deployment: { readonly site: StaticSite; takeWorkerAway(): void } }>({
  async deployment({}, use) {
    const mounts: Record<string, string> = { ...TAB_FOLDERS };
    const site = await serveFolders(mounts);
    await use({
      site,
      takeWorkerAway() {
        delete mounts[WORKER];
      },
    });
    await site.close();
  },
});

const stateOf = (page: Page) =>
  page.evaluate(async (path) => {
    const databases = (await indexedDB.databases()).map(({ name = '' }) => name);
    return {
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      databases: databases.filter((name) => name.startsWith('florin-sandbox')),
      // The static site has no such file.
      status: (await fetch(path)).status,
    };
  }, STATUS);

const NOTHING = { workers: 0, databases: [], status: 404 };

async function start(page: Page, site: StaticSite): Promise<void> {
  await page.goto(`${site.url}/shop/`);
  await page.locator('florin-checkout').waitFor();
  expect(await stateOf(page)).toMatchObject({ workers: 1, databases: [expect.any(String)] });
  expect((await stateOf(page)).status).not.toBe(404);
}

test('remove() unregisters the worker, deletes what it stored, and the network answers', async ({
  page,
  deployment,
}) => {
  const { site } = deployment;
  await start(page, site);
  const remove = () =>
    page.evaluate(async () => {
      const path = '/shop/florin/florin-sandbox.js';
      const { removeBrowserSandbox } = (await import(path)) as typeof import('florin-server/browser');
      await removeBrowserSandbox({ worker: '/shop/florin-sandbox-worker.js' });
    });
  await remove();
  expect(await stateOf(page)).toEqual(NOTHING);
  await remove();
  await page.goto(`${site.url}/shop/tab.css`);
  expect(await stateOf(page)).toEqual(NOTHING);
});

test('without its script on the site the worker steps aside, for a visitor who comes back', async ({
  page,
  deployment,
  shop,
}) => {
  const { site, takeWorkerAway } = deployment;
  await start(page, site);
  takeWorkerAway();
  await shop.killWorker();
  await page.goto(`${site.url}/shop/tab.css`);
  expect((await stateOf(page)).status).toBe(404);
  expect(await stateOf(page)).toEqual(NOTHING);
});

test('a site that cannot be reached keeps its sandbox', async ({ page, deployment, shop }) => {
  await start(page, deployment.site);
  await shop.killWorker();
  await deployment.site.close();
  expect((await stateOf(page)).status).not.toBe(404);
});
