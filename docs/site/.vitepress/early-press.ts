/**
 * A press before the page is hydrated. On a button, or of the search's shortcut, it is kept and repeated when VitePress listens:
 * on a slow phone the buttons are there a second before that, on the longest pages three. A link is left to the browser: the
 * router listens before the page is hydrated, and would hydrate it with the content of the next page.
 */

interface KeepEarlyPress {
  (event: Event): void;
  /** The last press. */
  press?: Event;
}

declare global {
  interface Window {
    keepEarlyPress?: KeepEarlyPress;
  }
}

/** Script of each page's head. */
export const KEEP_EARLY_PRESS = `window.keepEarlyPress = (event) => {
  if (event.type === 'click' && event.target.closest('a')) return event.stopImmediatePropagation();
  const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
  if (!(event.type === 'click' ? event.target.closest('button') : isShortcut)) return;
  event.preventDefault();
  keepEarlyPress.press = event;
};
addEventListener('click', keepEarlyPress, true);
addEventListener('keydown', keepEarlyPress);`;

/** Repeats the kept press. From here on the page answers by itself. */
export function repeatEarlyPress(): void {
  const { keepEarlyPress } = window;
  if (!keepEarlyPress) return;
  removeEventListener('click', keepEarlyPress, true);
  removeEventListener('keydown', keepEarlyPress);
  const { press } = keepEarlyPress;
  if (press instanceof KeyboardEvent) press.target?.dispatchEvent(new KeyboardEvent(press.type, press));
  else if (press instanceof MouseEvent) press.target?.dispatchEvent(new MouseEvent(press.type, press));
}
