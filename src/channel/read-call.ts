/**
 * Validates the arguments of the frame's methods: plain records with known members and limits. Unknown members are left out,
 * so that an older frame works with a newer page; invalid ones are refused.
 */
import { BRAND_IDS, type CardBrandId } from '../core/card/brand.js';
import {
  FRAME_FIELDS,
  type FocusTarget,
  type FrameMethod,
  type FrameOptions,
  SIGNED_KEY_LENGTH,
  MESSAGE_LENGTH,
} from './contract.js';

type Members = Readonly<Record<string, unknown>>;

const LOCALE = /^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,4}$/i;
/** Control characters; not the format characters (Cf), which Persian and Hebrew need. */
const CONTROL = /[\p{Cc}\p{Cs}]/u;
/** Most members of `messages` or `styles`. */
const MOST = 64;
const PATH = /^[a-z].{0,40}$/;
/** One more than any grammar allows: apply-styles.ts validates the values and leaves out invalid ones. */
const STYLE_LENGTH = 401;

const SAVED_CARDS = [...BRAND_IDS, 'any', 'new', 'changed', 'none'] as const;
const TARGETS: readonly FocusTarget[] = [...FRAME_FIELDS, 'first', 'last'];

/**
 * A reader for the argument of each method, with the method's name for messages. @throws TypeError with the name of the member
 */
export const CALL_READERS = {
  configure: readOptions,
  focus: (value, name) => readWord(value, TARGETS, name),
  check: readNothing,
  submit: (value, name) => readText(value, SIGNED_KEY_LENGTH, name),
  clearCvn: readNothing,
  reset: readNothing,
  setDisabled: readFlag,
} satisfies Readonly<Record<FrameMethod, (value: unknown, name: FrameMethod) => unknown>>;

function readNothing(): void {}

/** Readers by member, each with its name for messages. */
const OPTION_READERS: Readonly<Record<keyof FrameOptions, (value: unknown, name: string) => unknown>> = {
  locale: readLocale,
  messages: readMessages,
  acceptedBrands: readBrands,
  allowTestMonth: readFlag,
  autoAdvance: readFlag,
  withoutName: readFlag,
  storeCard: readFlag,
  savedCard: (value, name) => readWord(value, SAVED_CARDS, name),
  signedKey: (value, name) => readText(value, SIGNED_KEY_LENGTH, name),
  styles: readStyles,
};

function readOptions(value: unknown, method: string): FrameOptions {
  const members = readMembers(value, method);
  return Object.fromEntries(
    Object.entries(OPTION_READERS)
      .filter(([name]) => members[name] !== undefined)
      .map(([name, read]) => [name, read(members[name], name)]),
  );
}

function readLocale(value: unknown, name: string): string {
  const locale = readText(value, 35, name);
  if (!LOCALE.test(locale)) throw new TypeError(`${name} is not a language tag`);
  return locale;
}

/** Invalid paths are left out; the frame has its own message for them. */
function readMessages(value: unknown, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readEntries(value, name)
      .filter(([path]) => PATH.test(path))
      .map(([path, text]) => [path, readText(text, MESSAGE_LENGTH, name)]),
  );
}

function readBrands(value: unknown, name: string): readonly CardBrandId[] {
  if (!Array.isArray(value) || value.length > BRAND_IDS.length) throw new TypeError(`${name} is not a short list`);
  return value.map((brand) => readWord(brand, BRAND_IDS, name));
}

function readStyles(value: unknown, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readEntries(value, name).map(([property, style]) => [property, String(style).slice(0, STYLE_LENGTH)]),
  );
}

function readEntries(value: unknown, name: string): readonly [string, unknown][] {
  const entries = Object.entries(readMembers(value, name));
  if (entries.length > MOST) throw new TypeError(`${name} has more than ${MOST} members`);
  return entries;
}

function readMembers(value: unknown, name: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${name} is not a record`);
  return value as Members;
}

function readText(value: unknown, longest: number, name: string): string {
  if (typeof value !== 'string' || value.length > longest || CONTROL.test(value)) {
    throw new TypeError(`${name} is not a text of at most ${longest} characters`);
  }
  return value;
}

function readFlag(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw new TypeError(`${name} is not true or false`);
  return value;
}

function readWord<Word extends string>(value: unknown, words: readonly Word[], name: string): Word {
  const word = words.find((each) => each === value);
  if (word === undefined) throw new TypeError(`${name} is none of ${words.join(', ')}`);
  return word;
}
