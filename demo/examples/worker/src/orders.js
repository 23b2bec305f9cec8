// @ts-check
/** The orders of the shop, in the database of the object. Replace this module by your own. */

/** @typedef {{ cents: number, paidBy: string | null }} Order */

/** @param {import('florin-server/signer/worker').DurableSql} sql */
export function createOrders(sql) {
  sql.exec('CREATE TABLE IF NOT EXISTS shop_order (name TEXT PRIMARY KEY, cents INTEGER NOT NULL, paid_by TEXT)');
  return {
    /** Adds an order of one book, and returns its name. */
    add() {
      const name = crypto.randomUUID();
      sql.exec('INSERT INTO shop_order (name, cents) VALUES (?, 19900)', name);
      return name;
    },
    /** @param {string} name */
    find(name) {
      const rows = sql.exec('SELECT cents, paid_by AS paidBy FROM shop_order WHERE name = ?', name).toArray();
      return /** @type {Order | undefined} */ (rows[0]);
    },
    /** @param {string} name @param {string} transaction */
    markPaid(name, transaction) {
      sql.exec('UPDATE shop_order SET paid_by = ? WHERE name = ?', transaction, name);
    },
  };
}
