/** A flaw of Firefox's driver that one test in some thousands meets. */
import type { Page } from '@playwright/test';

/** The driver names the navigation by two ids, and calls it interrupted by itself. */
const BY_ITSELF = /Navigation to "(.+)" is interrupted by another navigation to "\1"/;

/** The page's `goto` waits for a navigation that is said to be interrupted by itself; it then returns null. */
export function forgiveOwnInterruption(page: Page): void {
  const goTo = page.goto.bind(page);
  page.goto = (url, options) =>
    goTo(url, options).catch(async (error: unknown) => {
      if (!(error instanceof Error && BY_ITSELF.test(error.message))) throw error;
      await page.waitForLoadState(options?.waitUntil === 'commit' ? 'domcontentloaded' : options?.waitUntil);
      return null;
    });
}
