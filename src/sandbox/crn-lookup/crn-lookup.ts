/** Look-up files: the references that a merchant's payers may use. wire/soap.md section 3, "UploadCRNLookupFile". */

/** A line of a look-up file. */
export interface LookupEntry {
  readonly crn1: string;
  readonly crn2: string | null;
  readonly crn3: string | null;
  /** Cents, of the bill; for people only. */
  readonly amount: number | null;
  readonly name: string | null;
}

/** A look-up file that was taken. */
export interface LookupFile {
  readonly id: number;
  readonly merchantId: number;
  readonly filename: string;
  /** Gets no mail in the sandbox. */
  readonly emailAddress: string | null;
  readonly username: string;
  readonly entryCount: number;
  /** `current` is the one that counts: the newest. */
  readonly state: 'uploading' | 'current' | 'replaced';
  /** Milliseconds since 1970 by the sandbox's clock. */
  readonly uploadedAt: number;
}
