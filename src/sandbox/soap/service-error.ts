/** A refusal that only this dialect words: `ServiceResponse` ERROR with a text. wire/soap.md sections 3 and 4. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** What stands in the result all the same; an empty one when it is absent. */
  readonly result: unknown;

  constructor(message: string, result?: unknown) {
    super(message);
    this.result = result;
  }
}

/** What is answered to whoever shows no right credentials, and no live login. Section 4, row 5. */
export const INVALID_LOGIN = 'invalid login';
/** Section 4, row 6. */
export const NO_CARD_TYPE = 'unable to determine card type';
