/** A row of the table of calls: verb, path, body writer, answer reader. */
import type { AnswerTime, ExchangeRequest } from './exchange.js';
import type { AnswerReader } from './read-answer.js';
import type { BodyWriter } from './write-body.js';

/** Settings of one call. */
export interface CallOptions {
  /** Aborts the call, which rejects with the signal's reason. The service may still do what was sent. */
  readonly signal?: AbortSignal;
  /** Called with the time of the answer, also if the service refuses the call, before the call resolves or rejects. */
  readonly onAnswer?: (time: AnswerTime) => void;
}

/** The parts of a request that a row decides. */
export type CallRequest = Pick<ExchangeRequest, 'method'> & { readonly path: string; readonly body?: string };

/** A call of the interface: `Args` are the method's arguments, including CallOptions. */
export interface RestCall<Args extends readonly unknown[], Result> {
  readonly write: (...args: Args) => CallRequest;
  readonly optionsOf: (...args: Args) => CallOptions;
  readonly read: AnswerReader<Result>;
}

const KEY = {
  form: /^(?=.*[\d-])[A-Za-z0-9-]{1,64}$/,
  expected: '1 to 64 letters, digits and hyphens, and not only letters',
};

/**
 * Values allowed in a path. Another text could select another operation (`..`, `search`), and a card number in place of a
 * token would be in the URL, which proxies log.
 */
const SEGMENTS = {
  txnNumber: KEY,
  authKey: KEY,
  resultKey: KEY,
  dvToken: { form: /^599999\d{10}$/, expected: '16 digits that start with 599999' },
} as const;

type SegmentName = keyof typeof SEGMENTS;

function isSegmentName(name: string): name is SegmentName {
  return Object.hasOwn(SEGMENTS, name);
}

/** The path's arguments: a string for each `{name}`. */
type PathArgs<Path extends string> = Path extends `${string}{${SegmentName}}${infer Rest}`
  ? [string, ...PathArgs<Rest>]
  : [];

function writePath(path: string, values: readonly unknown[]): string {
  let position = 0;
  return path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = values[position];
    position += 1;
    if (!isSegmentName(name)) throw new TypeError(`The path has no ${name}`);
    // Without the value, which could be a card number.
    if (typeof value !== 'string' || !SEGMENTS[name].form.test(value)) {
      throw new TypeError(`${name} must be ${SEGMENTS[name].expected}`);
    }
    return value;
  });
}

/** Creates a row. Its arguments are those of the path, then the body, then CallOptions. */
export function row<const Path extends string, Body extends readonly unknown[], Result>(
  method: CallRequest['method'],
  path: Path,
  request: BodyWriter<Body>,
  read: AnswerReader<Result>,
): RestCall<[...PathArgs<Path>, ...Body, options?: CallOptions], Result> {
  const inPath = path.split('{').length - 1;
  return {
    write: (...args) => {
      const written = writePath(path, args);
      const body = request.write(...(args.slice(inPath, inPath + request.takes) as unknown as Body));
      return body === undefined ? { method, path: written } : { method, path: written, body };
    },
    optionsOf: (...args) => (args[inPath + request.takes] ?? {}) as CallOptions,
    read,
  };
}

/** True only for identical types. Nearly every member of this wire is optional, so assignability is not enough. */
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The row of a client's method. */
export type CallOf<Method> = Method extends (...args: infer Args) => Promise<infer Result>
  ? RestCall<Args, Result>
  : never;

/** A table with the exact row of each method of `Client`: a row that does not match has the type `never`. */
export type FittingCalls<Client, Table> = {
  readonly [Name in keyof Client]: Name extends keyof Table
    ? IsSame<Signature<Table[Name]>, Signature<CallOf<Client[Name]>>> extends true
      ? Table[Name]
      : never
    : never;
};

/** Arguments and result of a row, without the names of the arguments. */
type Signature<Call> =
  Call extends RestCall<infer Args, infer Result>
    ? { readonly first: Args[0]; readonly second: Args[1]; readonly third: Args[2]; readonly result: Result }
    : never;
