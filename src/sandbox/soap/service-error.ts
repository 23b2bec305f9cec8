/** A refusal with a SOAP message: `ServiceResponse` ERROR with a text. docs/wire/soap.md sections 3 and 4. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** The result beside the error; empty by default. */
  readonly result: unknown;

  constructor(message: string, result?: unknown) {
    super(message);
    this.result = result;
  }
}

/** Message for wrong credentials or a missing login. Section 4, row 5. */
export const INVALID_LOGIN = 'invalid login';
/** Section 4, row 6. */
export const NO_CARD_TYPE = 'unable to determine card type';
