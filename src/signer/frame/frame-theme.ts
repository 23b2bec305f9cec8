/**
 * The style of the service's own frame: the shop's design tokens as CSS text for IframeParameters. The tokens are an option
 * of the signer, and a page can only name a scheme, so that no CSS from a browser reaches a page with a card.
 */
import * as z from 'zod';
import type { PageScheme } from '../../core/pay-api.js';
import { object, textLike } from '../../wire/read-input.js';
import { Refusal } from '../refusal.js';

/** Colours: `#rrggbb`, a name, `rgb()` or `hsl()`. */
export interface FrameColours {
  /** Text in a field. */
  readonly ink?: string;
  /** Labels and hints. */
  readonly inkSoft?: string;
  /** Background of a field. */
  readonly paper?: string;
  /** Border of a field. */
  readonly line?: string;
  /** Border of the field with the focus. */
  readonly accent?: string;
  /** Errors. */
  readonly danger?: string;
}

/**
 * Design tokens of the service's own frame and of the plain form's page, with the meaning of the elements' custom
 * properties.
 */
export interface FrameTheme {
  /** Colours on a light page: `#rrggbb`, a name, `rgb()` or `hsl()`. */
  readonly light?: FrameColours;
  /** The same on a dark page. */
  readonly dark?: FrameColours;
  /** Radius of a field's corners, such as `8px`. */
  readonly radius?: string;
  /** Height of a field, such as `48px`. */
  readonly controlHeight?: string;
  /** Names of fonts that the shopper's device has: none is loaded. */
  readonly font?: string;
}

/** The schemes that a page may name. `auto` follows the shopper's system. */
const SCHEMES: readonly PageScheme[] = ['light', 'dark', 'auto'];

const COLOUR = textLike(
  'must be a CSS colour',
  /^(?:#(?:[\da-f]{3,4}){1,2}|[a-z]{3,24}|(?:rgb|hsl)a?\([\d.,%/ deg]{5,60}\))$/i,
).optional();
const LENGTH = textLike('must be a CSS length', /^(?:0|(?:\d{1,3}|\d{0,3}\.\d{1,3})(?:px|rem|em))$/).optional();
const COLOURS = object({
  ink: COLOUR,
  inkSoft: COLOUR,
  paper: COLOUR,
  line: COLOUR,
  accent: COLOUR,
  danger: COLOUR,
} satisfies Record<keyof FrameColours, z.ZodType>);

export const FRAME_THEME = object({
  light: COLOURS.optional(),
  dark: COLOURS.optional(),
  radius: LENGTH,
  controlHeight: LENGTH,
  font: textLike('must be names of fonts', /^[\w" ,-]{1,200}$/).optional(),
} satisfies Record<keyof FrameTheme, z.ZodType>) as z.ZodType<FrameTheme, FrameTheme>;

/** @throws Refusal `bad_request` */
export function readScheme(value: unknown): PageScheme | undefined {
  if (value === undefined) return undefined;
  const scheme = SCHEMES.find((each) => each === value);
  if (scheme) return scheme;
  throw new Refusal('bad_request', `scheme must be one of ${SCHEMES.join(', ')}`);
}

/** Writes the CSS text of a scheme. Without a scheme, the frame is light. */
export function writeThemeCss(
  { light = {}, dark = {}, radius, controlHeight, font }: FrameTheme,
  scheme: PageScheme,
): string {
  const colour = (token: keyof FrameColours): string | undefined => {
    if (scheme !== 'auto') return (scheme === 'dark' ? dark : light)[token];
    const pair = [light[token], dark[token]];
    // A single colour would not be readable in the other scheme.
    return pair.includes(undefined) ? undefined : `light-dark(${pair.join(', ')})`;
  };
  const [ink, soft, accent] = [colour('ink'), colour('inkSoft'), colour('accent')];
  return [
    writeRule('body', { 'color-scheme': scheme === 'auto' ? 'light dark' : scheme, color: ink, 'font-family': font }),
    writeRule('label', { color: ink }),
    writeRule('.hint', { color: soft }),
    writeRule('.error', { color: colour('danger') }),
    writeRule('.box', {
      'background-color': colour('paper'),
      'border-color': colour('line'),
      'border-radius': radius,
      height: controlHeight,
    }),
    writeRule('.box:focus-within', { 'border-color': accent, 'outline-color': accent }),
    writeRule('input', { color: ink }),
  ].join('');
}

function writeRule(selector: string, declarations: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(declarations).filter(([, value]) => value !== undefined);
  return written.length === 0 ? '' : `${selector}{${written.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}
