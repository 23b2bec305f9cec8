/** The request log in the store. Bodies are masked before they come here. docs/guides/back-office.md "Request log". */

/** A call of REST or SOAP. */
export interface LoggedCall {
  /** Null where nothing in the call belongs to a merchant. */
  readonly merchantId: number | null;
  /** By the sandbox's clock. */
  readonly calledAt: number;
  readonly milliseconds: number;
  readonly interface: 'rest' | 'soap';
  readonly method: string;
  /** Without keys and tokens. */
  readonly path: string;
  /** Name of docs/wire/rest.md section 2, such as `T1`, or of the SOAP operation; empty for an unknown one. */
  readonly operation: string;
  /** Null where the connection was dropped. */
  readonly httpStatus: number | null;
  /** Code of the service: APIResponse.ResponseCode, or the response of SOAP. */
  readonly code: string | null;
  /** The scenario that changed the answer. */
  readonly fault: string | null;
  readonly username: string | null;
  readonly txnNumber: number | null;
  /** SHA-256 of the AuthKey: calls of one key belong together. */
  readonly keyHash: string | null;
  readonly request: string;
  readonly response: string;
}

export type StoredCall = LoggedCall & { readonly id: number };

export interface LogLimits {
  readonly rows: number;
  /** Calls stored earlier are deleted, by the machine's clock. */
  readonly since: number;
}

/**
 * How much of the calls that belong to no merchant a person sees: nothing, or all but their bodies and operations, which can
 * be those of another merchant, or all.
 */
export type Unassigned = 'none' | 'outline' | 'whole';

/** A search, newest first. Absent members do not restrict it. */
export interface CallQuery {
  /** Calls of this merchant. */
  readonly merchantId: number;
  readonly unassigned: Unassigned;
  /** Operation, or a part of method and path. */
  readonly operation?: string;
  /** Code of the service, or HTTP status. */
  readonly code?: string;
  readonly from?: number;
  readonly before?: number;
  /** A part of the bodies. */
  readonly text?: string;
  /** Calls of this AuthKey. */
  readonly keyHash?: string;
  readonly txnNumbers?: readonly number[];
  /** Earlier than this call. */
  readonly beforeId?: number;
  readonly limit: number;
}

/** What an AuthKey belongs to. */
export interface KeyUse {
  readonly merchantId: number;
  /** Null until the key is used. */
  readonly txnNumber: number | null;
}

/** How long a call took. */
export interface CallDuration {
  /** By the sandbox's clock, milliseconds since 1970. */
  readonly calledAt: number;
  readonly milliseconds: number;
}

/** Read methods. */
export interface RequestLogView {
  searchCalls(query: CallQuery): Promise<readonly StoredCall[]>;
  /** Merchant and transaction of an AuthKey; undefined for an unknown one. */
  findKeyUse(authKey: string): Promise<KeyUse | undefined>;
  /** Duration and time of a merchant's calls since a time, in no order. */
  listDurations(merchantId: number, from: number): Promise<readonly CallDuration[]>;
  findCall(id: number): Promise<StoredCall | undefined>;
  /** Highest id that the person may see; 0 without a call. */
  latestCall(merchantId: number, unassigned: Unassigned): Promise<number>;
}

/** Write methods within a unit of work. */
export interface RequestLogUnit {
  /** Adds calls and deletes those beyond the limits. A call with a transaction also links earlier calls of its key. */
  addCalls(calls: readonly LoggedCall[], storedAt: number, limits: LogLimits): Promise<void>;
  /** Deletes calls that were stored earlier. */
  dropCalls(storedBefore: number): Promise<void>;
}
