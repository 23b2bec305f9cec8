/** The back office's webhook catcher. docs/guides/back-office.md. */
import { expectSound } from './expect-sound.js';
import { Merchant } from './hosted-test.js';
import { expect, HOSTILE, type Office, test, watchErrors, WINDOWS } from './office-test.js';

async function pay({ sandbox }: Office, others: object): Promise<void> {
  const key = await new Merchant(sandbox, 'http://shop.test').payKey({ Crn1: HOSTILE }, others);
  const CardDetails = {
    CardNumber: '5123456789012346',
    CardHolderName: 'Jane',
    Cvn: '123',
    ExpiryDateMonth: '05',
    ExpiryDateYear: '30',
  };
  await fetch(`${sandbox.url}/webapi/v3/txns/withauthkey/${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ TxnReq: { CardDetails } }),
  });
}

for (const { name, width, colorScheme } of WINDOWS) {
  test(`the sandbox itself receives webhooks, and shows them, on ${name}`, async ({ page, office, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const errors = watchErrors(page);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 740 });
    await office.open('/webhooks');
    await page.getByRole('link', { name: 'Webhook catcher' }).click();
    await expect(page.getByText('Nothing has arrived yet.')).toBeVisible();
    await expect(page.getByText('is not signed')).toBeVisible();
    await expectSound(page, 'empty');
    await page.getByRole('button', { name: 'Copy the address' }).click();
    await expect(page.getByText('The address is copied.')).toBeVisible();
    const WebHookUrl = await page.evaluate(() => navigator.clipboard.readText());

    await pay(office, { WebHookUrl });
    await expect(page.getByRole('group', { name: /^Body of webhook/ })).toContainText(HOSTILE);
    await page.getByText('Headers', { exact: true }).click();
    await expect(page.getByText('content-type: application/json; charset=utf-8')).toBeVisible();
    await expectSound(page, 'received');

    await page.getByRole('button', { name: 'Catch webhooks without an address' }).click();
    await expect(page.getByText('Webhooks of keys without a WebHookUrl are sent here.')).toBeVisible();
    await pay(office, {});
    await expect(page.getByRole('group', { name: /^Body of webhook/ })).toHaveCount(2);
    await page.getByRole('button', { name: 'Stop catching' }).click();
    await expect(page.getByText('A key without a WebHookUrl sends no webhook.')).toBeVisible();

    await page.getByRole('link', { name: '← Webhooks' }).click();
    await page.getByRole('link', { name: 'See what arrived' }).first().click();
    await page
      .getByRole('link', { name: /^Transaction \d/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
    expect(errors).toEqual([]);
  });
}
