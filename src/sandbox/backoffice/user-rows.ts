/** User Management. docs/wire/rest-interface.md, "What the service does": who creates an API user, and with what. */
import * as z from 'zod';
import { hasCardNumber } from '../../core/card/mask-card-numbers.js';
import { flag, object } from '../../wire/read-input.js';
import { USER_CHANGE } from '../control/read-merchant.js';
import { readSetup, TEXT } from '../control/read-setup.js';
import { checkEmailAddress } from '../operations/terms.js';
import { hashPassword, verifyPassword } from '../password.js';
import type { ListedUser } from '../store/merchant-store.js';
import type { AddedUser, OfficeUser } from './api.js';
import { OfficeFault } from './office-fault.js';
import { actionRow, queryRow, type OfficeCall, type OfficeRow, type SignedInScope } from './row.js';
import { countAttempt } from './sign-in-rows.js';

const LONGEST_NAME = 50;
const NEW_USER = object({
  username: USER_CHANGE.shape.username
    .max(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`)
    .refine((name) => !hasCardNumber(name), 'must not contain a card number'),
  permissions: USER_CHANGE.shape.permissions,
  emailAddress: TEXT,
  /** Read after the other checks, because each try is counted. */
  ownPassword: z.unknown().optional(),
});
const USER_STATE = object({ isActive: flag() });
const PASSWORD_LETTERS = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PASSWORD_LENGTH = 20;

/** A password without letters that look alike. */
function createPassword(): string {
  let password = '';
  while (password.length < PASSWORD_LENGTH) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1));
    // Without this, the first letters would be more frequent.
    if (byte < 256 - (256 % PASSWORD_LETTERS.length)) password += PASSWORD_LETTERS[byte % PASSWORD_LETTERS.length];
  }
  return password;
}

function show({ username, emailAddress = null, permissions, isActive }: ListedUser): OfficeUser {
  return { username, emailAddress, permissions, isActive };
}

/** Only an administrator may make or change an administrator or a manager. @throws OfficeFault 403 */
function assertMayGrant({ permissions }: Pick<ListedUser, 'permissions'>, { person }: SignedInScope): void {
  if (person.role === 'administrator' || permissions.every((permission) => permission === 'API')) return;
  throw new OfficeFault(403, 'Only an administrator may add or change administrators and managers');
}

/** Adds a user with a new password. */
async function addUser({ request, body }: OfficeCall, scope: SignedInScope): Promise<AddedUser> {
  const { context, person } = scope;
  const { ownPassword, ...added } = readSetup(NEW_USER, body, 'user');
  const { username, emailAddress } = added;
  checkEmailAddress(emailAddress);
  const user = { ...added, isActive: true };
  assertMayGrant(user, scope);
  const { merchant, username: own } = person.caller;
  const counted = countAttempt(request, `${merchant.number}|${own}`, scope);
  if (!(await verifyPassword(readSetup(TEXT, ownPassword, 'user.ownPassword'), person.caller))) {
    throw new OfficeFault(403, 'Your own password is wrong');
  }
  counted.passed();
  const password = createPassword();
  const hashed = { ...user, ...(await hashPassword(password)) };
  if (!(await context.store.write((unit) => unit.addUser(merchant.id, hashed)))) {
    throw new OfficeFault(409, `There is a user ${username} already`);
  }
  scope.note(`${username}: ${added.permissions.join(', ') || 'no permission'}`);
  return { user, password };
}

export const USER_ROWS: readonly OfficeRow[] = [
  queryRow('GET /users', 'person', async (_call, { context, person }) =>
    (await context.store.read((view) => view.listUsers(person.caller.merchant.id))).map(show),
  ),
  { ...actionRow('POST /users', 'person', addUser), action: 'secret' },
  actionRow('PUT /users/:username', 'person', async ({ parameters, body }, scope) => {
    const { context, person } = scope;
    const { username = '' } = parameters;
    const { isActive } = readSetup(USER_STATE, body, 'user');
    if (username === person.caller.username) throw new OfficeFault(403, 'You cannot change yourself');
    const { id } = person.caller.merchant;
    return context.store.write(async (unit) => {
      const user = (await unit.listUsers(id)).find((each) => each.username === username);
      if (!user) throw new OfficeFault(404, `There is no user ${username}`);
      assertMayGrant(user, scope);
      await unit.changeUser(id, { ...user, isActive });
      scope.note(`${username}: ${isActive ? 'activated' : 'deactivated'}`);
      return show({ ...user, isActive });
    });
  }),
];
