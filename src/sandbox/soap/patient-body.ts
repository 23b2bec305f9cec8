/** A request's body of which the rest is still taken when its reader has given up. */

/** The body, for the reader, and a way to wait until the rest of it has come. */
export interface PatientBody {
  readonly stream: ReadableStream<Uint8Array> | null;
  /** Takes what the reader has left and drops it, up to the limit. Never rejects. */
  drain(): Promise<void>;
}

/**
 * Wraps a body. An answer that comes while the caller still sends is lost to many callers: they see a broken
 * connection in place of the fault. So a refused message is read to its end, unless it is longer than any may be.
 */
export function createPatientBody(body: ReadableStream<Uint8Array> | null, limitBytes: number): PatientBody {
  if (!body) return { stream: null, drain: () => Promise.resolve() };
  const source = body.getReader();
  let bytes = 0;
  let isOver = false;

  async function next(): Promise<Uint8Array | undefined> {
    const { done, value } = await source.read();
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
    // Nothing is read that the reader has not asked for.
    { highWaterMark: 0 },
  );

  return {
    stream,
    async drain() {
      try {
        while (!isOver && bytes <= limitBytes) await next();
        // Nobody waits for the sender to agree.
        if (!isOver) void source.cancel().catch(() => undefined);
      } catch {
        // The caller has gone: there is nothing left to take.
      }
    },
  };
}
