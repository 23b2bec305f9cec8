import type { Page } from '@playwright/test';

/** Collects what the browser counts as layout shift: what moves without having been asked to by the shopper. */
export async function watchShifts(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        // The demo's own bar tells of each exchange as it comes.
        const moved = sources.filter(({ node }) => !node?.parentElement?.closest('.dev-bar'));
        if (!hadRecentInput && (moved.length > 0 || sources.length === 0))
          shifts.push(`${value} ${moved.map(({ node }) => node?.nodeName).join()}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: readonly string[] }).shifts);
}
