/**
 * Keyboard and focus in the frame work as without a frame; typing.spec.ts tests the keys
 * themselves.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { framedForm, type PaymentForm } from './pages/payment-form.js';
import type { ShopPages } from './pages/shop-pages.js';
import { VISA } from './test-cards.js';

test.use({ viewport: { width: 1280, height: 1200 } });

async function openPayment(page: Page, shop: ShopPages): Promise<{ form: PaymentForm; order: number }> {
  const order = await shop.beginOrder();
  await page.goto(`/checkout/${order}/framed`);
  const form = framedForm(page);
  await expect(form.number).toBeVisible();
  return { form, order };
}

test.describe('Tab', () => {
  test('goes through page, fields and button, and back', async ({ page, shop }) => {
    const { form } = await openPayment(page, shop);
    const { keyboard } = page;
    const stops: readonly Locator[] = [
      page.getByRole('main').getByRole('link', { name: 'Change the address' }),
      form.number,
      form.expiry,
      form.cvn,
      form.name,
      form.payButton,
      page.getByRole('button', { name: 'Copy a test card' }),
      page.locator('.dev-bar summary'),
    ];
    await stops[0]?.focus();
    for (const stop of stops.slice(1)) {
      await keyboard.press('Tab');
      await expect(stop).toBeFocused();
    }
    for (const stop of stops.slice(0, -1).reverse()) {
      await keyboard.press('Shift+Tab');
      await expect(stop).toBeFocused();
    }
  });

  test('and typing alone pay', async ({ page, shop }) => {
    const { form, order } = await openPayment(page, shop);
    const { keyboard } = page;
    await page.getByRole('main').getByRole('link', { name: 'Change the address' }).focus();
    const typed = [
      [form.number, VISA.number],
      [form.expiry, VISA.expiry],
      [form.cvn, VISA.cvn],
      [form.name, VISA.name],
    ] as const;
    for (const [field, text] of typed) {
      await keyboard.press('Tab');
      // The frame is in another process: keys that a script presses at the same instant still go to
      // the page's process.
      await expect(field).toBeFocused();
      await keyboard.type(text);
    }
    await keyboard.press('Tab');
    await expect(form.payButton).toBeFocused();
    await keyboard.press('Enter');
    await shop.expectReceipt(order);
  });
});

test('focus() of the element and a click on a label lead into a field, where keys arrive', async ({ page, shop }) => {
  const { form } = await openPayment(page, shop);
  await form.root.evaluate((element: HTMLElement) => element.focus());
  await expect(form.number).toBeFocused();
  await page.keyboard.type('4987');
  await expect(form.number).toHaveValue('4987');
  await form.fields.getByText('Security code', { exact: true }).click();
  await expect(form.cvn).toBeFocused();
  await page.keyboard.type('73');
  await expect(form.cvn).toHaveValue('73');
});

test('an invalid field gets the focus when the button is pressed, and is announced', async ({ page, shop }) => {
  const { form } = await openPayment(page, shop);
  await form.type({ ...VISA, cvn: '7' });
  await form.payButton.click();
  await expect(form.cvn).toBeFocused();
  await expect(form.cvn).toHaveAttribute('aria-invalid', 'true');
  await expect(form.fields.getByRole('status').filter({ hasText: 'Security code: A digit is missing' })).toHaveCount(1);
  await page.keyboard.type('39');
  await expect(form.cvn).toHaveValue('739');
});

test('it keeps the focus when the browser removes the focus from the frame later', async ({ page, shop }) => {
  const { form } = await openPayment(page, shop);
  await form.type({ ...VISA, cvn: '7' });
  const frame = page.frames().find((each) => each.url().endsWith('/frame.html'))!;
  // The steps of a busy Chromium, in the order in which they sometimes happen.
  await frame.evaluate(() => {
    let isTaken = false;
    document.addEventListener('focusin', () => {
      if (isTaken) return;
      isTaken = true;
      setTimeout(() => {
        (document.activeElement?.shadowRoot?.activeElement as HTMLElement).blur();
        dispatchEvent(new Event('focus'));
        document.title = 'taken';
      });
    });
  });
  await form.payButton.click();
  await frame.waitForFunction(() => document.title === 'taken');
  await expect(form.cvn).toBeFocused();
});

test('a missing field keeps its error until it is filled in, however often it loses focus', async ({ page, shop }) => {
  const { form } = await openPayment(page, shop);
  await form.payButton.click();
  await expect(form.number).toBeFocused();
  for (const key of ['Tab', 'Tab', 'Shift+Tab']) await page.keyboard.press(key);
  await expect(form.expiry).toBeFocused();
  for (const says of ['Enter the card number', 'Enter month and year', 'Enter the security code'])
    await expect(form.fields.getByText(says, { exact: true })).toBeVisible();
});

test('nothing can be typed during the submission', async ({ page, shop }) => {
  const { form, order } = await openPayment(page, shop);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/txns/withauthkey/**', async (route) => {
    await held;
    await route.continue();
  });
  await form.type(VISA);
  await form.name.press('Enter');
  await expect(form.root.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  // The browser removes the focus in another process: keys that are already on their way still
  // arrive.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME');
  await page.keyboard.type('99');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('99');
  await expect(form.name).toHaveValue(VISA.name);
  await expect(form.cvn).toHaveValue(VISA.cvn);
  release();
  await shop.expectReceipt(order);
});

// Each field is written in one event, as password managers do; autofill.spec.ts tests the browser's
// own autofill.
test('all fields accept text that is filled in at once, and then another card', async ({ page, shop }) => {
  const { form, order } = await openPayment(page, shop);
  const fill = async (number: string, expiry: string) => {
    await form.number.fill(number);
    await form.expiry.fill(expiry);
    await form.cvn.fill(VISA.cvn);
    await form.name.fill(VISA.name);
  };
  await fill('3456 7890 1234 564', '01/2020');
  await form.name.press('Tab');
  await expect(form.fields.getByText('This card has expired', { exact: true })).toBeVisible();
  for (const field of [form.number, form.expiry, form.cvn, form.name]) await field.fill('');
  await fill(VISA.number, '12/2030');
  await expect(form.number).toHaveValue('4987 6543 2109 8769');
  await expect(form.expiry).toHaveValue('12 / 30');
  await expect(form.fields.getByText('This card has expired', { exact: true })).toHaveCount(0);
  const tokens = await Promise.all(
    [form.number, form.expiry, form.cvn, form.name].map((field) => field.getAttribute('autocomplete')),
  );
  expect(tokens).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
  await form.payButton.click();
  await shop.expectReceipt(order);
});
