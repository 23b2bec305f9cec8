/** Keyed hashes (HMAC-SHA-256), hexadecimal. */
import { writeHex } from './hex.js';

/**
 * Takes a key, answers the hash with that key. A platform that has it at once need not promise it: Node's own is several
 * times quicker than WebCrypto's, and every call is authenticated by one.
 */
export type Hmac = (key: Uint8Array<ArrayBuffer>) => (text: string) => string | Promise<string>;

/** WebCrypto's, which every runtime has. */
export const webCryptoHmac: Hmac = (key) => {
  const imported = crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return async (text) => {
    const bits = await crypto.subtle.sign('HMAC', await imported, new TextEncoder().encode(text));
    return writeHex(new Uint8Array(bits));
  };
};
