/** Calls the API of the back office. Names, bodies and answers are those of `OfficeApi`. */
import type { OfficeApi, OfficeRefusal, QueryName } from '../sandbox/backoffice/api.js';
import { OFFICE } from './root.js';

/** Details of a failed call. */
interface OfficeFailure {
  /** The service's own code, where one of its rules refused. */
  readonly code?: number | null;
  /** True when an action may have been carried out. */
  readonly isUncertain?: boolean;
}

/** A refused or failed call. The message is for the person at the screen. */
export class OfficeError extends Error {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly code: number | null;
  readonly isUncertain: boolean;

  constructor(status: number, message: string, { code = null, isUncertain = false }: OfficeFailure = {}) {
    super(message);
    this.name = 'OfficeError';
    this.status = status;
    this.code = code;
    this.isUncertain = isUncertain;
  }
}

/** Where the API begins. */
export const BASE = `${OFFICE}/api`;

/** What a call sends besides its name. */
export type CallOptions<Name extends keyof OfficeApi> = {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
} & (OfficeApi[Name]['body'] extends undefined ? object : { readonly body: OfficeApi[Name]['body'] });

/** Event of the window: the session has ended. */
export const SIGNED_OUT = 'office-signed-out';

/** The error of a call without a whole answer. */
export function noAnswer(isAction: boolean): OfficeError {
  const message = isAction
    ? 'No answer came: it may have been done.'
    : 'The sandbox does not answer. Check that it runs, then try again.';
  return new OfficeError(0, message, { isUncertain: isAction });
}

/** Reads a refusal. Dispatches {@link SIGNED_OUT} if the session has ended. */
export async function readRefusal(response: Response, isAction: boolean): Promise<OfficeError> {
  const { status } = response;
  if (status === 401) dispatchEvent(new Event(SIGNED_OUT));
  const isFailed = isAction && status >= 500;
  try {
    const { message, code, isUncertain = isFailed } = (await response.json()) as OfficeRefusal;
    return new OfficeError(status, message || `The sandbox answered ${String(status)}`, { code, isUncertain });
  } catch {
    return isFailed ? noAnswer(true) : new OfficeError(status, `The sandbox answered ${String(status)}`);
  }
}

function fill(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/**
 * Makes a call. Pages use {@link call} and, for actions, an `Intent`.
 *
 * @param key of an action
 * @throws OfficeError
 */
export async function request<Name extends keyof OfficeApi>(
  name: Name,
  options: CallOptions<Name>,
  key?: string,
): Promise<OfficeApi[Name]['answer']> {
  const [method = '', path = ''] = name.split(' ');
  const { parameters = {}, signal, body } = options as CallOptions<Name> & { readonly body?: unknown };
  const isAction = key !== undefined;
  try {
    const response = await fetch(BASE + fill(path, parameters), {
      method,
      ...(signal && { signal }),
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(isAction && { 'Idempotency-Key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await readRefusal(response, isAction);
    return (await response.json()) as OfficeApi[Name]['answer'];
  } catch (error) {
    if (signal?.aborted || error instanceof OfficeError) throw error;
    throw noAnswer(isAction);
  }
}

/** Reads. @throws OfficeError */
export function call<Name extends QueryName>(
  name: Name,
  options: CallOptions<Name>,
): Promise<OfficeApi[Name]['answer']> {
  return request(name, options);
}

/** The message of any error, for the screen. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
