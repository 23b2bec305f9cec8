/**
 * Avoids a layout shift below a checkout when the saved cards are loaded: the checkout keeps its
 * height, and a list that needs more space scrolls.
 */
import type { LitElement } from 'lit';

/** The height of three cards. */
const LEAST_PX = 172;

/**
 * Measures the checkout. The returned function keeps that height after the list is drawn, until the
 * window is resized, which moves everything anyway.
 */
export function holdRoom(
  checkout: LitElement | null,
  signal: AbortSignal,
): ((saved: LitElement) => Promise<void>) | undefined {
  const box = checkout?.renderRoot.querySelector<HTMLElement>('.florin');
  if (!checkout || !box) return undefined;
  const room = box.offsetHeight;
  return async (saved) => {
    // Both have rendered before the browser paints.
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

/**
 * Limits the height so that the list ends in the middle of a card: a list that ends between two
 * cards would not look scrollable.
 */
function endInCard(list: HTMLElement, most: number): number {
  const rows = [...list.children].map((row) => row.getBoundingClientRect());
  // "Another card" stays visible below all others.
  const other = rows.pop()?.height ?? 0;
  // The first card is chosen, and has the field for the security code.
  const [first, ...more] = rows;
  const heights = more.map(({ top, height }) => top - (first?.top ?? 0) + height / 2 + other);
  return Math.max(...heights.filter((height) => height <= most)) || most;
}
