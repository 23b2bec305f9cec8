/** What a search for tokens can ask. wire/rest.md section 3, "Token SearchInput". */

/** Members that are compared for equality, text. */
export interface TokenFilter {
  readonly cardExpiry: string;
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
  /** Most tokens that are answered. */
  readonly limit: number;
}
