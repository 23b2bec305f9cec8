/**
 * The grammar of each kind of style value, by which the frame judges what the page sends. A value is matched whole; there is no grammar that
 * has `url(`, `image-set(`, `attr(`, `var(`, an escape, a comment or a semicolon in it.
 */
import { FRAME_FIELDS } from './contract.js';
import type { StyleKind, StyleRow } from './style-table.js';

/** As computed by browsers: `0.5`, `-1e-7`, `20%`, `none`. */
const N = '(?:none|-?\\d*\\.?\\d+(?:e[-+]?\\d+)?(?:%|deg)?)';
const SPACE = '(?:srgb(?:-linear)?|display-p3|a98-rgb|prophoto-rgb|rec2020|xyz(?:-d(?:50|65))?)';
const COLOUR = new RegExp(
  '^(?:#(?:[\\da-f]{3,4}){1,2}|' +
    `(?:(?:(?:rgb|hsl)a?|hwb|(?:ok)?(?:lab|lch))\\(|color\\(${SPACE} )` +
    `${N}(?:, ?| )${N}(?:, ?| )${N}(?:(?:, ?| ?/ ?)${N})?\\))$`,
  'i',
);
const LENGTH = /^-?\d*\.?\d+px$/;
const NUMBER = /^\d*\.?\d+$/;
/** Names of letters, digits and a few signs, bare or in double quotes; a word that means another value is no name. */
const FONT =
  /^(?:"[\p{L}\p{N} _.&+-]{1,60}"|(?!(?:inherit|initial|unset|revert|revert-layer|default)\b)-?[\p{L}_][\p{L}\p{N} _-]{0,60})(?:, ?|$)/iu;
const AREAS = /^"[a-z. ]{1,80}"(?: "[a-z. ]{1,80}"){0,7}$/;
const TRACKS =
  /^(?:\d*\.?\d+(?:px|fr|%)|auto|m(?:in|ax)-content)(?: (?:\d*\.?\d+(?:px|fr|%)|auto|m(?:in|ax)-content)){0,5}$/;

const LONGEST = 400;

const CHECKS: Readonly<Record<StyleKind, (value: string) => boolean>> = {
  colour: (value) => COLOUR.test(value),
  length: (value) => LENGTH.test(value),
  number: (value) => NUMBER.test(value),
  font: isFontList,
  areas: (value) => AREAS.test(value) && value.match(/[a-z]+/g)?.every(isField) !== false,
  tracks: (value) => TRACKS.test(value),
  word: () => false,
};

/** True for a value that may cross as this row. */
export function isStyleValue(
  value: string,
  { kind, least = -Infinity, most = Infinity, words = [] }: StyleRow,
): boolean {
  if (words.includes(value)) return true;
  if (value.length > LONGEST || !CHECKS[kind](value)) return false;
  const size = parseFloat(value);
  return (kind !== 'length' && kind !== 'number') || (size >= least && size <= most);
}

function isFontList(value: string): boolean {
  for (let rest = value; rest;) {
    const [family] = FONT.exec(rest) ?? [];
    if (!family) return false;
    rest = rest.slice(family.length);
    // A comma with nothing behind it.
    if (!rest && family.trimEnd().endsWith(',')) return false;
  }
  return value !== '';
}

function isField(name: string): boolean {
  return (FRAME_FIELDS as readonly string[]).includes(name);
}
