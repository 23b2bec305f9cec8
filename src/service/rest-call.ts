/** One row of the table of calls: verb, path, what is written, what is read. */
import type { ExchangeRequest } from './exchange.js';
import type { AnswerReader } from './read-answer.js';
import type { BodyWriter } from './write-body.js';

/** Settings of one call. */
export interface CallOptions {
  /** Gives the call up; it rejects with the signal's reason. What was sent may still be done. */
  readonly signal?: AbortSignal;
}

/** The parts of a request that a row decides. */
export type CallRequest = Pick<ExchangeRequest, 'method'> & { readonly path: string; readonly body?: string };

/** A call of the interface: `Args` are the method's arguments, its CallOptions included. */
export interface RestCall<Args extends readonly unknown[], Result> {
  readonly write: (...args: Args) => CallRequest;
  readonly optionsOf: (...args: Args) => CallOptions;
  readonly read: AnswerReader<Result>;
}

/**
 * What may stand in a path. Another text could reach another operation (`..`, `search`), and a card number in the place
 * of a token would stand in the URL, which proxies log.
 */
const SEGMENTS = {
  txnNumber: {
    form: /^(?=.*[\d-])[A-Za-z0-9-]{1,64}$/,
    says: '1 to 64 letters, digits and hyphens, and not only letters',
  },
  authKey: {
    form: /^(?=.*[\d-])[A-Za-z0-9-]{1,64}$/,
    says: '1 to 64 letters, digits and hyphens, and not only letters',
  },
  resultKey: {
    form: /^(?=.*[\d-])[A-Za-z0-9-]{1,64}$/,
    says: '1 to 64 letters, digits and hyphens, and not only letters',
  },
  dvToken: { form: /^599999\d{10}$/, says: '16 digits that start with 599999' },
} as const;

type SegmentName = keyof typeof SEGMENTS;

function isSegmentName(name: string): name is SegmentName {
  return Object.hasOwn(SEGMENTS, name);
}

/** The arguments that a path takes: a text for each `{name}`. */
type PathArgs<Path extends string> = Path extends `${string}{${SegmentName}}${infer Rest}`
  ? [string, ...PathArgs<Rest>]
  : [];

function writePath(path: string, values: readonly unknown[]): string {
  let position = 0;
  return path.replace(/\{(\w+)\}/g, (_place, name: string) => {
    const value = values[position];
    position += 1;
    if (!isSegmentName(name)) throw new TypeError(`The path has no ${name}`);
    // The value is not quoted.
    if (typeof value !== 'string' || !SEGMENTS[name].form.test(value)) {
      throw new TypeError(`${name} must be ${SEGMENTS[name].says}`);
    }
    return value;
  });
}

/** Makes a row. Its arguments are the path's, then the body, then CallOptions. */
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

/** True only of the very same type. Nearly every member of this wire is optional, so assignability proves nothing. */
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The row of a client's method. */
export type CallOf<Method> = Method extends (...args: infer Args) => Promise<infer Result>
  ? RestCall<Args, Result>
  : never;

/** A table where each row of `Client` fits to the letter: `never` stands in the place of a row that does not. */
export type FittingCalls<Client, Table> = {
  readonly [Name in keyof Client]: Name extends keyof Table
    ? IsSame<Signature<Table[Name]>, Signature<CallOf<Client[Name]>>> extends true
      ? Table[Name]
      : never
    : never;
};

/** What a row takes and gives, without the names of its arguments. */
type Signature<Call> =
  Call extends RestCall<infer Args, infer Result>
    ? { readonly first: Args[0]; readonly second: Args[1]; readonly third: Args[2]; readonly result: Result }
    : never;
