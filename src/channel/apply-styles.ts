/**
 * Puts the page's look on the frame's document, by the style object only. Each value is checked against its grammar, and
 * must mean something to the browser; one that does not is left out, with one warning in the console.
 */
import type { FrameStyles } from './contract.js';
import { isKnownToBrowser, isStyleValue } from './style-grammar.js';
import { STYLE_TABLE } from './style-table.js';
import { createStyleWarning } from './style-warning.js';

/** Takes the whole look at a time: a property that is absent or refused falls back to the frame's own value. */
export function createStyleSheet(
  root: HTMLElement,
  warn: (message: string) => void = (message) => console.warn(message),
): (styles: FrameStyles) => void {
  const refuse = createStyleWarning(warn);
  return (styles) => {
    const unknown = new Set(Object.keys(styles));
    for (const [name, row] of Object.entries(STYLE_TABLE)) {
      const value = unknown.delete(name) ? styles[name] : undefined;
      if (value !== undefined && isStyleValue(value, row) && isKnownToBrowser(name, value, row)) {
        root.style.setProperty(name, value);
      } else {
        root.style.removeProperty(name);
        if (value !== undefined) refuse(name, value, row);
      }
    }
    for (const name of unknown) refuse(name, styles[name] ?? '');
  };
}
