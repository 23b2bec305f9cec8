/**
 * Masks a body before it is stored. Members that an interface names are written with their masks; of all others, and of a
 * body that cannot be read, only type and length. The time is linear in the body's length, whatever it contains.
 */
import { maskOf } from './kept-members.js';
import { HIDDEN, maskName, maskNamed, sizeOf, type MaskFacts } from './mask-value.js';
import { maskXml } from './mask-xml.js';

/** Maximum length that is read. */
export const LONGEST_READ = 64 * 1024;
const LONGEST_STORED = 16 * 1024;
const DEEPEST = 24;
/** More than the log keeps. */
const MOST_MEMBERS = 2_000;

/** A format of the interfaces. */
export type BodyFormat = 'json' | 'form' | 'xml';

interface Masking {
  readonly facts: MaskFacts;
  members: number;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function maskMembers(record: Readonly<Record<string, unknown>>, masking: Masking, depth: number): object {
  const masked: [string, unknown][] = [];
  for (const [name, value] of Object.entries(record)) {
    masking.members += 1;
    if (masking.members > MOST_MEMBERS) break;
    masked.push([maskOf(name) ? name : maskName(name), maskMember(name, value, masking, depth)]);
  }
  return Object.fromEntries(masked);
}

function maskMember(name: string, value: unknown, masking: Masking, depth: number): unknown {
  const mask = maskOf(name);
  if (value === null) return null;
  if (mask === undefined || depth > DEEPEST) return sizeOf(value);
  if (mask === 'record') return maskRecords(value, masking, depth);
  if (mask === 'hidden') return HIDDEN;
  if (typeof value === 'string') return maskNamed(mask, value, masking.facts);
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'number' && typeof value !== 'bigint') return sizeOf(value);
  const text = String(value);
  const shown = maskNamed(mask, text, masking.facts);
  if (shown !== text) return shown.startsWith('(') ? sizeOf(value) : shown;
  return Number(value);
}

/** A record, or a list of records. */
function maskRecords(value: unknown, masking: Masking, depth: number): unknown {
  if (isRecord(value)) return maskMembers(value, masking, depth + 1);
  if (!Array.isArray(value)) return sizeOf(value);
  const items: unknown[] = [];
  for (const item of value as readonly unknown[]) {
    masking.members += 1;
    if (masking.members > MOST_MEMBERS) break;
    items.push(isRecord(item) ? maskMembers(item, masking, depth + 1) : sizeOf(item));
  }
  return items;
}

function maskForm(text: string, facts: MaskFacts): string {
  return [...new URLSearchParams(text)]
    .slice(0, MOST_MEMBERS)
    .map(([name, value]) => {
      const mask = maskOf(name);
      if (mask === undefined || mask === 'record') return `${maskName(name)}=${sizeOf(value)}`;
      return `${name}=${maskNamed(mask, value, facts).replace(/[%&+\r\n]/g, encodeURIComponent)}`;
    })
    .join('&');
}

function shorten(text: string): string {
  if (text.length <= LONGEST_STORED) return text;
  return `${text.slice(0, LONGEST_STORED)}\n… ${text.length - LONGEST_STORED} more characters`;
}

/** Masks an answer before it is written as JSON. */
export function maskAnswer(answer: object, facts: MaskFacts): string {
  return shorten(JSON.stringify(maskRecords(answer, { facts, members: 0 }, 0), null, 2));
}

/** Masks a body. JSON stays JSON, indented by two. */
export function maskBody(body: string, format: BodyFormat, facts: MaskFacts): string {
  if (body === '') return '';
  const isCut = body.length >= LONGEST_READ;
  const size = sizeOf(body);
  if (format === 'xml') return shorten(maskXml(body.slice(0, LONGEST_READ), facts, isCut) ?? size);
  if (isCut) return size;
  if (format === 'form') return shorten(maskForm(body, facts));
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? maskAnswer(value, facts) : size;
  } catch {
    return size;
  }
}
