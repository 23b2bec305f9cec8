/**
 * The style of the service's own frame: the shop's design tokens as CSS text for IframeParameters. The tokens are an option
 * of the signer, and a page can only name a scheme, so that no CSS from a browser reaches a page with a card.
 */
import type { PageScheme } from '../../core/pay-api.js';
import { Refusal } from '../refusal.js';

/** Colours: `#rrggbb`, a name, `rgb()` or `hsl()`. */
export interface FrameColours {
  readonly ink?: string;
  readonly inkSoft?: string;
  readonly paper?: string;
  readonly line?: string;
  readonly accent?: string;
  readonly danger?: string;
}

/**
 * Design tokens of the service's own frame and of the plain form's page, with the meaning of the elements' custom
 * properties.
 */
export interface FrameTheme {
  readonly light?: FrameColours;
  readonly dark?: FrameColours;
  readonly radius?: string;
  readonly controlHeight?: string;
  /** Names of fonts that the shopper's device has: the frame loads none. */
  readonly font?: string;
}

/** The schemes that a page may name. `auto` follows the shopper's system. */
const SCHEMES: readonly PageScheme[] = ['light', 'dark', 'auto'];

const COLOUR = /^(?:#(?:[\da-f]{3,4}){1,2}|[a-z]{3,24}|(?:rgb|hsl)a?\([\d.,%/ deg]{5,60}\))$/i;
const LENGTH = /^(?:0|(?:\d{1,3}|\d{0,3}\.\d{1,3})(?:px|rem|em))$/;
const FONT = /^[\w" ,-]{1,200}$/;
const COLOUR_NAMES: readonly (keyof FrameColours)[] = ['ink', 'inkSoft', 'paper', 'line', 'accent', 'danger'];

/**
 * Checks the theme.
 *
 * @throws TypeError naming the wrong member
 */
export function checkTheme(name: string, { light, dark, radius, controlHeight, font }: FrameTheme): void {
  for (const [scheme, colours] of Object.entries({ light, dark })) {
    for (const token of COLOUR_NAMES)
      assertToken(`${name}.${scheme}.${token}`, colours?.[token], COLOUR, 'a CSS colour');
  }
  assertToken(`${name}.radius`, radius, LENGTH, 'a CSS length');
  assertToken(`${name}.controlHeight`, controlHeight, LENGTH, 'a CSS length');
  assertToken(`${name}.font`, font, FONT, 'names of fonts');
}

function assertToken(name: string, value: string | undefined, grammar: RegExp, what: string): void {
  if (value !== undefined && !grammar.test(value)) throw new TypeError(`${name} must be ${what}`);
}

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
    writeRule('label', { color: soft }),
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
