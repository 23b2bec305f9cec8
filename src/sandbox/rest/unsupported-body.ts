/**
 * Detects bodies that cannot be read by their headers: a content coding or another charset. docs/wire/rest.md section
 * 1.
 */
import { readMediaType } from '../../wire/soap/media-type.js';

const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

/** The content coding of a body; undefined without one. */
export function unsupportedCoding(headers: Headers): string | undefined {
  const codings = (headers.get('content-encoding') ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  return codings.find((coding) => coding !== '' && coding !== 'identity');
}

/** The declared charset of a body if it is not UTF-8. */
export function unsupportedCharset(headers: Headers): string | undefined {
  const { charset } = readMediaType(headers.get('content-type'));
  return charset === null || CHARSETS.has(charset.toLowerCase()) ? undefined : charset;
}
