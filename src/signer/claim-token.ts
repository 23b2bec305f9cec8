/**
 * Claim tokens: `<claim id>.<mac>`. Whoever holds one may ask what became of that attempt, and nothing else. They travel
 * in POST bodies and, once, in the query of the return address. HMAC-SHA256 by WebCrypto, which compares in constant
 * time; the key is derived from the shop's secret for one purpose alone, so that no other use of the secret makes tokens:
 * what a page holds is of no use at the webhook's address.
 */
import { createMac, deriveMacKey, encode } from './mac.js';

export const CLAIM_PURPOSE = 'florin claim token, version 1';
export const HINT_PURPOSE = 'florin webhook hint, version 1';
const CLIENT_PURPOSE = 'florin client name, version 1';
/** The last of 43 characters holds four bits: with others set a MAC would have four spellings. */
const TOKEN = /^([0-9a-f]{32})\.([A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])$/;
const REMEMBERED = 500;
/** Verified in place of a malformed token, so that every refusal costs the same (P40). */
const DUMMY = ['', '0'.repeat(32), 'A'.repeat(43)];

export interface ClaimTokens {
  write(claimId: string): Promise<string>;
  /** The claim id of a token that this signer made, else undefined. */
  read(token: unknown): Promise<string | undefined>;
}

/** @param secret at least 32 characters, known to every process of the signer and to nobody else */
export function createClaimTokens(secret: string, purpose: string = CLAIM_PURPOSE): ClaimTokens {
  const mac = createMac(secret, purpose);
  let key: Promise<CryptoKey> | undefined;
  const sign = async (claimId: string) => `${claimId}.${toBase64Url(await mac(claimId))}`;
  return {
    write: remember(sign),
    async read(token) {
      const found = typeof token === 'string' ? TOKEN.exec(token) : null;
      const [, id = '', code = ''] = found ?? DUMMY;
      const isValid = await crypto.subtle.verify(
        'HMAC',
        await (key ??= deriveMacKey(secret, purpose)),
        fromBase64Url(code),
        encode(id),
      );
      return isValid && found ? id : undefined;
    },
  };
}

/** What stands in the store for a client: nobody without the secret finds out its address, not even by trying all. */
export function createClientNames(secret: string): (client: string) => Promise<string> {
  const mac = createMac(secret, CLIENT_PURPOSE);
  return remember(async (client) => toBase64Url((await mac(client)).subarray(0, 16)));
}

/**
 * One request writes a claim's token more than once, and clients come again: WebCrypto, which works in another thread, is
 * most of what a key costs here. What was asked for last is remembered.
 */
function remember(sign: (text: string) => Promise<string>): (text: string) => Promise<string> {
  // Answers, not promises: on Workers a request cannot wait for what another request has begun.
  const recent = new Map<string, string>();
  return async (text) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const signed = await sign(text);
    recent.set(text, signed);
    if (recent.size > REMEMBERED) recent.delete(recent.keys().next().value ?? '');
    return signed;
  };
}

const BASE64_URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Four times as quick as `btoa` and three replacements. */
function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += BASE64_URL[(held >> (bits - 6)) & 63];
  }
  return bits === 0 ? text : text + BASE64_URL[(held << (6 - bits)) & 63];
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
