/** A signer for tests, by Node's OpenSSL: another implementation than the WebCrypto that verifies. */
import { type KeyObject, createSign, generateKeyPairSync } from 'node:crypto';

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** A fresh pair: the key that signs, and the JWK that is baked into the frame. */
export function createPair(namedCurve = 'P-256'): { privateKey: KeyObject; publicKey: JsonWebKey } {
  const pair = generateKeyPairSync('ec', { namedCurve });
  return { privateKey: pair.privateKey, publicKey: pair.publicKey.export({ format: 'jwk' }) as JsonWebKey };
}

/** The payload of a signed key. */
export const PAYLOAD = {
  authKey: '6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  submitUrl: 'https://service.test/webapi/v3/txns/withauthkey/6ba7b810-9dad-41d1-80b4-00c04fd430c8',
  order: '1042',
  exp: 2_000_000_000,
};

export const HEADER = { alg: 'ES256', typ: 'florin-key+jwt' };

/** Creates a compact JWS, with options to make it invalid. */
export function signKey(privateKey: KeyObject, payload: object = {}, header: object = {}): string {
  return signBytes(privateKey, json({ ...HEADER, ...header }), json({ ...PAYLOAD, ...payload }));
}

/** Signs any bytes as header and payload. */
export function signBytes(privateKey: KeyObject, header: Buffer, payload: Buffer): string {
  const signed = `${header.toString('base64url')}.${payload.toString('base64url')}`;
  const signature = createSign('SHA256').update(signed).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
