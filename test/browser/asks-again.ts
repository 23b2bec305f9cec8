import type { Page } from '@playwright/test';

/**
 * Whether this browser requests a module again after it failed to load. The HTML standard allows it
 * since 2026: Chromium 156 does, Chromium 150 and Firefox before 155 only on the next page.
 */
export async function asksAgain(page: Page): Promise<boolean> {
  let isThere = false;
  await page.route('**/asks-again', (route) => route.fulfill({ body: '<!doctype html>', contentType: 'text/html' }));
  await page.route('**/asks-again.js', (route) =>
    isThere ? route.fulfill({ body: '', contentType: 'text/javascript' }) : route.abort(),
  );
  await page.goto('/asks-again');
  const isHad = () =>
    page.evaluate(() =>
      import(`${location.origin}/asks-again.js`).then(
        () => true,
        () => false,
      ),
    );
  await isHad();
  isThere = true;
  return isHad();
}
