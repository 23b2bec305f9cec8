/** A request body that can be read to its end after its reader has stopped. */

/** The body ended early: the caller has disconnected. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/** Bytes that are kept for the request log: the start of a batch does. */
const START_BYTES = 64 * 1024;

/** The body and a method that reads the rest of it. */
export interface DrainableBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  /** The start of what was read so far, as text. */
  readonly readStart: () => string;
  /** Reads and discards the rest, up to the limit. Never rejects. */
  drain(): Promise<void>;
}

/**
 * Wraps a body. Many callers lose a response that arrives while they are still sending: they see a broken connection
 * instead of the fault. So a refused message is read to its end, up to the limit.
 */
export function createDrainableBody(body: ReadableStream<Uint8Array> | null, limitBytes: number): DrainableBody {
  if (!body) return { stream: null, readStart: () => '', drain: () => Promise.resolve() };
  const source = body.getReader();
  let bytes = 0;
  const start: Uint8Array[] = [];
  let isOver = false;

  async function next(): Promise<Uint8Array | undefined> {
    const { done, value } = await source.read().catch((cause: unknown) => {
      throw new CallerGone('The body broke off', { cause });
    });
    if (value && bytes < START_BYTES) start.push(value);
    bytes += value?.byteLength ?? 0;
    isOver = done;
    return value;
  }

  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await next();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    },
    // Reads only on demand.
    { highWaterMark: 0 },
  );

  return {
    stream,
    readStart() {
      const decoder = new TextDecoder();
      return start.map((chunk) => decoder.decode(chunk, { stream: true })).join('') + decoder.decode();
    },
    async drain() {
      try {
        while (!isOver && bytes <= limitBytes) await next();
        // Not awaited: the sender may never confirm.
        if (!isOver) void source.cancel().catch(() => undefined);
      } catch {
        // The caller has disconnected: there is nothing left to read.
      }
    },
  };
}
