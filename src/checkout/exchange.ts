/** One JSON exchange with limits: a timeout, a maximum size, no redirects. An abort closes the connection. */
import { browserTimers, type Timers } from './timers.js';

/** The environment of a call. */
export interface Exchange {
  readonly fetch: typeof globalThis.fetch;
  readonly timers: Timers;
  /** Aborts the call, when the checkout is disposed or its page enters the back-forward cache. */
  readonly signal: AbortSignal;
  /** Asks the shop for another token of the order, after the signer has refused this one. Empty if there is none. */
  readonly renewOrder?: (() => Promise<string>) | undefined;
}

/** Creates the environment of a call; by default that of the browser. */
export function createExchange(
  signal: AbortSignal,
  {
    fetch = (...call) => globalThis.fetch(...call),
    timers = browserTimers,
    renewOrder,
  }: Partial<Omit<Exchange, 'signal'>> = {},
): Exchange {
  return { fetch, timers, signal, renewOrder };
}

export interface JsonAnswer {
  readonly status: number;
  /** The parsed body, or undefined when it is not JSON. */
  readonly json: unknown;
}

/** Far more than the longest answer of the service or the signer. */
const MAX_ANSWER_BYTES = 65_536;

/**
 * Posts JSON and reads the answer.
 *
 * @throws a `TypeError` from `fetch`, or a `DOMException` named `TimeoutError` or `AbortError`
 */
export async function postJson(
  url: string,
  body: unknown,
  { timeoutSeconds, init, exchange }: { timeoutSeconds: number; init?: RequestInit; exchange: Exchange },
): Promise<JsonAnswer> {
  const { timers, signal } = exchange;
  const call = new AbortController();
  const cancelTimeout = timers.after(timeoutSeconds * 1000, () =>
    call.abort(new DOMException('No answer in time', 'TimeoutError')),
  );
  const onAbort = () => call.abort(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  try {
    const response = await exchange.fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', Accept: 'application/json' },
      body: JSON.stringify(body),
      cache: 'no-store',
      // A redirect would send the body to an address that was not checked.
      redirect: 'error',
      ...init,
      signal: call.signal,
    });
    const text = await readText(response);
    return { status: response.status, json: parse(text) };
  } finally {
    cancelTimeout();
    signal.removeEventListener('abort', onAbort);
  }
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) {
      await reader.cancel();
      return '';
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
