/** Login and Logout, and the bank operation that needs a login. wire/soap.md section 3. */
import { SandboxFault } from '../fault.js';
import { loginRow, readCaller, type Row } from './row.js';
import { ServiceError } from './service-error.js';

/** The one bank behind the sandbox. Sandbox choice: the source does not say which numbers there are. */
export const BANK_ID = 1;

export const logIn: Row<'Login'> = {
  operation: 'Login',
  async answer(parameters, { authenticate, logins, setCookie, isUnavailable }) {
    if (isUnavailable) throw new SandboxFault(900);
    setCookie(logins.begin(await readCaller(parameters, authenticate)));
    return true;
  },
};

/** Who is not logged in may log out as well. */
export const logOut: Row<'Logout'> = {
  operation: 'Logout',
  answer(_, { logins, cookie }) {
    logins.end(cookie);
    return Promise.resolve(undefined);
  },
};

/** Answered while all else is down: that is what it is for. */
export const isBankAvailable: Row<'IsBankAvailable'> = loginRow('IsBankAvailable', ({ bankId }, { isUnavailable }) => {
  if (bankId !== BANK_ID) throw new ServiceError('invalid bank');
  return !isUnavailable;
});
