/**
 * The AuthKey as the signer gives it to a page that uses frame isolation: signed, so that a hostile script in the page
 * cannot slip another merchant's key, or another address, into the frame (invariant 10).
 *
 * A compact JWS (RFC 7515), ES256: ECDSA on P-256 with SHA-256, the one signature that the WebCrypto of Chromium, Firefox
 * and Safari all have had for years. Header `{"alg":"ES256","typ":"florin-key+jwt"}`, other members ignored; the type keeps
 * a token that the same key signed for another purpose out: the key of a card that is saved has `florin-token-key+jwt`, so
 * that a form that pays sends with no such key, nor the other way round. Payload:
 *
 * | member    | meaning |
 * |-----------|---------|
 * | authKey   | the key, a GUID |
 * | submitUrl | where the card goes (T5; D9, D10), on the service's origin |
 * | order     | as in AuthKeyGrant; empty for a token's key |
 * | exp       | NumericDate (RFC 7519): seconds since 1970, when the service forgets the key |
 *
 * Verified by hand, since jose in the frame would cost more than the form. What is compared here is worked out by the
 * signer on its own.
 */
import { FlorinError } from '../core/errors.js';
import { KEY_TYPE, SIGNED_KEY_LENGTH } from './contract.js';

/** What a signature stands for, once it has been verified. */
export interface SignedKey {
  readonly authKey: string;
  readonly submitUrl: string;
  readonly order: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** What the frame's response says it may trust. */
export interface SignedKeyRules {
  /** The signer's public keys as JWK, `{ kty: 'EC', crv: 'P-256', x, y }`; two while one takes the other's place. */
  readonly publicKeys: readonly JsonWebKey[];
  /** The only origin that may get the card. */
  readonly serviceOrigin: string;
  /**
   * Seconds since 1970. Best counted from a time that the server baked into the frame's response: a shopper's clock may
   * be hours off.
   */
  readonly now: () => number;
  /** What it has to be signed as; a payment's by default. */
  readonly type?: string;
}

/** A signature of ES256 has 64 bytes. */
const PARTS = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const ES256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

/**
 * The key that a signer of ours has signed.
 * @throws FlorinError `key_expired`; `key_refused` for everything else that is wrong with the token;
 *   `configuration_invalid` for a public key that is none
 */
export async function verifySignedKey(token: string, rules: SignedKeyRules): Promise<SignedKey> {
  const [, header = '', payload = '', signature = ''] = (token.length <= SIGNED_KEY_LENGTH && PARTS.exec(token)) || [];
  if (!header) throw refused('is not a JWS');
  const { alg, typ, crit } = readJson(header);
  const { type = KEY_TYPE } = rules;
  if (alg !== 'ES256' || typ !== type || crit !== undefined) throw refused(`is not signed as ${type} with ES256`);
  const bytes = fromBase64(signature);
  const signed = new TextEncoder().encode(`${header}.${payload}`);
  if (!(await isSigned(bytes, signed, rules.publicKeys))) throw refused('is not signed by this signer');
  return readPayload(readJson(payload), rules);
}

async function isSigned(
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
  keys: readonly JsonWebKey[],
) {
  for (const jwk of keys) {
    const key = await importKey(jwk);
    if (await crypto.subtle.verify(ES256, key, signature, signed)) return true;
  }
  return false;
}

/** A private key, too, is none for verifying. */
async function importKey(jwk: JsonWebKey): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('jwk', jwk, EC, false, ['verify']);
  } catch (cause) {
    throw new FlorinError('configuration_invalid', 'A key is no public JWK on P-256', { cause });
  }
}

function readPayload(payload: Readonly<Record<string, unknown>>, { serviceOrigin, now }: SignedKeyRules): SignedKey {
  const { authKey, submitUrl, order, exp } = payload;
  const isKey = typeof authKey === 'string' && GUID.test(authKey);
  if (!isKey || typeof order !== 'string' || typeof submitUrl !== 'string' || !Number.isFinite(exp))
    throw refused('lacks a key, an order, an address or its end');
  if (!isAtOrigin(submitUrl, serviceOrigin)) throw refused(`does not lead to ${serviceOrigin}`);
  if ((exp as number) <= now()) throw new FlorinError('key_expired', 'The signed key is over');
  return { authKey, submitUrl, order, expiresAt: exp as number };
}

/** The whole origin, up to the slash that ends it: so no user, port or longer host can follow. */
function isAtOrigin(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`);
}

function readJson(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(part)));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below, without a word of what it held.
  }
  throw refused('is not a JWS');
}

function fromBase64(part: string): Uint8Array<ArrayBuffer> {
  const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function refused(why: string): FlorinError {
  return new FlorinError('key_refused', `The signed key ${why}`);
}
