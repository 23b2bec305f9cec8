// @ts-check
/** The orders of the shop, in a file. Replace this module by your database. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** @typedef {{ cents: number, paidBy: string | null }} Order */

const FILE = 'orders.json';

/** @returns {Map<string, Order>} */
function readAll() {
  /** @type {unknown} */
  const stored = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : [];
  const entries = /** @type {[string, Order][]} */ (stored);
  return new Map(entries);
}

/** @param {Map<string, Order>} orders */
const writeAll = (orders) => writeFileSync(FILE, JSON.stringify([...orders], null, 2));

/** Adds an order of one book, and returns its name. */
export function addOrder() {
  const name = randomUUID();
  writeAll(readAll().set(name, { cents: 19900, paidBy: null }));
  return name;
}

/** @param {string} name */
export const findOrder = (name) => readAll().get(name);

/**
 * @param {string} name
 * @param {string} transaction
 */
export function markPaid(name, transaction) {
  const orders = readAll();
  const order = orders.get(name);
  if (order) writeAll(orders.set(name, { ...order, paidBy: transaction }));
}
