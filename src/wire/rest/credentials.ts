/**
 * The Authorization header of server calls: `base64(username|merchantNumber:password)` without a scheme word;
 * `Basic <base64>` is read too. The text is UTF-8. docs/wire/rest-interface.md "Authentication"; docs/wire/rest.md
 * section 1.
 */
import { WireError } from './wire-error.js';

/** Credentials of an API user of a merchant. */
export interface Credentials {
  readonly username: string;
  readonly merchantNumber: string;
  readonly password: string;
}

/** Longer than any real header; a longer one is refused before it is decoded. */
const MAX_HEADER_LENGTH = 4_096;

// A leading byte order mark is a part of the user name, so it is not dropped.
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const BASIC = /^basic +/i;
// A user name may contain a colon and a password any character: the first bar and the first colon after it separate them.
const TRIPLE = /^([^|]+)\|([^:|]+):([^]+)$/;

function refuse(): never {
  throw new WireError([
    { path: ['Authorization'], rule: 'format', expected: 'base64(username|merchantNumber:password)' },
  ]);
}

function decode(base64: string): string {
  try {
    const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
    return UTF_8.decode(bytes);
  } catch {
    // Without a cause, which could quote the credentials.
    return refuse();
  }
}

/**
 * Reads the value of an Authorization header.
 *
 * @throws WireError with the rule `format` when it is absent, cannot be decoded or does not have three parts.
 */
export function readAuthorization(header: string | null | undefined): Credentials {
  if (!header || header.length > MAX_HEADER_LENGTH) return refuse();
  const [, username, merchantNumber, password] = TRIPLE.exec(decode(header.trim().replace(BASIC, ''))) ?? [];
  if (!username || !merchantNumber || !password) return refuse();
  return { username, merchantNumber, password };
}

/**
 * Writes the value of an Authorization header, without a scheme, as the service's documentation shows it.
 *
 * @throws TypeError when a part is empty or contains a separator, so that it could not be read back. The message does not
 * quote the part.
 */
export function writeAuthorization({ username, merchantNumber, password }: Credentials): string {
  const plain = `${username}|${merchantNumber}:${password}`;
  const bytes = new TextEncoder().encode(plain);
  const [, readUsername, readMerchantNumber] = TRIPLE.exec(plain) ?? [];
  // TextEncoder replaces a lone surrogate silently; the service would then receive another password.
  const isExact = UTF_8.decode(bytes) === plain;
  if (readUsername !== username || readMerchantNumber !== merchantNumber || !isExact) {
    throw new TypeError('username must not be empty or hold "|", merchantNumber not "|" or ":"; password not be empty');
  }
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
