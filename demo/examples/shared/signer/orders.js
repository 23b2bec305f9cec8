// @ts-check
/** The orders of the shop, each in a file of its own. Replace this module by your database. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** @typedef {{ cents: number, paidBy: string | null }} Order */

/** No server gives out a file of `.florin`. */
const FOLDER = '.florin/orders';
/** A name becomes a file's name. */
const NAME = /^[\da-f-]{36}$/;

/** @param {string} name */
const fileOf = (name) => `${FOLDER}/${name}.json`;

/** @param {string} name @param {Order} order */
function write(name, order) {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  // Renamed when it is whole, so that nobody reads half a file, not even after a crash.
  const part = `${FOLDER}/${randomUUID()}.part`;
  writeFileSync(part, JSON.stringify(order), { mode: 0o600 });
  renameSync(part, fileOf(name));
}

/** Adds an order of one book, and returns its name. */
export function addOrder() {
  const name = randomUUID();
  write(name, { cents: 19900, paidBy: null });
  return name;
}

/**
 * @param {string} name
 * @returns {Order | undefined}
 */
export function findOrder(name) {
  if (!NAME.test(name)) return undefined;
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * @param {string} name
 * @param {string} transaction
 */
export function markPaid(name, transaction) {
  const order = findOrder(name);
  if (order) write(name, { ...order, paidBy: transaction });
}
