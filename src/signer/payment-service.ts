import type { RestClient } from '../service/rest-client.js';

/** The calls for payments: T4, T8, T2 and T3. */
type PaymentCalls = 'createAuthKey' | 'getResult' | 'getTransaction' | 'searchTransactions';
/** The calls for saved cards: D2, D4 to D8 and D12. */
type TokenCalls =
  | 'getToken'
  | 'searchTokens'
  | 'updateToken'
  | 'deleteToken'
  | 'createAddTokenAuthKey'
  | 'createUpdateTokenAuthKey'
  | 'getTokenResult';
/** The calls for the service's own frame: T10 and D11. */
type FrameCalls = 'processIframeTransaction' | 'processIframeAddToken' | 'processIframeUpdateToken';

/** The calls for saved cards. */
export type TokenService = Pick<RestClient, TokenCalls>;
/** The calls for the service's own frame. */
export type FrameService = Pick<RestClient, FrameCalls>;

/**
 * The calls of the payment service that the signer uses. The client of `florin-server/service` has all of
 * them. A client of the shop's own needs those for saved cards and for the service's frame only if
 * the shop uses these features.
 */
export type PaymentService = Pick<RestClient, PaymentCalls> & Partial<TokenService & FrameService>;

const TOKEN_CALLS: readonly TokenCalls[] = [
  'getToken',
  'searchTokens',
  'updateToken',
  'deleteToken',
  'createAddTokenAuthKey',
  'createUpdateTokenAuthKey',
  'getTokenResult',
];
const FRAME_CALLS: readonly FrameCalls[] = [
  'processIframeTransaction',
  'processIframeAddToken',
  'processIframeUpdateToken',
];

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
