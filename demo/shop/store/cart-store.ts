/** The cart of a session: which bags, how ground, how many. Prices are looked up, never stored, until an order is made. */
import { findProduct, GRINDS, SIZES, type Grind, type Product, type Size } from '../catalogue.js';
import type { ShopDatabase } from './shop-database.js';

/** Maximum number of bags in one line. */
export const MOST_BAGS = 20;

/** Identifies one line of a cart. */
interface CartChoice {
  readonly product: Product;
  readonly size: Size;
  readonly grind: Grind;
}

/** One line of a cart. Prices in minor units. */
export interface CartLine extends CartChoice {
  readonly quantity: number;
  readonly unitPrice: number;
  readonly total: number;
}

type Row = { product: string; size: string; grind: string; quantity: number };

/** Reads a choice from a form; undefined if there is no such bag. */
export function readChoice(product: string, size: string, grind: string): CartChoice | undefined {
  const found = findProduct(product);
  if (!found || !Object.hasOwn(SIZES, size) || !Object.hasOwn(GRINDS, grind)) return undefined;
  return { product: found, size: size as Size, grind: grind as Grind };
}

function toLine(row: Row): CartLine | undefined {
  const choice = readChoice(row.product, row.size, row.grind);
  if (!choice) return undefined;
  const unitPrice = choice.product.price[choice.size];
  return { ...choice, quantity: row.quantity, unitPrice, total: unitPrice * row.quantity };
}

/** Reads and changes carts. */
export function createCartStore(database: ShopDatabase) {
  const list = database.prepare(
    'SELECT product, size, grind, quantity FROM cart_line WHERE session_id = ? ORDER BY rowid',
  );
  const add = database.prepare(`
    INSERT INTO cart_line (session_id, product, size, grind, quantity) VALUES (?1, ?2, ?3, ?4, ?5)
    ON CONFLICT DO UPDATE SET quantity = min(quantity + ?5, ${MOST_BAGS})`);
  const update = database.prepare(
    'UPDATE cart_line SET quantity = ? WHERE session_id = ? AND product = ? AND size = ? AND grind = ?',
  );
  const remove = database.prepare(
    'DELETE FROM cart_line WHERE session_id = ? AND product = ? AND size = ? AND grind = ?',
  );
  return {
    list(session: string): readonly CartLine[] {
      return (list.all(session) as Row[]).map(toLine).filter((line) => line !== undefined);
    },
    /** Adds bags to the line of this choice, up to {@link MOST_BAGS}. */
    add(session: string, choice: CartChoice, quantity: number): void {
      add.run(session, choice.product.slug, choice.size, choice.grind, Math.min(quantity, MOST_BAGS));
    },
    /** Sets the number of bags of a line; zero or less removes the line. */
    setQuantity(session: string, choice: CartChoice, quantity: number): void {
      const key = [session, choice.product.slug, choice.size, choice.grind] as const;
      if (quantity < 1) remove.run(...key);
      else update.run(Math.min(quantity, MOST_BAGS), ...key);
    },
  };
}

export type CartStore = ReturnType<typeof createCartStore>;

/** Counts the bags of a cart. */
export function countBags(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}
