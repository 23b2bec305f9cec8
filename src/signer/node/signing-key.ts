/** Private keys of a configuration, for a compact JWS. */
import { importJWK, importPKCS8, type CryptoKey, type JWK } from 'jose';
import { SECRET_BYTES, type OrderAlgorithm } from '../order-tokens/order-token.js';

/**
 * @param name of the key, for messages
 * @throws TypeError or RangeError for an unusable key; the message does not quote the key
 */
export async function readSigningKey(
  name: string,
  { alg, key }: { readonly alg: OrderAlgorithm; readonly key: string },
): Promise<CryptoKey | Uint8Array> {
  if (alg === 'HS256') {
    const secret = new TextEncoder().encode(key);
    if (secret.length < SECRET_BYTES) {
      throw new RangeError(`${name} must be a secret of at least ${SECRET_BYTES} bytes for HS256`);
    }
    return secret;
  }
  try {
    return await (key.trimStart().startsWith('{') ? importJWK(JSON.parse(key) as JWK, alg) : importPKCS8(key, alg));
  } catch {
    // The parser's message may quote the key.
    throw new TypeError(`${name} must be a private key for ${alg}: a JWK, or PEM that begins "BEGIN PRIVATE KEY"`);
  }
}
