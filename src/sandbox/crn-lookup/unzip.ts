/**
 * The one entry of a zip file as text. Plain zip with the methods "stored" and "deflate"; what is larger than the limit
 * is refused before it has been unpacked, whatever the file says of itself.
 */

/** A file that is no such zip. */
export class ZipError extends Error {
  override readonly name = 'ZipError';

  constructor(what?: string) {
    super(what === undefined ? 'invalid zip file' : `invalid zip file: ${what}`);
  }
}

const END_OF_DIRECTORY = 0x06054b50;
const END_LENGTH = 22;
const LONGEST_COMMENT = 0xffff;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_LENGTH = 46;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_LENGTH = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
const SLASH = 0x2f;

/** The entry as the directory has it. */
interface Entry {
  readonly method: number;
  readonly crc: number;
  readonly size: number;
  readonly packed: Uint8Array<ArrayBuffer>;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function nextCrc(crc: number, bytes: Uint8Array): number {
  let next = crc;
  for (const byte of bytes) next = (CRC_TABLE[(next ^ byte) & 255] ?? 0) ^ (next >>> 8);
  return next;
}

function findEnd(view: DataView): number {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
    const isEnd = view.getUint32(at, true) === END_OF_DIRECTORY;
    if (isEnd && view.getUint16(at + 20, true) === view.byteLength - at - END_LENGTH) return at;
  }
  throw new ZipError();
}

function readEntry(bytes: Uint8Array<ArrayBuffer>, limit: number): Entry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (view.getUint16(end + 10, true) !== 1) throw new ZipError('expected one entry');
  const at = view.getUint32(end + 16, true);
  if (at + DIRECTORY_ENTRY_LENGTH > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new ZipError();
  const method = view.getUint16(at + 10, true);
  if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) throw new ZipError('encrypted');
  if (method !== STORED && method !== DEFLATED) throw new ZipError('unknown compression');
  const packedSize = view.getUint32(at + 20, true);
  const size = view.getUint32(at + 24, true);
  const nameLength = view.getUint16(at + 28, true);
  if (bytes[at + DIRECTORY_ENTRY_LENGTH + nameLength - 1] === SLASH) throw new ZipError('the entry is a folder');
  const local = view.getUint32(at + 42, true);
  if (local + LOCAL_HEADER_LENGTH > at || view.getUint32(local, true) !== LOCAL_HEADER) throw new ZipError();
  const from = local + LOCAL_HEADER_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (from + packedSize > at) throw new ZipError();
  if (size > limit) throw new ZipError('too large');
  return { method, size, crc: view.getUint32(at + 16, true), packed: bytes.subarray(from, from + packedSize) };
}

function contentOf({ method, packed }: Entry): ReadableStream<Uint8Array> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(packed);
      controller.close();
    },
  });
  return method === STORED ? stream : stream.pipeThrough(new DecompressionStream('deflate-raw'));
}

/**
 * Unpacks the entry.
 *
 * @param limit bytes of the unpacked text
 * @throws ZipError when it is no zip of one entry, damaged, larger than the limit, or no UTF-8
 */
export async function unzipText(bytes: Uint8Array, limit: number): Promise<string> {
  if (bytes.length < END_LENGTH) throw new ZipError();
  const entry = readEntry(new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength), limit);
  const reader = contentOf(entry).getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let length = 0;
  let crc = 0xffffffff;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      // No more than the file itself promised, and that was within the limit.
      if (length > entry.size) throw new ZipError('too large');
      crc = nextCrc(crc, value);
      text += decoder.decode(value, { stream: true });
    }
    text += decoder.decode();
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    if (error instanceof ZipError) throw error;
    throw new ZipError('damaged');
  }
  if (length !== entry.size || (crc ^ 0xffffffff) >>> 0 !== entry.crc) throw new ZipError('damaged');
  return text;
}
