/** Keyed hashes (HMAC-SHA-256), hexadecimal. */
import { writeHex } from './hex.js';

/**
 * Takes a key and returns a hash function. It may be synchronous: Node's own HMAC is several times faster than
 * WebCrypto's, and every call is authenticated by one.
 */
export type Hmac = (key: Uint8Array<ArrayBuffer>) => (text: string) => string | Promise<string>;

/** WebCrypto's HMAC, for any runtime. */
export const webCryptoHmac: Hmac = (key) => {
  const imported = crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (text) => {
    const bits = await crypto.subtle.sign('HMAC', await imported, new TextEncoder().encode(text));
    return writeHex(new Uint8Array(bits));
  };
};
