/** The 25 operations of the SOAP interface as methods; their types come from the tables in wire/soap. */
import type { OperationName, OPERATIONS } from '../wire/soap/operations.js';
import type { RequestDraft } from '../wire/soap/write-request.js';
import type { TypeName, ValueOf } from '../wire/soap/types.js';
import type { CallOptions } from './rest-call.js';

/** Credentials of an API user. The client writes them into the operations that have them. */
export interface SoapCredentials {
  /** Name of the API user. */
  readonly username: string;
  /** Password of the API user. */
  readonly password: string;
  /** Number of the merchant, as text. */
  readonly merchantNumber: string;
}

/** Settings of one call. */
export interface SoapCallOptions extends CallOptions {
  /** Timeout of this call. Default: that of the client. A large batch may need more. */
  readonly timeoutSeconds?: number;
}

/**
 * Parameters of an operation without the credentials. A missing nullable member is not sent; any other missing member is
 * sent as 0, false, or the first value of its enumeration. Times are milliseconds since 1970, UTC.
 */
export type SoapParameters<O extends OperationName> = Omit<RequestDraft<O>, keyof SoapCredentials>;

type ResultValue<T extends TypeName> =
  ValueOf<T> extends readonly (infer Item)[] ? readonly NonNullable<Item>[] : ValueOf<T>;

/** Result of a method: the content of the answer's result element, lists without nulls. */
export type SoapResult<O extends OperationName> = O extends 'Login'
  ? void
  : (typeof OPERATIONS)[O]['result'] extends infer T extends TypeName
    ? ResultValue<T>
    : void;

/** Operations whose parameters are all optional. */
type Bare = 'Login' | 'Logout';

export type SoapMethod<O extends OperationName> = O extends Bare
  ? (parameters?: SoapParameters<O>, options?: SoapCallOptions) => Promise<SoapResult<O>>
  : (parameters: SoapParameters<O>, options?: SoapCallOptions) => Promise<SoapResult<O>>;

/** The name of an operation's method: `processPayment` of `ProcessPayment`. */
export type SoapMethodName = Uncapitalize<OperationName>;

/**
 * A method for each operation. All reject with a FlorinError by the table of soap-answer.ts, or with a TypeError before
 * anything is sent if an argument is invalid.
 *
 * `login` starts a session, which the client keeps by its cookie until `logout`. The operations without credentials
 * (batches, look-up files, `isBankAvailable`, settlement files) need one. It expires 20 minutes after its last use.
 *
 * The client never retries. When `processPayment` rejects with a FlorinError other than `api_rejected`, the payment may
 * have been made: look it up with `searchTransactions`, by a reference of your own, before you call again.
 */
export type SoapClient = { readonly [O in OperationName as Uncapitalize<O>]: SoapMethod<O> };
