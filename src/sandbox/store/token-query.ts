/** What a search for tokens can ask. wire/rest.md section 3, "Token SearchInput". */

/** Members that are compared for equality, text. */
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

/** A search. What is absent does not restrict. */
export interface TokenQuery {
  readonly filter: Partial<TokenFilter>;
  /** Cards whose last month is before this one, `YYMM`. */
  readonly expiredBefore?: string;
  /** First time of creation, milliseconds since 1970. */
  readonly from?: number;
  /** First time of creation that is not wanted any more. */
  readonly before?: number;
  /** First time of the last change, milliseconds since 1970. */
  readonly changedFrom?: number;
  /** Nothing was paid with the token from then on, milliseconds since 1970. */
  readonly unusedFrom?: number;
  /** Last made first when it is absent. */
  readonly order?: 'last_made_first' | 'last_changed_first';
  /** Most tokens that are answered. */
  readonly limit: number;
}
