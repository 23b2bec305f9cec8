// A shop that cannot take cards yet. Orders are in memory.
import { appendFileSync } from 'node:fs';

// Next loads modules more than once; the shop has one list of orders.
const orders = (globalThis.shopOrders ??= new Map());

/** What a cart costs, in cents. */
const priceOf = (items) => items * 4900;

export function addOrder(items) {
  const id = String(1000 + orders.size);
  orders.set(id, { id, total: priceOf(items), paid: false });
  return id;
}

export function findOrder(id) {
  return orders.get(id);
}

/** The rest of the shop ships when this is called. */
export function markPaid(id) {
  orders.get(id).paid = true;
  appendFileSync('paid.log', `${id}\n`);
}
