/** Lists and ends the sessions of the merchant: sign-ins to the back office, and logins of SOAP. */
import { findLoginUser } from '../soap/logins.js';
import type { Session, SessionKind } from '../store/session-store.js';
import type { StoreView } from '../store/store.js';
import type { ListedSession } from './api.js';
import { OfficeFault } from './office-fault.js';
import { actionRow, queryRow, type OfficeRow, type SignedInScope } from './row.js';
import { findPersonOf } from './sessions.js';

const LONGEST_LIST = 500;
/** Characters of the hash that name a session. */
const ID_LENGTH = 16;

/** Finds the user of a session by its kind; undefined when the user may no longer sign in. */
const USERS: Readonly<Record<SessionKind, (session: Session, view: StoreView) => Promise<object | undefined>>> = {
  office: findPersonOf,
  soap: findLoginUser,
};

/** Sessions that have not expired, the last used one first. Sessions of users who may no longer sign in are left out. */
async function findSessions({ context, person }: SignedInScope): Promise<readonly Session[]> {
  const { store, clock } = context;
  const { number: merchantNumber } = person.caller.merchant;
  const found = await store.read(async (view) => {
    const live: Session[] = [];
    for (const kind of ['office', 'soap'] as const) {
      const [now, ahead] = kind === 'soap' ? [clock.now(), clock.offset] : [Date.now(), 0];
      const query = { kind, merchantNumber, now, limit: LONGEST_LIST };
      for (const session of await view.listSessions(query)) {
        if (!(await USERS[kind](session, view))) continue;
        const { startedAt, usedAt, expiresAt } = session;
        live.push({
          ...session,
          startedAt: startedAt - ahead,
          usedAt: usedAt - ahead,
          expiresAt: expiresAt - ahead,
        });
      }
    }
    return live;
  });
  return found.sort((one, other) => other.usedAt - one.usedAt);
}

function list({ kind, tokenHash, username, startedAt, usedAt, expiresAt }: Session, own: Session): ListedSession {
  const id = tokenHash.slice(0, ID_LENGTH);
  return { id, kind, username, startedAt, usedAt, expiresAt, isOwn: tokenHash === own.tokenHash };
}

export const SESSION_ROWS: readonly OfficeRow[] = [
  queryRow('GET /sessions', 'person', async (_call, scope) =>
    (await findSessions(scope)).map((session) => list(session, scope.person.session)),
  ),
  actionRow('DELETE /sessions', 'administrator', async (_call, scope) => {
    const { tokenHash: own } = scope.person.session;
    const others = (await findSessions(scope)).filter(({ tokenHash }) => tokenHash !== own);
    await scope.context.store.write(async (unit) => {
      for (const { tokenHash } of others) await unit.removeSession(tokenHash);
    });
    const { merchant, username } = scope.person.caller;
    scope.log({ level: 'info', event: 'sessions_ended', merchant: merchant.number, username, count: others.length });
    scope.note(String(others.length));
    return { ended: others.length };
  }),
  actionRow('DELETE /sessions/:id', 'administrator', async ({ parameters }, scope) => {
    const { caller, session: own } = scope.person;
    const found = (await findSessions(scope)).find((session) => list(session, own).id === parameters['id']);
    if (found?.tokenHash === own.tokenHash) {
      throw new OfficeFault(409, 'This is your own session: sign out instead');
    }
    const isEnded = found && (await scope.context.store.write((unit) => unit.removeSession(found.tokenHash)));
    if (!isEnded) throw new OfficeFault(404, 'This session has ended already');
    const { merchant, username } = caller;
    scope.log({ level: 'info', event: 'session_ended', merchant: merchant.number, username, of: found.username });
    scope.note(found.username);
    return { ok: true };
  }),
];
