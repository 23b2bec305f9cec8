/**
 * Stands for core/errors.ts in the frame's one script: what crosses to the page is an error's code and message alone, and
 * no error of another copy of Florin ever comes here.
 */
import type { FlorinErrorCode } from '../core/errors.js';

export class FlorinError extends Error {
  readonly code: FlorinErrorCode;

  constructor(code: FlorinErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const isFlorinError = (value: unknown): value is FlorinError => value instanceof FlorinError;
