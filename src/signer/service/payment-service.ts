import type { RestClient } from '../../service/rest-client.js';

/** The calls for payments: T4, T8, T2 and T3. */
type PaymentCalls = 'createAuthKey' | 'getResult' | 'getTransaction' | 'searchTransactions';
/** The calls for saved cards: D2, D4 to D8 and D12. */
const TOKEN_CALLS = [
  'getToken',
  'searchTokens',
  'updateToken',
  'deleteToken',
  'createAddTokenAuthKey',
  'createUpdateTokenAuthKey',
  'getTokenResult',
] as const;
/** The calls for the service's own frame: T10 and D11. */
const FRAME_CALLS = ['processIframeTransaction', 'processIframeAddToken', 'processIframeUpdateToken'] as const;

/** The calls for saved cards. */
export type TokenService = Pick<RestClient, (typeof TOKEN_CALLS)[number]>;
/** The calls for the service's own frame. */
export type FrameService = Pick<RestClient, (typeof FRAME_CALLS)[number]>;

/**
 * The calls of the payment service that the signer uses. The client of `florin-server/service` has all of
 * them. A client of the shop's own needs those for saved cards and for the service's frame only if
 * the shop uses these features. It calls `onAnswer` of its CallOptions with the time of each answer:
 * without it, a key that nobody used is given up a day later.
 */
export type PaymentService = Pick<RestClient, PaymentCalls> & Partial<TokenService & FrameService>;

/** @throws TypeError when the client lacks a call for saved cards */
export function readTokenService(client: PaymentService): TokenService {
  return readCalls(client, TOKEN_CALLS) as TokenService;
}

/** @throws TypeError when the client lacks a call for the service's frame */
export function readFrameService(client: PaymentService): FrameService {
  return readCalls(client, FRAME_CALLS) as FrameService;
}

function readCalls(client: PaymentService, calls: readonly (keyof PaymentService)[]): PaymentService {
  const missing = calls.filter((call) => typeof client[call] !== 'function');
  if (missing.length > 0) throw new TypeError(`service.client lacks ${missing.join(', ')}`);
  return client;
}
