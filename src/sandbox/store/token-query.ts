/** Filters of a token search. docs/wire/rest.md section 3, "Token SearchInput". */

/** String members that are compared for equality. */
export interface TokenFilter {
  readonly accountNumber: string;
  readonly bsbNumber: string;
  readonly cardExpiry: string;
  readonly cardFingerprint: string;
  readonly cardMasked: string;
  readonly cardType: string;
  readonly crn1: string;
  readonly crn2: string;
  readonly crn3: string;
  readonly dvToken: string;
  readonly source: string;
  readonly userCreated: string;
  readonly userUpdated: string;
}

/** A search. Absent members do not restrict it. */
export interface TokenQuery {
  readonly filter: Partial<TokenFilter>;
  /** Cards whose last month is before this one, `YYMM`. */
  readonly expiredBefore?: string;
  /** Earliest creation time, milliseconds since 1970. */
  readonly from?: number;
  /** Exclusive end of the creation time. */
  readonly before?: number;
  /** Earliest time of the last change, milliseconds since 1970. */
  readonly changedFrom?: number;
  /** Only tokens without a payment since this time, milliseconds since 1970. */
  readonly unusedFrom?: number;
  /** Last created first by default. */
  readonly order?: 'last_made_first' | 'last_changed_first';
  /** Maximum number of results. */
  readonly limit: number;
}
