/**
 * Sessions: the owner of each cart and order. The cookie has a random token; the database has only
 * its hash.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { ShopDatabase } from './shop-database.js';

/** The delivery address of an order. */
export interface Delivery {
  readonly email: string;
  readonly name: string;
  readonly street: string;
  readonly suburb: string;
  readonly state: string;
  readonly postcode: string;
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
  delivery: {
    email: row.email,
    name: row.name,
    street: row.street,
    suburb: row.suburb,
    state: row.state,
    postcode: row.postcode,
  },
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
    'UPDATE session SET email = ?, name = ?, street = ?, suburb = ?, state = ?, postcode = ? WHERE id = ?',
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
      updateDelivery.run(to.email, to.name, to.street, to.suburb, to.state, to.postcode, id);
    },
    /** Changes one of the developer bar's settings. */
    set(id: string, name: SessionSwitch, value: number): void {
      database.prepare(`UPDATE session SET ${COLUMN[name]} = ? WHERE id = ?`).run(value, id);
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
