import type { RestClient } from '../service/rest-client.js';

/** What the signer asks of the service for payments: T4, T8, T2 and T3. */
type PaymentCalls = 'createAuthKey' | 'getResult' | 'getTransaction' | 'searchTransactions';
/** For saved cards: D2, D4 to D8 and D12. */
type TokenCalls =
  | 'getToken'
  | 'searchTokens'
  | 'updateToken'
  | 'deleteToken'
  | 'createAddTokenAuthKey'
  | 'createUpdateTokenAuthKey'
  | 'getTokenResult';
/** For the service's own frame: T10 and D11. */
type FrameCalls = 'processIframeTransaction' | 'processIframeAddToken' | 'processIframeUpdateToken';

/** The calls behind saved cards. */
export type TokenService = Pick<RestClient, TokenCalls>;
/** The calls behind the service's own frame. */
export type FrameService = Pick<RestClient, FrameCalls>;

/**
 * What the signer asks of the payment service. The client of `florin/service` has all of it; a client of the shop's own
 * needs the calls for saved cards and for the service's frame only where the shop uses them.
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

/** @throws TypeError when the client lacks one of the calls behind saved cards */
export function readTokenService(client: PaymentService): TokenService {
  return readCalls(client, TOKEN_CALLS) as TokenService;
}

/** @throws TypeError when the client lacks one of the calls behind the service's frame */
export function readFrameService(client: PaymentService): FrameService {
  return readCalls(client, FRAME_CALLS) as FrameService;
}

function readCalls(client: PaymentService, calls: readonly (keyof PaymentService)[]): PaymentService {
  const missing = calls.filter((call) => typeof client[call] !== 'function');
  if (missing.length > 0) throw new TypeError(`service.client lacks ${missing.join(', ')}`);
  return client;
}
