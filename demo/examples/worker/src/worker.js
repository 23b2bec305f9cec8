// @ts-check
/** The Worker, and the object with the orders and the signer. Other paths are files: wrangler.jsonc. */
import { createDurableSigner } from 'florin-server/signer/worker';
import { createOrders } from './orders.js';
import { signerOptions } from './signer.js';

/**
 * @typedef {import('florin-server/signer/worker').DurableStorage} DurableStorage
 * @typedef {import('./signer.js').Settings & { readonly SHOP: Objects }} Env
 * @typedef {{ getByName(name: string): { fetch(request: Request): Promise<Response> } }} Objects
 */

/** A Durable Object. There is one for the whole shop, and nothing in it runs in parallel. */
export class Shop {
  /** @param {{ storage: DurableStorage }} context @param {Env} env */
  constructor({ storage }, env) {
    this.orders = createOrders(storage.sql);
    this.signer = createDurableSigner(storage, signerOptions(env, this.orders));
  }

  /** @param {Request} request */
  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/pay/')) return this.signer.fetch(request);
    if (pathname === '/api/orders' && request.method === 'POST') {
      return Response.json({ order: this.orders.add() }, { status: 201 });
    }
    // Here you decide who may see an order.
    const order = this.orders.find(pathname.slice('/api/orders/'.length));
    const headers = { 'cache-control': 'no-store' };
    return order ? Response.json(order, { headers }) : Response.json({ error: 'no such order' }, { status: 404 });
  }

  /** Finds payments without a result: after a closed tab, a lost answer, a restart. */
  alarm() {
    return this.signer.alarm();
  }
}

export default {
  /** @param {Request} request @param {Env} env */
  fetch: (request, env) => env.SHOP.getByName('shop').fetch(request),
};
