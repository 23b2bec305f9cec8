/**
 * Orders. An order never changes, except for its status: a changed cart in another tab makes
 * another order, and does not affect one that is being paid.
 */
import { createHash } from 'node:crypto';
import { deliveryFee, GRINDS, SIZES, type Grind, type Size } from '../catalogue.js';
import type { CartLine } from './cart-store.js';
import { columnsOf, type Delivery, DELIVERY_FIELDS, deliveryOf } from './session-store.js';
import { inTransaction, type ShopDatabase } from './shop-database.js';

/**
 * - `open`: waits for its payment.
 * - `paid`.
 * - `review`: the payment did not match; a person has to check it.
 */
export type OrderStatus = 'open' | 'paid' | 'review';

/** One line of an order, with the price of the day. Minor units. */
interface OrderLine {
  readonly product: string;
  readonly name: string;
  readonly size: Size;
  readonly grind: Grind;
  readonly unitPrice: number;
  readonly quantity: number;
}

/** The payment data that the shop stores. It has the masked card number from the service, never the full number. */
export interface Payment {
  readonly txnNumber: string;
  readonly receiptNumber: string;
  /** For people: `Visa ending in 769`. */
  readonly card: string;
  readonly authoriseId: string;
  /** The charged amount in minor units: the order's total and the surcharge of the card, if any. */
  readonly amount: number | undefined;
  /** JSON for `<florin-receipt transaction>`, without anything that must not reach a browser. */
  readonly receipt: string;
  /** The fraud screening asks for a review by the shop before the goods are sent. */
  readonly isHeld: boolean;
}

/** An order. All sums in minor units. */
export interface Order {
  readonly number: number;
  readonly sessionId: string;
  readonly createdAt: Date;
  readonly delivery: Delivery;
  readonly lines: readonly OrderLine[];
  readonly subtotal: number;
  readonly deliveryFee: number;
  readonly bankCents: number;
  readonly total: number;
  readonly live: boolean;
  readonly status: OrderStatus;
  readonly payment: (Payment & { readonly paidAt: Date }) | undefined;
}

/** The inputs of a new order. */
interface OrderDraft {
  readonly sessionId: string;
  readonly lines: readonly CartLine[];
  readonly delivery: Delivery;
  readonly bankCents: number;
  readonly live: boolean;
}

const FIRST_NUMBER = 1042;

type OrderRow = Record<keyof Delivery | 'session_id' | 'created_at', string> &
  Record<'number' | 'subtotal' | 'delivery' | 'bank_cents' | 'total' | 'live', number> &
  Record<'txn_number' | 'receipt_number' | 'card' | 'authorise_id' | 'paid_at' | 'receipt', string | null> & {
    status: OrderStatus;
    paid: number | null;
    held: number | null;
  };

const toOrder = (row: OrderRow, lines: readonly OrderLine[]): Order => ({
  number: row.number,
  sessionId: row.session_id,
  createdAt: new Date(row.created_at),
  delivery: deliveryOf((field) => row[field]),
  lines,
  subtotal: row.subtotal,
  deliveryFee: row.delivery,
  bankCents: row.bank_cents,
  total: row.total,
  live: row.live === 1,
  status: row.status,
  payment:
    row.txn_number === null || row.paid_at === null
      ? undefined
      : {
          txnNumber: row.txn_number,
          receiptNumber: row.receipt_number ?? '',
          card: row.card ?? '',
          authoriseId: row.authorise_id ?? '',
          amount: row.paid ?? undefined,
          receipt: row.receipt ?? '',
          isHeld: row.held === 1,
          paidAt: new Date(row.paid_at),
        },
});

/** A cart that is sent twice (a double click) makes one order: equal fingerprints mean the same order. */
function fingerprintOf(draft: OrderDraft): string {
  const lines = draft.lines.map((line) => [line.product.slug, line.size, line.grind, line.quantity, line.unitPrice]);
  return createHash('sha256')
    .update(JSON.stringify([lines, draft.delivery, draft.bankCents, draft.live]))
    .digest('base64url');
}

/** Makes and finds orders, and marks them paid. */
export function createOrderStore(database: ShopDatabase) {
  const find = database.prepare('SELECT * FROM shop_order WHERE number = ?');
  const findLines = database.prepare(`
    SELECT product, name, size, grind, unit_price AS "unitPrice", quantity FROM order_line
    WHERE order_number = ? ORDER BY position`);
  const findSame = database.prepare(
    `SELECT number FROM shop_order WHERE session_id = ? AND fingerprint = ? AND status = 'open' ORDER BY number DESC`,
  );
  const listNumbers = database.prepare('SELECT number FROM shop_order WHERE session_id = ? ORDER BY number DESC');
  const insert = database.prepare(`
    INSERT INTO shop_order (number, session_id, fingerprint, created_at, ${DELIVERY_FIELDS.join(', ')},
      subtotal, delivery, bank_cents, total, live)
    VALUES ((SELECT coalesce(max(number) + 1, ${FIRST_NUMBER}) FROM shop_order), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    RETURNING number`);
  const insertLine = database.prepare('INSERT INTO order_line VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const pay = database.prepare(`
    UPDATE shop_order SET status = 'paid', txn_number = ?, receipt_number = ?, card = ?, authorise_id = ?, paid = ?, paid_at = ?,
      receipt = ?, held = ?
    WHERE number = ? AND txn_number IS NULL`);
  const takeBags = database.prepare(`
    UPDATE cart_line SET quantity = quantity - ?1
    WHERE session_id = ?2 AND product = ?3 AND size = ?4 AND grind = ?5 AND quantity > ?1`);
  const dropLine = database.prepare(
    'DELETE FROM cart_line WHERE session_id = ? AND product = ? AND size = ? AND grind = ? AND quantity <= ?',
  );
  const review = database.prepare(`UPDATE shop_order SET status = 'review' WHERE number = ?`);

  function get(number: number): Order | undefined {
    const row = find.get(number) as OrderRow | undefined;
    return row && toOrder(row, findLines.all(number));
  }

  return {
    find: get,
    /** The orders of a session, newest first. */
    list(sessionId: string): readonly Order[] {
      const rows = listNumbers.all(sessionId) as { number: number }[];
      return rows.map((row) => get(row.number)).filter((order) => order !== undefined);
    },
    /** Creates an order, or returns the open one with the same content. Returns its number. */
    place(draft: OrderDraft, now: Date): number {
      return inTransaction(database, () => {
        const fingerprint = fingerprintOf(draft);
        const same = findSame.get(draft.sessionId, fingerprint) as { number: number } | undefined;
        if (same) return same.number;
        const subtotal = draft.lines.reduce((sum, line) => sum + line.total, 0);
        const fee = deliveryFee(subtotal);
        const total = subtotal + fee + draft.bankCents;
        const sums = [subtotal, fee, draft.bankCents, total, draft.live ? 1 : 0];
        const texts = [draft.sessionId, fingerprint, now.toISOString(), ...columnsOf(draft.delivery)];
        const { number } = insert.get(...texts, ...sums) as {
          number: number;
        };
        for (const [position, line] of draft.lines.entries()) {
          const { product, size, grind, unitPrice, quantity } = line;
          insertLine.run(number, position, product.slug, product.name, size, grind, unitPrice, quantity);
        }
        return number;
      });
    },
    /**
     * Marks an order as paid and removes its bags from the cart. Repeating the call for one
     * transaction has no effect; another transaction for a paid order marks the order for review.
     */
    markPaid(number: number, payment: Payment, now: Date): void {
      inTransaction(database, () => {
        const { txnNumber, receiptNumber, card, authoriseId, amount, receipt, isHeld } = payment;
        const { changes } = pay.run(
          txnNumber,
          receiptNumber,
          card,
          authoriseId,
          amount ?? null,
          now.toISOString(),
          receipt,
          isHeld ? 1 : 0,
          number,
        );
        const order = get(number);
        if (!order) return;
        if (changes === 0) {
          if (order.payment?.txnNumber !== txnNumber) review.run(number);
          return;
        }
        for (const line of order.lines) {
          dropLine.run(order.sessionId, line.product, line.size, line.grind, line.quantity);
          takeBags.run(line.quantity, order.sessionId, line.product, line.size, line.grind);
        }
      });
    },
    /** Marks an order for review by a person, because its payment does not match. */
    markForReview(number: number): void {
      review.run(number);
    },
  };
}

export type OrderStore = ReturnType<typeof createOrderStore>;

/** Describes a line in a few words: `250 g, whole beans`. */
export function describeLine(line: { readonly size: Size; readonly grind: Grind }): string {
  return `${SIZES[line.size]}, ${GRINDS[line.grind].toLowerCase()}`;
}
