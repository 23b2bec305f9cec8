/** Keeps the bytes of an answer while the client reads them. */

/** A fetch that remembers the answer to one operation. */
export interface RawFetch {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** What came, as text; empty when nothing did. */
  text(): string;
}

/** True for the message of an operation: a login before it, and a logout behind it, are others. */
function isCallOf(operation: string, { body }: RequestInit): boolean {
  return typeof body === 'string' && body.includes(`<soap:Body><${operation} `);
}

/** Makes a fetch for one command. */
export function createRawFetch(operation: string): RawFetch {
  const chunks: Uint8Array[] = [];
  const keep = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      chunks.push(chunk);
      controller.enqueue(chunk);
    },
  });
  return {
    async fetch(url, init) {
      const response = await fetch(url, init);
      if (!isCallOf(operation, init) || !response.body) return response;
      const { status, headers } = response;
      return new Response(response.body.pipeThrough(keep), { status, headers });
    },
    text: () => Buffer.concat(chunks).toString('utf8').trim(),
  };
}
