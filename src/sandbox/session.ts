/** What the sessions of the back office and the logins of SOAP have in common. */
import type { Session } from './store/session-store.js';
import type { Store, StoredCaller, StoreView } from './store/store.js';

/** A use is stored when the stored one is older, in milliseconds. */
const USE_MS = 60_000;

/** The user of a session; undefined when the user is deactivated, removed, or has another password. */
export async function findSessionUser(
  { merchantNumber, username, passwordHash }: Session,
  view: Pick<StoreView, 'findCaller'>,
): Promise<StoredCaller | undefined> {
  const caller = await view.findCaller(merchantNumber, username);
  return caller?.isActive && caller.passwordHash === passwordHash ? caller : undefined;
}

/** Stores that a session is used, once a minute. @param expiresAt its end after this use */
export async function touchSession(
  { tokenHash, usedAt }: Session,
  { now, expiresAt }: { readonly now: number; readonly expiresAt: number },
  store: Pick<Store, 'write'>,
): Promise<void> {
  if (now - usedAt >= USE_MS) await store.write((unit) => unit.touchSession({ tokenHash, usedAt: now, expiresAt }));
}
