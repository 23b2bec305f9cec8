/**
 * The Worker of these tests: an object with the signer of ../mounts/shop.ts, which also lets a test call
 * the methods of its store. Bundled and run by workerd (./workerd.ts).
 */
import type { ClaimStore } from '../../../src/signer/claims/claim-store.js';
import {
  createDurableSigner,
  openDurableStore,
  type DurableSigner,
  type DurableStorage,
} from '../../../src/signer/worker/index.js';
import { shopOptions, type Env } from '../mounts/shop.js';

interface WorkerEnv extends Env {
  readonly OBJECTS: { getByName(name: string): { fetch(request: Request): Promise<Response> } };
  /** Added to the clock of the signer, in milliseconds. */
  readonly CLOCK_MS?: number;
  /** Gets the name of each paid order. */
  readonly NOTICE_URL?: string;
}

/** A call of a method of the store, as JSON. */
export interface StoreCall {
  readonly method: keyof ClaimStore;
  readonly values: readonly unknown[];
}

export class ShopObject {
  readonly #storage: DurableStorage;
  readonly #signer: DurableSigner;

  constructor({ storage }: { storage: DurableStorage }, env: WorkerEnv) {
    this.#storage = storage;
    this.#signer = createDurableSigner(storage, {
      ...shopOptions(env),
      reconcileSeconds: 1,
      clock: { now: () => Date.now() + (env.CLOCK_MS ?? 0) },
      onPaid: async (order) => {
        if (env.NOTICE_URL !== undefined) await fetch(env.NOTICE_URL, { method: 'POST', body: order });
      },
    });
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/store')
      return this.#callStore((await request.json()) as StoreCall, Number(request.headers.get('x-now')));
    return this.#signer.fetch(request);
  }

  alarm(): Promise<void> {
    return this.#signer.alarm();
  }

  async #callStore({ method, values }: StoreCall, now: number): Promise<Response> {
    const store = openDurableStore(this.#storage, { clock: { now: () => now } });
    try {
      const run = store[method] as (...values: readonly unknown[]) => Promise<unknown>;
      return Response.json({ value: await run(...values) });
    } catch (error) {
      return Response.json({ name: (error as Error).name, message: (error as Error).message }, { status: 500 });
    }
  }
}

export default {
  fetch: (request: Request, env: WorkerEnv) =>
    env.OBJECTS.getByName(request.headers.get('x-object') ?? 'shop').fetch(request),
};
