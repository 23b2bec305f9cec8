/**
 * Keys that are signed for the frame (invariant 10): the page passes a token to the frame, and the
 * frame sends the card only with a key that this signer has signed, to the address in the same
 * token. src/channel/signed-key.ts defines and verifies the token.
 */
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import type { KeyTerms } from '../../core/key-terms.js';
import type { AuthKeyGrant, TokenKeyGrant } from '../../core/pay-api.js';
import { readBindings } from './frame-binding.js';

const ALGORITHM = 'ES256';
/**
 * The token type, so that a token of one kind is not accepted as another kind signed by the same
 * key.
 */
const TYPES = { payment: 'florin-key+jwt', token: 'florin-token-key+jwt' } as const;

/** The content of a token. */
export interface KeyToSign {
  readonly authKey: string;
  readonly submitUrl: string;
  /** Empty for an attempt to save, which has no order. */
  readonly order: string;
  /** What the key is for; a payment by default. */
  readonly use?: keyof typeof TYPES;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The frames that may use it (frame-binding.ts). */
  readonly frames: readonly string[];
  /** For a frame without bound keys, which shows them to the shopper. */
  readonly terms: KeyTerms;
}

/** Returns the compact JWS of a key. */
export type SignKey = (key: KeyToSign) => Promise<string>;

/**
 * Creates a key pair on P-256: the private key for `SignerOptions.frame`, to be kept secret; the
 * public key for `createFramePage`. Both are JWKs with the same `kid`.
 */
export async function generateFrameKeys(): Promise<{ privateKey: JWK; publicKey: JWK }> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const kid = crypto.randomUUID();
  const [privateKey, publicKey] = await Promise.all([exportJWK(pair.privateKey), exportJWK(pair.publicKey)]);
  return { privateKey: { ...privateKey, kid }, publicKey: { ...publicKey, kid } };
}

/**
 * Signs with a private JWK on P-256. The key is imported at the first signature.
 * @throws TypeError if it is not a JWK or has no private part
 */
export function createKeySigner(privateKey: JWK): SignKey {
  const { kty, crv, d, kid } = privateKey;
  if (kty !== 'EC' || crv !== 'P-256' || !d) throw new TypeError('frame.signingKey must be a private JWK on P-256');
  const imported = importJWK({ ...privateKey, kty }, ALGORITHM);
  // The caller of the signature gets the rejection. Without this handler, Node would end the
  // process first.
  imported.catch(() => undefined);
  return async ({ authKey, submitUrl, order, use = 'payment', expiresAt, frames, terms }) =>
    new SignJWT({ authKey, submitUrl, order, frames, terms })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPES[use], ...(kid && { kid }) })
      .setExpirationTime(Math.floor(expiresAt / 1000))
      .sign(await imported);
}

/**
 * A grant whose key is signed for the requesting browser, if the shop uses Florin's frame.
 * @param storing for a payment: whether its card is stored, and for which account; for an attempt
 * to save: the account
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
