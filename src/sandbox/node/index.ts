/** `florin-server/sandbox/node`: the sandbox on Node, over SQLite, in process or on a port. */
export { openPostgresStore, type OpenPostgresOptions } from './open-postgres-store.js';
export { openSqliteStore, type OpenSqliteOptions } from './open-sqlite-store.js';
export { createWebhookDelivery, type WebhookDeliveryOptions } from './webhook-delivery.js';
export { startSandbox, type ClientLimits, type RunningSandbox, type StartSandboxOptions } from './start-sandbox.js';
