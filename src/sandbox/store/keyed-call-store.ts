/** Calls with an Idempotency-Key in the store: a call is carried out once, and its user is known. */

/** A call. Neither its key nor its body is stored. */
export interface KeyedCall {
  /** SHA-256 of the key and of whose key it is, hexadecimal. */
  readonly keyHash: string;
  /** HMAC of the whole call under its key, hexadecimal. */
  readonly callMac: string;
  /** Null for the control API. */
  readonly merchantId: number | null;
  /** User of the back office; null for the control API. */
  readonly username: string | null;
  /** Verb and path, with the names of its parameters. */
  readonly name: string;
  /** Value of the path's parameter. */
  readonly subject: string | null;
  /** By the sandbox's clock, milliseconds since 1970. */
  readonly calledAt: number;
  /** Null while the call runs, and for ever if the process ended during the call. */
  readonly status: number | null;
  /** Body of the answer; null while the call runs. */
  readonly answer: string | null;
  /** What a successful action of the back office changed, masked, for people; null for every other call. */
  readonly detail: string | null;
}

/** A successful action of the back office. */
export type DoneAction = Pick<KeyedCall, 'name' | 'subject' | 'username' | 'calledAt' | 'detail'> & {
  readonly id: number;
};

/** Read methods. */
export interface KeyedCallView {
  /** Successful calls of a merchant with this name and one of the subjects, oldest first. */
  listKeyedCalls(merchantId: number, name: string, subjects: readonly string[]): Promise<readonly KeyedCall[]>;
  /** Successful actions of a merchant's users before the one with this id, newest first. */
  listDoneActions(merchantId: number, before: number, limit: number): Promise<readonly DoneAction[]>;
}

/** Write methods within a unit of work. */
export interface KeyedCallUnit {
  /**
   * Adds a call, and deletes the oldest ones beyond `most`. Resolves with the earlier call that has the same key; then
   * nothing is added.
   */
  beginKeyedCall(call: KeyedCall, most: number): Promise<KeyedCall | undefined>;
  /** Stores the answer, also when the call itself has deleted its row. */
  finishKeyedCall(call: KeyedCall): Promise<void>;
  /** Deletes the call: its key can be used again. */
  dropKeyedCall(keyHash: string): Promise<void>;
}
