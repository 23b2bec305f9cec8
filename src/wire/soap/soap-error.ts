import type { SoapVersion } from './namespaces.js';

/** Why a SOAP message cannot be read. route.ts turns each kind into the fault or status of wire/soap.md section 5. */
export type SoapProblem =
  /**
   * Not well-formed, a DTD, an unknown encoding, or beyond the limits of depth, nodes and references. The version is
   * that of the root, if it was one and was still seen.
   */
  | {
      readonly kind: 'malformed';
      readonly version: SoapVersion | undefined;
      readonly line: number;
      readonly column: number;
    }
  /** More bytes than the reader takes. */
  | { readonly kind: 'too_large'; readonly limit: number }
  /** The root is no Envelope, or the Envelope, of this version, has no Body. */
  | { readonly kind: 'structure'; readonly version: SoapVersion | undefined }
  /** An Envelope in no SOAP namespace. */
  | { readonly kind: 'version'; readonly namespace: string }
  /** An element's text is no value of its type. Line and column, from 1, are those just behind the element. */
  | { readonly kind: 'value'; readonly line: number; readonly column: number }
  /** A client's reader only: the answer lacks what every answer has. */
  | { readonly kind: 'answer' };

/** A SOAP message cannot be read. The message is what a fault says after its `--->`, and may quote the value. */
export class SoapError extends Error {
  override readonly name = 'SoapError';
  readonly problem: SoapProblem;

  constructor(problem: SoapProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
