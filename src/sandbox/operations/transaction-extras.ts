/** What 3-D Secure and fraud screening leave in a transaction. wire/rest.md section 3, "FraudScreeningResponse". */
import type { ReDResponse } from '../../wire/rest/fraud-screening.js';
import type { ThreeDSResponse } from '../../wire/rest/txn-resp.js';
import { SCREENING_VERDICTS, findNameScenario, type ScreeningVerdict } from '../bank/scenarios.js';
import type { Random } from '../random.js';
import type { RequestObjects } from '../request-objects.js';
import type { TransactionExtras } from '../transaction.js';

/** What 3-D Secure made of a payment. */
export interface Authentication {
  readonly response: ThreeDSResponse;
  /** Response code of a payment that must not go on; undefined when the bank may be asked. */
  readonly refusal: string | undefined;
}

/** The part of an order that this is about. */
interface ExaminedOrder {
  readonly authentication?: Authentication;
  readonly terms: { readonly requestObjects?: RequestObjects };
}

const REQUEST_ID_DIGITS = 12;
const RECORD_ID_DIGITS = 16;

function verdictOf(holderName: string | null): ScreeningVerdict {
  return SCREENING_VERDICTS[findNameScenario(holderName)?.screening ?? 'accept'];
}

/**
 * Why a payment does not get as far as the bank: the screening, or 3-D Secure. Undefined when it does.
 *
 * @param holderName as typed, or as stored with the token that pays
 */
export function refusalBeforeBank({ authentication }: ExaminedOrder, holderName: string | null): string | undefined {
  return verdictOf(holderName).refusal ?? authentication?.refusal;
}

function screen(verdict: ScreeningVerdict, txnNumber: number, random: Random): ReDResponse {
  return {
    ...verdict.says,
    REQ_ID: random.digits(REQUEST_ID_DIGITS),
    ORD_ID: String(txnNumber),
    FRAUD_REC_ID: random.digits(RECORD_ID_DIGITS),
  };
}

/** The extras of a transaction; undefined when it has none. */
export function createExtras(
  { authentication, terms }: ExaminedOrder,
  holderName: string | null,
  txnNumber: number,
  random: Random,
): TransactionExtras | undefined {
  const verdict = verdictOf(holderName);
  const isScreened = terms.requestObjects?.screening?.perform === true;
  if (!authentication && !isScreened && !verdict.refusal) return undefined;
  return {
    ...(authentication && { threeDS: authentication.response }),
    ...(isScreened && { screening: screen(verdict, txnNumber, random) }),
    ...(verdict.refusal && { isScreenedOut: true }),
  };
}
