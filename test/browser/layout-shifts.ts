/** Layout shifts as the browser counts them (web.dev/cls). */
import type { Page } from '@playwright/test';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** One element that moved. */
export interface Move {
  readonly what: string;
  /** It followed an action of the shopper within half a second. */
  readonly hadRecentInput: boolean;
  /** The demo's developer bar logs exchanges as they happen; it is not part of the shop. */
  readonly isOfBar: boolean;
  readonly was: Place;
  readonly is: Place;
}

/** Call before the navigation. Returns a function for the moves so far; each page starts again. */
export async function watchShifts(page: Page): Promise<() => Promise<readonly Move[]>> {
  await page.addInitScript(record);
  return () => page.evaluate(() => (globalThis as unknown as { moves: readonly Move[] }).moves);
}

/** The moves that no action of the shopper caused. */
export const unasked = (moves: readonly Move[]) => moves.filter(({ hadRecentInput }) => !hadRecentInput);

/** The moves inside the shop. */
export const inShop = (moves: readonly Move[]) => moves.filter(({ isOfBar }) => !isOfBar);

/** Runs in the page. */
function record(): void {
  interface Source {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }
  const moves: Move[] = [];
  Object.assign(globalThis, { moves });
  const placeOf = ({ x, y, width }: DOMRectReadOnly) => ({ x, y, width });
  const nowhere = new DOMRectReadOnly();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { hadRecentInput, sources } = entry as unknown as { hadRecentInput: boolean; sources: readonly Source[] };
      // A shift without a source still counts.
      const named = sources.length > 0 ? sources : [{ node: null, previousRect: nowhere, currentRect: nowhere }];
      for (const { node, previousRect, currentRect } of named) {
        const element = node instanceof Element ? node : node?.parentElement;
        const what = element?.outerHTML.slice(0, 80) ?? 'in a root';
        const isOfBar = Boolean(element?.closest('.dev-bar'));
        moves.push({ what, hadRecentInput, isOfBar, was: placeOf(previousRect), is: placeOf(currentRect) });
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}
