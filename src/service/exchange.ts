/**
 * One HTTP exchange with the service: one request, one answer within limits, or a FlorinError. Nothing is ever sent
 * twice: this wire has no idempotency key, so a repeated request can be a second payment (docs/wire/rest.md section 12).
 */
import { FlorinError } from '../core/errors.js';
import { joinBytes } from '../wire/join-bytes.js';
import { briefCause } from './brief-cause.js';

/** The options of a `fetch` call. The `fetch` must not follow redirects and must not retry. */
export interface FetchInit {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
  readonly body?: string;
}

/** The part of a `Response` that the REST client uses. */
export interface FetchAnswer {
  readonly status: number;
  readonly type?: string;
  /** Without them an answer says nothing about the service's clock: {@link AnswerTime}. */
  readonly headers?: { get(name: string): string | null };
  readonly body: { getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> } } | null;
}

/** The platform's `fetch`, or a replacement. */
export type Fetch<Answer extends FetchAnswer = Response> = (url: string, init: FetchInit) => Promise<Answer>;

export interface ExchangeRequest {
  /** The client's method, for messages. */
  readonly call: string;
  readonly method: FetchInit['method'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ExchangeLimits {
  readonly timeoutSeconds: number;
  /** The caller's signal; when it aborts, the exchange rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What the headers of an answer say about when it was made. */
export interface AnswerTime {
  /** `Date`, by the clock of the service, in milliseconds since 1970; undefined if it is absent or unreadable. */
  readonly date: number | undefined;
  /** Whether a cache between may have made the answer earlier: it has `Age`. */
  readonly hasAge: boolean;
}

export interface ExchangeAnswer {
  readonly status: number;
  readonly body: string;
  readonly time: AnswerTime;
  /** `Retry-After`: in how many seconds the service takes calls again; undefined if it does not say so. */
  readonly retryAfterSeconds: number | undefined;
}

/** Reads the timeout of a call. The default is 100 seconds, because the service may take that long. @throws RangeError */
export function readTimeout(seconds = 100): number {
  if (seconds > 0 && seconds <= 3_600) return seconds;
  throw new RangeError('timeoutSeconds must be above 0, up to 3600');
}

/** Limit of an answer. A thousand transactions are about two MiB. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

function unreachable(call: string, what: string, cause?: unknown): FlorinError {
  return new FlorinError('service_unreachable', `${call}: the payment service ${what}`, { cause });
}

/** Node's `fetch` gives up at a `100 Continue` that it did not ask for, with a cause of this message. */
function describeSilence(error: unknown): string {
  const { message } = ((error as { readonly cause?: unknown } | null)?.cause ?? {}) as { readonly message?: unknown };
  if (message !== 'bad response') return 'did not answer';
  return 'said 100 Continue without being asked, and fetch gave up: use createNodeFetch() of florin-server/signer/node';
}

/** Replaces invalid UTF-8: in member names and structure such an answer then fails as JSON, in texts it stays readable. */
const DECODER = new TextDecoder();

async function readBody({ body }: FetchAnswer, call: string): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    // The usual case is one piece, which needs no copy.
    if (done || !value) return DECODER.decode(pieces.length === 1 ? pieces[0] : joinBytes(pieces));
    size += value.byteLength;
    // Counted after decompression, so a small body cannot become a huge one. The abort in `exchangeWith` ends the transfer.
    if (size > MAX_ANSWER_BYTES) throw unreachable(call, `answered more than ${MAX_ANSWER_BYTES} bytes`);
    pieces.push(value);
  }
}

/** Reads a complete answer. Any error but a FlorinError becomes `service_unreachable`. */
export type AnswerBodyReader<Answer, Received extends FetchAnswer = FetchAnswer> = (
  response: Received,
  call: string,
) => Promise<Answer>;

async function readText(response: FetchAnswer, call: string): Promise<ExchangeAnswer> {
  const time = readAnswerTime(response);
  const retryAfterSeconds = readRetryAfter(response, time);
  return { status: response.status, body: await readBody(response, call), time, retryAfterSeconds };
}

/** Seconds, or a date by the clock of the same answer. RFC 9110, section 10.2.3. */
function readRetryAfter({ headers }: FetchAnswer, { date }: AnswerTime): number | undefined {
  const text = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  // `Date.parse` reads other texts too: `-5` is a day in 2001.
  const at = /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, (at - (date ?? Date.now())) / 1000);
}

function readAnswerTime({ headers }: FetchAnswer): AnswerTime {
  const date = Date.parse(headers?.get('date') ?? '');
  return { date: Number.isNaN(date) ? undefined : date, hasAge: (headers?.get('age') ?? null) !== null };
}

async function sendAndRead<Answer, Received extends FetchAnswer>(
  send: Fetch<Received>,
  request: ExchangeRequest,
  signal: AbortSignal,
  read: AnswerBodyReader<Answer, Received>,
): Promise<Answer> {
  const { call, method, url, headers, body } = request;
  // A redirect is not followed: it could send the credentials, and maybe a card, to another host.
  const init: FetchInit = { method, headers, redirect: 'manual', signal };
  const response = await send(url, body === undefined ? init : { ...init, body });
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    throw unreachable(call, 'answered with a redirect, which is not followed; is the base URL right?');
  }
  return read(response, call);
}

/**
 * Sends a request and reads the whole answer as text.
 *
 * @throws FlorinError `service_timeout` or `service_unreachable`; the reason of the caller's signal when that aborts.
 */
export function exchange(
  send: Fetch<FetchAnswer>,
  request: ExchangeRequest,
  limits: ExchangeLimits,
): Promise<ExchangeAnswer> {
  return exchangeWith(send, request, limits, readText);
}

/**
 * Sends a request and reads the answer with `read`.
 *
 * @throws FlorinError as {@link exchange}, and FlorinErrors of `read`.
 */
export async function exchangeWith<Answer, Received extends FetchAnswer>(
  send: Fetch<Received>,
  request: ExchangeRequest,
  limits: ExchangeLimits,
  read: AnswerBodyReader<Answer, Received>,
): Promise<Answer> {
  const { timeoutSeconds, signal } = limits;
  signal?.throwIfAborted();
  // Not AbortSignal.any and AbortSignal.timeout: Node 20 can collect such a pair before it fires.
  const controller = new AbortController();
  let stop: (reason: unknown) => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = reject;
  });
  const onAbort = () => stop(signal?.reason);
  const onTimeout = () => {
    stop(new FlorinError('service_timeout', `${request.call}: no answer within ${timeoutSeconds} seconds`));
  };
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(onTimeout, timeoutSeconds * 1_000);
  const answered = sendAndRead(send, request, controller.signal, read).catch((error: unknown) => {
    throw error instanceof FlorinError ? error : unreachable(request.call, describeSilence(error), briefCause(error));
  });
  try {
    // A race, so that a fetch that ignores its signal cannot delay the caller.
    return await Promise.race([answered, aborted]);
  } catch (error) {
    // Ends the request. Not after a complete answer: an abort takes as much time as the rest of a call.
    controller.abort();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
