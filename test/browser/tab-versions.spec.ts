/** A page and a worker of two versions: which page works, what an update keeps, and what the error says. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { florinCheckout } from 'florin-server/testing/playwright';
import { testCards } from 'florin/testing';
import { serveFolders, type StaticSite } from '../support/static-site.js';
import { expect, TAB_FOLDERS, test as base } from './tab-test.js';

const WORKER = '/shop/florin-sandbox-worker.js';
const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const OLDER = '0.0.9';

/** A site whose files can become those of another version. */
interface Deployment {
  readonly site: StaticSite;
  deploy(files: { readonly page: string; readonly worker: string }): void;
}

const test = base.extend<{ deployment: Deployment }>({
  async deployment({}, use) {
    const folder = mkdtempSync(join(tmpdir(), 'florin-versions-'));
    for (const version of [VERSION, OLDER]) {
      cpSync('dist/browser', join(folder, version), { recursive: true });
      for (const file of ['florin-sandbox.js', 'florin-sandbox-worker.js']) {
        const path = join(folder, version, file);
        const built = readFileSync(path, 'utf8');
        expect(built, file).toContain(`\`${VERSION}\``);
        writeFileSync(path, built.replaceAll(`\`${VERSION}\``, `\`${version}\``));
      }
    }
    const mounts: Record<string, string> = { ...TAB_FOLDERS };
    const site = await serveFolders(mounts);
    await use({
      site,
      deploy({ page, worker }) {
        mounts['/shop/florin/'] = join(folder, page);
        mounts[WORKER] = join(folder, worker, 'florin-sandbox-worker.js');
      },
    });
    await site.close();
    rmSync(folder, { recursive: true });
  },
});

for (const [page, worker] of [
  [VERSION, OLDER],
  [OLDER, VERSION],
] as const) {
  test(`a page of ${page} with a worker of ${worker}: says what to do`, async ({ page: tab, deployment }) => {
    deployment.deploy({ page, worker });
    await tab.goto(`${deployment.site.url}/shop/`);
    await expect(tab.getByRole('alert')).toHaveText(
      `The sandbox of the tab: florin-sandbox-worker.js is of version ${worker} and the page's script of ${page}: copy both files again (florin-server browser-files)`,
    );
  });
}

test('an update keeps payments, also the one that an open page of the older version makes during it', async ({
  page,
  context,
  deployment,
}) => {
  const { site, deploy } = deployment;
  const addressOf = (order: string): string => `${site.url}/shop/?${new URLSearchParams({ order }).toString()}`;
  const outcomeOf = async (shop: typeof page) => (await florinCheckout(shop).outcome()).status;
  deploy({ page: OLDER, worker: OLDER });
  await page.goto(addressOf('4500-before'));
  await florinCheckout(page).fillCard(testCards.visa);
  await florinCheckout(page).pay();
  expect(await outcomeOf(page)).toBe('approved');

  // Its key is from the older worker.
  await page.goto(addressOf('4500-during'));
  await florinCheckout(page).fillCard(testCards.visa);
  deploy({ page: VERSION, worker: VERSION });
  const newer = await context.newPage();
  await newer.goto(addressOf('4500-after'));
  await newer.locator('florin-checkout').waitFor();
  await florinCheckout(page).pay();
  expect(await outcomeOf(page)).toBe('approved');

  await florinCheckout(newer).fillCard(testCards.visa);
  await florinCheckout(newer).pay();
  expect(await outcomeOf(newer)).toBe('approved');
  for (const order of ['4500-before', '4500-during', '4500-after']) {
    await newer.goto(addressOf(order));
    await newer.locator('florin-checkout').waitFor();
    await newer.getByLabel('Card number').pressSequentially('4');
    await expect(newer.locator('florin-receipt'), order).toContainText('$45.00');
  }
});
