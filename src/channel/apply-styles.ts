/**
 * Applies the page's styles to the frame's document, by the style object only. Each value must match its grammar and be
 * valid for the browser; an invalid one is left out, with one warning in the console.
 */
import type { FrameStyles } from './contract.js';
import { isKnownToBrowser, isStyleValue } from './style-grammar.js';
import { STYLE_TABLE, type StyleRow } from './style-table.js';

/** Applies all styles at once: a property that is absent or refused gets the frame's own value. */
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

/** Warns once for each value that is not applied, with the reason. */
function createStyleWarning(warn: (message: string) => void): (name: string, value: string, row?: StyleRow) => void {
  const warned = new Set<string>();
  return (name, value, row) => {
    const key = `${name}:${value}`.slice(0, 120);
    // Only the first values of a page with many invalid ones are reported.
    if (warned.has(key) || warned.size >= 50) return;
    warned.add(key);
    warn(`florin: ${key} is not applied in the frame${row ? `: expected ${expected(row)}` : ''}`);
  };
}

function expected({ kind, least, most, keywords }: StyleRow): string {
  return kind === 'keyword'
    ? `${keywords?.join(' or ')}`
    : least === undefined
      ? kind
      : `${kind} from ${least} to ${most}`;
}
