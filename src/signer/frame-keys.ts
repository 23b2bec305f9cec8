/**
 * Keys that are signed for the frame (invariant 10): the page hands the frame a token, and the frame sends the card only
 * with a key that this signer has signed, to the address that stands in the same token. What stands in a token, and how
 * it is judged, is src/channel/signed-key.ts.
 */
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import type { KeyTerms } from '../core/key-terms.js';
import type { AuthKeyGrant, TokenKeyGrant } from '../core/pay-api.js';
import { readBindings } from './frame-binding.js';

const ALGORITHM = 'ES256';
/** Keeps a token of one kind from being taken for one that the same key signed for something else. */
const TYPES = { payment: 'florin-key+jwt', token: 'florin-token-key+jwt' } as const;

/** What a token says. */
export interface KeyToSign {
  readonly authKey: string;
  readonly submitUrl: string;
  /** Empty for what is saved, which is no order. */
  readonly order: string;
  /** What the key is for; a payment by default. */
  readonly use?: keyof typeof TYPES;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The frames that may take it (frame-binding.ts). */
  readonly frames: readonly string[];
  /** For a frame that no key is bound to, which shows it. */
  readonly terms: KeyTerms;
}

/** Makes a compact JWS of a key. */
export type SignKey = (key: KeyToSign) => Promise<string>;

/**
 * A fresh pair on P-256: the private half for `SignerOptions.frame`, kept like a password; the public half for
 * `createFramePage`. Both are JWKs and carry the same `kid`.
 */
export async function generateFrameKeys(): Promise<{ privateKey: JWK; publicKey: JWK }> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = crypto.randomUUID();
  const [privateKey, publicKey] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)]);
  return { privateKey: { ...privateKey, kid }, publicKey: { ...publicKey, kid } };
}

/**
 * Signs with a private JWK on P-256. The key is read at the first signature.
 * @throws TypeError for a JWK that is none, or has no private part
 */
export function createKeySigner(privateKey: JWK): SignKey {
  const { kty, crv, d, kid } = privateKey;
  if (kty !== 'EC' || crv !== 'P-256' || !d) throw new TypeError('frame.signingKey must be a private JWK on P-256');
  const imported = importJWK({ ...privateKey, kty }, ALGORITHM);
  // Whoever signs gets the rejection; without a listener here Node would end the process before.
  imported.catch(() => undefined);
  return async ({ authKey, submitUrl, order, use = 'payment', expiresAt, frames, terms }) =>
    new SignJWT({ authKey, submitUrl, order, frames, terms })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPES[use], ...(kid && { kid }) })
      .setExpirationTime(Math.floor(expiresAt / 1000))
      .sign(await imported);
}

/**
 * A grant with its key signed for the browser that asks, where the shop uses Florin's frame.
 *
 * @param storing - Whether a payment's card is stored, and for whom. Of what is saved: for whom.
 */
export async function signGrant<Grant extends AuthKeyGrant | TokenKeyGrant>(
  { clock, signKey }: { readonly clock: { now(): number }; readonly signKey: SignKey | undefined },
  { request, storing }: { readonly request: Request; readonly storing: Pick<KeyTerms, 'stores' | 'account'> },
  grant: Grant,
): Promise<Grant> {
  if (!signKey) return grant;
  const { authKey, submitUrl, expiresInSeconds } = grant;
  const signedKey = await signKey({
    authKey,
    submitUrl,
    ...('order' in grant ? { order: grant.order } : { order: '', use: 'token' }),
    expiresAt: clock.now() + expiresInSeconds * 1000,
    frames: await readBindings(request),
    terms: { ...termsOf(grant), ...storing },
  });
  return { ...grant, signedKey };
}

function termsOf(grant: AuthKeyGrant | TokenKeyGrant): KeyTerms {
  if ('task' in grant) return { stores: grant.task === 'add' ? 'new' : 'changed' };
  const { amount, action } = grant;
  return { amount, ...(action && { action }) };
}
