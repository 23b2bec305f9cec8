/** Gives the answers of REST and SOAP in a learnt dialect: the last step before they leave the sandbox. */
import { readTime } from '../../wire/rest/local-time.js';
import { escapeText } from '../../wire/soap/escape-xml.js';
import { operationOf } from '../faults/operation-names.js';
import { notFound } from '../rest/http-answer.js';
import { isSoapPath } from '../soap/soap-path.js';
import {
  withAmountsOf,
  withoutAmounts,
  type AnswerSwitch,
  type Dialect,
  type OutcomeKind,
  type OutcomeSwitch,
  type PlainAnswer,
  type TimeFormat,
} from './dialect.js';

type Answer = (request: Request, path: string) => Promise<Response>;
type Members = Record<string, unknown>;

const WEBAPI = /^\/webapi\/v[23]\//i;

/** Whether a word of a path has capitals; keys and numbers are no words. */
function hasCapitals(path: string): boolean {
  return path.split('/').some((segment) => /[A-Z]/.test(segment) && !/\d/.test(segment));
}

/** The answers of `answer` in a dialect. */
export function speak(answer: Answer, dialect: Dialect): Answer {
  return async (request, path) => {
    const isRest = WEBAPI.test(path);
    if (!isRest && !isSoapPath(path)) return answer(request, path);
    if (isRest && dialect.pathsInOneCase === true && hasCapitals(path)) return speakRest(notFound(), '*', dialect);
    const given = await answer(isRest ? withoutBasic(request, dialect) : request, path);
    return isRest ? speakRest(given, operationOf(request.method, path) ?? '*', dialect) : speakSoap(given, dialect);
  };
}

function withoutBasic(request: Request, { refusesBasic = false }: Dialect): Request {
  if (!refusesBasic || !/^basic /i.test(request.headers.get('authorization') ?? '')) return request;
  const refused = new Request(request);
  refused.headers.set('authorization', '%');
  return refused;
}

async function speakRest(given: Response, operation: string, dialect: Dialect): Promise<Response> {
  const isJson = given.headers.get('content-type')?.startsWith('application/json') === true;
  const json = isJson ? ((await given.json()) as Members) : undefined;
  const { status, headers } = given;
  for (const [name, value] of Object.entries(dialect.headers ?? {})) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  if (json === undefined) return given;
  const spoken = findAnswer(plainAnswer(status, json), operation, dialect);
  if (spoken && spoken.body !== 'answer') return otherAnswer(spoken, json, headers);
  if (spoken) json['APIResponse'] = { ResponseCode: spoken.code, ResponseText: spoken.text };
  if (dialect.emptySearchIsNull === true) nullEmptyLists(json);
  const refusal = refusedCall(json['TxnResp'], dialect);
  if (refusal) Object.assign(json, { APIResponse: refusal, TxnResp: null });
  for (const txn of [json['TxnResp'], json['TxnRespList']].flat()) {
    if (typeof txn === 'object' && txn !== null) speakTransaction(txn as Members, dialect);
  }
  return new Response(JSON.stringify(json), { status: spoken?.status ?? status, headers });
}

function plainAnswer(status: number, { APIResponse }: Members): PlainAnswer {
  if (APIResponse === undefined) return { status, body: 'json', code: null, text: null };
  const { ResponseCode, ResponseText } = APIResponse as {
    readonly ResponseCode: number;
    readonly ResponseText: string;
  };
  return { status, body: 'answer', code: ResponseCode, text: ResponseText };
}

/** The answer that was learnt for this call; else one that was learnt for another call, if all say the same. */
function findAnswer(given: PlainAnswer, operation: string, { answers = [] }: Dialect): PlainAnswer | undefined {
  const isThis = ({ from }: AnswerSwitch): boolean =>
    from.status === given.status && from.code === given.code && from.text === given.text;
  const fitting = answers.filter(isThis);
  const own = fitting.find((row) => row.operation === operation);
  if (own) return own.to;
  const [first, ...others] = fitting.map(({ to }) => to);
  const isSaidByAll = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  return given.code !== 0 && isSaidByAll ? first : undefined;
}

function otherAnswer({ status, body }: PlainAnswer, json: Members, headers: Headers): Response {
  if (body === 'json') return new Response(JSON.stringify({ Message: json['Message'] ?? '' }), { status, headers });
  headers.set('Content-Type', body === 'html' ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8');
  const text = { html: '<!doctype html><title>Error</title>', text: 'Error', empty: '', answer: '' }[body];
  return new Response(text, { status, headers });
}

function nullEmptyLists(json: Members): void {
  for (const [name, value] of Object.entries(json)) if (Array.isArray(value) && value.length === 0) json[name] = null;
}

function findOutcome(txn: Members, outcomes: readonly OutcomeSwitch[]): OutcomeSwitch['to'] | undefined {
  const text = withoutAmounts(String(txn['ResponseText']));
  return outcomes.find(({ from }) => from.code === txn['ResponseCode'] && from.text === text)?.to;
}

/** The APIResponse of a facility that refuses the call where the sandbox answers a refused transaction. */
function refusedCall(txn: unknown, { outcomes = [] }: Dialect): object | undefined {
  const to = typeof txn === 'object' && txn !== null ? findOutcome(txn as Members, outcomes) : undefined;
  return to && 'call' in to ? { ResponseCode: to.call.code, ResponseText: to.call.text } : undefined;
}

function speakTransaction(txn: Members, { outcomes = [], bankTexts = {}, emptyMembers = {}, time }: Dialect): void {
  const kind = kindOf(txn['ResponseCode']);
  const to = findOutcome(txn, outcomes);
  if (to && !('call' in to)) {
    Object.assign(txn, { ResponseCode: to.code, ResponseText: withAmountsOf(to.text, String(txn['ResponseText'])) });
  }
  const bankText = bankTexts[String(txn['BankResponseCode'])];
  if (kind === 'declined' && bankText !== undefined) txn['ResponseText'] = bankText;
  for (const [name, value] of Object.entries(emptyMembers[kind] ?? {})) {
    const held = txn[name];
    if (held === null || held === '' || held === 0) txn[name] = value;
  }
  const processed = txn['ProcessedDateTime'];
  if (time && typeof processed === 'string') txn['ProcessedDateTime'] = writeTime(processed, time);
}

function kindOf(code: unknown): OutcomeKind {
  if (code === '0') return 'approved';
  return /^[1-5]$/.test(String(code)) ? 'declined' : 'refused';
}

const FRACTION = 7;
const MINUTE_MS = 60_000;

/** @param local as the sandbox writes it: local time of the service, seven digits of a second */
function writeTime(local: string, { fractionDigits, zone }: TimeFormat): string {
  const instant = readTime(local);
  const text = zone === 'UTC' || zone === 'Z' ? new Date(instant).toISOString().replace('Z', '0000') : local;
  const whole = text.slice(0, fractionDigits === 0 ? -FRACTION - 1 : text.length - FRACTION + fractionDigits);
  if (zone === 'Z') return `${whole}Z`;
  return zone === 'offset' ? whole + offsetOf(Date.parse(`${local.slice(0, -FRACTION - 1)}Z`) - instant) : whole;
}

function offsetOf(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE_MS);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

async function speakSoap(given: Response, { soapTexts = {} }: Dialect): Promise<Response> {
  let xml = await given.text();
  for (const [from, to] of Object.entries(soapTexts)) {
    xml = xml.replaceAll(`>${escapeText(from)}</`, () => `>${escapeText(to)}</`);
  }
  const headers = new Headers(given.headers);
  headers.delete('content-length');
  return new Response(xml === '' ? null : xml, { status: given.status, headers });
}
