/** An answer as text for people, and as JSON for programs. */
import type { SoapField, SoapOperationInfo } from '../service/index.js';

/** Written in place of what must not be shown. */
const HIDDEN = '(not shown)';
/** The instant of `0001-01-01T00:00:00`, which means that there is no time. */
const UNSET_TIME = -62_135_596_800_000;

/** No answer has these, but for a mask; should one have, it is not repeated. */
const CARD_MEMBERS: readonly string[] = ['CardNumber', 'CVC'];

function find(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null ? (found as Readonly<Record<string, unknown>>)[name] : undefined,
    value,
  );
}

function isCard(name: string, value: unknown): boolean {
  return CARD_MEMBERS.includes(name) && typeof value === 'string' && /\d{3}/.test(value) && !value.includes('...');
}

function timeOf(instant: number): string | null {
  return instant === UNSET_TIME ? null : new Date(instant).toISOString();
}

/** A value as JSON has it: times as ISO 8601 in UTC, 64 bits as text, bytes as base64. */
function plain({ name, type }: Pick<SoapField, 'name' | 'type'>, value: unknown): unknown {
  if (isCard(name, value)) return HIDDEN;
  if (type === 'dateTime' && typeof value === 'number') return timeOf(value);
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

function plainObject(fields: readonly SoapField[], value: unknown): unknown {
  if (fields.length === 0) return value;
  const result: Record<string, unknown> = {};
  for (const field of fields) {
    const member = find(value, field.path);
    if (member === undefined) continue;
    const [last = '', ...above] = field.path.toReversed();
    let place = result;
    for (const name of above.toReversed()) place = (place[name] ??= {}) as Record<string, unknown>;
    place[last] = plain(field, member);
  }
  return result;
}

/** The result as JSON; null when there is none. */
export function jsonAnswer({ isList, resultFields }: SoapOperationInfo, result: unknown): string {
  const value = isList
    ? (result as readonly unknown[]).map((item) => plainObject(resultFields, item))
    : plainObject(resultFields, result);
  return JSON.stringify(value ?? null, null, 2);
}

/** Control characters of somebody else's text could rewrite a terminal. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ');
}

function oneLine(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('\n', ' ');
}

function contentOf(bytes: Uint8Array): string {
  try {
    return `\n${printable(new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')).trimEnd()}`;
  } catch {
    return `${bytes.length} bytes; --out writes them to a file`;
  }
}

function cell(field: SoapField, value: unknown): string {
  if (value instanceof Uint8Array) return contentOf(value);
  const shown = plain(field, value);
  if (shown === null || shown === '') return '-';
  return oneLine(shown);
}

function block(fields: readonly SoapField[], value: unknown): string {
  const rows = fields
    .map((field) => ({ field, name: field.path.join('.'), value: find(value, field.path) }))
    .filter((row) => row.value !== undefined);
  const width = Math.max(...rows.map(({ name }) => name.length), 0);
  return rows.map((row) => `${row.name.padEnd(width)}  ${cell(row.field, row.value)}`.trimEnd()).join('\n');
}

/** The result in lines, a block for each item of a list. */
export function readableAnswer({ operation, isList, resultFields }: SoapOperationInfo, result: unknown): string {
  if (result === undefined) return `${operation}: done`;
  if (!isList) return resultFields.length === 0 ? oneLine(result) : block(resultFields, result);
  const items = result as readonly unknown[];
  if (operation === 'SubmitBatch') return items.length === 0 ? 'SubmitBatch: taken' : printable(items.join('\n'));
  if (items.length === 0) return 'nothing found';
  return items.map((item) => block(resultFields, item)).join('\n\n');
}
