/** Decodes the bytes of an XML document: detects the encoding, and refuses bytes that are invalid in it. */

import { joinBytes } from '../join-bytes.js';

/** The encoding is not supported, or the bytes are invalid in it. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

/** Decodes a document piece by piece. */
export interface XmlDecoder {
  /** @throws EncodingError when the bytes are invalid. */
  decode(bytes: Uint8Array): string;
  /** Returns the rest of the text. @throws EncodingError when the document ends within a character. */
  end(): string;
}

/** Supported encodings and the decoder's names for them; ASCII is read as an encoding that contains it. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['utf-16', 'utf-16'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
]);

/** Whether the charset of a header is supported. */
export function isKnownCharset(charset: string): boolean {
  return ENCODINGS.has(charset.trim().toLowerCase());
}

/** An XML declaration with an encoding ends within these bytes. */
const HEAD = 256;
const DECLARED = /^<\?xml\s[^>]{0,200}?\sencoding\s{0,20}=\s{0,20}["']([A-Za-z][\w.-]{0,39})["']/;

function startsWith(bytes: Uint8Array, ...start: number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}

function known(name: string): string {
  const encoding = ENCODINGS.get(name.trim().toLowerCase());
  if (encoding === undefined) throw new EncodingError(`System does not support '${name.slice(0, 40)}' encoding.`);
  return encoding;
}

/** Order of precedence: byte order mark, header, XML declaration, UTF-8. RFC 7303, section 3. */
function encodingOf(head: Uint8Array, charset: string | null): string {
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return 'utf-8';
  if (startsWith(head, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(head, 0xfe, 0xff)) return 'utf-16be';
  const wide = startsWith(head, 0x3c, 0x00) ? 'utf-16le' : startsWith(head, 0x00, 0x3c) ? 'utf-16be' : undefined;
  if (charset !== null) {
    const encoding = known(charset);
    return encoding === 'utf-16' ? (wide ?? 'utf-16be') : encoding;
  }
  if (wide !== undefined) return wide;
  const declared = DECLARED.exec(String.fromCharCode(...head.subarray(0, HEAD)))?.[1];
  const encoding = declared === undefined ? 'utf-8' : known(declared);
  if (!encoding.startsWith('utf-16')) return encoding;
  throw new EncodingError('There is no Unicode byte order mark. Cannot switch to Unicode.');
}

/** Creates a decoder for one document; `charset` is the parameter of its Content-Type. */
export function createXmlDecoder(charset: string | null): XmlDecoder {
  let head = new Uint8Array();
  let decoder: TextDecoder | undefined;

  function run(bytes: Uint8Array, stream: boolean): string {
    decoder ??= new TextDecoder(encodingOf(bytes, charset), { fatal: true });
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      throw new EncodingError('Invalid character in the given encoding.');
    }
  }

  return {
    decode(bytes) {
      if (decoder) return run(bytes, true);
      head = joinBytes([head, bytes]);
      if (head.length < HEAD) return '';
      return run(head, true);
    },
    end: () => (decoder ? run(new Uint8Array(), false) : run(head, false)),
  };
}
