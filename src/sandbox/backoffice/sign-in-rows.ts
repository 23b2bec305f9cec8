/** Sessions of the merchant: who is signed in to the back office or logged in over SOAP, and an end to it. */
import type { OfficeSession } from '../store/office-session-store.js';
import type { ListedSession } from './api.js';
import { OfficeFault } from './office-fault.js';
import { row, type OfficeRow, type SignedInScope } from './row.js';
import { findPersonOf } from './sessions.js';

const LONGEST_LIST = 500;
/** Characters of the hash that name a session. */
const ID_LENGTH = 16;

interface FoundSession {
  readonly listed: ListedSession;
  /** Ends it; false when it has ended meanwhile. */
  end(): Promise<boolean>;
}

function listOffice(session: OfficeSession, scope: SignedInScope): FoundSession {
  const { tokenHash, username, startedAt, usedAt, expiresAt } = session;
  const { context, person } = scope;
  return {
    listed: {
      id: `office-${tokenHash.slice(0, ID_LENGTH)}`,
      kind: 'office',
      username,
      startedAt,
      usedAt,
      expiresAt,
      isOwn: tokenHash === person.session.tokenHash,
    },
    async end() {
      await context.store.write((unit) => unit.removeOfficeSession(tokenHash));
      return true;
    },
  };
}

/** Live sessions, the last used one first. Sessions of users who may no longer sign in are left out. */
async function findSessions(scope: SignedInScope): Promise<readonly FoundSession[]> {
  const { context, person, logins } = scope;
  const { merchant } = person.caller;
  const stored = await context.store.read(async (view) => {
    const query = { merchantNumber: merchant.number, machineNow: Date.now(), limit: LONGEST_LIST };
    const live: OfficeSession[] = [];
    for (const session of await view.listOfficeSessions(query)) {
      if (await findPersonOf(session, view)) live.push(session);
    }
    return live;
  });
  const overSoap = logins.list(merchant.id).map(({ number, caller, startedAt, usedAt, expiresAt }): FoundSession => {
    const { username } = caller;
    const id = `soap-${number}`;
    return {
      listed: { id, kind: 'soap', username, startedAt, usedAt, expiresAt, isOwn: false },
      end: () => Promise.resolve(logins.endByNumber(merchant.id, number)),
    };
  });
  return [...stored.map((session) => listOffice(session, scope)), ...overSoap].sort(
    (one, other) => other.listed.usedAt - one.listed.usedAt,
  );
}

/** Endpoints of sessions. */
export const SIGN_IN_ROWS: readonly OfficeRow[] = [
  row('GET /sessions', 'person', async (_call, scope) => (await findSessions(scope)).map(({ listed }) => listed)),
  row('DELETE /sessions', 'administrator', async (_call, scope) => {
    const others = (await findSessions(scope)).filter(({ listed }) => !listed.isOwn);
    for (const other of others) await other.end();
    const { merchant, username } = scope.person.caller;
    scope.log({ level: 'info', event: 'sessions_ended', merchant: merchant.number, username, count: others.length });
    return { ended: others.length };
  }),
  row('DELETE /sessions/:id', 'administrator', async ({ parameters }, scope) => {
    const found = (await findSessions(scope)).find(({ listed }) => listed.id === parameters['id']);
    if (found?.listed.isOwn) throw new OfficeFault(409, 'This is your own session: sign out instead');
    if (!(await found?.end())) throw new OfficeFault(404, 'This session has ended already');
    const { merchant, username } = scope.person.caller;
    const of = found?.listed.username ?? '';
    scope.log({ level: 'info', event: 'session_ended', merchant: merchant.number, username, of });
    return { ok: true };
  }),
];
