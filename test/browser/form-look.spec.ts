/** How the card form looks and behaves in the demo, in the page and in the frame of another origin. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { framedForm, PaymentForm } from './pages/payment-form.js';
import { AMEX, VISA } from './test-cards.js';

const PLACES = [
  { place: 'page', path: '', formOf: (page: Page) => new PaymentForm(page) },
  { place: 'frame', path: '/framed', formOf: framedForm },
] as const;

const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
/** The field around an input. */
const fieldOf = (input: Locator) => input.locator('xpath=ancestor::*[contains(concat(" ", @part, " "), " field ")]');

/** The file that holds presses is loaded after the frame. */
async function pressesAreHeld(page: Page): Promise<void> {
  const file = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('-hold-press.js'))?.name,
  );
  await page.evaluate(async (url) => void (await import(url!)), await file.jsonValue());
}

test('before the script has loaded, boxes stand where the fields and the button will be', async ({ shop, page }) => {
  const order = await shop.beginOrder();
  let load = (): void => {};
  const loads = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/florin/florin.js', async (route) => {
    await loads;
    await route.continue();
  });
  await page.goto(`/checkout/${order}`, { waitUntil: 'commit' });
  const form = new PaymentForm(page);
  const skeleton = await form.root.evaluate((root) => {
    const { backgroundPositionY, backgroundSize } = getComputedStyle(root);
    const heights = backgroundSize.split(', ').map((size) => Number.parseFloat(size.split(' ').at(-1) ?? ''));
    return backgroundPositionY.split(', ').map((y, index) => [Number.parseFloat(y), heights[index]]);
  });
  expect(skeleton).toHaveLength(5);
  // The guide has the same CSS.
  const [css = 'none'] =
    /@media \(scripting: enabled\) \{[^]*?\n\}/.exec(readFileSync('demo/shop/public/checkout.css', 'utf8')) ?? [];
  expect(readFileSync('docs/guides/elements.md', 'utf8')).toContain(css);
  load();
  await expect(form.payButton).toBeVisible();
  const { y: top } = await boxOf(form.root);
  const boxes = [form.number, form.expiry, form.cvn, form.name].map((input) => fieldOf(input).locator('[part="box"]'));
  for (const [index, locator] of [...boxes, form.payButton].entries()) {
    const { y, height } = await boxOf(locator);
    expect(Math.abs(y - top - skeleton[index]![0]!)).toBeLessThanOrEqual(1);
    expect(height).toBe(skeleton[index]![1]);
  }
});

for (const { place, path, formOf } of PLACES) {
  test.describe(`with the card in the ${place}`, () => {
    test('on a phone of 360 px expiry and code share a row, and Pay is in the first screen', async ({ shop, page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      const order = await shop.beginOrder();
      await page.goto(`/checkout/${order}${path}`);
      const form = formOf(page);
      await expect(form.name).toBeVisible();
      const [number, expiry, cvn] = await Promise.all([form.number, form.expiry, form.cvn].map(boxOf));
      expect(cvn!.y).toBe(expiry!.y);
      expect(expiry!.y).toBeGreaterThan(number!.y + number!.height);
      await expect(async () => {
        const pay = await boxOf(form.payButton);
        expect(pay.y + pay.height).toBeLessThan(740);
      }).toPass();
      // Also in a form of 280 px, but not in a narrower one.
      const narrow = (width: number) => form.root.evaluate((root, px) => (root.style.inlineSize = `${px}px`), width);
      await narrow(280);
      await expect.poll(async () => (await boxOf(form.cvn)).y - (await boxOf(form.expiry)).y).toBe(0);
      await narrow(260);
      await expect.poll(async () => (await boxOf(form.cvn)).y - (await boxOf(form.expiry)).y).toBeGreaterThan(40);
    });

    test('the distance between the fields is the same everywhere, with errors too, which move nothing', async ({
      shop,
      page,
    }) => {
      const order = await shop.beginOrder();
      await page.goto(`/checkout/${order}${path}`);
      const form = formOf(page);
      const fields = [form.number, form.expiry, form.cvn, form.name].map(fieldOf);
      const places = () =>
        Promise.all(
          [...fields.flatMap((field) => [field.locator('label'), field.locator('[part="box"]')]), form.payButton].map(
            boxOf,
          ),
        );
      const before = await places();
      const [, number, expiryLabel, expiry, cvnLabel, , nameLabel, name, pay] = before.map(({ y, height }) => [
        y,
        y + height,
      ]);
      const gaps = [expiryLabel![0]! - number![1]!, nameLabel![0]! - expiry![1]!, pay![0]! - name![1]!].map(Math.round);
      expect(gaps).toEqual([26, 26, 28]);
      expect(cvnLabel).toEqual(expiryLabel);
      await form.payButton.click();
      for (const field of fields) await expect(field.locator('[part="error"]')).toBeVisible();
      expect(await places()).toEqual(before);
    });

    test('a hint stands in its field, before and while it is typed into', async ({ shop, page }) => {
      for (const width of [280, 390, 1280]) {
        await page.setViewportSize({ width, height: 1000 });
        const order = await shop.beginOrder();
        await page.goto(`/checkout/${order}${path}`);
        const form = formOf(page);
        const hint = fieldOf(form.expiry).getByText('MM / YY');
        const box = await boxOf(fieldOf(form.expiry).locator('[part="box"]'));
        for (const typed of ['', '12']) {
          await form.expiry.fill(typed);
          const { x, y, width: wide } = await boxOf(hint);
          expect(x).toBeGreaterThan(box.x + 14 + (typed ? 40 : 0));
          expect(x + wide).toBeLessThan(box.x + box.width);
          expect(y).toBeGreaterThan(box.y);
        }
        await expect(form.cvn).toHaveAccessibleDescription('3 digits on the back');
      }
    });

    test('shows the icons of the accepted brands, then the icon of the card, and the place of its code', async ({
      shop,
      page,
    }) => {
      const order = await shop.beginOrder();
      await page.goto(`/checkout/${order}${path}`);
      const form = formOf(page);
      const marks = fieldOf(form.number).locator('svg');
      await expect(marks).toHaveCount(5);
      await expect(fieldOf(form.number).getByRole('img')).toHaveAccessibleName(
        'Accepted: Visa, Mastercard, American Express, Diners Club and JCB',
      );
      const picture = fieldOf(form.cvn).locator('svg');
      const onTheBack = await picture.innerHTML();
      // Small, in colour, and inside the field.
      const box = await boxOf(fieldOf(form.number).locator('[part="box"]'));
      for (const mark of await marks.all()) {
        const { x, width, height } = await boxOf(mark);
        expect([width, height]).toEqual([24, 15]);
        expect(x + width).toBeLessThan(box.x + box.width);
      }
      await form.number.pressSequentially(AMEX.number);
      await expect(marks).toHaveCount(1);
      await expect(fieldOf(form.number).getByRole('img')).toHaveAccessibleName('American Express');
      expect(await picture.innerHTML()).not.toBe(onTheBack);
      await form.number.fill(VISA.number);
      await expect(fieldOf(form.number).getByRole('img')).toHaveAccessibleName('Visa');
      await expect.poll(() => picture.innerHTML()).toBe(onTheBack);
    });

    test('an invalid field looks invalid while it is focused, with forced colours too', async ({ shop, page }) => {
      const order = await shop.beginOrder();
      await page.goto(`/checkout/${order}${path}`);
      const form = formOf(page);
      const styleOf = () =>
        fieldOf(form.number)
          .locator('[part="box"]')
          .evaluate((box) => {
            const { borderColor, borderStyle, outlineColor, outlineStyle, outlineOffset } = getComputedStyle(box);
            return { borderColor, borderStyle, outlineColor, outlineStyle, outlineOffset };
          });
      await form.number.focus();
      const valid = await styleOf();
      expect(valid.outlineStyle).toBe('solid');
      await form.payButton.click();
      await expect(form.number).toBeFocused();
      const invalid = await styleOf();
      expect(invalid.outlineStyle).toBe('solid');
      expect(invalid.borderColor).not.toBe(valid.borderColor);
      // The border is visible inside the focus ring.
      expect(invalid.outlineOffset).toBe('1px');
      await page.emulateMedia({ forcedColors: 'active' });
      expect((await styleOf()).borderStyle).toBe('double');
    });

    test('a press of Pay counts although an error moves the button, and can be cancelled', async ({ shop, page }) => {
      await page.setViewportSize({ width: 280, height: 1100 });
      const order = await shop.beginOrder();
      await page.goto(`/checkout/${order}${path}`);
      const form = formOf(page);
      if (place === 'frame') await pressesAreHeld(page);
      await form.number.fill('4987');
      await form.number.focus();
      const before = await boxOf(form.payButton);
      // The message of the field that loses the focus needs two lines at this width.
      await page.mouse.move(before.x + 60, before.y + 4);
      await page.mouse.down();
      await expect(form.number).toHaveAttribute('aria-invalid', 'true');
      // A frame grows after the press, the page's own fields during it.
      const isMoved = expect.poll(async () => (await boxOf(form.payButton)).y);
      if (place === 'page') await isMoved.toBeGreaterThan(before.y + 8);
      await page.mouse.up();
      await expect(form.name).toHaveAttribute('aria-invalid', 'true');
      // A press that ends beside the button does not count.
      await page.reload();
      await expect(form.number).toBeVisible();
      const { x, y } = await boxOf(form.payButton);
      await page.mouse.move(x + 60, y + 20);
      await page.mouse.down();
      await page.mouse.move(x + 60, y - 60);
      await page.mouse.up();
      await form.number.focus();
      await expect(form.name).toHaveAttribute('aria-invalid', 'false');
    });

    test('moves the focus from a complete field only with auto-advance, and not for a shopper who went back', async ({
      shop,
      page,
    }) => {
      const order = await shop.beginOrder();
      await page.goto(`/checkout/${order}${path}`);
      const form = formOf(page);
      await form.number.pressSequentially(VISA.number);
      await expect(form.number).toBeFocused();
      await page.route(`**/checkout/${order}${path}`, async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace('<florin-checkout', '<florin-checkout auto-advance');
        await route.fulfill({ response: answer, body });
      });
      await page.reload();
      // The frame learns of the attribute with the accepted brands.
      await expect(fieldOf(form.number).locator('svg')).toHaveCount(5);
      await form.number.pressSequentially(VISA.number);
      await expect(form.expiry).toBeFocused();
      await form.number.focus();
      await form.number.press('End');
      await form.number.press('Backspace');
      await form.number.pressSequentially('9');
      await expect(form.number).toHaveValue('4987 6543 2109 8769');
      await expect(form.number).toBeFocused();
      await form.expiry.focus();
      await form.expiry.pressSequentially(VISA.expiry);
      await expect(form.expiry).toBeFocused();
      await form.cvn.focus();
      await form.cvn.pressSequentially(VISA.cvn);
      await expect(form.name).toBeFocused();
    });
  });
}

test('Chromium logs nothing about the frame', async ({ shop, page }) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const order = await shop.beginOrder();
  for (const path of ['framed', 'iframe']) {
    await page.goto(`/checkout/${order}/${path}`);
    await expect(page.frameLocator('florin-checkout iframe').getByLabel('Card number')).toBeVisible();
  }
  expect(said).toEqual([]);
});
