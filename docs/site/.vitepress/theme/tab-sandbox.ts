/** The sandbox of this browser tab, in which the site's pages pay: docs/guides/browser-tab.md. */
import { withBase } from 'vitepress';
import type { BrowserSandbox } from 'florin-server/browser';

let started: Promise<BrowserSandbox> | undefined;

async function start(): Promise<BrowserSandbox> {
  const [{ startBrowserSandbox }, { allowOrigins }] = await Promise.all([
    import('florin-server/browser'),
    import('florin/checkout'),
  ]);
  const sandbox = await startBrowserSandbox({
    worker: withBase('/florin-sandbox-worker.js'),
    merchantName: 'Wattlebird Coffee',
    // As in the demo shop.
    surcharges: { AX: 200, MC: 100, VC: 100 },
    // The one page that leaves for a page of the service.
    returnTo: `${withBase('/playground.html')}?back={order}`,
  });
  allowOrigins(...sandbox.origins);
  return sandbox;
}

/** Starts it, once for all pages. Rejects with what to change. */
export function startTabSandbox(): Promise<BrowserSandbox> {
  started ??= start().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}
