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
    if (list && excess > 0) list.style.maxBlockSize = `${Math.max(LEAST_PX, list.offsetHeight - excess)}px`;
    box.style.minBlockSize = `${room}px`;
    const letGo = () => {
      box.style.minBlockSize = '';
      if (list) list.style.maxBlockSize = '';
    };
    globalThis.addEventListener('resize', letGo, { once: true, signal });
  };
}
