/**
 * What stands below a checkout stays where it is when the saved cards come: the checkout keeps the height that it had until then,
 * and a list that would need more of it scrolls.
 */
import type { LitElement } from 'lit';

/** Three cards. */
const LEAST_PX = 172;

/**
 * Measures the checkout. The function that it returns keeps that room once the list is drawn; until the window has another
 * size, which moves everything anyhow.
 */
export function holdRoom(
  checkout: LitElement | null,
  signal: AbortSignal,
): ((saved: LitElement) => Promise<void>) | undefined {
  const box = checkout?.renderRoot.querySelector<HTMLElement>('.florin');
  if (!checkout || !box) return undefined;
  const room = box.offsetHeight;
  return async (saved) => {
    // Both are drawn before the browser shows either.
    await Promise.all([saved.updateComplete, checkout.updateComplete]);
    const list = saved.renderRoot.querySelector<HTMLElement>('.list');
    const excess = box.offsetHeight - room;
    if (list && excess > 0) {
      const most = Math.max(LEAST_PX, list.offsetHeight - excess);
      list.style.maxBlockSize = `${endInCard(list, most)}px`;
    }
    box.style.minBlockSize = `${room}px`;
    const letGo = () => {
      box.style.minBlockSize = '';
      if (list) list.style.maxBlockSize = '';
    };
    globalThis.addEventListener('resize', letGo, { once: true, signal });
  };
}

/** At most so high that it ends in the middle of a card: one that ended between two would not show that it goes on. */
function endInCard(list: HTMLElement, most: number): number {
  const rows = [...list.children].map((row) => row.getBoundingClientRect());
  // "Another card" stays in sight below all others.
  const other = rows.pop()?.height ?? 0;
  // The first is chosen, and has the field for the code.
  const [first, ...more] = rows;
  const heights = more.map(({ top, height }) => top - (first?.top ?? 0) + height / 2 + other);
  return Math.max(...heights.filter((height) => height <= most)) || most;
}
