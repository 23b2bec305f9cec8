/** A call between its answer and the log. Its bodies are not masked yet. */
import type { Caller } from '../merchant.js';

/** Notes of the handlers on a call. */
export interface CallNotes {
  operation?: string;
  /** The path with the names of its parameters. */
  path?: string;
  parameters?: Readonly<Record<string, string>>;
  authorization?: string | null;
  caller?: Caller;
  /** The body's text, null for invalid UTF-8, or the start of its bytes. */
  request?: string | null | (() => string);
  /** The members of a SOAP body. */
  members?: object;
  /** Whether the body of REST is a form. */
  isForm?: boolean;
  /** The answer before it is written, or its bytes. */
  response?: object | Uint8Array;
  code?: string;
  fault?: string;
}

/** A call that is not masked yet. */
export interface WaitingCall extends CallNotes {
  readonly isSoap: boolean;
  readonly method: string;
  readonly pathname: string;
  readonly calledAt: number;
  readonly milliseconds: number;
  readonly httpStatus: number | null;
}
