/** Signs order tokens for tests of a set-up. In production the shop's back end signs them: docs/guides/sidecar.md. */
import { SignJWT } from 'jose';
import type { Member } from '../order-tokens/order-token-members.js';
import { ORDER_TYPE, type OrderAlgorithm } from '../order-tokens/order-token.js';
import { readSigningKey } from './signing-key.js';

interface OrderTokenSigner {
  readonly kid: string;
  readonly alg: OrderAlgorithm;
  /** The secret for HS256; else the private key, PEM or JWK. */
  readonly key: string;
}

/** @throws TypeError or RangeError for an unusable key; the message does not quote the key */
export async function writeOrderToken(
  claims: Readonly<Record<string, Member>>,
  { kid, alg, key }: OrderTokenSigner,
): Promise<string> {
  const signingKey = await readSigningKey('the key', { alg, key });
  return new SignJWT({ ...claims }).setProtectedHeader({ alg, kid, typ: ORDER_TYPE }).sign(signingKey);
}
