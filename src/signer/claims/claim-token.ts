/**
 * Claim tokens: `<claim id>.<mac>`. A claim token allows its holder to ask for the outcome of that
 * attempt, and nothing else. It travels in POST bodies and, once, in the query of the return
 * address. The MAC is HMAC-SHA256 by WebCrypto, compared in constant time. Its key is derived from
 * the shop's secret for this one purpose, so a token that a page holds is useless at the webhook's
 * address.
 */
import { fromBase64Url, toBase64Url } from '../secrets/base64-url.js';
import { createMac, deriveMacKey, encode } from '../secrets/mac.js';
import type { Secrets } from '../secrets/secrets.js';

const CLAIM_PURPOSE = 'florin claim token, version 1';
export const HINT_PURPOSE = 'florin webhook hint, version 1';
const CLIENT_PURPOSE = 'florin client name, version 1';
/**
 * The last of 43 characters holds only four bits. Other characters there would give one MAC four
 * spellings.
 */
const TOKEN = /^([0-9a-f]{32})\.([A-Za-z0-9_-]{42}[AEIMQUYcgkosw048])$/;
const REMEMBERED = 500;
/** Verified instead of a malformed token, so that every refusal takes the same time (P40). */
const DUMMY = ['', '0'.repeat(32), 'A'.repeat(43)];

export interface ClaimTokens {
  write(claimId: string): Promise<string>;
  /** The claim id of a token that this signer made, or undefined. */
  read(token: unknown): Promise<string | undefined>;
}

/**
 * @param secrets shared by all processes of the signer and kept secret from everyone else
 * @param account of the merchant (scope.ts): tokens of another one are refused, whatever its secret
 */
export function createClaimTokens(secrets: Secrets, account: string, use: string = CLAIM_PURPOSE): ClaimTokens {
  const purpose = `${use}, ${account}`;
  const mac = createMac(secrets[0], purpose);
  let keys: readonly Promise<CryptoKey>[] | undefined;
  const sign = async (claimId: string) => `${claimId}.${toBase64Url(await mac(claimId))}`;
  return {
    write: remember(sign),
    async read(token) {
      const found = typeof token === 'string' ? TOKEN.exec(token) : null;
      const [, id = '', code = ''] = found ?? DUMMY;
      keys ??= secrets.map((secret) => deriveMacKey(secret, purpose));
      const verify = async (key: Promise<CryptoKey>) =>
        crypto.subtle.verify('HMAC', await key, fromBase64Url(code), encode(id));
      // With all of them: a refusal takes the same time whatever the token is.
      const isValid = (await Promise.all(keys.map(verify))).includes(true);
      return isValid && found ? id : undefined;
    },
  };
}

/**
 * The client's name in the store: nobody can find its address without the secret, not even by
 * trying all addresses.
 */
export function createClientNames([secret]: Secrets, account: string): (client: string) => Promise<string> {
  const mac = createMac(secret, `${CLIENT_PURPOSE}, ${account}`);
  return remember(async (client) => toBase64Url((await mac(client)).subarray(0, 16)));
}

/**
 * Caches recent results: one request writes a claim's token more than once, and clients come back.
 * WebCrypto runs in another thread and is most of the cost of a key here.
 */
function remember(sign: (text: string) => Promise<string>): (text: string) => Promise<string> {
  // Stores values, not promises: on Workers, a request cannot wait for a promise of another
  // request.
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
