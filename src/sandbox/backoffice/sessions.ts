/** Sessions: a random cookie, whose hash is in the store. */
import { sha256Of, writeHex } from '../hex.js';
import type { Caller, Permission } from '../merchant.js';
import { findSessionUser, touchSession } from '../session.js';
import type { Session } from '../store/session-store.js';
import type { Store, StoreView, StoredCaller } from '../store/store.js';

/** Name of the cookie. Only paths of the back office get it, and no script can read it. */
const COOKIE = 'florin_office';
const SESSION_SECONDS = 8 * 3_600;
const TOKEN_BYTES = 32;
const COOKIE_VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{${TOKEN_BYTES * 2}})(?:;|$)`);

/** What a person may do in the back office. */
export type Role = 'administrator' | 'manager';

/** A signed-in person. */
export interface Person {
  readonly caller: StoredCaller;
  readonly role: Role;
  readonly session: Session;
}

/** The role of a user; undefined for a user of the API only. */
export function roleOf({ permissions }: Pick<Caller, 'permissions'>): Role | undefined {
  const has = (permission: Permission): boolean => permissions.includes(permission);
  return has('administrator') ? 'administrator' : has('manager') ? 'manager' : undefined;
}

function tokenOf(request: Request): string | undefined {
  return COOKIE_VALUE.exec(request.headers.get('cookie') ?? '')?.[1];
}

/** When a browser sends the cookie. */
export interface CookieScope {
  readonly isSecure: boolean;
  readonly publicPath: string;
}

function writeCookie(value: string, seconds: number, { isSecure, publicPath }: CookieScope): string {
  return `${COOKIE}=${value}; Path=${publicPath}/backoffice; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

/** The person of a request; undefined without a valid session. The rights are read each time. */
export async function findPerson(request: Request, store: Store): Promise<Person | undefined> {
  const token = tokenOf(request);
  if (token === undefined) return undefined;
  const tokenHash = await sha256Of(token);
  return store.read(async (view) => {
    const session = await view.findSession('office', tokenHash);
    return session && session.expiresAt > Date.now() ? findPersonOf(session, view) : undefined;
  });
}

/** The person of a session; undefined when the user has another password or no right any more. */
export async function findPersonOf(session: Session, view: Pick<StoreView, 'findCaller'>): Promise<Person | undefined> {
  const caller = await findSessionUser(session, view);
  const role = caller && roleOf(caller);
  return role && { caller, role, session };
}

/** Stores the time of the last use. The session ends at the same time as before. */
export function storeUse({ session }: Person, store: Store): Promise<void> {
  return touchSession(session, { now: Date.now(), expiresAt: session.expiresAt }, store);
}

/** Starts a session. Resolves with the value of `Set-Cookie`. */
export async function startSession(caller: StoredCaller, store: Store, scope: CookieScope): Promise<string> {
  const token = writeHex(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)));
  const tokenHash = await sha256Of(token);
  const now = Date.now();
  const session: Session = {
    kind: 'office',
    tokenHash,
    merchantNumber: caller.merchant.number,
    username: caller.username,
    passwordHash: caller.passwordHash,
    expiresAt: now + SESSION_SECONDS * 1_000,
    startedAt: now,
    usedAt: now,
  };
  await store.write((unit) => unit.addSession(session));
  return writeCookie(token, SESSION_SECONDS, scope);
}

/** Ends the session of a request. Resolves with the value of `Set-Cookie`. */
export async function endSession(request: Request, store: Store, scope: CookieScope): Promise<string> {
  const token = tokenOf(request);
  if (token !== undefined) {
    const tokenHash = await sha256Of(token);
    await store.write((unit) => unit.removeSession(tokenHash));
  }
  return writeCookie('', 0, scope);
}
