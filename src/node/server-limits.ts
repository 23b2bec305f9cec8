/**
 * Options of `http.createServer` for slow clients, in milliseconds. By default Node checks only every 30 seconds, which
 * would triple the other two.
 */
export const SERVER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1_000,
} as const;
