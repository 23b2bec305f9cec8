/**
 * Masks a text by the shape of what it contains: card numbers, credentials, addresses with secrets, and pairs of a secret
 * name and a value. It does not trust the text: it can be a part of a document, or not well formed.
 */
import { replaceDigitRuns } from '../../core/card/digits.js';
import { HIDDEN, maskNamed, secretKindOf, type SecretKind } from './secret-names.js';

/** What is known about a call. */
export interface MaskFacts {
  /** Numbers that look like a card number but are none: the merchant's own. */
  readonly plain: ReadonlySet<string>;
  /** Keys of the call, hidden everywhere. */
  readonly secrets: readonly string[];
  readonly isTestCard: (pan: string) => boolean;
}

/** Letters and digits as JSON, XML or URLs escape them. */
const ESCAPE =
  /\\u00(3\d|[46][1-9a-f]|[57][0-9a])|&#x0*(3\d|[46][1-9a-f]|[57][0-9a]);|&#0*(\d{2,3});|%(3\d|[46][1-9a-f]|[57][0-9a])/gi;
const TIMES_ESCAPED = 3;

/** Resolves escapes of letters and digits, so that an escaped number or name is found. */
export function resolveEscapes(text: string): string {
  let resolved = text.replace(/\\\//g, '/');
  for (let time = 0; time < TIMES_ESCAPED; time += 1) {
    const before = resolved;
    resolved = before.replace(ESCAPE, (whole, json?: string, hex?: string, decimal?: string, url?: string) => {
      const code = decimal === undefined ? Number.parseInt(json ?? hex ?? url ?? '', 16) : Number(decimal);
      const character = String.fromCharCode(code);
      return /[A-Za-z0-9]/.test(character) ? character : whole;
    });
    if (resolved === before) break;
  }
  return resolved;
}

/** Replaces every possible card number with all its digits, because a security code can follow it. */
export function maskDigits(text: string, { plain }: MaskFacts): string {
  return replaceDigitRuns(text, (run) => (plain.has(run) ? run : `[${run.match(/\p{Nd}/gu)?.length ?? 0} digits]`));
}

const BASE64 = /[A-Za-z0-9+/_-]{16,}(?:\r?\n[A-Za-z0-9+/_-]{4,})*={0,2}/g;
/** A longer text is a file, not credentials. */
const LONGEST_BASE64 = 400;
const CREDENTIALS = /^[\x20-\x7e]*[|:][\x20-\x7e]*$/;

function decodeBase64(text: string, offset: number): string {
  const part = text.slice(offset).replace(/-/g, '+').replace(/_/g, '/');
  try {
    return atob(part.slice(0, part.length - (part.length % 4)));
  } catch {
    return '';
  }
}

function hasSecret(base64: string): boolean {
  const packed = base64.replace(/[\r\n=]/g, '');
  if (packed.length > LONGEST_BASE64) return true;
  return [0, 1, 2, 3].some((offset) => {
    const decoded = decodeBase64(packed, offset);
    return (offset === 0 && CREDENTIALS.test(decoded)) || /\d(?:[ -]?\d){12,}/.test(decoded);
  });
}

const URL_IN_TEXT = /(https?:\/\/)(?:[^\s"'<>@/?#]*@)?([^\s"'<>?#]*)([?#][^\s"'<>]*)?/gi;
const KEY_IN_PATH = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const SCHEME = /\b(basic|bearer)(\s+)[^\s"'<>,;]+/gi;
const PAIR_HEAD = /([\w.$-]{2,64})["'\\]{0,4}\s{0,8}[:=]\s{0,8}/g;
const PAIR_VALUE =
  /"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)|\\+["'][^"']*(?:["']|$)|\[[^\]]*(?:\]|$)|\{[^}]*(?:\}|$)|[^&,;}<"'\r\n]+/suy;
const FORM_PART = /(name="?([\w.$-]{1,64})"?[^\r\n]{0,300}(?:\r?\n[^\r\n]{1,300}){0,8}\r?\n\r?\n)([^\r\n]*)/gi;

function maskQuoted(kind: SecretKind, value: string, { isTestCard }: MaskFacts): string {
  const [, start = '', inner = '', end = ''] = /^(\\*["']?)([^]*?)(\\*["']?)$/.exec(value) ?? [];
  return start + maskNamed(kind, inner, isTestCard) + end;
}

/** Masks the values behind secret names: `Cvn=123`, `"Cvn": "123`, `password: x`. */
function maskPairs(text: string, facts: MaskFacts): string {
  let masked = '';
  let from = 0;
  PAIR_HEAD.lastIndex = 0;
  for (let head = PAIR_HEAD.exec(text); head; head = PAIR_HEAD.exec(text)) {
    const kind = secretKindOf(head[1] ?? '');
    if (!kind) continue;
    const start = head.index + head[0].length;
    PAIR_VALUE.lastIndex = start;
    const value = PAIR_VALUE.exec(text)?.[0] ?? '';
    masked += text.slice(from, start) + maskQuoted(kind, value, facts);
    from = start + value.length;
    PAIR_HEAD.lastIndex = from;
  }
  return masked + text.slice(from);
}

/** Masks a text that is not XML and not JSON. */
export function maskText(text: string, facts: MaskFacts): string {
  let masked = text;
  for (const secret of facts.secrets) if (secret !== '') masked = masked.replaceAll(secret, HIDDEN);
  masked = maskPairs(
    masked
      .replace(FORM_PART, (whole, head: string, name: string, value: string) => {
        const kind = secretKindOf(name);
        return kind ? head + maskNamed(kind, value, facts.isTestCard) : whole;
      })
      .replace(SCHEME, (_whole, scheme: string, blank: string) => scheme + blank + HIDDEN),
    facts,
  )
    .replace(
      URL_IN_TEXT,
      (_whole, scheme: string, rest: string, query?: string) =>
        scheme + rest.replace(KEY_IN_PATH, HIDDEN) + (query ? '?…' : ''),
    )
    .replace(BASE64, (run) => (hasSecret(run) ? `[${run.length} characters]` : run));
  return maskDigits(masked, facts);
}
