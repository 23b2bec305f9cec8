/** The 25 operations of the SOAP interface as methods; their types come from the one table in wire/soap. */
import type { OperationName, OPERATIONS } from '../wire/soap/operations.js';
import type { RequestDraft } from '../wire/soap/write-request.js';
import type { TypeName, ValueOf } from '../wire/soap/types.js';
import type { CallOptions } from './rest-call.js';

/** Who calls. Where an operation carries credentials, the client writes them. */
export interface SoapCredentials {
  /** Name of the API user. */
  readonly username: string;
  readonly password: string;
  readonly merchantNumber: string;
}

/** Settings of one call. */
export interface SoapCallOptions extends CallOptions {
  /** How long this call may take, where it is not as long as the client's others: a large batch, for instance. */
  readonly timeoutSeconds?: number;
}

/**
 * What an operation takes, without the credentials. A member that is left out is not sent when it can be null, and
 * otherwise sent as 0, false, or the first value of its enumeration. Times are milliseconds since 1970, UTC.
 */
export type SoapParameters<O extends OperationName> = Omit<RequestDraft<O>, keyof SoapCredentials>;

type ResultValue<T extends TypeName> =
  ValueOf<T> extends readonly (infer Item)[] ? readonly NonNullable<Item>[] : ValueOf<T>;

/** What a method resolves with: the content of the answer's result element, lists without their nulls. */
export type SoapResult<O extends OperationName> = O extends 'Login'
  ? void
  : (typeof OPERATIONS)[O]['result'] extends infer T extends TypeName
    ? ResultValue<T>
    : void;

/** Operations without a parameter that a caller must think of. */
type Bare = 'Login' | 'Logout';

/** The method of an operation. */
export type SoapMethod<O extends OperationName> = O extends Bare
  ? (parameters?: SoapParameters<O>, options?: SoapCallOptions) => Promise<SoapResult<O>>
  : (parameters: SoapParameters<O>, options?: SoapCallOptions) => Promise<SoapResult<O>>;

/** The name of an operation's method: `processPayment` of `ProcessPayment`. */
export type SoapMethodName = Uncapitalize<OperationName>;

/**
 * A method for each operation. All reject with a FlorinError by the table of soap-answer.ts, or with a TypeError before
 * anything is sent when an argument is none that the interface knows.
 *
 * `login` begins a login that the client keeps, by its cookie, until `logout`; the operations without credentials
 * (batches, look-up files, `isBankAvailable`, settlement files) need one. It ends 20 minutes after its last use.
 *
 * Nothing is tried twice. When `processPayment` fails with `service_unreachable` or `service_timeout`, the payment may
 * have been made: look for it with `searchTransactions`, by a reference of your own, before you ask again.
 */
export type SoapClient = { readonly [O in OperationName as Uncapitalize<O>]: SoapMethod<O> };
