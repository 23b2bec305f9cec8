/** The claim store of a Durable Object, called over HTTP in workerd. */
import { afterAll, beforeAll } from 'vitest';
import { describeClaimStore } from '../claim-store-suite.js';
import { startDurableStores, type DurableStores } from './durable-stores.js';

let stores: DurableStores;
beforeAll(async () => {
  stores = await startDurableStores();
}, 60_000);
afterAll(() => stores.stop());

describeClaimStore('in a Durable Object', (clock) => stores.open(clock));
