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

/** Read piece by piece; the sender waits while nobody asks. An answer that breaks off rejects. */
function answerOf(message: IncomingMessage): FetchAnswer {
  const pieces: AsyncIterator<Uint8Array, undefined> = message[Symbol.asyncIterator]();
  return { status: message.statusCode ?? 0, body: { getReader: () => ({ read: readNext }) } };

  async function readNext() {
    const { done, value } = await pieces.next();
    return { done: done === true, value };
  }
}
