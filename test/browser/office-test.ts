/** The `test` of the back office: a sandbox of its own for each test, and an administrator who signs in. */
import type { Page } from '@playwright/test';
import { startSandbox, type RunningSandbox } from 'florin-server/sandbox/node';
import { Merchant, expect, test as base } from './hosted-test.js';

const CARD = { CardNumber: '5123456789012346', ExpiryDate: '0530', CardHolderName: 'Jane Citizen', Cvn: '123' };

/** The back office in one browser page, and a merchant's server beside it. */
export class Office {
  readonly page: Page;
  readonly sandbox: RunningSandbox;

  constructor(page: Page, sandbox: RunningSandbox) {
    this.page = page;
    this.sandbox = sandbox;
  }

  async signIn(username = 'demo-admin', password = 'Demo-Admin-1'): Promise<void> {
    await this.page.getByLabel('User name').fill(username);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Opens an address and signs in there. */
  async open(path: string): Promise<void> {
    await this.page.goto(`${this.sandbox.url}/backoffice${path}`);
    await this.signIn();
    await expect(this.page.getByRole('banner').getByText('demo-admin')).toBeVisible();
  }

  /** Opens a page by its entry in the navigation, which is a menu in a narrow window. */
  async go(entry: string): Promise<void> {
    await expect(this.page.getByRole('banner')).toBeVisible();
    const menu = this.page.getByRole('button', { name: 'Menu', exact: true });
    if (await menu.isVisible()) await menu.click();
    await this.page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click();
  }

  /** A payment by the merchant's server. Resolves with its number. */
  async pay(terms: object = {}): Promise<string> {
    const TxnReq = { Action: 'payment', TestMode: true, Amount: 19_900, Crn1: 'order 7', CardDetails: CARD, ...terms };
    const { TxnResp } = await new Merchant(this.sandbox, '').call('POST', '/txns/', { TxnReq });
    return TxnResp.TxnNumber;
  }

  row(order: string) {
    return this.page.getByRole('row').filter({ hasText: order });
  }
}

/** The windows in which every page is checked. */
export const WINDOWS = [
  { name: 'a phone, dark', width: 360, colorScheme: 'dark' },
  { name: 'a desktop, light', width: 1280, colorScheme: 'light' },
] as const;

/** Text that runs a script where it is not shown as text. */
export const HOSTILE = '<img src=x onerror=alert(1)>';

/** Collects what a page must not do: errors on the console, and dialogs that a script opens. */
export function watchErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('dialog', (dialog) => errors.push(dialog.message()));
  return errors;
}

export const test = base.extend<{ readonly office: Office }>({
  office: async ({ page }, use) => {
    const sandbox = await startSandbox();
    await use(new Office(page, sandbox));
    await page.goto('about:blank');
    await sandbox.close();
  },
});

export { expect };
