/** Reads the only entry of a zip file as text. The limit applies to the real size, not to the declared one. */
import { Uint8ArrayReader, ZipReader, type Entry, type FileEntry } from '@zip.js/zip.js';

/** An invalid zip file. */
export class ZipError extends Error {
  override readonly name = 'ZipError';

  constructor(what?: string) {
    super(what === undefined ? 'invalid zip file' : `invalid zip file: ${what}`);
  }
}

const STORED = 0;
const DEFLATED = 8;

/**
 * Unpacks the entry.
 *
 * @param limit maximum size of the unpacked text in bytes
 * @throws ZipError unless it is an undamaged zip with one entry of UTF-8 text within the limit
 */
export async function unzipText(bytes: Uint8Array, limit: number): Promise<string> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, checkSignature: true });
  const entries: Entry[] = [];
  try {
    // Each entry is read from the directory on demand. The second is enough to refuse the file.
    for await (const entry of zip.getEntriesGenerator()) if (entries.push(entry) > 1) break;
  } catch {
    throw new ZipError();
  }
  return readText(assertReadable(entries, limit));
}

function assertReadable([entry, ...others]: readonly Entry[], limit: number): FileEntry {
  if (!entry || others.length > 0) throw new ZipError('expected one entry');
  if (entry.directory) throw new ZipError('the entry is a folder');
  if (entry.encrypted) throw new ZipError('encrypted');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new ZipError('unknown compression');
  }
  if (entry.uncompressedSize > limit) throw new ZipError('too large');
  return entry;
}

async function readText(entry: FileEntry): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  const collect = new WritableStream<Uint8Array>({
    write(piece) {
      text += decoder.decode(piece, { stream: true });
    },
  });
  try {
    // Stops as soon as there is more data than the entry declared, which is within the limit.
    await entry.getData(collect);
    return text + decoder.decode();
  } catch {
    throw new ZipError('damaged');
  }
}
