/** The property of the probe (watch-styles.ts) by which the browser computes a value and reports its changes. */
import type { StyleName } from './style-table.js';

/** The property, and its value if the shop sets none. Without a property the probe inherits it under its own name. */
export type ProbedStyle = readonly [via?: string, unset?: string];

/** Unlikely values, because a change to the same value is not reported. A font is inherited. */
const colour = (via: string): ProbedStyle => [via, '#01020304'];
const length = (via: string): ProbedStyle => [via, '.123px'];

/** The value if the shop sets no font; it is sent, too. */
export const INHERITED = 'inherit';

/** Every property of STYLE_TABLE. */
export const PROBE_TABLE: Readonly<Record<StyleName, ProbedStyle>> = {
  // Any properties of colours, except `color`, to which the shop's `currentcolor` refers.
  '--florin-ink': colour('background-color'),
  '--florin-ink-soft': colour('caret-color'),
  '--florin-paper': colour('border-top-color'),
  '--florin-line': colour('border-right-color'),
  '--florin-accent': colour('border-bottom-color'),
  '--florin-on-accent': colour('border-left-color'),
  '--florin-danger': colour('outline-color'),
  '--florin-autofill': colour('text-decoration-color'),
  '--florin-radius': length('border-top-left-radius'),
  '--florin-gap': length('column-gap'),
  '--florin-control-height': length('outline-offset'),
  '--florin-font': ['font-family', INHERITED],
  // These two are sent as written, because their computed values need a layout of the page.
  '--florin-areas': ['grid-template-areas', '"x"'],
  '--florin-columns': ['grid-template-columns', '1.23px'],
  'font-size': [],
  'font-weight': [],
  'letter-spacing': [],
  'line-height': [],
  direction: [],
  'color-scheme': [],
};
