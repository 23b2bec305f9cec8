/** A row of the back office's API. Its types are those of `api.ts`, so a row that does not fit does not compile. */
import type { Context } from '../context.js';
import type { SandboxControl } from '../control.js';
import type { Log } from '../log.js';
import type { RequestLog } from '../request-log/request-log.js';
import type { StoreView } from '../store/store.js';
import type { ActionName, Audience, OfficeApi, QueryName } from './api.js';
import { OfficeFault } from './office-fault.js';
import type { Person } from './sessions.js';
import type { Throttle } from './throttle.js';

export interface OfficeCall {
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Parsed JSON, not checked yet; an empty object when there was none. */
  readonly body: unknown;
}

/** Dependencies of the back office, the same for each call. */
export interface OfficeParts {
  readonly context: Context;
  readonly control: SandboxControl;
  readonly requestLog: RequestLog;
  /** Address, by merchant, of the webhooks whose key has none. */
  readonly catchers: Map<number, string>;
  readonly log: Log;
  /** Aborted when the sandbox closes: streams end. */
  readonly closing: AbortSignal;
}

/** Dependencies of a row, and the signed-in person. */
export interface OfficeScope extends OfficeParts {
  readonly throttle: Throttle;
  readonly person: Person | undefined;
  /** Says what an action changed, masked, for the page of actions. Null if it changed nothing, which is not listed. */
  readonly note: (detail: string | null) => void;
}

/** The scope of a row for signed-in people. */
export type SignedInScope = OfficeScope & { readonly person: Person };

/** Answer of a row: JSON, with or without a new cookie; or a download or a stream. */
export type Reply = { readonly json: object; readonly cookie?: string } | { readonly response: Response };

export interface OfficeRow {
  readonly verb: string;
  /** Below `/backoffice/api`. */
  readonly path: string;
  readonly audience: Audience;
  /** `stored`: an action whose answer is stored with its key. `secret`: an action whose answer must not be stored. */
  readonly action?: 'stored' | 'secret';
  /** Longest body of a signed-in person; the handler's own limit by default. */
  readonly bodyLimitBytes?: number;
  /** @throws OfficeFault, SetupError, SandboxFault */
  run(call: OfficeCall, scope: OfficeScope): Promise<Reply>;
}

type Answer<Name extends keyof OfficeApi> = OfficeApi[Name]['answer'];

function split(name: string): { readonly verb: string; readonly path: string } {
  const [verb = '', path = ''] = name.split(' ');
  return { verb, path };
}

/** @throws OfficeFault 401, 403 */
function admit(scope: OfficeScope, audience: Audience): SignedInScope {
  const { person } = scope;
  if (!person) throw new OfficeFault(401, 'Sign in first');
  if (audience === 'administrator' && person.role !== 'administrator') {
    throw new OfficeFault(403, 'Only an administrator may do this');
  }
  return { ...scope, person };
}

/** An endpoint that needs no session. */
export function openRow<Name extends QueryName>(
  name: Name,
  run: (call: OfficeCall, scope: OfficeScope) => Promise<{ readonly json: Answer<Name>; readonly cookie?: string }>,
): OfficeRow {
  return { ...split(name), audience: 'anyone', run };
}

type Run<Name extends keyof OfficeApi> = (call: OfficeCall, scope: SignedInScope) => Promise<Answer<Name>>;

function signedInRow<Name extends keyof OfficeApi>(
  name: Name,
  audience: Exclude<Audience, 'anyone'>,
  run: Run<Name>,
): OfficeRow {
  return {
    ...split(name),
    audience,
    run: async (call, scope) => ({ json: await run(call, admit(scope, audience)) }),
  };
}

/** An endpoint for signed-in people that only reads. */
export function queryRow<Name extends QueryName>(
  name: Name,
  audience: Exclude<Audience, 'anyone'>,
  run: Run<Name>,
): OfficeRow {
  return signedInRow(name, audience, run);
}

/** An action of signed-in people. `run-action.ts` carries it out once for each `Idempotency-Key`. */
export function actionRow<Name extends ActionName>(
  name: Name,
  audience: Exclude<Audience, 'anyone'>,
  run: Run<Name>,
): OfficeRow & { readonly action: 'stored' } {
  return { ...signedInRow(name, audience, run), action: 'stored' };
}

/** A download or a stream for signed-in people. */
export function streamRow(path: string, run: (call: OfficeCall, scope: SignedInScope) => Promise<Response>): OfficeRow {
  return {
    verb: 'GET',
    path,
    audience: 'person',
    run: async (call, scope) => ({ response: await run(call, admit(scope, 'person')) }),
  };
}

/** Finds an item of the merchant by the id in the path; undefined for no such id. */
export async function findById<Found>(
  { parameters }: OfficeCall,
  { context, person }: SignedInScope,
  find: (view: StoreView, merchantId: number, id: number) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const id = Number(parameters['id']);
  if (!Number.isSafeInteger(id)) return undefined;
  return context.store.read((view) => find(view, person.caller.merchant.id, id));
}
