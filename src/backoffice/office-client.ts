/** Calls the API of the back office. Names, bodies and answers are those of `OfficeApi`. */
import type { OfficeApi, OfficeRefusal } from '../sandbox/backoffice/api.js';
import { OFFICE } from './root.js';

/** A refused or failed call. The message is for the person at the screen. */
export class OfficeError extends Error {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** The service's own code, where one of its rules refused. */
  readonly code: number | null;

  constructor(status: number, message: string, code: number | null = null) {
    super(message);
    this.name = 'OfficeError';
    this.status = status;
    this.code = code;
  }
}

/** Where the API begins. */
export const BASE = `${OFFICE}/api`;

/** Message without an answer. */
export const NO_ANSWER = 'The sandbox does not answer. Check that it runs, then try again.';

/** What a call sends besides its name. */
export type CallOptions<Name extends keyof OfficeApi> = {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
} & (OfficeApi[Name]['body'] extends undefined ? object : { readonly body: OfficeApi[Name]['body'] });

/** Event of the window: the session has ended. */
export const SIGNED_OUT = 'office-signed-out';

/** Reads a refusal. Dispatches {@link SIGNED_OUT} if the session has ended. */
export async function readRefusal(response: Response): Promise<OfficeError> {
  if (response.status === 401) dispatchEvent(new Event(SIGNED_OUT));
  const unknown = `The sandbox answered ${String(response.status)}`;
  try {
    const { message, code } = (await response.json()) as OfficeRefusal;
    return new OfficeError(response.status, message || unknown, code);
  } catch {
    return new OfficeError(response.status, unknown);
  }
}

function fill(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

/** @throws OfficeError */
export async function call<Name extends keyof OfficeApi>(
  name: Name,
  options: CallOptions<Name>,
): Promise<OfficeApi[Name]['answer']> {
  const [method = '', path = ''] = name.split(' ');
  const { parameters = {}, signal, body } = options as CallOptions<Name> & { readonly body?: unknown };
  let response: Response;
  try {
    response = await fetch(BASE + fill(path, parameters), {
      method,
      ...(signal && { signal }),
      ...(body !== undefined && {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new OfficeError(0, NO_ANSWER);
  }
  if (!response.ok) throw await readRefusal(response);
  return (await response.json()) as OfficeApi[Name]['answer'];
}

/** The message of any error, for the screen. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
