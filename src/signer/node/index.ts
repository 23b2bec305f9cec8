/** `florin-server/signer/node`: the parts of the signer that need Node. */
export { openSqliteStore } from './sqlite-store.js';
export { clientAddressOf, createListener, type ListenerOptions } from './listener.js';
export { SERVER_LIMITS } from '../../node/server-limits.js';
export { createNodeFetch } from './node-fetch.js';
export { readFrameScript } from './frame-script.js';
export { openPostgresStore, type PostgresStoreOptions, type ShopTransaction } from './postgres-store.js';
export type { PostgresConfig } from '../../node/postgres-connections.js';
export { createRedisLimits, type RedisConnection, type RedisLimitsOptions } from './redis-limits.js';
export { createRedisClaims, type RedisClaimsOptions } from './redis-claims.js';
export { readService, readSidecarConfig, type SidecarConfig, type SidecarSettings } from './sidecar-config.js';
export type { ConfigPlace, SecretSource } from './sidecar-members.js';
export type { CallbackClaims } from './sidecar-callbacks.js';
export { startSidecar, withSigner, type RunningSidecar } from './sidecar.js';
