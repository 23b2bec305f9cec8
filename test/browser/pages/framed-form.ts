/** `<florin-checkout isolation="frame">`, as a shopper sees it: the button in the page, the fields in the frame. */
import type { FrameLocator, Locator, Page } from '@playwright/test';
import type { TypedCard } from '../test-cards.js';

/** Drives a card form whose fields are in a frame. */
export class FramedForm {
  readonly root: Locator;
  readonly frame: FrameLocator;
  readonly number: Locator;
  readonly expiry: Locator;
  readonly cvn: Locator;
  readonly name: Locator;
  readonly payButton: Locator;

  constructor(page: Page) {
    this.root = page.locator('florin-checkout');
    this.frame = page.frameLocator('florin-checkout iframe');
    this.number = this.frame.getByLabel('Card number');
    this.expiry = this.frame.getByLabel(/^expiry/i);
    this.cvn = this.frame.getByLabel('Security code');
    this.name = this.frame.getByLabel('Name on card');
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
}
