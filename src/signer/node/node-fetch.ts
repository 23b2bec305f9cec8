/**
 * A `fetch` for the client of the payment service, over Node's own HTTP client: Node's `fetch`
 * takes three times its processor time, more than everything else that the signer does for a key,
 * and drops the connection at a `100 Continue` that was not asked for, which IIS may send.
 * It supports only what that client needs: it sends a text, returns bytes, and does not follow
 * redirects, decompress or retry.
 */
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { FetchInit } from '../../service/exchange.js';
import type { SoapFetchAnswer } from '../../service/soap-answer.js';

/**
 * Idle connections are closed after this time, before the service may close them, so that no call
 * meets a closing connection. Milliseconds.
 */
const IDLE = 4_000;

/**
 * Creates a `fetch` with a connection pool of its own. Idle connections do not keep the process
 * alive. Behind a proxy, or where the platform's `fetch` is monitored or replaced, use that one
 * instead.
 */
export function createNodeFetch(): (url: string, init: FetchInit) => Promise<SoapFetchAnswer> {
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
        reject(new Error('the answer is compressed, which was not requested'));
        request.destroy();
      });
      // The connection ended without a response or an error, for example by a protocol upgrade.
      request.once('close', () => {
        signal.removeEventListener('abort', onAbort);
        if (!isAnswered) reject(new Error('the connection was closed'));
      });
      request.end(body);
    });
}

/** Reads piece by piece, with back-pressure. A response that breaks off rejects. */
function answerOf(message: IncomingMessage): SoapFetchAnswer {
  const pieces: AsyncIterator<Uint8Array, undefined> = message[Symbol.asyncIterator]();
  return {
    status: message.statusCode ?? 0,
    headers: {
      get: (name) => [message.headers[name.toLowerCase()]].flat()[0] ?? null,
      getSetCookie: () => message.headers['set-cookie'] ?? [],
    },
    body: { getReader: () => ({ read: readNext }) },
  };

  async function readNext() {
    const { done, value } = await pieces.next();
    return { done: done === true, value };
  }
}
