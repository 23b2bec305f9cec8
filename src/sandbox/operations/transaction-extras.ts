/** Data of 3-D Secure and fraud screening in a transaction. docs/wire/rest.md section 3, "FraudScreeningResponse". */
import type { ReDResponse } from '../../wire/rest/fraud-screening.js';
import { SCREENING_VERDICTS, findNameScenario, type ScreeningVerdict } from '../bank/scenarios.js';
import type { Random } from '../random.js';
import type { TransactionExtras } from '../transaction.js';
import type { TransactionOrder } from './transaction-order.js';

const REQUEST_ID_DIGITS = 12;
const RECORD_ID_DIGITS = 16;

/**
 * Returns the screening result; undefined when none was requested. docs/wire/rest-interface.md "Process transaction",
 * rule 4.
 */
function screen({ terms }: TransactionOrder, holderName: string | null): ScreeningVerdict | undefined {
  if (terms.requestObjects?.screening?.perform !== true) return undefined;
  return SCREENING_VERDICTS[findNameScenario(holderName)?.screening ?? 'accept'];
}

/**
 * Returns the refusal by the screening or 3-D Secure, before the bank is asked, or undefined.
 *
 * @param holderName as typed, or as stored with the token that pays
 */
export function refusalBeforeBank(order: TransactionOrder, holderName: string | null): string | undefined {
  return screen(order, holderName)?.refusal ?? order.authentication?.refusal;
}

function writeVerdict(verdict: ScreeningVerdict, txnNumber: number, random: Random): ReDResponse {
  return {
    ...verdict.response,
    REQ_ID: random.digits(REQUEST_ID_DIGITS),
    ORD_ID: String(txnNumber),
    FRAUD_REC_ID: random.digits(RECORD_ID_DIGITS),
  };
}

/** Creates the extras of a transaction; undefined when it has none. */
export function createExtras(
  order: TransactionOrder,
  holderName: string | null,
  txnNumber: number,
  random: Random,
): TransactionExtras | undefined {
  const { authentication, txnTypeName } = order;
  const verdict = screen(order, holderName);
  if (!authentication && !verdict && !txnTypeName) return undefined;
  return {
    ...(txnTypeName && { txnTypeName }),
    ...(authentication && { threeDS: authentication.response }),
    ...(verdict && { screening: writeVerdict(verdict, txnNumber, random) }),
    ...(verdict?.refusal && { isScreenedOut: true }),
  };
}
