/**
 * What of a page's look crosses into the frame: Florin's own custom properties and the inherited text properties, each
 * with the grammar of its value. Nothing else crosses.
 *
 * Colours and lengths cross as the page's browser computed them (`rgb(11, 104, 203)`, `8px`), whatever the shop wrote:
 * `color-mix()`, `light-dark()`, `calc()`, `rem` and references to the shop's own properties are resolved before. So
 * the grammars can be narrow. They stand in the frame alone (style-grammar.ts): it cannot take the page's word, and one
 * judge gives one warning.
 */

/** A row of the table. */
export interface StyleRow {
  /** The property that is set in the frame, and, for Florin's own, the one that the shop sets. */
  readonly name: string;
  /** The property of the probe by which the page's browser computes the value and tells that it changed. */
  readonly via: string;
  /** Crosses as it was written, since computing it takes a layout of the page. */
  readonly asWritten?: true;
  readonly kind: StyleKind;
  /** CSS pixels, or the plain number. */
  readonly least?: number;
  readonly most?: number;
  /** Words that stand for themselves. */
  readonly words?: readonly string[];
}

/** A grammar of style-grammar.ts. */
export type StyleKind = 'colour' | 'length' | 'number' | 'font' | 'areas' | 'tracks' | 'word';

/** Every property that crosses. */
export const STYLE_TABLE: readonly StyleRow[] = [
  // Any properties that hold a colour would do, but for `color`, to which the shop's `currentcolor` refers.
  { name: '--florin-ink', via: 'background-color', kind: 'colour' },
  { name: '--florin-ink-soft', via: 'caret-color', kind: 'colour' },
  { name: '--florin-paper', via: 'border-top-color', kind: 'colour' },
  { name: '--florin-line', via: 'border-right-color', kind: 'colour' },
  { name: '--florin-accent', via: 'border-bottom-color', kind: 'colour' },
  { name: '--florin-on-accent', via: 'border-left-color', kind: 'colour' },
  { name: '--florin-danger', via: 'outline-color', kind: 'colour' },
  { name: '--florin-good', via: 'text-decoration-color', kind: 'colour' },
  { name: '--florin-radius', via: 'border-top-left-radius', kind: 'length', least: 0, most: 9999 },
  { name: '--florin-gap', via: 'column-gap', kind: 'length', least: 0, most: 200 },
  { name: '--florin-control-height', via: 'outline-offset', kind: 'length', least: 24, most: 200 },
  { name: '--florin-font', via: 'font-family', kind: 'font' },
  { name: '--florin-areas', via: 'grid-template-areas', asWritten: true, kind: 'areas' },
  { name: '--florin-columns', via: 'grid-template-columns', asWritten: true, kind: 'tracks' },
  { name: 'font-size', via: 'font-size', kind: 'length', least: 8, most: 72 },
  { name: 'font-weight', via: 'font-weight', kind: 'number', least: 1, most: 1000 },
  { name: 'letter-spacing', via: 'letter-spacing', kind: 'length', least: -8, most: 24, words: ['normal'] },
  { name: 'line-height', via: 'line-height', kind: 'length', least: 8, most: 200, words: ['normal'] },
  { name: 'direction', via: 'direction', kind: 'word', words: ['ltr', 'rtl'] },
  // The scheme that is in use, never both: a frame that chooses for itself may choose another one than the page, and
  // browsers then put a white sheet behind it.
  { name: 'color-scheme', via: 'color-scheme', kind: 'word', words: ['light', 'dark'] },
];
