/** Records the text of an answer while the client reads it. */
import type { Fetch, SoapFetchAnswer } from '../service/index.js';
import { createNodeFetch } from '../signer/node/node-fetch.js';

/** A fetch that records the answer to one operation. */
interface RawFetch {
  readonly fetch: Fetch<SoapFetchAnswer>;
  /** The text of the answer; empty without one. */
  text(): string;
}

/** Whether a request is that of the operation, not the login before or the logout after it. */
function isCallOf(operation: string, { body }: { readonly body?: string }): boolean {
  return body?.includes(`<soap:Body><${operation} `) === true;
}

export function createRawFetch(operation: string): RawFetch {
  const chunks: Uint8Array[] = [];
  // Node's `fetch` knows the proxies of the environment; Node's HTTP client does not.
  const send: Fetch<SoapFetchAnswer> = process.env['NODE_USE_ENV_PROXY'] === '1' ? fetch : createNodeFetch();

  function recorded(body: NonNullable<SoapFetchAnswer['body']>): SoapFetchAnswer['body'] {
    const reader = body.getReader();
    const read = async () => {
      const piece = await reader.read();
      if (piece.value) chunks.push(piece.value);
      return piece;
    };
    return { getReader: () => ({ read }) };
  }

  return {
    async fetch(url, init) {
      const answer = await send(url, init);
      const { status, type, headers, body } = answer;
      if (!isCallOf(operation, init) || !body) return answer;
      return { status, ...(type !== undefined && { type }), headers, body: recorded(body) };
    },
    text: () => Buffer.concat(chunks).toString('utf8').trim(),
  };
}
