import type { SoapVersion } from './namespaces.js';

/** Why a SOAP message cannot be read. route.ts turns each kind into the fault or status of docs/wire/soap.md section 5. */
export type SoapProblem =
  /**
   * Not well-formed, a DTD, an unknown encoding, or more depth, nodes or references than allowed. The version is that of
   * the root, if it was parsed.
   */
  | {
      readonly kind: 'malformed';
      readonly version: SoapVersion | undefined;
      readonly line: number;
      readonly column: number;
    }
  /** More bytes than allowed. */
  | { readonly kind: 'too_large'; readonly limit: number }
  /** The root is not an Envelope, or the Envelope, of this version, has no Body. */
  | { readonly kind: 'structure'; readonly version: SoapVersion | undefined }
  /** The Envelope has another namespace than those of SOAP. */
  | { readonly kind: 'version'; readonly namespace: string }
  /**
   * An element's text is not a value of its type. Line and column, from 1, are the position just after the element; `member`
   * is its name in the table.
   */
  | { readonly kind: 'value'; readonly line: number; readonly column: number; readonly member?: string }
  /** For a client only: the answer lacks an element that every answer has. */
  | { readonly kind: 'answer' };

/** A SOAP message cannot be read. The error's message is the part of a fault after `--->`, and may quote the value. */
export class SoapError extends Error {
  override readonly name = 'SoapError';
  readonly problem: SoapProblem;

  constructor(problem: SoapProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
