/** Code for several frameworks in tabs, which remember the choice. */
import { findProblems } from '../browser/expect-sound.js';
import { expect, test } from './site-test.js';

test('shows the tab that was chosen on an earlier visit, without scrolling to it', async ({ page }) => {
  await page.goto('./guides/quick-start.html');
  const code = page.getByRole('main').getByText('next.config.js');
  await expect(code).toBeHidden();
  await page.locator('label').getByText('Next.js', { exact: true }).click();
  await expect(code).toBeVisible();
  await expect(page.getByText('vite.config.js')).toBeHidden();
  expect(await findProblems(page)).toEqual([]);

  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'The REST client' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/REST client/);
  await page.getByRole('navigation', { name: 'Sidebar' }).getByRole('link', { name: 'Quick start' }).click();
  await expect(code).toBeVisible();
  await page.goto('./guides/quick-start.html');
  await expect(code).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Next.js' })).toBeChecked();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
