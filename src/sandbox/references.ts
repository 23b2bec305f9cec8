/** The merchant's references in requests, stored and returned unchanged. A null member was not sent, an empty one was. */

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

/** The first text that is not empty; an empty one only when no other was sent. */
export function filledOf(text: string | null, other: string | null): string | null {
  return text || other || (text ?? other);
}

/** The references of a record. A filled member of `others` takes the place of a null or empty one. */
export function referencesOf(record: TokenReferences, others: TokenReferences = NO_REFERENCES): TokenReferences {
  return {
    crn1: filledOf(record.crn1, others.crn1),
    crn2: filledOf(record.crn2, others.crn2),
    crn3: filledOf(record.crn3, others.crn3),
    billerCode: filledOf(record.billerCode, others.billerCode),
    emailAddress: filledOf(record.emailAddress, others.emailAddress),
  };
}
