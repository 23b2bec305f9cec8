/** Records the text of an answer while the client reads it. */

/** A fetch that records the answer to one operation. */
interface RawFetch {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** The text of the answer; empty without one. */
  text(): string;
}

/** Whether a request is that of the operation, not the login before or the logout after it. */
function isCallOf(operation: string, { body }: RequestInit): boolean {
  return typeof body === 'string' && body.includes(`<soap:Body><${operation} `);
}

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
