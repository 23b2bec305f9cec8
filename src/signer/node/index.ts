/** `florin/signer/node`: what the signer needs of Node. */
export { openSqliteStore } from './sqlite-store.js';
export { clientAddressOf, createListener, type ListenerOptions } from './listener.js';
export { readFrameScript } from './frame-script.js';
export { openPostgresStore, type PostgresStoreOptions } from './postgres-store.js';
export { createRedisLimits, type RedisConnection, type RedisLimitsOptions } from './redis-limits.js';
