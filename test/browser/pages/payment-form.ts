/**
 * `<florin-checkout>` as a shopper sees it: by labels and texts only, so that its markup may
 * change.
 */
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { florinCheckout } from 'florin-server/testing/playwright';
import type { TypedCard } from '../test-cards.js';

/** Drives the card form of a page. */
export class PaymentForm {
  readonly root: Locator;
  /**
   * The place of the fields: the element, or its frame ({@link framedForm}). The button is always
   * in the page.
   */
  readonly fields: Locator | FrameLocator;
  readonly number: Locator;
  readonly expiry: Locator;
  readonly cvn: Locator;
  readonly name: Locator;
  /** Shows `Pay $22.00`, or `Continue to payment` where the card is typed on another page; another text while it pays. */
  readonly payButton: Locator;

  constructor(page: Page | FrameLocator, fields: Locator | FrameLocator = page.locator('florin-checkout')) {
    this.root = page.locator('florin-checkout');
    this.fields = fields;
    this.number = fields.getByLabel('Card number');
    this.expiry = fields.getByLabel(/^expiry/i);
    this.cvn = fields.getByLabel('Security code');
    this.name = fields.getByLabel('Name on card');
    this.payButton = this.root.getByRole('button', { name: /^(pay|continue to payment)/i });
  }

  /** Types a card key by key, as a person does. */
  async type(card: TypedCard): Promise<void> {
    // Month 99 is accepted after the signer has reported test mode; a script types faster than
    // that.
    if (card.expiry.startsWith('99')) {
      await this.#fill({ number: card.number });
      await this.root.getByText('Test mode').waitFor();
    }
    await this.#fill(card);
  }

  /** Types a card and presses the button. */
  async pay(card: TypedCard): Promise<void> {
    await this.type(card);
    await this.payButton.click();
  }

  #fill(card: Partial<TypedCard>): Promise<void> {
    return florinCheckout(this.fields).fillCard(card);
  }
}

/** The form of `<florin-checkout isolation="frame">`. */
export const framedForm = (page: Page): PaymentForm =>
  new PaymentForm(page, page.frameLocator('florin-checkout iframe'));

/** The service's own frame (`method="iframe"`). */
export const serviceFrame = (page: Page): FrameLocator =>
  page.frameLocator('florin-checkout iframe[title="Card details"]');

/** Types a card into {@link serviceFrame}, and waits until the service has it. */
export async function typeInServiceFrame(page: Page, card: TypedCard): Promise<void> {
  const frame = serviceFrame(page);
  await frame.getByLabel('Card number').pressSequentially(card.number);
  await frame
    .getByLabel(/^expiry/i)
    .first()
    .pressSequentially(card.expiry);
  await frame.getByLabel('Security code').pressSequentially(card.cvn);
  await frame.getByLabel('Name on card').pressSequentially(card.name);
  await expect(frame.locator('#state')).toHaveText('Your details are ready.');
}
