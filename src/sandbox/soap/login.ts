/** Login, Logout and IsBankAvailable, which requires a login. docs/wire/soap.md section 3. */
import { SandboxFault } from '../fault.js';
import { beginLogin, endLogin } from './logins.js';
import { readCaller, readLogin, type SoapRow } from './row.js';
import { ServiceError } from './service-error.js';

/** The id of the sandbox's only bank. Sandbox choice: the source does not list ids. */
const BANK_ID = 1;

export const logIn: SoapRow<'Login'> = {
  operation: 'Login',
  async answer(parameters, { authenticate, context, setCookie, isUnavailable }) {
    if (isUnavailable) throw new SandboxFault(900);
    setCookie(await beginLogin(await readCaller(parameters, authenticate), context));
    return true;
  },
};

/** Logout also succeeds without a login. */
export const logOut: SoapRow<'Logout'> = {
  operation: 'Logout',
  async answer(_, { findLogin, cookie, context }) {
    if (await findLogin()) await endLogin(cookie, context);
    return undefined;
  },
};

/** Also answered while the service is unavailable, which it reports. */
export const isBankAvailable: SoapRow<'IsBankAvailable'> = {
  operation: 'IsBankAvailable',
  async answer({ bankId }, scope) {
    await readLogin(scope);
    if (bankId !== BANK_ID) throw new ServiceError('invalid bank');
    return !scope.isUnavailable;
  },
};
