/**
 * Options of `http.createServer`, in milliseconds. Slow clients: by default Node checks only every 30 seconds, which would
 * triple the first two. Idle connections: Node closes them after five seconds. Proxies and load balancers reuse theirs
 * for 60 seconds, and a call on a connection that is being closed fails without an answer.
 */
export const SERVER_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 1_000,
} as const;
