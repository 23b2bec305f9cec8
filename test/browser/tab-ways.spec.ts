/** Every way to pay in a browser tab. */
import { florinCheckout } from 'florin-server/testing/playwright';
import { testCards, type TypedCard } from 'florin/testing';
import { expect, test } from './tab-test.js';

const RECEIPT = 'florin-receipt article';

// Shows the whole form, as in framed-all.spec.ts: a press right after scrolling to the frame is no consent.
test.use({ viewport: { width: 1280, height: 1600 } });

for (const way of ['script', 'frame', 'iframe', 'webform', 'redirect'] as const) {
  test(`${way}: pays, declines, and passes 3-D Secure`, async ({ shop, page }) => {
    const pay = async (order: string, card: TypedCard) => {
      const checkout = await shop.open(way, order);
      // The card is typed on another page.
      if (way === 'webform' || way === 'redirect') await checkout.pay();
      if (way !== 'webform') {
        const form = florinCheckout(page);
        await form.fillCard(card);
        return form.pay();
      }
      await page.getByLabel('Card number').fill(card.number);
      await page.getByLabel('Expiry month').fill(card.expiry.slice(0, 2));
      await page.getByLabel('Expiry year').fill(card.expiry.slice(2));
      await page.getByLabel('Security code').fill(card.cvn);
      await page.getByLabel('Name on card').fill(card.name);
      return page.getByRole('button', { name: /^Pay/ }).click();
    };
    await pay(`4500-${way}-1`, testCards.mastercard);
    await expect(page.locator(RECEIPT)).toContainText(/Approved[^]*\$45\.00/);
    await pay(`4500-${way}-2`, testCards.noFunds);
    expect((await florinCheckout(page).outcome()).status).toBe('declined');
    await pay(`4500-${way}-3`, testCards.challenge);
    await florinCheckout(page).answerChallenge('approve');
    await expect(page.locator(RECEIPT)).toContainText(/Approved[^]*\$45\.00/);
  });
}
