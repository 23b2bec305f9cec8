/**
 * Look and accessibility of the dialog of the bank's step: sizes, light and dark, phone and
 * desktop, axe.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './demo-test.js';
import { findProblems } from './expect-sound.js';
import { ChallengeDialog } from './pages/challenge-dialog.js';
import { VISA } from './test-cards.js';

const LOOKS = [
  { name: 'desktop, light', width: 1280, height: 900, colorScheme: 'light', frame: '500 by 600' },
  { name: 'desktop, dark', width: 1280, height: 900, colorScheme: 'dark', frame: '500 by 600' },
  { name: 'low window', width: 1000, height: 620, colorScheme: 'light', frame: '600 by 400' },
  { name: 'narrow window', width: 560, height: 800, colorScheme: 'light', frame: '390 by 400' },
  { name: 'small window', width: 330, height: 640, colorScheme: 'dark', frame: '250 by 400' },
] as const;
const PHONES = [
  { name: 'phone, light', width: 390, height: 844, colorScheme: 'light' },
  { name: 'phone, dark', width: 390, height: 844, colorScheme: 'dark' },
  { name: 'small phone', width: 320, height: 568, colorScheme: 'light' },
] as const;

/** Ends with the bank's page in the dialog. */
async function reach(page: Page, order: number): Promise<ChallengeDialog> {
  const dialog = new ChallengeDialog(page);
  await page.goto(`/checkout/${order}`);
  const root = page.locator('florin-checkout');
  await root.getByLabel('Card number').fill(VISA.number);
  await root.getByLabel(/^expiry/i).fill(VISA.expiry);
  await root.getByLabel('Security code').fill(VISA.cvn);
  await root.getByLabel('Name on card').fill('3DS CHALLENGE');
  await root.getByRole('button', { name: /^pay/i }).click();
  await expect(dialog.approve).toBeVisible();
  return dialog;
}

async function lookAt(page: Page, dialog: ChallengeDialog, name: string): Promise<void> {
  await expectGood(page);
  await keep(page, `dialog-${name}`);
  await dialog.closeButton.click();
  await expect(dialog.question).toBeVisible();
  await expectGood(page);
  await keep(page, `question-${name}`);
  await dialog.question.getByRole('button', { name: 'Leave' }).click();
  await expect(dialog.goOn).toBeVisible();
  await expectGood(page);
  await keep(page, `left-${name}`);
}

/** Without the bank's own page, which challenge.spec.ts tests. */
async function expectGood(page: Page): Promise<void> {
  expect(await findProblems(page, { include: 'florin-checkout', exclude: 'iframe' })).toEqual([]);
}

/** A screenshot for people; it shows no card number. */
async function keep(page: Page, what: string): Promise<void> {
  const folder = process.env['FLORIN_SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/3ds-${what.replace(/\W+/g, '-')}.png` });
}

for (const { name, width, height, colorScheme, frame } of LOOKS) {
  test(`in a ${name} the bank’s page has ${frame}`, async ({ shop, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    const dialog = await reach(page, await shop.beginOrder());
    const box = await dialog.frame.boundingBox();
    expect(`${Math.round(box?.width ?? 0)} by ${Math.round(box?.height ?? 0)}`).toBe(frame);
    const outer = await dialog.root.boundingBox();
    expect(outer?.y).toBeGreaterThanOrEqual(0);
    expect((outer?.y ?? 0) + (outer?.height ?? 0)).toBeLessThanOrEqual(height);
    await lookAt(page, dialog, name);
  });
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true });
  for (const { name, width, height, colorScheme } of PHONES) {
    test(`the bank’s page has the whole screen: ${name}`, async ({ shop, page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      const dialog = await reach(page, await shop.beginOrder());
      expect(await dialog.root.boundingBox()).toEqual({ x: 0, y: 0, width, height });
      expect((await dialog.frame.boundingBox())?.width).toBe(width);
      await lookAt(page, dialog, name);
    });
  }
});

test('in forced colours its parts are distinguishable', async ({ shop, page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const dialog = await reach(page, await shop.beginOrder());
  await expectGood(page);
  await keep(page, 'dialog-forced-colours');
  expect(await dialog.root.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px');
});

test('the keyboard stays in the dialog, and comes back to the button', async ({ shop, page }) => {
  const dialog = await reach(page, await shop.beginOrder());
  await expect(dialog.root.getByRole('heading', { name: 'Confirm with your bank' })).toBeFocused();
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const active = document.activeElement;
      const inner = active?.shadowRoot?.activeElement;
      return active !== document.body && !inner?.closest('dialog');
    });
    expect(outside, 'focus outside of the dialog').toBe(false);
  }
  await dialog.press(dialog.approve);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Thank you');
});
