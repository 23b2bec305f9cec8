/** Masks a body before it is stored: JSON, XML, a form, or a text that is none of them. */
import { maskDigits, maskText, resolveEscapes, type MaskFacts } from './mask-text.js';
import { HIDDEN, maskNamed, secretKindOf } from './secret-names.js';

/** Maximum length that is read. The rest of a body is dropped. */
export const LONGEST_READ = 64 * 1024;
const LONGEST_STORED = 16 * 1024;
const DEEPEST = 24;
const LONGEST_TAIL = 64;

/** Cuts a long text before a number or a name that the cut would divide. */
function cutSafely(text: string): string {
  if (text.length <= LONGEST_READ) return text;
  const tail = text.slice(LONGEST_READ - LONGEST_TAIL, LONGEST_READ).replace(/[^\s<>&"']*[\s\p{Nd}-]*$/u, '');
  return text.slice(0, LONGEST_READ - LONGEST_TAIL) + tail;
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Masks the values of a parsed JSON text. */
function maskJson(value: unknown, facts: MaskFacts, name = '', depth = 0): unknown {
  if (depth > DEEPEST) return HIDDEN;
  const kind = secretKindOf(name);
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'object') {
    // An array below a secret name is hidden as a whole. `Token` can also be the name of a record.
    if (kind && (kind !== 'token' || Array.isArray(value))) return HIDDEN;
    if (Array.isArray(value)) return value.map((each) => maskJson(each, facts, '', depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [
        maskString(key, facts, depth),
        maskJson(member, facts, key, depth + 1),
      ]),
    );
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind) return maskNamed(kind, text, facts.isTestCard);
  if (typeof value === 'string') return maskString(value, facts, depth);
  const masked = maskDigits(text, facts);
  return masked === text ? value : masked;
}

function maskString(text: string, facts: MaskFacts, depth: number): string {
  const parsed = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (parsed) return JSON.stringify(maskJson(parsed.value, facts, '', depth + 1));
  return maskLoose(text, facts);
}

const OPEN_TAG = /<(?:[\w.-]+:)?([\w.-]+)([^<>]*)>/g;

/** Masks the elements with a secret name. Without an end tag, the rest of the text is hidden. */
function maskElements(text: string, { isTestCard }: MaskFacts): string {
  let masked = '';
  let from = 0;
  OPEN_TAG.lastIndex = 0;
  for (let tag = OPEN_TAG.exec(text); tag; tag = OPEN_TAG.exec(text)) {
    const [whole, name = '', attributes = ''] = tag;
    const kind = secretKindOf(name);
    if (!kind || attributes.endsWith('/')) continue;
    const start = tag.index + whole.length;
    const rest = text.slice(start);
    // `Token` is also the name of a record, whose own elements are masked.
    if (kind === 'token' && /^\s*<(?!!)/.test(rest)) continue;
    const length = rest.search(new RegExp(`</(?:[\\w.-]+:)?${name.replace(/[.]/g, '\\.')}\\s*>`, 'i'));
    const inner = length < 0 ? rest : rest.slice(0, length);
    masked += text.slice(from, start) + (inner.includes('<') ? HIDDEN : maskNamed(kind, inner, isTestCard));
    from = start + inner.length;
    OPEN_TAG.lastIndex = from;
  }
  return masked + text.slice(from);
}

/** Too short for a card number, encoded credentials or a name with its value. Most words of a body are. */
const SHORT_WORD = /^(?:\w{0,12}|[a-z]{0,15})$/i;

function maskLoose(text: string, facts: MaskFacts): string {
  if (SHORT_WORD.test(text) && !facts.secrets.some((secret) => text.includes(secret))) return text;
  const resolved = resolveEscapes(text);
  return maskText(resolved.includes('<') ? maskElements(resolved, facts) : resolved, facts);
}

function shorten(text: string): string {
  if (text.length <= LONGEST_STORED) return text;
  return `${text.slice(0, LONGEST_STORED)}\n… ${text.length - LONGEST_STORED} more characters`;
}

/** Masks a body. JSON stays JSON, indented by two. */
export function maskBody(body: string, facts: MaskFacts): string {
  const text = cutSafely(body);
  const parsed = text.length === body.length ? parseJson(text) : undefined;
  const masked = parsed ? JSON.stringify(maskJson(parsed.value, facts), null, 2) : maskLoose(text, facts);
  return shorten(text.length < body.length ? `${masked}\n… cut` : masked);
}
