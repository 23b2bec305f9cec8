/**
 * A row of a dialect's table: method and path, read, run, write. `serverRow` ties the reader's output to the operation's
 * input and the operation's output to the writer's input, so a row that does not fit does not compile.
 */
import type { ApiResponse } from '../../wire/rest/answers.js';
import type { WireJson } from '../../wire/rest/write-wire.js';
import type { Authenticate } from '../authenticate.js';
import type { Context } from '../context.js';
import type { Dialect } from '../dialect/dialect.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import { SUCCESS } from './api-response.js';

export interface RestCall {
  /** Values of the path's parameters. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization: string | null;
  /** The sandbox's origin as the caller sees it, without a trailing slash. */
  readonly origin: string;
  readonly contentType: string | null;
  /** Text of the body; null for invalid UTF-8. */
  readonly body: string | null;
}

/** Reads the input of an operation. @throws SandboxFault 998 for the shape, 1xx for a member */
export type Read<Q> = (call: RestCall) => Q;

/** Writes the envelope of a response. Without a value the call failed, and the payload member is null. */
export type Write<A> = (apiResponse: ApiResponse, value: A | undefined, context: Context) => WireJson;

/** Supported HTTP methods. */
export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface RestRow {
  readonly verb: Verb;
  /** As in the manual; `:name` matches one segment. */
  readonly path: string;
  answer(call: RestCall, context: Context, authenticate: Authenticate): Promise<WireJson>;
  writeFailure(apiResponse: ApiResponse, context: Context): WireJson;
  /** Row that handles forms on the same path. */
  readonly form?: RestRow;
  /** Creates the HTTP response, also of a failure; JSON by default. Must not throw. */
  respond?(answer: WireJson, call: RestCall, context: Context): Response | Promise<Response>;
}

/** An endpoint for servers. It requires credentials and the permission `API`. */
export function serverRow<Q, A>(
  verb: Verb,
  path: string,
  read: Read<Q>,
  run: (request: Q, context: Context, caller: Caller) => Promise<A>,
  write: Write<A>,
): RestRow {
  return {
    verb,
    path,
    async answer(call, context, authenticate) {
      const request = readFirst(read, call, context.settings.dialect);
      const caller = await authenticate(call.authorization);
      if (!caller.permissions.includes('API')) throw new SandboxFault(2);
      return write(SUCCESS, await run(request(), context, caller), context);
    },
    writeFailure: (apiResponse, context) => write(apiResponse, undefined, context),
  };
}

/**
 * Order of checks (docs/wire/rest.md section 1): the payload's shape, then credentials and permission, then the
 * payload's members. So this throws for a wrong shape at once, and for a wrong member when the returned function is
 * called. A dialect can check the credentials first.
 */
function readFirst<Q>(read: Read<Q>, call: RestCall, { credentialsFirst = false }: Dialect): () => Q {
  try {
    const request = read(call);
    return () => request;
  } catch (error) {
    if (!(error instanceof SandboxFault) || (error.apiCode === 998 && !credentialsFirst)) throw error;
    return () => {
      throw error;
    };
  }
}
