/** Describes answers as facts: codes, texts and shapes, never numbers of this run. */
import { withoutAmounts, type PlainAnswer } from '../sandbox/dialect/dialect.js';
import { CannotAsk, type Answer } from './facility.js';
import { SHOP_HOST } from './requests.js';

/** The envelope that every REST answer has. */
type ApiResponse = { readonly ResponseCode?: number | string; readonly ResponseText?: string } | null | undefined;

function apiResponseOf({ json }: Answer): ApiResponse {
  return json?.['APIResponse'] as ApiResponse;
}

/** The code of an answer, or its HTTP status. */
export function codeText(answer: Answer): string {
  return String(codeOf(answer) ?? `HTTP ${answer.status}`);
}

/** What an answer says, for people: code and text. */
export function saidBy(answer: Answer): string {
  return `${codeText(answer)} ${apiResponseOf(answer)?.ResponseText ?? ''}`.trimEnd();
}

/** The code of an answer; null when it has none. */
export function codeOf(answer: Answer): number | string | null {
  return apiResponseOf(answer)?.ResponseCode ?? null;
}

export function describeAnswer(answer: Answer): PlainAnswer {
  const api = apiResponseOf(answer);
  const body = api ? 'answer' : answer.text === '' ? 'empty' : answer.json ? 'json' : kindOfText(answer);
  return {
    status: answer.status,
    body,
    code: api?.ResponseCode ?? null,
    text: api?.ResponseText ?? null,
  };
}

function kindOfText({ headers, text }: Answer): 'html' | 'text' {
  return /html/.test(headers.get('content-type') ?? '') || /^\s*<(!doctype|html)/i.test(text) ? 'html' : 'text';
}

/** The outcome of a transaction, or the refusal of its call. */
export type Outcome = { readonly api: string; readonly code: string | null; readonly text: string | null };

/** The transaction of an answer. @throws CannotAsk without one */
export function transactionOf(answer: Answer): Readonly<Record<string, unknown>> {
  const made = answer.json?.['TxnResp'];
  if (typeof made === 'object' && made !== null) return made as Readonly<Record<string, unknown>>;
  throw new CannotAsk(`the facility refused the transaction: ${saidBy(answer)}`);
}

export function describeOutcome(answer: Answer): Outcome {
  const made = answer.json?.['TxnResp'] as Readonly<Record<string, unknown>> | null | undefined;
  return {
    api: saidBy(answer),
    code: made ? textOf(made['ResponseCode']) : null,
    text: made ? withoutAmounts(textOf(made['ResponseText']) ?? '') : null,
  };
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

/** What a member holds: never its value, unless that is empty. */
export function describeMember(value: unknown): string {
  if (value === null) return 'null';
  if (value === '') return 'empty text';
  if (value === 0) return '0';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') {
    const members = Object.entries(value).map(([name, inside]) => `${name}: ${describeMember(inside)}`);
    return `{ ${members.join(', ')} }`;
  }
  return typeof value === 'boolean' ? String(value) : typeof value === 'string' ? 'text' : typeof value;
}

/** Replaces each run of digits by its length. */
export function patternOf(text: string): string {
  return text.replace(/\d+/g, (digits) => String(digits.length));
}

/** Where an address leads, and the names in its query. */
export function namesIn(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return 'no address';
  const { host, searchParams } = new URL(address);
  const place = host === SHOP_HOST ? 'the shop' : 'another place';
  return `${place}: ${[...new Set(searchParams.keys())].sort().join(', ')}`;
}
