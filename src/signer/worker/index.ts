/** `florin-server/signer/worker`: the signer in a Durable Object of Cloudflare Workers. */
export { createDurableSigner, type DurableSigner, type DurableSignerOptions } from './durable-signer.js';
export { openDurableStore } from './durable-store.js';
export type { DurableSql, DurableStorage } from './durable-storage.js';
