/**
 * Refusals: the error answers of the signer. One class, thrown in the signer and written as a
 * response in one place.
 */
import type { SignerRefusal } from '../core/pay-api.js';
import { type RefusalCode, REFUSALS } from '../core/refusals.js';

/**
 * The limit that was reached: of a client (calls or tries), of an order (calls or keys), or of the
 * shop (declines).
 */
export type RefusalLimit = 'client' | 'order' | 'tries' | 'keys' | 'challenge';

/** Options of a {@link Refusal}. */
export interface RefusalOptions {
  /** HTTP status, if it is more precise than the code's own (404, 405, 413, 415). */
  readonly status?: number;
  /** When the caller may try again; it becomes `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** For 405. */
  readonly allow?: string;
  /** The limit that was reached, if any; for metrics, not for the caller. */
  readonly limit?: RefusalLimit;
  /** The error behind the refusal; not for the caller. */
  readonly cause?: unknown;
  /** For `reference_refused`. */
  readonly reference?: SignerRefusal['error']['reference'];
}

/** The signer answers a call with it, whether the signer or a function of the shop has thrown it. */
export class Refusal extends Error {
  /** The code that the page gets. */
  readonly code: RefusalCode;
  /** HTTP status; by default that of the code. */
  readonly status: number;
  /** The limit that was reached, if any; for metrics. */
  readonly limit: RefusalLimit | undefined;
  /** Headers of the response, such as `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  /** For `reference_refused`: which reference, and why. */
  readonly reference: SignerRefusal['error']['reference'];
  /** When the caller may try again. */
  readonly retryAfterSeconds: number | undefined;

  /** @param message for developers; contains nothing that the caller sent */
  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.name = 'Refusal';
    this.code = code;
    this.status = options.status ?? REFUSALS[code].status;
    this.reference = options.reference;
    this.limit = options.limit;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = {
      ...(options.retryAfterSeconds === undefined ? {} : { 'retry-after': String(options.retryAfterSeconds) }),
      ...(options.allow === undefined ? {} : { allow: options.allow }),
    };
  }
}

/** The same message for an unknown, a foreign and a malformed claim. */
export function refuseClaim(): Refusal {
  return new Refusal('claim_refused', 'This claim is not known here');
}

/** The same message for an unknown, a foreign, a removed, an expired and a malformed handle. */
export function refuseCard(): Refusal {
  return new Refusal('card_refused', 'This saved card is not known here');
}

/** The same message for an order that does not exist and for another shopper's order. */
export function refuseOrder(): Refusal {
  return new Refusal('order_refused', 'This order cannot be paid from here');
}

/**
 * What the shop has set up is wrong, so that a retry does not help. The caller has logged what it is: a stranger does not
 * learn it. @param message for developers
 */
export function refuseSetUp(message: string, cause?: unknown): Refusal {
  return new Refusal('configuration_invalid', message, { cause });
}

/** Nothing was charged by this call, and the claim is unchanged. */
export function serviceUnreachable(cause?: unknown): Refusal {
  return new Refusal('service_unreachable', 'The payment service does not answer; nothing was charged by this call', {
    retryAfterSeconds: 5,
    cause,
  });
}
