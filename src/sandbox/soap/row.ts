/**
 * A row of the table of operations: read, run, write, as in rest/row.ts. The operation's name ties the row to the
 * parameters and the result of wire/soap/operations.ts, so a row that does not fit does not compile.
 */
import { writeAuthorization } from '../../wire/rest/credentials.js';
import type { OperationName, RequestOf } from '../../wire/soap/operations.js';
import type { Authenticate } from '../authenticate.js';
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { StoredCaller } from '../store/store.js';
import { INVALID_LOGIN, ServiceError } from './service-error.js';
import type { ResultOf } from './service-response.js';

export interface CallScope {
  readonly context: Context;
  readonly authenticate: Authenticate;
  /** The user who is logged in by the cookie. */
  readonly findLogin: () => Promise<StoredCaller | undefined>;
  /** The request's Cookie header. */
  readonly cookie: string | null;
  /** Adds a cookie to the response. */
  readonly setCookie: (value: string) => void;
  /** True while the sandbox simulates an unavailable service. */
  readonly isUnavailable: boolean;
}

/** An operation. @throws ServiceError and SandboxFault from `answer`: both become ERROR */
export interface SoapRow<O extends OperationName> {
  readonly operation: O;
  answer(parameters: RequestOf<O>, scope: CallScope): Promise<ResultOf<O>>;
}

/** Credentials in the body. docs/wire/soap.md section 4, row 5. */
export interface BodyCredentials {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly merchantNumber?: string | undefined;
}

/** @throws ServiceError for wrong credentials or a missing permission */
export async function readCaller(credentials: BodyCredentials, authenticate: Authenticate): Promise<StoredCaller> {
  const { username = '', password = '', merchantNumber = '' } = credentials;
  try {
    const caller = await authenticate(writeAuthorization({ username, password, merchantNumber }));
    if (caller.permissions.includes('API')) return caller;
  } catch (error) {
    // SOAP has one message for every reason. A TypeError means an empty or impossible part.
    if (!(error instanceof SandboxFault) && !(error instanceof TypeError)) throw error;
  }
  throw new ServiceError(INVALID_LOGIN);
}

/** An operation with credentials in the body. */
export function credentialsRow<O extends OperationName, Q, A>(
  operation: O & (RequestOf<O> extends BodyCredentials ? O : never),
  read: (parameters: RequestOf<O>) => Q,
  run: (request: Q, context: Context, caller: Caller) => Promise<A>,
  write: (answer: A) => ResultOf<O>,
): SoapRow<O> {
  return {
    operation,
    async answer(parameters, { context, authenticate, isUnavailable }) {
      if (isUnavailable) throw new SandboxFault(900);
      const caller = await readCaller(parameters, authenticate);
      return write(await run(read(parameters), context, caller));
    },
  };
}

/** The caller of a login. @throws ServiceError without one */
export async function readLogin({ findLogin }: CallScope): Promise<Caller> {
  const caller = await findLogin();
  if (!caller) throw new ServiceError(INVALID_LOGIN);
  return caller;
}

/** An operation that requires a login. */
export function loginRow<O extends OperationName>(
  operation: O,
  run: (parameters: RequestOf<O>, context: Context, caller: Caller) => Promise<ResultOf<O>>,
): SoapRow<O> {
  return {
    operation,
    async answer(parameters, scope) {
      const caller = await readLogin(scope);
      if (scope.isUnavailable) throw new SandboxFault(900);
      return run(parameters, scope.context, caller);
    },
  };
}
