/** Which calls of the journal are meant. */
import { number, someOf, whole } from '../../wire/read-input.js';
import { MERCHANT_NUMBER } from '../control/read-merchant.js';
import { readSetup, TEXT } from '../control/read-setup.js';

/** Conditions that a call must all meet. Without conditions, every call does. */
export interface CallMatch {
  /** Number of the merchant. */
  readonly merchant?: string;
  /** `T1` to `D14`, or the name of a SOAP operation. */
  readonly operation?: string;
  /** Crn1 or MerchantReference. */
  readonly order?: string;
  /** The AuthKey that the call used or made, or the ResultKey that it asked for. */
  readonly key?: string;
  /** Lowest denomination. */
  readonly amount?: number;
  /** Code of the call (`RecordedCall.code`), such as `0`. */
  readonly code?: string;
  /** Code of the transaction in the answer, such as `5`. */
  readonly txnCode?: string;
  /** Later than the call with this id. */
  readonly after?: number;
}

/** How long to wait for calls. */
export interface CallWait {
  /** Number of calls; default 1. */
  readonly count?: number;
  /** Default 5, at most 25, by the machine's clock. */
  readonly timeoutSeconds?: number;
}

const HIGHEST = Number.MAX_SAFE_INTEGER;
/** Callers such as `florin control` give up after 30 seconds. */
const LONGEST_WAIT_SECONDS = 25;

export const CALL_MATCH = someOf({
  merchant: MERCHANT_NUMBER,
  operation: TEXT,
  order: TEXT,
  key: TEXT,
  amount: whole(-HIGHEST, HIGHEST),
  code: TEXT,
  txnCode: TEXT,
  after: whole(0, HIGHEST),
});

export const CALL_WAIT = someOf({ count: whole(1, 1_000), timeoutSeconds: number(0, LONGEST_WAIT_SECONDS) });

/** @throws SetupError that names the condition */
export function readMatch(match: CallMatch): CallMatch {
  return readSetup(CALL_MATCH, match, 'match');
}

/** @throws SetupError that names the member */
export function readWait(wait: CallWait): CallWait {
  return readSetup(CALL_WAIT, wait, 'wait');
}
