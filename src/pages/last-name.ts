/**
 * The last typed name on the card, in sessionStorage: after a decline the merchant's page shows a new frame for a new key, and
 * the shopper need not type the name again. Number, expiry and code are never stored.
 */
const PLACE = 'florin:name';

/** How long a name stays stored. A shopper who comes back later types it again. */
const STORED_MS = 10 * 60_000;

/** Stores the name of saved details. An empty name removes the last one. */
export function storeName(name: string): void {
  try {
    if (name) sessionStorage.setItem(PLACE, JSON.stringify([Date.now(), name]));
    else sessionStorage.removeItem(PLACE);
  } catch {
    // The browser gives a frame of another site no storage: the shopper types the name again.
  }
}

/** Returns the stored name and removes it; empty if there is none. */
export function takeName(): string {
  try {
    const [storedAt, name] = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]') as [unknown?, unknown?];
    storeName('');
    return typeof name === 'string' && Date.now() - Number(storedAt) < STORED_MS ? name : '';
  } catch {
    return '';
  }
}
