/** Sessions: the owner of each cart and order. The cookie has a random token; the database has only its hash. */
import { createHash, randomBytes } from 'node:crypto';
import type { ShopDatabase } from './shop-database.js';

/** The fields of a delivery address, also as columns. */
export const DELIVERY_FIELDS = ['email', 'name', 'street', 'suburb', 'state', 'postcode'] as const;

/** The delivery address of an order. */
export type Delivery = Readonly<Record<(typeof DELIVERY_FIELDS)[number], string>>;

/** A delivery address from its fields. */
export function deliveryOf(textOf: (field: keyof Delivery) => string): Delivery {
  return Object.fromEntries(DELIVERY_FIELDS.map((field) => [field, textOf(field)])) as Delivery;
}

/** The values of the columns, in their order. */
export function columnsOf(delivery: Delivery): readonly string[] {
  return DELIVERY_FIELDS.map((field) => delivery[field]);
}

/** One browser's session. */
export interface Session {
  readonly id: string;
  /** From the last checkout; empty before that. */
  readonly delivery: Delivery;
  /** The developer bar is closed. */
  readonly barHidden: boolean;
  /** Cents that the developer bar adds to the next order, which choose the test bank's answer. */
  readonly bankCents: number;
  /** The next order is made without test mode. */
  readonly live: boolean;
}

/** The settings that the developer bar can change. */
type SessionSwitch = 'barHidden' | 'bankCents' | 'live';

const COLUMN: Readonly<Record<SessionSwitch, string>> = {
  barHidden: 'bar_hidden',
  bankCents: 'bank_cents',
  live: 'live',
};

type Row = Record<keyof Delivery | 'id', string> & Record<'bar_hidden' | 'bank_cents' | 'live', number>;

const toSession = (row: Row): Session => ({
  id: row.id,
  delivery: deliveryOf((field) => row[field]),
  barHidden: row.bar_hidden === 1,
  bankCents: row.bank_cents,
  live: row.live === 1,
});

const idOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Finds, starts and changes sessions. */
export function createSessionStore(database: ShopDatabase) {
  const find = database.prepare('SELECT * FROM session WHERE id = ?');
  const insert = database.prepare('INSERT INTO session (id, created_at) VALUES (?, ?)');
  const updateDelivery = database.prepare(
    `UPDATE session SET ${DELIVERY_FIELDS.map((field) => `${field} = ?`).join(', ')} WHERE id = ?`,
  );
  return {
    /** The session of a cookie's token, if there is one. */
    find(token: string): Session | undefined {
      const row = find.get(idOf(token)) as Row | undefined;
      return row && toSession(row);
    },
    /** The session of an id, if there is one. */
    get(id: string): Session | undefined {
      const row = find.get(id) as Row | undefined;
      return row && toSession(row);
    },
    /** Starts a session; the token goes into the cookie. */
    start(now: Date): { token: string; session: Session } {
      const token = randomBytes(32).toString('base64url');
      insert.run(idOf(token), now.toISOString());
      return { token, session: toSession(find.get(idOf(token)) as Row) };
    },
    /** Stores the address for the next checkout. */
    saveDelivery(id: string, to: Delivery): void {
      updateDelivery.run(...columnsOf(to), id);
    },
    /** Changes one of the developer bar's settings. */
    set(id: string, name: SessionSwitch, value: number): void {
      database.prepare(`UPDATE session SET ${COLUMN[name]} = ? WHERE id = ?`).run(value, id);
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
