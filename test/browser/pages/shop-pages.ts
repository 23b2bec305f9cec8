/** The shop, as a shopper walks through it. */
import { expect, type Locator, type Page } from '@playwright/test';

/** The bags to put into the cart. */
export interface Bags {
  readonly coffee?: string;
  readonly size?: '250 g' | '1 kg';
  readonly count?: number;
}

/** Drives the shop's pages except for the card form. */
export class ShopPages {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get cartLines(): Locator {
    return this.page.locator('.cart-line');
  }

  /** Adds bags to the cart on the product page, and ends on the cart. */
  async addToCart({ coffee = 'Daybreak', size = '250 g', count = 1 }: Bags = {}): Promise<void> {
    await this.page.goto('/');
    await this.page.getByRole('main').getByRole('link', { name: coffee }).click();
    await this.page.getByLabel(size).check();
    const bags = this.page.getByLabel('Bags');
    // Playwright's `fill` appends to a number field in Firefox: one bag became eleven.
    await bags.press('ControlOrMeta+a');
    await bags.pressSequentially(String(count));
    await this.page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(this.page).toHaveURL(/\/cart$/);
  }

  /** From the cart through the address to the payment page. Returns the number of the order. */
  async goToPayment(): Promise<number> {
    await this.page.goto('/checkout');
    await this.page.getByLabel('Email').fill('mia.tran@example.com');
    await this.page.getByLabel('Full name').fill('Mia Tran');
    await this.page.getByLabel('Street address').fill('12 Ferry Road');
    await this.page.getByLabel('Suburb').fill('West End');
    await this.page.getByLabel('State').selectOption('QLD');
    await this.page.getByLabel('Postcode').fill('4101');
    await this.page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(this.page).toHaveURL(/\/checkout\/\d+$/);
    return this.orderNumber();
  }

  /** Walks through the pages with one cart, to the payment page. Returns the number of the order. */
  async walkToPayment(bags: Bags = {}): Promise<number> {
    await this.addToCart(bags);
    return this.goToPayment();
  }

  /** The same by form posts without pages, for tests that begin at the payment page. */
  async beginOrder({ coffee = 'Daybreak', size = '250 g', count = 1 }: Bags = {}): Promise<number> {
    await this.post('/cart', {
      product: coffee.toLowerCase().replaceAll(' ', '-'),
      size: size === '1 kg' ? 'large' : 'small',
      grind: 'whole',
      quantity: String(count),
    });
    const path = await this.post('/checkout', {
      email: 'mia.tran@example.com',
      name: 'Mia Tran',
      street: '12 Ferry Road',
      suburb: 'West End',
      state: 'QLD',
      postcode: '4101',
    });
    await this.page.goto(path);
    return this.orderNumber();
  }

  /** Posts a form as this browser. Returns the URL of the answer. */
  async post(path: string, form: Record<string, string>): Promise<string> {
    const { origin } = new URL((await this.page.request.get('/')).url());
    const answer = await this.page.request.post(path, { form, headers: { Origin: origin }, maxRedirects: 0 });
    expect(answer.status(), `POST ${path}`).toBe(303);
    return answer.headers()['location'] ?? '';
  }

  /** The number in the address of the page. */
  orderNumber(): number {
    return Number(new URL(this.page.url()).pathname.split('/').pop());
  }

  /** Waits for the receipt of an order. */
  async expectReceipt(order: number): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(`/orders/${order}$`));
    await expect(this.page.getByRole('heading', { level: 1 })).toContainText('Thank you');
  }

  /**
   * Sets the cents of the next order for the test bank, or turns test mode off, as the developer
   * bar does.
   */
  async setNextOrder(choice: { readonly bank?: string; readonly live?: boolean }): Promise<void> {
    const bar = await this.openDeveloperBar();
    if (choice.bank !== undefined) await bar.getByLabel('Bank says').selectOption({ label: choice.bank });
    if (choice.live !== undefined) await bar.getByLabel('without test mode').setChecked(choice.live);
    await bar.getByRole('button', { name: 'Set' }).click();
    await this.page.waitForLoadState();
  }

  /** Opens the developer bar, if it is folded. */
  async openDeveloperBar(): Promise<Locator> {
    const bar = this.page.getByRole('complementary', { name: 'Developer bar' });
    const details = bar.locator('details');
    if ((await details.getAttribute('open')) === null) await bar.locator('summary').click();
    return bar;
  }

  /** Opens the page at `path` by the developer bar's picker. */
  async chooseWay(path: string): Promise<void> {
    const bar = await this.openDeveloperBar();
    await bar.getByLabel('Way to pay').selectOption(path);
    await expect(this.page).toHaveURL(new RegExp(`${path}$`));
  }

  /** Closes the developer bar, which shows test card numbers. */
  async closeDeveloperBar(): Promise<void> {
    await this.page.getByRole('button', { name: 'Close the developer bar' }).click();
    await expect(this.page.getByRole('complementary', { name: 'Developer bar' })).toHaveCount(0);
  }
}
