/**
 * Options of `http.createServer`, in milliseconds. Slow clients: by default Node checks only every 30 seconds, which would
 * triple the first two. Idle connections: Node closes them after five seconds, while proxies and load balancers use theirs
 * for 60, so that a call sent just then would fail without an answer.
 */
export const SERVER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
} as const;
