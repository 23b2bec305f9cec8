import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import { describeClaimStore } from '../claim-store-suite.js';

describeClaimStore('in memory', (clock) => createMemoryStore({ clock }));
