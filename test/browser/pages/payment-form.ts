/** `<florin-checkout>`, as a shopper sees it: by labels and words only, so that its markup may change. */
import type { Locator, Page } from '@playwright/test';
import type { TypedCard } from '../test-cards.js';

/** Drives the card form of a page. */
export class PaymentForm {
  readonly root: Locator;
  readonly number: Locator;
  readonly expiry: Locator;
  readonly cvn: Locator;
  readonly name: Locator;
  /** Says what happens, `Pay $22.00`; another word while it happens. */
  readonly payButton: Locator;

  constructor(page: Page) {
    this.root = page.locator('florin-checkout');
    this.number = this.root.getByLabel('Card number');
    this.expiry = this.root.getByLabel(/^expiry/i);
    this.cvn = this.root.getByLabel('Security code');
    this.name = this.root.getByLabel('Name on card');
    this.payButton = this.root.getByRole('button', { name: /^pay/i });
  }

  /** Types a card key by key, as a person does. */
  async type(card: TypedCard): Promise<void> {
    await this.number.pressSequentially(card.number);
    // Month 99 is taken when the signer has said that this is a test; a script types faster than it answers.
    if (card.expiry.startsWith('99')) await this.root.getByText('Test mode').waitFor();
    await this.expiry.pressSequentially(card.expiry);
    await this.cvn.pressSequentially(card.cvn);
    await this.name.pressSequentially(card.name);
  }

  /** Types a card and presses the button. */
  async pay(card: TypedCard): Promise<void> {
    await this.type(card);
    await this.payButton.click();
  }
}
