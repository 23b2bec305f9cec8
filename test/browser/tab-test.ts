/** The `test` of the sandbox of a browser tab: the demo page, from a server of static files. */
import { test as base } from '@playwright/test';
import { florinCheckout } from 'florin-server/testing/playwright';
import type { FlorinCheckout } from 'florin/testing';
import { serveFolders, type StaticSite } from '../support/static-site.js';

/** The demo page. */
export class TabShop {
  readonly site: StaticSite;
  readonly page: import('@playwright/test').Page;

  constructor(site: StaticSite, page: import('@playwright/test').Page) {
    this.site = site;
    this.page = page;
  }

  /** Opens the checkout of an order. */
  async open(way: string, order: string): Promise<FlorinCheckout> {
    await this.page.goto(`${this.site.url}/shop/?${new URLSearchParams({ way, order }).toString()}`);
    await this.page.locator('florin-checkout').waitFor();
    return florinCheckout(this.page);
  }

  /** Ends the worker, as a browser does at any time. Its next request starts another one. */
  async killWorker(): Promise<void> {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await session.detach();
  }

  async signIn(): Promise<void> {
    await this.page.getByLabel('User name').fill('demo-admin');
    await this.page.getByLabel('Password', { exact: true }).fill('Demo-Admin-1');
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByText('demo-admin').first().waitFor();
  }
}

/** Folders of the demo page's site. */
export const TAB_FOLDERS = {
  '/shop/': 'demo/tab/public',
  '/shop/florin/': 'dist/browser',
  '/shop/florin-sandbox-worker.js': 'dist/browser/florin-sandbox-worker.js',
};

export const test = base.extend<{ shop: TabShop }, { site: StaticSite }>({
  site: [
    async ({}, use) => {
      const site = await serveFolders(TAB_FOLDERS);
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  shop: ({ site, page }, use) => use(new TabShop(site, page)),
});
export { expect } from '@playwright/test';
