/** Filters of a transaction search. docs/wire/rest-interface.md "SearchInput". */

/** String members that are compared for equality. */
export interface TransactionFilter {
  readonly action: string;
  readonly authoriseId: string;
  readonly bankResponseCode: string;
  readonly billerCode: string;
  readonly cardType: string;
  readonly crn1: string;
  readonly crn2: string;
  readonly crn3: string;
  readonly currency: string;
  readonly cardExpiry: string;
  readonly cardFingerprint: string;
  readonly cardMasked: string;
  readonly merchantReference: string;
  readonly rrn: string;
  readonly receiptNumber: string;
  readonly responseCode: string;
  readonly settlementDate: string;
  readonly source: string;
  readonly subType: string;
  readonly type: string;
}

/** Transactions of a period that are alike. */
export interface TransactionSum {
  readonly action: string;
  /** The action that these reversals undo; null for all others. */
  readonly reversed: string | null;
  /** Null when the bank was not asked. */
  readonly currency: string | null;
  readonly responseCode: string;
  /** Of one of them. */
  readonly responseText: string;
  /** Null when the bank was not asked. */
  readonly bankResponseCode: string | null;
  readonly cvnResult: string | null;
  readonly count: number;
  /** Lowest denomination. */
  readonly total: bigint;
}

/** Orders of a search. */
export type TransactionOrderBy = 'oldest_first' | 'newest_first' | 'lowest_first' | 'highest_first';

/** Beginning and end of a number; an empty text is any. */
export interface NumberEnds {
  readonly start: string;
  readonly end: string;
}

/** Conditions, all of which hold. Absent members do not restrict. */
export interface TransactionCondition {
  readonly filter: Partial<TransactionFilter>;
  /** Lowest denomination. */
  readonly amount?: number;
  readonly txnNumber?: number;
  /** The masked card. */
  readonly card?: NumberEnds;
  /** The token that paid. */
  readonly paidToken?: NumberEnds;
  /** The token of the stored card. */
  readonly savedToken?: NumberEnds;
  /** A part of the card holder's name, in any case. */
  readonly holderName?: string;
  /** A part of the e-mail address, in any case. */
  readonly emailAddress?: string;
  /** Earliest processing time, milliseconds since 1970. */
  readonly from?: number;
  /** Exclusive end of the processing time. */
  readonly before?: number;
  /** Highest transaction number: pages of one list stay in place while new transactions arrive. */
  readonly upTo?: number;
}

/** A search. */
export interface TransactionQuery extends TransactionCondition {
  /** Order by processing time, newest first by default, or by amount. */
  readonly order?: TransactionOrderBy;
  /** Number of results to skip. */
  readonly offset?: number;
  /** Maximum number of results. */
  readonly limit: number;
}
