/** Formats an answer as text and as JSON. */
import type { SoapField, SoapOperationInfo } from '../service/index.js';
import { manyLines, oneLine, writeJson, type Printable } from './printable.js';
import { find } from './soap-fields.js';

/** Printed in place of card data. */
const HIDDEN = '(not shown)';
/** The instant of `0001-01-01T00:00:00`, which means "not set". */
const UNSET_TIME = -62_135_596_800_000;

/** Card data: answers have only a mask of it; anything else is not printed. */
const CARD_MEMBERS: readonly string[] = ['CardNumber', 'CVC'];

function isCard(name: string, value: unknown): boolean {
  return CARD_MEMBERS.includes(name) && typeof value === 'string' && /\d{3}/.test(value) && !value.includes('...');
}

function timeOf(instant: number): string | null {
  return instant === UNSET_TIME ? null : new Date(instant).toISOString();
}

/** Converts a value to JSON: times as ISO 8601 in UTC, 64-bit integers as text, bytes as base64. */
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

/** The result as JSON; null without a result. */
export function jsonAnswer({ isList, resultFields }: SoapOperationInfo, result: unknown): Printable {
  const value = isList
    ? (result as readonly unknown[]).map((item) => plainObject(resultFields, item))
    : plainObject(resultFields, result);
  return writeJson(value ?? null, 2);
}

function shown(value: unknown): string {
  return oneLine(typeof value === 'string' ? value : JSON.stringify(value));
}

function contentOf(bytes: Uint8Array): string {
  try {
    return `\n${manyLines(new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')).trimEnd()}`;
  } catch {
    return `${bytes.length} bytes; --out writes them to a file`;
  }
}

function cell(field: SoapField, value: unknown): string {
  if (value instanceof Uint8Array) return contentOf(value);
  const text = plain(field, value);
  return text === null || text === '' ? '-' : shown(text);
}

function block(fields: readonly SoapField[], value: unknown): string {
  const rows = fields
    .map((field) => ({ field, name: field.path.join('.'), value: find(value, field.path) }))
    .filter((row) => row.value !== undefined);
  const width = Math.max(...rows.map(({ name }) => name.length), 0);
  return rows.map((row) => `${row.name.padEnd(width)}  ${cell(row.field, row.value)}`.trimEnd()).join('\n');
}

/** The result as text, a block of lines for each item of a list. */
export function readableAnswer({ operation, isList, resultFields }: SoapOperationInfo, result: unknown): string {
  if (result === undefined) return `${operation}: done`;
  if (!isList) return resultFields.length === 0 ? shown(result) : block(resultFields, result);
  const items = result as readonly unknown[];
  if (operation === 'SubmitBatch') return items.length === 0 ? 'SubmitBatch: taken' : items.map(shown).join('\n');
  if (items.length === 0) return 'nothing found';
  return items.map((item) => block(resultFields, item)).join('\n\n');
}
