/** Sign-in and sign-out. */
import { isLoopbackHost } from '../../core/loopback.js';
import { object } from '../../wire/read-input.js';
import { readSetup, TEXT } from '../control/read-setup.js';
import { callerOf } from '../ip-address.js';
import { DEMO_MERCHANT } from '../merchant.js';
import { hostOf } from '../own-origin.js';
import { hashPassword, verifyPassword } from '../password.js';
import { publicUrlOf } from '../public-url.js';
import type { Store } from '../store/store.js';
import type { SessionState } from './api.js';
import { OfficeFault } from './office-fault.js';
import { openRow, type OfficeRow, type OfficeScope } from './row.js';
import { endSession, roleOf, startSession, type CookieScope, type Person } from './sessions.js';

const WRONG = 'The merchant number, the user name or the password is wrong';
const unknownUserHash = hashPassword('');

const DEFAULT_ADMINISTRATOR = DEMO_MERCHANT.users.find(({ permissions }) => permissions.includes('administrator'));

/** True for a caller on this machine. A page of another name, or behind a proxy, is not. */
function isLocal(request: Request): boolean {
  const caller = callerOf(request);
  return isLoopbackHost(hostOf(request).replace(/:\d+$/, '')) && (caller === undefined || isLoopbackHost(caller));
}

function isDefaultAdministrator(merchant: string, username: string): boolean {
  return merchant === DEMO_MERCHANT.number && username === DEFAULT_ADMINISTRATOR?.username;
}

function describePerson({ caller, role }: Pick<Person, 'caller' | 'role'>): SessionState {
  const { number, name, currencies } = caller.merchant;
  return { state: 'signed_in', username: caller.username, role, merchant: { number, name, currencies } };
}

/** The published administrator, if it can sign in here with its published password. */
async function findDemo(request: Request, store: Store) {
  if (!isLocal(request) || !DEFAULT_ADMINISTRATOR) return null;
  const { username, password } = DEFAULT_ADMINISTRATOR;
  const stored = await store.read((view) => view.findCaller(DEMO_MERCHANT.number, username));
  if (!stored?.isActive || !(await verifyPassword(password, stored))) return null;
  return { merchant: DEMO_MERCHANT.number, username, password };
}

async function describeSignedOut(request: Request, { context }: OfficeScope): Promise<SessionState> {
  const { store } = context;
  const merchants = await store.read((view) => view.listMerchants());
  return {
    state: 'signed_out',
    merchant: merchants.length === 1 ? (merchants[0]?.number ?? null) : null,
    demo: await findDemo(request, store),
    merchants: isLocal(request) ? merchants.map(({ number, name }) => ({ number, name })) : [],
  };
}

function cookieScope(request: Request, { context: { settings } }: OfficeScope): CookieScope {
  const isSecure = publicUrlOf(request, settings).startsWith('https:');
  return { isSecure, publicPath: settings.publicPath };
}

/** Counts an attempt with a password. @throws OfficeFault 429 */
export function countAttempt(
  request: Request,
  name: string,
  { throttle }: Pick<OfficeScope, 'throttle'>,
): { passed(): void } {
  const address = callerOf(request) ?? '';
  const seconds = throttle.begin(name, address);
  if (seconds > 0) throw new OfficeFault(429, `Too many wrong passwords: try again in ${seconds} seconds`, seconds);
  return { passed: () => throttle.passed(name, address) };
}

const SIGN_IN = object({ merchant: TEXT, username: TEXT, password: TEXT });

/** Session endpoints. */
export const SIGN_IN_ROWS: readonly OfficeRow[] = [
  openRow('GET /session', async ({ request }, scope) => ({
    json: scope.person ? describePerson(scope.person) : await describeSignedOut(request, scope),
  })),
  openRow('POST /session', async ({ request, body }, scope) => {
    const { merchant, username, password } = readSetup(SIGN_IN, body, 'sign-in');
    const counted = countAttempt(request, `${merchant}|${username}`, scope);
    if (isDefaultAdministrator(merchant, username) && !isLocal(request)) {
      throw new OfficeFault(
        403,
        `${username} is the published administrator and signs in on this machine only: add one with another name`,
      );
    }
    const { store } = scope.context;
    const caller = await store.read((view) => view.findCaller(merchant, username));
    // The password of an unknown user is hashed too, so that the response time does not show which users exist.
    const isRight = await verifyPassword(password, caller ?? (await unknownUserHash));
    if (!caller || !isRight) throw new OfficeFault(401, WRONG);
    counted.passed();
    const role = roleOf(caller);
    if (!caller.isActive) throw new OfficeFault(403, 'This user is deactivated');
    if (!role) throw new OfficeFault(403, 'This user may call the API but has no right to the back office');
    const cookie = await startSession(caller, store, cookieScope(request, scope));
    return { json: describePerson({ caller, role }), cookie };
  }),
  openRow('DELETE /session', async ({ request }, scope) => {
    const cookie = await endSession(request, scope.context.store, cookieScope(request, scope));
    return { json: await describeSignedOut(request, scope), cookie };
  }),
];
