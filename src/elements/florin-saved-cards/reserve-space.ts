/**
 * Avoids a layout shift when the saved cards are loaded: the checkout around them, or an element of
 * its own for which the page reserves room, keeps its height, and a list that needs more scrolls.
 */
import type { LitElement } from 'lit';

/** The height of three cards. */
const LEAST_PX = 172;

/**
 * Measures the checkout, or without one the list's own element. The returned function keeps that height after the list is
 * drawn, until the window is resized, which moves everything anyway.
 */
export function reserveSpace(
  saved: LitElement,
  checkout: LitElement | null,
  signal: AbortSignal,
): (() => Promise<void>) | undefined {
  const own = parseFloat(getComputedStyle(saved).minHeight) >= LEAST_PX ? saved : null;
  const box = checkout ? checkout.renderRoot.querySelector<HTMLElement>('.florin') : own;
  if (!box) return undefined;
  const room = box.offsetHeight;
  return async () => {
    // Both have rendered before the browser paints.
    await Promise.all([saved.updateComplete, checkout?.updateComplete]);
    const list = saved.renderRoot.querySelector<HTMLElement>('.list');
    const excess = box.offsetHeight - room;
    if (list && excess > 0) {
      const most = Math.max(LEAST_PX, list.offsetHeight - excess);
      list.style.maxBlockSize = `${endInCard(list, most, checkout !== null)}px`;
    }
    if (checkout) box.style.minBlockSize = `${room}px`;
    const letGo = () => {
      if (checkout) box.style.minBlockSize = '';
      if (list) list.style.maxBlockSize = '';
    };
    globalThis.addEventListener('resize', letGo, { once: true, signal });
  };
}

/**
 * Limits the height so that the list ends in the middle of a card: a list that ends between two
 * cards would not look scrollable.
 */
function endInCard(list: HTMLElement, most: number, hasOther: boolean): number {
  const rows = [...list.children].map((row) => row.getBoundingClientRect());
  // "Another card" stays visible below all others.
  const other = hasOther ? (rows.pop()?.height ?? 0) : 0;
  // The first card is chosen, and has the field for the security code.
  const [first, ...more] = rows;
  const heights = more.map(({ top, height }) => top - (first?.top ?? 0) + height / 2 + other);
  return Math.max(...heights.filter((height) => height <= most)) || most;
}
