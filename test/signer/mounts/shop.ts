/** The shop of the mounted signers. It runs on Node and in a Worker, so its settings come from an environment. */
import { createMemoryStore } from '../../../src/signer/claims/memory-store.js';
import type { SignerOptions } from '../../../src/signer/signer-options.js';

/** What a worker is bound to. */
export interface Env {
  readonly SERVICE_URL: string;
}

export const PUBLIC_URL = 'https://shop.example/pay';
/** So many calls of one client. Enough for the conformance suite, few enough to be used up. */
export const CLIENT_CALLS = 40;

export function shopOptions({ SERVICE_URL }: Env): Omit<SignerOptions, 'store'> {
  return {
    service: {
      baseUrl: SERVICE_URL,
      merchantNumber: '5353109000000000',
      username: 'demo-api',
      password: 'Demo-Password-1',
    },
    secret: 'a secret of the shop, for tests only, long enough',
    publicUrl: PUBLIC_URL,
    merchantName: 'Demo Shop',
    priceOrder: (_request, order) =>
      order.startsWith('order-')
        ? { order, amount: { minor: 19900, currency: 'AUD' }, crn1: order, testMode: true }
        : null,
    onPaid: () => undefined,
    returnTo: (order, { status }) => `/orders/${order}?payment=${status}`,
    rateLimit: { client: { calls: CLIENT_CALLS, seconds: 600 } },
  };
}

/** A Worker of a test has one memory. The guide has the store of a real one. */
export function openStore(_env: Env) {
  return createMemoryStore();
}
