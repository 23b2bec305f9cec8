/** What a search for transactions can ask. rest-interface.md "SearchInput". */

/** Members that are compared for equality, text. */
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

/** A search. What is absent does not restrict. */
export interface TransactionQuery {
  readonly filter: Partial<TransactionFilter>;
  /** Lowest denomination. */
  readonly amount?: number;
  readonly txnNumber?: number;
  /** First processed time, milliseconds since 1970. */
  readonly from?: number;
  /** First processed time that is not wanted any more. */
  readonly before?: number;
  /** By the time they were processed; newest first when it is absent. */
  readonly order?: 'oldest_first' | 'newest_first';
  /** Most transactions that are answered. */
  readonly limit: number;
}
