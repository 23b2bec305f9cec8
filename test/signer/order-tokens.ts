/** Order tokens of an honest and of a hostile shop, written without Florin, because its functions refuse wrong ones. */
import { createHmac, sign, type KeyObject } from 'node:crypto';

export const SECRET = 'an order secret of the shop, for tests only';
export const KID = '2026-11';

export const HEADER = { alg: 'HS256', typ: 'florin-order+jwt', kid: KID };

export function claimsOf(changes: Readonly<Record<string, unknown>> = {}, now = Date.now()): Record<string, unknown> {
  const iat = Math.floor(now / 1000);
  return {
    ...{ iss: 'shop.example', aud: 'florin', iat, exp: iat + 600 },
    ...{ order: '1042', amount: 19900, currency: 'AUD', version: 1, crn1: 'ORDER-1042', testMode: true },
    ...changes,
  };
}

export function encode(part: unknown): string {
  return Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');
}

/** Signs any header and claims by HMAC; strings are used unchanged. */
export function writeToken(claims: unknown, header: unknown = HEADER, secret: string | Buffer = SECRET): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** The same by a private key: ES256 on P-256, EdDSA on Ed25519. */
export function writeKeyToken(claims: unknown, header: unknown, key: KeyObject): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  const isEc = key.asymmetricKeyType === 'ec';
  const signature = sign(isEc ? 'sha256' : null, Buffer.from(signed), isEc ? { key, dsaEncoding: 'ieee-p1363' } : key);
  return `${signed}.${signature.toString('base64url')}`;
}
