/**
 * The grammar of each kind of style value, by which the frame judges what the page sends. A value is matched whole; there is no grammar that
 * has `url(`, `image-set(`, `attr(`, `var(`, an escape, a comment or a semicolon in it.
 */
import { FRAME_FIELDS } from './contract.js';
import type { StyleKind, StyleRow } from './style-table.js';

/** As computed by browsers: `0.5`, `-1e-7`, `20%`, `none`. */
const N = '(none|-?\\d*\\.?\\d+(e[-+]?\\d+)?(%|deg)?)';

const LONGEST = 400;

/** Of each kind a property that takes it, and how it looks. A word is one of its row's. */
const GRAMMARS: Readonly<Partial<Record<StyleKind, readonly [property: string, grammar: RegExp]>>> = {
  // Of a name that is no colour space the browser makes nothing: apply-styles.ts asks it.
  colour: [
    'color',
    new RegExp(
      '^(#([\\da-f]{3,4}){1,2}|' +
        `(((rgb|hsl)a?|hwb|(ok)?(lab|lch))\\(|color\\([a-z][\\w-]* )${N}((, ?| )${N}){2}((, ?| ?/ ?)${N})?\\))$`,
      'i',
    ),
  ],
  length: ['letter-spacing', /^-?\d*\.?\d+px$/],
  number: ['font-weight', /^\d*\.?\d+$/],
  // Names of letters, digits and a few signs, bare or in double quotes; a word that means another value is no name.
  font: [
    'font-family',
    /^((?:"[\p{L}\p{N} _.&+-]{1,60}"|(?!(inherit|initial|unset|revert|default)\b)-?[\p{L}_][\p{L}\p{N} _-]{0,60})(, ?(?!$)|$))+$/iu,
  ],
  areas: ['grid-template-areas', new RegExp(`^(?! )((^| )"([ .]|(${FRAME_FIELDS.join('|')})(?=[ ."]))+"){1,8}$`)],
  tracks: ['grid-template-columns', /^(?! )((^| )(\d*\.?\d+(px|fr|%)|auto|m(in|ax)-content)){1,6}$/],
};

/** True for a value that may cross as this row. */
export function isStyleValue(
  value: string,
  { kind, least = -Infinity, most = Infinity, words = [] }: StyleRow,
): boolean {
  if (words.includes(value)) return true;
  if (value.length > LONGEST || !GRAMMARS[kind]?.[1].test(value)) return false;
  const size = parseFloat(value);
  return (kind !== 'length' && kind !== 'number') || (size >= least && size <= most);
}

/** True for a value that means something to the browser, as the property of this name. */
export function isKnownToBrowser(name: string, value: string, { kind }: StyleRow): boolean {
  return CSS.supports(GRAMMARS[kind]?.[0] ?? name, value);
}
