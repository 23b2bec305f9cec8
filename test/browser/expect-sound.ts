/** What axe and the width of the window say of a page. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './demo-test.js';

interface Scope {
  /** CSS selectors of the parts that count; the whole page without them. */
  readonly include?: string;
  readonly exclude?: string;
  /** Rules that do not apply here. */
  readonly without?: readonly string[];
}

/** Rules about whole pages: the document in the frame is a part of one. */
export const OF_PAGES = ['landmark-one-main', 'page-has-heading-one', 'region'];

/** What is wrong, as `rule: where`. */
export async function findProblems(page: Page, { include, exclude, without = [] }: Scope = {}): Promise<string[]> {
  // The document can be there before its style sheet.
  await page.waitForLoadState();
  const axe = new AxeBuilder({ page }).disableRules([...without]);
  if (include !== undefined) axe.include(include);
  if (exclude !== undefined) axe.exclude(exclude);
  // With frames axe opens a page of its own to join their results, which takes as long as the rules.
  axe.setLegacyMode(page.frames().length === 1);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** Nothing for axe, nothing wider than the window, one first heading. */
export async function expectSound(page: Page, what: string): Promise<void> {
  expect(await findProblems(page), `${what}: axe`).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${what}: wider than the window`).toBe(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
}
