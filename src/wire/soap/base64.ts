/** base64Binary of XML Schema, for files of many megabytes: without an intermediate string of one character per byte. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CODES = new TextEncoder().encode(ALPHABET);
const PAD = 61;
const REFUSED = -1;
const SKIPPED = -2;

const VALUES = new Int8Array(128).fill(REFUSED);
for (const [value, code] of CODES.entries()) VALUES[code] = value;
for (const code of [9, 10, 13, 32]) VALUES[code] = SKIPPED;

/** Encodes bytes without line breaks. */
export function writeBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(PAD);
  for (let from = 0, to = 0; from < bytes.length; from += 3, to += 4) {
    const left = bytes.length - from;
    const triple = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    text[to] = CODES[triple >> 18] ?? PAD;
    text[to + 1] = CODES[(triple >> 12) & 63] ?? PAD;
    if (left > 1) text[to + 2] = CODES[(triple >> 6) & 63] ?? PAD;
    if (left > 2) text[to + 3] = CODES[triple & 63] ?? PAD;
  }
  return new TextDecoder().decode(text);
}

/** Decodes bytes; white space is allowed anywhere, padding must be correct. Returns undefined for invalid base64. */
export function readBase64(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let count = 0;
  let pads = 0;
  let buffer = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const value = code === PAD ? SKIPPED : (VALUES[code] ?? REFUSED);
    if (code === PAD) pads += 1;
    if (value === SKIPPED) continue;
    if (value === REFUSED || pads > 0) return undefined;
    buffer = ((buffer << 6) | value) & 0xffffff;
    count += 1;
    // Of four letters the second, third and fourth each complete a byte.
    const bits = (count % 4) * 6;
    if (count % 4 !== 1) bytes[length++] = (buffer >> (bits % 8)) & 255;
  }
  const rest = count % 4;
  if (rest === 1 || (count + pads) % 4 !== 0 || pads > 2) return undefined;
  return bytes.subarray(0, length);
}
