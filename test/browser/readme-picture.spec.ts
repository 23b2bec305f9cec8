/**
 * The picture in the README shows the demo as it is. `npm run pictures` makes it anew. Fonts differ between machines, so some
 * pixels may.
 */
import { expect, test } from './demo-test.js';
import { VISA } from './test-cards.js';

test('the README’s picture is that of the demo’s checkout', async ({ shop, page, form }) => {
  await page.setViewportSize({ width: 1280, height: 760 });
  await shop.beginOrder();
  await form.type(VISA);
  await expect(form.root).toContainText('Test mode');
  await form.payButton.hover();
  await expect(page).toHaveScreenshot('checkout.png');
});
