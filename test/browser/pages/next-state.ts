import type { Page } from '@playwright/test';

/**
 * Resolves when a form of the page reports `state` by `florin-state`: `ready` when the key is
 * there. On a busy machine the browser does not always report that the key request has finished.
 */
export function nextState(page: Page, state: string): Promise<void> {
  return page.evaluate(
    (awaited) =>
      new Promise<void>((resolve) => {
        document.addEventListener('florin-state', (event) => {
          if ((event as Event & { state?: unknown }).state === awaited) resolve();
        });
      }),
    state,
  );
}
