/** Checks a page with axe, and for horizontal overflow. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './demo-test.js';

interface Scope {
  /** CSS selectors of the checked parts; default: the whole page. */
  readonly include?: string;
  readonly exclude?: string;
  /** Rules that do not apply here. */
  readonly without?: readonly string[];
}

/** Rules about whole pages: the frame's document is only a part of one. */
export const OF_PAGES = ['landmark-one-main', 'page-has-heading-one', 'region'];

/**
 * The rules that the colour scheme decides. In the dark only they run: every spec looks at its pages in the light too, where
 * all rules run, and the rules take most of the time of such a spec.
 */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** The problems, as `rule: where`. */
export async function findProblems(page: Page, { include, exclude, without = [] }: Scope = {}): Promise<string[]> {
  // The document can be ready before its style sheet.
  await page.waitForLoadState();
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const axe = new AxeBuilder({ page });
  if (isDark) axe.withRules(OF_COLOURS);
  else axe.disableRules([...without]);
  if (include !== undefined) axe.include(include);
  if (exclude !== undefined) axe.exclude(exclude);
  // With frames, axe opens an extra page to merge the results, which takes as long as the rules.
  axe.setLegacyMode(page.frames().length === 1);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Expects no finding of axe, no horizontal overflow, and exactly one first-level heading. */
export async function expectSound(page: Page, what: string): Promise<void> {
  expect(await findProblems(page), `${what}: axe`).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${what}: wider than the window`).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}
