/** Reads a body of limited length as UTF-8. Stops as soon as it is too long. */
import { joinBytes } from '../../wire/join-bytes.js';

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

async function readStream(stream: ReadableStream<Uint8Array>, limitBytes: number): Promise<Uint8Array | 'too_large'> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > limitBytes) {
      // Not awaited: the sender may never confirm.
      void reader.cancel().catch(() => undefined);
      return 'too_large';
    }
    chunks.push(value);
  }
  return joinBytes(chunks);
}

async function readBytes(request: Request, limitBytes: number): Promise<Uint8Array | 'too_large'> {
  const announced = Number(request.headers.get('content-length') ?? Number.NaN);
  if (announced > limitBytes) return 'too_large';
  // With a Content-Length, the body is read at once: the HTTP layer enforces the length.
  if (announced >= 0) return new Uint8Array(await request.arrayBuffer());
  return request.body ? readStream(request.body, limitBytes) : new Uint8Array();
}

/** Resolves with the body's text, null for invalid UTF-8, or `too_large`. */
export async function readRequestBody(
  request: Request,
  limitBytes: number,
): Promise<{ readonly text: string | null } | 'too_large'> {
  const bytes = await readBytes(request, limitBytes);
  if (bytes === 'too_large') return bytes;
  try {
    return { text: UTF_8.decode(bytes) };
  } catch {
    return { text: null };
  }
}
