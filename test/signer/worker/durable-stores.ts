/** Claim stores of Durable Objects, called over HTTP in workerd. */
import { fileURLToPath } from 'node:url';
import { STORE_CALLS } from '../../../src/signer/check-options.js';
import type { ClaimStore } from '../../../src/signer/claims/claim-store.js';
import type { StoreCall } from './object-worker.js';
import { bundleWorker, startWorkerd } from './workerd.js';

export interface DurableStores {
  /** The store of an object that no other test has. */
  open(clock: { now(): number }): ClaimStore;
  stop(): Promise<void>;
}

export async function startDurableStores(): Promise<DurableStores> {
  const script = await bundleWorker(fileURLToPath(new URL('object-worker.ts', import.meta.url)));
  const worker = startWorkerd({ script, bindings: { SERVICE_URL: 'http://127.0.0.1:2' } });
  const { origin } = await worker.ready;
  let serial = 0;
  return {
    open(clock) {
      const name = `object ${(serial += 1)}`;
      const call = async (method: StoreCall['method'], values: readonly unknown[]): Promise<unknown> => {
        const body = JSON.stringify({ method, values } satisfies StoreCall);
        const response = await fetch(`${origin}/store`, {
          method: 'POST',
          headers: { 'x-object': name, 'x-now': String(clock.now()) },
          body,
        });
        const { value, message } = (await response.json()) as { value?: unknown; message?: string };
        if (!response.ok) throw new RangeError(message);
        return value;
      };
      return Object.fromEntries(
        STORE_CALLS.map((method) => [method, (...values: unknown[]) => call(method, values)]),
      ) as unknown as ClaimStore;
    },
    stop: () => worker.dispose(),
  };
}
