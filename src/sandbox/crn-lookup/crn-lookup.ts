/**
 * Look-up files: the references that a merchant accepts in payments. docs/wire/soap.md section 3,
 * "UploadCRNLookupFile".
 */

/** A line of a look-up file. */
export interface LookupEntry {
  readonly crn1: string;
  readonly crn2: string | null;
  readonly crn3: string | null;
  /** Amount of the bill in cents, for information only. */
  readonly amount: number | null;
  readonly name: string | null;
}

/** An accepted look-up file. */
export interface LookupFile {
  readonly id: number;
  readonly merchantId: number;
  readonly filename: string;
  /** The sandbox sends no mail to it. */
  readonly emailAddress: string | null;
  readonly username: string;
  readonly entryCount: number;
  /** `current` is the newest file, the only one in effect. */
  readonly state: 'uploading' | 'current' | 'replaced';
  /** Milliseconds since 1970 by the sandbox's clock. */
  readonly uploadedAt: number;
}
