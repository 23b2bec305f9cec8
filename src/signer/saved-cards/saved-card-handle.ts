/**
 * Handles of saved cards: a page receives a handle instead of a DVToken (invariant 6). A handle is
 * the token, encrypted with AES-GCM under a key derived from the shop's secret. The shopper and the
 * session are authenticated with it, so a handle is invalid in any other session. Handles are not
 * stored, and any process can read them.
 */
import { fromBase64Url, toBase64Url } from '../secrets/base64-url.js';
import { encode } from '../secrets/mac.js';
import type { Secrets } from '../secrets/secrets.js';
import { isDvToken } from './dv-token.js';

const PURPOSE = 'florin saved card handle, version 1';
/** 12 bytes of nonce, 16 characters of token, 16 bytes of tag; base64url without padding. */
const HANDLE = /^[A-Za-z0-9_-]{59}$/;
const NONCE_LENGTH = 12;

/** The shopper and the session of a handle. */
interface HandleOwner {
  readonly id: string;
  readonly session: string;
}

export interface SavedCardHandles {
  /** The same token has the same handle during one session. */
  write(dvToken: string, owner: HandleOwner): Promise<string>;
  /** The token, or undefined if the handle was not made here for this owner. */
  read(handle: unknown, owner: HandleOwner): Promise<string | undefined>;
}

/**
 * @param secrets shared by all processes of the signer and kept secret from everyone else
 * @param account of the merchant (scope.ts), whose cards no other merchant can name
 */
export function createSavedCardHandles(secrets: Secrets, account: string): SavedCardHandles {
  let keys: ReturnType<typeof deriveAll> | undefined;
  const derived = () => (keys ??= deriveAll(secrets, account));
  return {
    async write(dvToken, owner) {
      if (!isDvToken(dvToken)) throw new RangeError('the service returned a malformed token');
      const [{ cipher, mac }] = await derived();
      const additionalData = bindTo(owner);
      // The nonce is derived from the plaintext: it repeats only if the whole message repeats.
      const seed = encode(JSON.stringify([dvToken, owner.id, owner.session]));
      const nonce = new Uint8Array(await crypto.subtle.sign('HMAC', mac, seed)).slice(0, NONCE_LENGTH);
      const settings = { name: 'AES-GCM', iv: nonce, additionalData };
      const sealed = new Uint8Array(await crypto.subtle.encrypt(settings, cipher, encode(dvToken)));
      return toBase64Url(Uint8Array.of(...nonce, ...sealed));
    },
    async read(handle, owner) {
      if (typeof handle !== 'string' || !HANDLE.test(handle)) return undefined;
      const bytes = fromBase64Url(handle);
      const additionalData = bindTo(owner);
      const settings = { name: 'AES-GCM', iv: bytes.slice(0, NONCE_LENGTH), additionalData };
      for (const { cipher } of await derived()) {
        try {
          const opened = await crypto.subtle.decrypt(settings, cipher, bytes.slice(NONCE_LENGTH));
          return new TextDecoder().decode(opened);
        } catch {
          // Another secret, session or shopper, or not a handle.
        }
      }
      return undefined;
    },
  };
}

interface Keys {
  readonly cipher: CryptoKey;
  readonly mac: CryptoKey;
}

async function deriveAll([signs, ...others]: Secrets, account: string): Promise<readonly [Keys, ...Keys[]]> {
  return [await deriveKeys(signs, account), ...(await Promise.all(others.map((each) => deriveKeys(each, account))))];
}

async function deriveKeys(secret: string, account: string): Promise<Keys> {
  const material = await crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, ['deriveKey']);
  const from = (use: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(32),
    info: encode(`${PURPOSE}, ${account}, ${use}`),
  });
  const [cipher, mac] = await Promise.all([
    crypto.subtle.deriveKey(from('cipher'), material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.deriveKey(from('nonce'), material, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']),
  ]);
  return { cipher, mac };
}

/**
 * The data authenticated with a token: it makes a handle invalid in another session or for another
 * shopper.
 */
function bindTo({ id, session }: HandleOwner): Uint8Array<ArrayBuffer> {
  return encode(JSON.stringify([id, session]));
}
