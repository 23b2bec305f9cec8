import type { Page } from '@playwright/test';

/**
 * Resolves when a form of the page says that it has come to `state`, by `florin-state`: `ready` when the key is there. The
 * browser's own word that the request for the key has finished does not always come on a busy machine.
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
