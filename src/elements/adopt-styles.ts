import type { CSSResult } from 'lit';

/** Adds styles to an existing shadow root: for a part that only some elements draw, or that is loaded later. */
export function adoptStyles(root: HTMLElement | DocumentFragment, styles: readonly CSSResult[]): void {
  if (!(root instanceof ShadowRoot)) return;
  for (const { styleSheet } of styles) {
    if (styleSheet && !root.adoptedStyleSheets.includes(styleSheet)) {
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, styleSheet];
    }
  }
}
