/**
 * Order tokens: a shop in another language uses them to say who may pay what. Its back end signs
 * the order as a compact JWS (HS256, ES256 or EdDSA), and the page passes it to the signer as
 * `AuthKeyRequest.order`, so that nobody in between can change it. The configured key determines
 * the algorithm; the token's own `alg` must match it. docs/invariants.md, 3 and 5.
 */
import { compactVerify, importJWK, importSPKI, type JWK } from 'jose';
import { fromBase64Url } from '../secrets/base64-url.js';
import type { Shopper } from '../signer-options.js';
import {
  readClaims,
  readQuestionClaims,
  readShopperClaims,
  type ClaimsProblem,
  type ReadQuestion,
  type Expected,
  type TokenOrder,
} from './order-token-claims.js';
import { readMembers } from './order-token-members.js';

/** The algorithms of keys. */
export const ORDER_ALGORITHMS = ['HS256', 'ES256', 'EdDSA'] as const;

/** How a token is signed: with a shared secret (HS256) or a key pair. */
export type OrderAlgorithm = (typeof ORDER_ALGORITHMS)[number];

/** A key with which the shop's back end signs. Configure two during a change of keys. */
export interface OrderKey {
  /** 1 to 64 letters, digits, `-`, `_` and `.`: the token's header refers to the key by it. */
  readonly kid: string;
  readonly alg: OrderAlgorithm;
  /**
   * HS256: the secret, at least 32 bytes as UTF-8. ES256 and EdDSA: the public key, a JWK or PEM
   * (`BEGIN PUBLIC KEY`).
   */
  readonly key: string | JWK;
}

/** Options of {@link createOrderTokens}. */
export interface OrderTokenOptions {
  /** Keys of the shop; two during a change of keys. */
  readonly keys: readonly OrderKey[];
  /** The expected `iss`: the shop. */
  readonly issuer: string;
  /** The expected `aud`: this signer. */
  readonly audience: string;
  /** Default: the system clock. Milliseconds since 1970. */
  readonly clock?: {
    /** The current time. */
    now(): number;
  };
}

/** Why a token was refused. */
export type TokenProblem =
  ClaimsProblem | 'too_long' | 'malformed' | 'key_unknown' | 'algorithm_wrong' | 'signature_wrong';

interface RefusedToken {
  readonly status: 'refused';
  readonly reason: TokenProblem;
  readonly member?: string;
}

/** The result of reading an order token. */
export type TokenReading = { readonly status: 'valid'; readonly order: TokenOrder } | RefusedToken;

/** The result of reading a shopper token, for saved cards without an order. */
export type ShopperReading = { readonly status: 'valid'; readonly shopper: Shopper } | RefusedToken;

/** The result of reading a token that asks for the result of an order. */
type QuestionReading = ReadQuestion | RefusedToken;

/** Reads the tokens of a shop's back end. docs/guides/order-tokens.md */
export interface OrderTokens {
  /** Never rejects. */
  read(token: string): Promise<TokenReading>;
  /** Like `read`, for a shopper token. Each method refuses tokens of the other kind. */
  readShopper(token: string): Promise<ShopperReading>;
  /** Like `read`, for a token that asks for the result of an order. An order token, which a page has, is refused. */
  readQuestion(token: string): Promise<QuestionReading>;
}

/** The length limit of `AuthKeyRequest.order`. */
const TOKEN_LENGTH = 4096;
/** The least length of an HS256 secret. */
export const SECRET_BYTES = 32;
export const ORDER_TYPE = 'florin-order+jwt';
export const SHOPPER_TYPE = 'florin-shopper+jwt';
export const QUESTION_TYPE = 'florin-result+jwt';
const KID = /^[A-Za-z0-9._-]{1,64}$/;
const COMPACT = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

type VerifyKey = CryptoKey | Uint8Array;
interface PreparedKey {
  readonly alg: OrderAlgorithm;
  readonly key: VerifyKey;
}

/**
 * Creates a reader of tokens; it prepares the keys once.
 * @throws TypeError or RangeError naming the wrong option, without quoting a key
 */
export async function createOrderTokens(options: OrderTokenOptions): Promise<OrderTokens> {
  const { issuer, audience, clock = { now: () => Date.now() } } = options;
  if (!issuer || !audience) throw new TypeError('issuer and audience must not be empty');
  const keys = new Map<string, PreparedKey>();
  for (const key of options.keys) {
    if (keys.has(key.kid)) throw new TypeError(`keys has the kid "${key.kid}" twice`);
    keys.set(key.kid, await prepareKey(key));
  }
  if (keys.size === 0) throw new TypeError('keys must not be empty');

  async function readSigned<Reading>(
    token: string,
    type: string,
    readPayload: (claims: NonNullable<ReturnType<typeof readMembers>>, expected: Expected) => Reading | RefusedToken,
  ): Promise<Reading | RefusedToken> {
    if (token.length > TOKEN_LENGTH) return { status: 'refused', reason: 'too_long' };
    const [, header = '', payload = ''] = COMPACT.exec(token) ?? [];
    const head = readPart(header);
    const claims = readPart(payload);
    if (!head || !claims) return { status: 'refused', reason: 'malformed' };
    // Other header members are refused: `jwk`, `jku`, `x5c` would supply a key, `crit` and `b64`
    // change what is signed.
    for (const name of head.keys()) if (!['alg', 'kid', 'typ'].includes(name)) return malformed(name);
    if (head.get('typ') !== type) return malformed('typ');
    const kid = head.get('kid');
    const key = typeof kid === 'string' ? keys.get(kid) : undefined;
    if (!key) return { status: 'refused', reason: 'key_unknown', member: 'kid' };
    if (head.get('alg') !== key.alg) return { status: 'refused', reason: 'algorithm_wrong', member: 'alg' };
    try {
      await compactVerify(token, key.key, { algorithms: [key.alg] });
    } catch {
      return { status: 'refused', reason: 'signature_wrong' };
    }
    return readPayload(claims, { issuer, audience, now: Math.floor(clock.now() / 1000) });
  }

  return {
    read: (token) => readSigned(token, ORDER_TYPE, readClaims),
    readShopper: (token) => readSigned(token, SHOPPER_TYPE, readShopperClaims),
    readQuestion: (token) => readSigned(token, QUESTION_TYPE, readQuestionClaims),
  };
}

function malformed(member: string): RefusedToken {
  // A name that the sender chose must not get into a log.
  return { status: 'refused', reason: 'malformed', ...(member === 'typ' && { member }) };
}

function readPart(part: string): ReturnType<typeof readMembers> {
  try {
    return readMembers(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(part)));
  } catch {
    return undefined;
  }
}

async function prepareKey({ kid, alg, key }: OrderKey): Promise<PreparedKey> {
  if (!KID.test(kid)) throw new TypeError('kid must be 1 to 64 letters, digits, "-", "_" and "."');
  if (!ORDER_ALGORITHMS.includes(alg)) throw new TypeError(`alg of the key "${kid}" must be HS256, ES256 or EdDSA`);
  if (alg === 'HS256') return { alg, key: readSecret(kid, key) };
  try {
    return { alg, key: await importPublic(alg, key) };
  } catch (error) {
    // The parser's message may quote the key.
    if (error instanceof RangeError) throw error;
    throw new TypeError(`key "${kid}" must be a public key for ${alg}: a JWK, or PEM that begins "BEGIN PUBLIC KEY"`);
  }
}

function readSecret(kid: string, key: string | JWK): Uint8Array {
  const text = typeof key === 'string' ? key : '';
  const secret = new TextEncoder().encode(text);
  // A public key accepted as an HMAC secret would allow algorithm confusion attacks.
  if (secret.length < SECRET_BYTES || text.includes('-----BEGIN')) {
    throw new RangeError(`key "${kid}" must be a secret of at least ${SECRET_BYTES} bytes, and not a PEM`);
  }
  return secret;
}

async function importPublic(alg: 'ES256' | 'EdDSA', key: string | JWK): Promise<CryptoKey> {
  if (typeof key === 'string') return importSPKI(key, alg);
  if ('d' in key) throw new RangeError('the key must be the public key of the shop, not the private key');
  const [kty, crv] = alg === 'ES256' ? ['EC', 'P-256'] : ['OKP', 'Ed25519'];
  if (key.kty !== kty || key.crv !== crv) throw new TypeError('of another kind');
  const imported = await importJWK({ ...key, kty }, alg);
  if (imported instanceof Uint8Array) throw new TypeError('a secret');
  return imported;
}
