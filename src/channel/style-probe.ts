/** By which property of the probe (watch-styles.ts) the page's browser computes a value, and tells that it changed. */
import type { StyleName } from './style-table.js';

/** The property, and its value where the shop says nothing. No property: the probe inherits it under its own name. */
export type ProbedStyle = readonly [via?: string, unset?: string];

/** Unlikely values, since a change to a value that was there before is no change. A font is inherited. */
const colour = (via: string): ProbedStyle => [via, '#01020304'];
const length = (via: string): ProbedStyle => [via, '.123px'];

/** Unset where the shop names no font, and the one value that crosses even so. */
export const INHERITED = 'inherit';

/** Every property that crosses, as in STYLE_TABLE. */
export const PROBE_TABLE: Readonly<Record<StyleName, ProbedStyle>> = {
  // Any properties that hold a colour would do, but for `color`, to which the shop's `currentcolor` refers.
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
  // These two cross as they were written, since computing them takes a layout of the page.
  '--florin-areas': ['grid-template-areas', '"x"'],
  '--florin-columns': ['grid-template-columns', '1.23px'],
  'font-size': [],
  'font-weight': [],
  'letter-spacing': [],
  'line-height': [],
  direction: [],
  'color-scheme': [],
};
