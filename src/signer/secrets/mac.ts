/**
 * HMAC-SHA256 under a key derived from the shop's secret for one purpose (HKDF-SHA256, empty salt).
 * WebCrypto runs each operation in another thread, which is most of the cost of a key, so Node's
 * synchronous crypto is used where the runtime provides it. Both give the same bytes
 * (test/signer/secrets/mac.test.ts).
 */
const HASH = 'SHA-256';

/**
 * The parts of `node:crypto` that are used. Not imported, because other runtimes do not have that
 * module.
 */
interface NodeCrypto {
  hkdfSync(digest: 'sha256', secret: string, salt: Uint8Array, info: string, length: number): ArrayBuffer;
  createSecretKey(key: Uint8Array): object;
  createHmac(digest: 'sha256', key: object): { update(text: string): { digest(): Uint8Array } };
}

type Mac = (text: string) => Promise<Uint8Array>;

/** @param secret at least 32 characters; @param purpose the only purpose that the key is valid for */
export function createMac(secret: string, purpose: string, nodeCrypto: NodeCrypto | null = findNodeCrypto()): Mac {
  if (nodeCrypto) {
    let key: object | undefined;
    return async (text) => {
      // Node would import a key given as bytes again for each text.
      key ??= nodeCrypto.createSecretKey(
        new Uint8Array(nodeCrypto.hkdfSync('sha256', secret, new Uint8Array(32), purpose, 32)),
      );
      return nodeCrypto.createHmac('sha256', key).update(text).digest();
    };
  }
  let key: Promise<CryptoKey> | undefined;
  return async (text) => {
    const mac = await crypto.subtle.sign('HMAC', await (key ??= deriveMacKey(secret, purpose)), encode(text));
    return new Uint8Array(mac);
  };
}

/** The key for WebCrypto, whose `verify` compares in constant time. */
export async function deriveMacKey(secret: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: HASH, salt: new Uint8Array(32), info: encode(purpose) },
    material,
    { name: 'HMAC', hash: HASH, length: 256 },
    false,
    ['sign', 'verify'],
  );
}

/**
 * The name of a secret, for a person who changes it. It is in no signed text: a reader tries each secret, so processes with
 * and without the second one read the same texts.
 */
export async function keyIdOf(secret: string): Promise<string> {
  const [a = 0, b = 0, c = 0, d = 0] = await createMac(secret, 'florin key id, version 1')('');
  return [a, b, c, d].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function findNodeCrypto(): NodeCrypto | null {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return (process?.getBuiltinModule?.('node:crypto') ?? null) as NodeCrypto | null;
}
