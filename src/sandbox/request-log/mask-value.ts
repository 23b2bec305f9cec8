/** How a single value is written: kept, masked, or replaced by its type and length. */
import { maskPan } from '../bank/test-cards.js';
import type { Mask } from './kept-members.js';

/** Replaces a hidden value. */
export const HIDDEN = '•••';

/** What is known about a call. */
export interface MaskFacts {
  /** Numbers that look like a card number but are none: the merchant's own. */
  readonly plain: ReadonlySet<string>;
  /** Keys of the call. */
  readonly secrets: readonly string[];
  readonly isTestCard: (pan: string) => boolean;
}

/** No member of the interfaces is longer. It also bounds the work of the patterns below. */
const LONGEST_TEXT = 300;
/** A card number has 13 digits or more, whatever stands between them. */
const MOST_DIGITS = 12;

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** The type and length of a value, in its place. */
export function sizeOf(value: unknown): string {
  if (typeof value === 'string') return `(text, ${count(value.length, 'character')})`;
  if (typeof value === 'boolean') return '(boolean)';
  if (typeof value === 'number' || typeof value === 'bigint')
    return `(number, ${count(digitsIn(String(value)), 'digit')})`;
  if (Array.isArray(value)) return `(list, ${count(value.length, 'item')})`;
  return `(record, ${count(Object.keys(value ?? {}).length, 'member')})`;
}

function digitsIn(text: string): number {
  return text.match(/\p{N}/gu)?.length ?? 0;
}

const GUIDS = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;

/** Without keys that cannot hide a card number: the digits of a GUID stand between letters. */
function withoutGuids(text: string): string {
  return text.replace(GUIDS, (guid) => (/\d{13}/.test(guid.replaceAll('-', '')) ? guid : ''));
}

const SECRET_NAME = /cv[cnv]|csc|security.?code|passw|passphrase|pwd|secret|authori[sz]ation|bearer|basic|cookie|key=/i;
/** What separates a user, a password or a query from the rest of an address. */
const SECRETS_OF_ADDRESS = /[@?#]/;

const BASE64 = /[A-Za-z0-9+/_-]{16,}/g;
const CREDENTIALS = /^[\x20-\x7e]+$/;

function decodeBase64(packed: string, offset: number): string {
  const part = packed.slice(offset).replaceAll('-', '+').replaceAll('_', '/');
  return atob(part.slice(0, part.length - (part.length % 4)));
}

/** Whether a word is credentials, or a card number, in base64. */
function isPackedSecret(word: string): boolean {
  return [0, 1, 2, 3].some((offset) => {
    const decoded = decodeBase64(word, offset);
    return (offset === 0 && CREDENTIALS.test(decoded) && /[|:]/.test(decoded)) || digitsIn(decoded) > MOST_DIGITS;
  });
}

/** Whether a text of a named member, or of a path, can be kept as it is. */
function isHarmless(text: string, { plain, secrets }: MaskFacts): boolean {
  if (text.length > LONGEST_TEXT || secrets.some((secret) => text.includes(secret))) return false;
  let rest = withoutGuids(text);
  for (const number of plain) rest = rest.replaceAll(number, '');
  if (digitsIn(rest) > MOST_DIGITS || (rest.includes('://') && SECRETS_OF_ADDRESS.test(rest))) return false;
  const named = SECRET_NAME.exec(rest);
  if (named && /[=:>"'\d]/.test(rest.slice(named.index))) return false;
  return !(rest.match(BASE64) ?? []).some(isPackedSecret);
}

/** A text that can be kept, or its type and length. */
export function maskText(text: string, facts: MaskFacts): string {
  return isHarmless(text, facts) ? text : `(text, ${count(text.length, 'character')})`;
}

const TIME = /^(?:19|2[01])\d\d-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,7})?(?:Z|[+-]\d\d:\d\d)?)?$/;
const KEY_IN_PATH = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/** A path without keys. A path that no operation has can contain one too. */
export function hideKeys(path: string): string {
  return path.replace(KEY_IN_PATH, HIDDEN);
}

/** Without user, query and keys. */
function maskUrl(text: string, facts: MaskFacts): string {
  const url = text.length <= LONGEST_TEXT && /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return maskText(text, facts);
  const place = url.origin + hideKeys(url.pathname);
  return isHarmless(place, facts) ? place + (url.search || url.hash ? '?…' : '') : maskText(text, facts);
}

const MASKED_CARD = /^\d{6}\.\.\.\d{3}$/;
const SHORTEST_TOKEN = 13;
const LONGEST_NUMBER = 40;
const SHORTEST_WITH_END = 6;

/** Masks the value of a card, an account or a token. A number that is not a test card is hidden completely. */
function maskNumber(mask: 'card' | 'account' | 'token', value: string, isTestCard: (pan: string) => boolean): string {
  const text = value.trim();
  if (text === '') return value;
  if (mask === 'card' && MASKED_CARD.test(text)) return text;
  const digits = text.length <= LONGEST_NUMBER && /^[\d\s-]+$/.test(text) ? text.replace(/\D/g, '') : '';
  if (mask === 'account') return digits.length >= SHORTEST_WITH_END ? `${HIDDEN}${digits.slice(-3)}` : HIDDEN;
  const isShown = mask === 'card' ? isTestCard(digits) : digits.startsWith('599999') && digits.length >= SHORTEST_TOKEN;
  return isShown ? maskPan(digits) : HIDDEN;
}

/** Masks the text of a named member. */
export function maskNamed(mask: Exclude<Mask, 'record'>, text: string, facts: MaskFacts): string {
  switch (mask) {
    case 'hidden':
      return text === '' ? text : HIDDEN;
    case 'card':
    case 'account':
    case 'token':
      return maskNumber(mask, text, facts.isTestCard);
    case 'time':
      return TIME.test(text) ? text : maskText(text, facts);
    case 'url':
      return maskUrl(text, facts);
    case 'merchant':
    case 'text':
      return maskText(text, facts);
  }
}

const HARMLESS_NAME = /^[a-z][a-z_.-]{0,38}\d{0,2}$/i;

/** The name of a member that no interface has: a misspelt one is worth reading. */
export function maskName(name: string): string {
  return HARMLESS_NAME.test(name) ? name : `(name, ${count(name.length, 'character')})`;
}
