/**
 * A `fetch` for the client of the payment service over Node's own HTTP client: a third of what Node's `fetch` costs the
 * processor, which is more than all else that the signer does for a key. It does what that client needs and no more: a
 * text out, bytes back, nothing followed, nothing unpacked, nothing sent twice.
 */
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { FetchAnswer, FetchInit } from '../../service/exchange.js';

/** Milliseconds. An unused connection is closed before the service's side may close it, so that no call meets its end. */
const IDLE = 4_000;

/**
 * Makes a `fetch` with connections of its own, which it keeps for the next calls; they hold no process open. For a proxy,
 * and wherever the platform's `fetch` is watched or replaced, leave that one in its place.
 */
export function createNodeFetch(): (url: string, init: FetchInit) => Promise<FetchAnswer> {
  const plain = new HttpAgent({ keepAlive: true, timeout: IDLE });
  const secure = new HttpsAgent({ keepAlive: true, timeout: IDLE });
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const isSecure = url.startsWith('https:');
      const options = {
        method,
        agent: isSecure ? secure : plain,
        headers: {
          ...headers,
          'accept-encoding': 'identity',
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
      };
      const request = isSecure ? requestHttps(url, options) : requestHttp(url, options);
      const onAbort = () => request.destroy(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      request.on('error', reject);
      let isAnswered = false;
      request.once('response', (message) => {
        isAnswered = true;
        const encoding = message.headers['content-encoding'] ?? 'identity';
        if (encoding === 'identity') return resolve(answerOf(message));
        reject(new Error('the answer is packed, which was not asked for'));
        request.destroy();
      });
      // An end without an answer that is no error either: a switch to another protocol.
      request.once('close', () => {
        signal.removeEventListener('abort', onAbort);
        if (!isAnswered) reject(new Error('the connection was closed'));
      });
      request.end(body);
    });
}

function answerOf(message: IncomingMessage): FetchAnswer {
  return { status: message.statusCode ?? 0, body: { getReader: () => readerOf(message) } };
}

/** Hands a message on piece by piece, and lets the sender wait while nobody asks. */
function readerOf(message: IncomingMessage): ReturnType<NonNullable<FetchAnswer['body']>['getReader']> {
  const pieces: Uint8Array[] = [];
  let end: { readonly error?: Error } | undefined;
  let wake: (() => void) | undefined;
  const finish = (error?: Error) => {
    end ??= error ? { error } : {};
    wake?.();
  };
  message.on('data', (piece: Buffer) => {
    pieces.push(piece);
    if (wake) wake();
    else message.pause();
  });
  message.once('end', () => finish());
  message.once('error', finish);
  // After `end`, or instead of it: then the answer is half an answer.
  message.once('close', () => {
    if (!end) finish(new Error('the answer broke off'));
  });
  return {
    async read() {
      while (pieces.length === 0 && !end) {
        message.resume();
        await new Promise<void>((resolve) => (wake = resolve));
        wake = undefined;
      }
      const value = pieces.shift();
      if (value) return { done: false, value };
      if (end?.error) throw end.error;
      return { done: true, value: undefined };
    },
  };
}
