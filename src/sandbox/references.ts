/** The merchant's references in requests, stored and returned unchanged. A null member was not sent. */

export interface TokenReferences {
  readonly crn1: string | null;
  readonly crn2: string | null;
  readonly crn3: string | null;
  readonly billerCode: string | null;
  readonly emailAddress: string | null;
}

/** References of a transaction. */
export interface References extends TokenReferences {
  readonly merchantReference: string | null;
}

/** No reference was sent. */
export const NO_REFERENCES: TokenReferences = {
  crn1: null,
  crn2: null,
  crn3: null,
  billerCode: null,
  emailAddress: null,
};

/** The references of a record. A member of `others` takes the place of a null. */
export function referencesOf(record: TokenReferences, others: TokenReferences = NO_REFERENCES): TokenReferences {
  return {
    crn1: record.crn1 ?? others.crn1,
    crn2: record.crn2 ?? others.crn2,
    crn3: record.crn3 ?? others.crn3,
    billerCode: record.billerCode ?? others.billerCode,
    emailAddress: record.emailAddress ?? others.emailAddress,
  };
}
