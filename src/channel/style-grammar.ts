/**
 * The grammar of each kind of style value, with which the frame validates the page's styles. The whole value must match. No
 * grammar allows `url(`, `image-set(`, `attr(`, `var(`, an escape, a comment or a semicolon.
 */
import { FRAME_FIELDS } from './contract.js';
import type { StyleKind, StyleRow } from './style-table.js';

/** Computed values of browsers: `0.5`, `-1e-7`, `20%`, `none`. */
const N = '(none|-?\\d*\\.?\\d+(e[-+]?\\d+)?(%|deg)?)';

const LONGEST = 400;

/** A property of each kind, and the kind's grammar. A keyword must be in its row of the table. */
const GRAMMARS: Readonly<Partial<Record<StyleKind, readonly [property: string, grammar: RegExp]>>> = {
  // An unknown colour space is invalid for the browser, which apply-styles.ts checks.
  colour: [
    'color',
    new RegExp(
      '^(#([\\da-f]{3,4}){1,2}|' +
        `(((rgb|hsl)a?|hwb|(ok)?(lab|lch))\\(|color\\([a-z][\\w-]* )${N}((, ?| )${N}){2}((, ?| ?/ ?)${N})?\\))$`,
      'i',
    ),
  ],
  length: ['letter-spacing', /^-?(?:\d+|\d*\.\d+)px$/],
  number: ['font-weight', /^(?:\d+|\d*\.\d+)$/],
  // Names of letters, digits and a few signs, with or without double quotes, except CSS keywords.
  font: [
    'font-family',
    /^((?:"[\p{L}\p{N} _.&+-]{1,60}"|(?!(inherit|initial|unset|revert|default)\b)-?[\p{L}_][\p{L}\p{N} _-]{0,60})(, ?(?!$)|$))+$/iu,
  ],
  areas: ['grid-template-areas', new RegExp(`^(?! )((^| )"([ .]|(${FRAME_FIELDS.join('|')})(?=[ ."]))+"){1,8}$`)],
  tracks: ['grid-template-columns', /^(?! )((^| )(\d*\.?\d+(px|fr|%)|auto|m(in|ax)-content)){1,6}$/],
};

/** Whether a value matches the grammar of a row. */
export function isStyleValue(
  value: string,
  { kind, least = -Infinity, most = Infinity, keywords = [] }: StyleRow,
): boolean {
  if (keywords.includes(value)) return true;
  if (value.length > LONGEST || !GRAMMARS[kind]?.[1].test(value)) return false;
  const size = parseFloat(value);
  return (kind !== 'length' && kind !== 'number') || (size >= least && size <= most);
}

/** Whether a value is valid for the browser, in the property of this name. */
export function isKnownToBrowser(name: string, value: string, { kind }: StyleRow): boolean {
  return CSS.supports(GRAMMARS[kind]?.[0] ?? name, value);
}
