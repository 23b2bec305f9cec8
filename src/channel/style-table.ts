/**
 * What of a page's look crosses into the frame: Florin's own custom properties and the inherited text properties, each
 * with the grammar of its value. Nothing else crosses.
 *
 * Colours and lengths cross as the page's browser computed them (`rgb(11, 104, 203)`, `8px`), whatever the shop wrote:
 * `color-mix()`, `light-dark()`, `calc()`, `rem` and references to the shop's own properties are resolved before
 * (style-probe.ts). So the grammars can be narrow. They stand in the frame alone (style-grammar.ts): it cannot take the
 * page's word, and one judge gives one warning.
 */

/** A property that crosses: set in the frame and, for Florin's own, by the shop. */
export type StyleName =
  | `--florin-${'ink' | 'ink-soft' | 'paper' | 'line' | 'accent' | 'on-accent' | 'danger' | 'autofill'}`
  | `--florin-${'radius' | 'gap' | 'control-height' | 'font' | 'areas' | 'columns'}`
  | 'font-size'
  | 'font-weight'
  | 'letter-spacing'
  | 'line-height'
  | 'direction'
  | 'color-scheme';

/** How a value has to look. */
export interface StyleRow {
  readonly kind: StyleKind;
  /** CSS pixels, or the plain number. */
  readonly least?: number;
  readonly most?: number;
  /** Words that stand for themselves. */
  readonly words?: readonly string[];
}

/** A grammar of style-grammar.ts. */
export type StyleKind = 'colour' | 'length' | 'number' | 'font' | 'areas' | 'tracks' | 'word';

const COLOUR: StyleRow = { kind: 'colour' };
const length = (least: number, most: number, words: readonly string[] = []): StyleRow => ({
  kind: 'length',
  least,
  most,
  words,
});

/** Every property that crosses. */
export const STYLE_TABLE: Readonly<Record<StyleName, StyleRow>> = {
  '--florin-ink': COLOUR,
  '--florin-ink-soft': COLOUR,
  '--florin-paper': COLOUR,
  '--florin-line': COLOUR,
  '--florin-accent': COLOUR,
  '--florin-on-accent': COLOUR,
  '--florin-danger': COLOUR,
  '--florin-autofill': COLOUR,
  '--florin-radius': length(0, 9999),
  '--florin-gap': length(0, 200),
  '--florin-control-height': length(24, 200),
  '--florin-font': { kind: 'font' },
  '--florin-areas': { kind: 'areas' },
  '--florin-columns': { kind: 'tracks' },
  'font-size': length(8, 72),
  'font-weight': { kind: 'number', least: 1, most: 1000 },
  'letter-spacing': length(-8, 24, ['normal']),
  'line-height': length(8, 200, ['normal']),
  direction: { kind: 'word', words: ['ltr', 'rtl'] },
  // The scheme that is in use, never both: a frame that chooses for itself may choose another one than the page, and
  // browsers then put a white sheet behind it.
  'color-scheme': { kind: 'word', words: ['light', 'dark'] },
};
