/** Logins by cookie for the batch, bank and settlement operations. docs/wire/soap.md section 3, "Login". */
import type { Context } from '../context.js';
import { sha256Of } from '../hex.js';
import { findSessionUser, touchSession } from '../session.js';
import type { Session } from '../store/session-store.js';
import type { StoredCaller, StoreView } from '../store/store.js';

const COOKIE = 'ASP.NET_SessionId';
const COOKIE_LENGTH = 24;
/** Sliding lifetime of a login, in milliseconds. */
const LIFE_MS = 20 * 60 * 1_000;

type LoginContext = Pick<Context, 'store' | 'clock' | 'random'>;

function readCookie(header: string | null): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}

/** The user of a login; undefined when the user may not log in any more. */
export async function findLoginUser(
  session: Session,
  view: Pick<StoreView, 'findCaller'>,
): Promise<StoredCaller | undefined> {
  const caller = await findSessionUser(session, view);
  return caller?.permissions.includes('API') ? caller : undefined;
}

/** Starts a login. Resolves with the value of `Set-Cookie`. */
export async function beginLogin(
  { merchant, username, passwordHash }: StoredCaller,
  { store, clock, random }: LoginContext,
): Promise<string> {
  const id = random.digits(COOKIE_LENGTH);
  const tokenHash = await sha256Of(id);
  const now = clock.now();
  const times = { startedAt: now, usedAt: now, expiresAt: now + LIFE_MS };
  const session = {
    kind: 'soap',
    tokenHash,
    merchantNumber: merchant.number,
    username,
    passwordHash,
    ...times,
  } as const;
  await store.write((unit) => unit.addSession(session));
  return `${COOKIE}=${id}; path=/; HttpOnly`;
}

/** Finds the user of a Cookie header's login, and extends the login. */
export async function findLogin(
  cookie: string | null,
  { store, clock }: LoginContext,
): Promise<StoredCaller | undefined> {
  const id = readCookie(cookie);
  if (id === undefined) return undefined;
  const tokenHash = await sha256Of(id);
  const now = clock.now();
  const found = await store.read(async (view) => {
    const session = await view.findSession('soap', tokenHash);
    const caller = session && session.expiresAt > now ? await findLoginUser(session, view) : undefined;
    return session && caller && { session, caller };
  });
  if (!found) return undefined;
  await touchSession(found.session, { now, expiresAt: now + LIFE_MS }, store);
  return found.caller;
}

/** Ends the login of a Cookie header, if there is one. */
export async function endLogin(cookie: string | null, { store }: LoginContext): Promise<void> {
  const id = readCookie(cookie);
  if (id === undefined) return;
  const tokenHash = await sha256Of(id);
  await store.write((unit) => unit.removeSession(tokenHash));
}
