/**
 * The styles of a page that are sent to the frame: Florin's own custom properties and the inherited text properties, each
 * with the grammar of its value.
 *
 * Colours and lengths are sent as computed by the page's browser (`rgb(11, 104, 203)`, `8px`): it resolves `color-mix()`,
 * `light-dark()`, `calc()`, `rem` and references to the shop's own properties (style-probe.ts). So the grammars can be narrow.
 * Only the frame has them (style-grammar.ts): it cannot trust the page.
 */

/** A property: its name in the frame, and for Florin's own the name that the shop sets. */
export type StyleName =
  | `--florin-${'ink' | 'ink-soft' | 'paper' | 'line' | 'accent' | 'on-accent' | 'danger' | 'autofill'}`
  | `--florin-${'radius' | 'gap' | 'control-height' | 'font' | 'areas' | 'columns'}`
  | 'font-size'
  | 'font-weight'
  | 'letter-spacing'
  | 'line-height'
  | 'direction'
  | 'color-scheme';

/** The grammar of a value. */
export interface StyleRow {
  readonly kind: StyleKind;
  /** In CSS pixels, or a plain number. */
  readonly least?: number;
  readonly most?: number;
  /** Allowed keywords. */
  readonly keywords?: readonly string[];
}

/** A grammar of style-grammar.ts. */
export type StyleKind = 'colour' | 'length' | 'number' | 'font' | 'areas' | 'tracks' | 'keyword';

const COLOUR: StyleRow = { kind: 'colour' };
const length = (least: number, most: number, keywords: readonly string[] = []): StyleRow => ({
  kind: 'length',
  least,
  most,
  keywords,
});

/** Every property that is sent. */
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
  direction: { kind: 'keyword', keywords: ['ltr', 'rtl'] },
  // The used colour scheme, never both: if the frame chose another one than the page, browsers would paint a white background
  // behind it.
  'color-scheme': { kind: 'keyword', keywords: ['light', 'dark'] },
};
