/**
 * Accessibility and look of the service's own pages: axe, narrow and wide, light and dark, with and
 * without errors, also for expired keys.
 */
import { expectSound } from './expect-sound.js';
import { expect, test, type Merchant } from './hosted-test.js';

const LOOKS = [
  { name: 'a small phone, light', width: 320, height: 640, colorScheme: 'light' },
  { name: 'a phone, dark', width: 360, height: 740, colorScheme: 'dark' },
  { name: 'a desktop, dark', width: 1280, height: 800, colorScheme: 'dark' },
] as const;

async function pagesOf(merchant: Merchant): Promise<Readonly<Record<string, string>>> {
  const look = { ReturnBarUrl: `${merchant.shopUrl}/cart`, ReturnBarLabel: 'Back to the shop with a long, long name' };
  const eddr = { IsEddr: true, ShowCustomerDetailsForm: true, Crn1Label: 'Customer number', Crn2Label: 'Policy' };
  const frame = (key: string, kind: string) => `${merchant.sandbox.url}/webapi/v3/${kind}/iframe/${key}`;
  return {
    payment: merchant.payPage(await merchant.payKey({ TokenisationMode: 2 }, { HppParameters: look })),
    'open payment': merchant.payPage(await merchant.payKey({ Amount: null, Crn1: null })),
    'card token': merchant.tokenPage(await merchant.addKey()),
    'account token': merchant.tokenPage(await merchant.addKey({ HppParameters: eddr })),
    update: merchant.tokenPage((await merchant.updateKey()).key, 'updatedv'),
    frame: frame(await merchant.payKey(), 'txns'),
    'frame with button': frame(await merchant.payKey({}, { IframeParameters: { ShowSubmitButton: true } }), 'txns'),
    'token frame': frame(await merchant.addKey(), 'dvtokens'),
    'dead link': merchant.payPage('nothing'),
    'test cards': `${merchant.sandbox.url}/pay/_files/test-cards`,
  };
}

for (const { name, width, height, colorScheme } of LOOKS) {
  test(`every page passes axe and does not overflow on ${name}`, async ({ page, merchant }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    for (const [what, url] of Object.entries(await pagesOf(merchant))) {
      await page.goto(url);
      const form = page.locator('form');
      if ((await form.count()) > 0) await expect(page.locator('form[data-ready]')).toBeVisible();
      await expectSound(page, what);
      const button = form.getByRole('button');
      if ((await button.count()) === 0 || what === 'update') continue;
      await button.click();
      await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
      await expectSound(page, `${what} with errors`);
    }
  });
}

test('the plain forms pass axe and do not overflow', async ({ browser, merchant }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // As if the bundle was never built: axe needs scripts, so scripts are not disabled, but the page
  // gets none.
  await page.route('**/_files/*.js', (route) => route.abort());
  for (const [what, url] of Object.entries(await pagesOf(merchant))) {
    await page.goto(url);
    await expectSound(page, what);
    const button = page.locator('form').getByRole('button');
    if ((await button.count()) === 0 || what === 'update') continue;
    await button.click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectSound(page, `${what} with errors`);
  }
  await context.close();
});
