/**
 * The AuthKey for frame isolation, signed by the signer, so that a hostile script in the page cannot pass the key of another
 * merchant, or another address, to the frame (invariant 10).
 *
 * It is a compact JWS (RFC 7515) with ES256 (ECDSA on P-256 with SHA-256), which WebCrypto has had in all browsers for years.
 * Header: `{"alg":"ES256","typ":"florin-key+jwt"}`; other members are ignored. The type of a key to save a card is
 * `florin-token-key+jwt`: a form that pays refuses it, and a form that saves refuses the other. Payload:
 *
 * | member    | meaning |
 * |-----------|---------|
 * | authKey   | the key, a GUID |
 * | submitUrl | address for the card (T5; D9, D10), on the service's origin |
 * | order     | as in AuthKeyGrant; empty for a key to save a card |
 * | frames    | bindings of the frames that may use the key: those of the browser that requested it |
 * | terms     | the terms that the frame shows to the shopper: core/key-terms.ts |
 * | exp       | NumericDate (RFC 7519): seconds since 1970, when the key expires |
 *
 * It is verified here without jose, which would be larger than the form.
 */
import { FlorinError } from '../core/errors.js';
import { isGuid } from '../core/guid.js';
import type { KeyTerms } from '../core/key-terms.js';
import { KEY_TYPE, SIGNED_KEY_LENGTH } from './contract.js';

/** A verified key. */
export interface SignedKey {
  readonly authKey: string;
  readonly submitUrl: string;
  readonly order: string;
  /** Absent if the signer signs no terms: a frame that asks for consent refuses such a key. */
  readonly terms?: KeyTerms | undefined;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Rules of the frame, from its response. */
export interface SignedKeyRules {
  /** The signer's public keys as JWK, `{ kty: 'EC', crv: 'P-256', x, y }`; two during a key rotation. */
  readonly publicKeys: readonly JsonWebKey[];
  /** The only origin to which the card may be sent. */
  readonly serviceOrigin: string;
  /**
   * Current time, in seconds since 1970. Count it from the server's time in the frame's response: the clock of a shopper may be
   * wrong by hours.
   */
  readonly now: () => number;
  /** The required binding of the key; absent if frame and shop are on different sites. */
  readonly binding?: string | undefined;
  /** The required type. Default: that of a payment. */
  readonly type?: string;
}

/** A signature of ES256 has 64 bytes. */
const PARTS = /^([\w-]+)\.([\w-]+)\.([\w-]{86})$/;
const EC = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const ES256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

/**
 * Verifies a signed key.
 * @throws FlorinError `key_expired`; `key_refused` for any other problem of the JWS; `configuration_invalid` for an
 *   invalid public key
 */
export async function verifySignedKey(jws: string, rules: SignedKeyRules): Promise<SignedKey> {
  const [, header = '', payload = '', signature = ''] = (jws.length <= SIGNED_KEY_LENGTH && PARTS.exec(jws)) || [];
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

/** Imports a public key; refuses a private one. */
async function importKey(jwk: JsonWebKey): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey('jwk', jwk, EC, false, ['verify']);
  } catch (cause) {
    throw new FlorinError('configuration_invalid', 'A key is not a public JWK on P-256', { cause });
  }
}

function readPayload(payload: Readonly<Record<string, unknown>>, rules: SignedKeyRules): SignedKey {
  const { serviceOrigin, binding, now } = rules;
  const { authKey, submitUrl, order, exp, frames, terms } = payload;
  if (!isGuid(authKey) || typeof order !== 'string' || typeof submitUrl !== 'string' || !Number.isFinite(exp))
    throw refused('has no key, order, address or expiry');
  if (!isAtOrigin(submitUrl, serviceOrigin)) throw refused(`is not for ${serviceOrigin}`);
  if (binding !== undefined && !(Array.isArray(frames) && frames.includes(binding)))
    throw refused('is bound to another browser');
  if ((exp as number) <= now()) throw new FlorinError('key_expired', 'The signed key has expired');
  return { authKey, submitUrl, order, terms: terms as KeyTerms | undefined, expiresAt: exp as number };
}

/** Compares the origin including the slash after it, so that no user, port or longer host matches. */
function isAtOrigin(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`);
}

function readJson(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(part)));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, without the content.
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
