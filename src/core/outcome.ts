/** What a shopper can do after a payment that was not approved. `no_funds` only from a signer with `tellsNoFunds`. */
export type Advice =
  'another_card' | 'no_funds' | 'expired_card' | 'check_details' | 'call_bank' | 'try_later' | 'contact_shop';

/** The members of a TxnResp that decide the outcome of a transaction. null equals absent. */
export interface OutcomeCodes {
  /** A string on the wire (`"0"`), unlike the number of `APIResponse.ResponseCode`. */
  readonly ResponseCode?: string | null | undefined;
  /** Two digits; absent when no bank was asked. */
  readonly BankResponseCode?: string | null | undefined;
  /** `M` matched, `N` not matched and so on. */
  readonly CVNResultCode?: string | null | undefined;
}

/**
 * The outcome of a transaction.
 *
 * - `approved`: the bank approved it. Only this status means that the payment was made.
 * - `declined`: the bank declined it. The transaction is finished; another attempt is another transaction.
 * - `error`: the bank gave no answer. `final`: no money moved. `unknown`: money may have moved or may still move, so never
 *   tell the shopper that the payment failed.
 */
export type Outcome =
  | { readonly status: 'approved' }
  | { readonly status: 'declined'; readonly advice: Advice }
  | { readonly status: 'error'; readonly finality: 'final' | 'unknown'; readonly advice: Advice };

/** Bank codes that mean approved. docs/wire/rest.md section 9, as all tables below. */
const APPROVED_BY_BANK = ['00', '08', '16'];

/**
 * Response codes of a decline, by the bank or by the service. 3 (the bank answered too late) is one of them: the service
 * has closed the transaction as declined, and a later look-up gives the same code.
 */
const DECLINED = ['1', '2', '3', '4', '5', '9', 'E', 'I', 'U'];

/**
 * Response codes of errors after which no money moves. Left out: `?`, 6, 7, D, P, x (the request may have reached the
 * bank), L and S (another attempt for the same order), PT_G1 to PT_G13 and PT_E1 (gateway and database errors), and all
 * codes that docs/wire/rest.md section 9 does not list.
 */
const FINAL = /^([8ACFNR]|PT_(V([1-9]|1[1-9]|20)|T[12567]|R([1-9]|15)|E5))$/;

/** By response code or two-digit bank code; the first row with the code counts. */
const ADVICE: readonly (readonly [Advice, codes: string])[] = [
  ['expired_card', '4 33 54'],
  ['check_details', 'I U 14 15 56 PT_V4 PT_V5 PT_V6 PT_V13 PT_V14 PT_V15'],
  ['call_bank', 'E 01 02 05 38 57 61 62 63 65 66 67 75'],
  ['try_later', '3 A C 09 19 22 28 68 90 91 92 96 PT_E5 PT_R3 PT_V12'],
  ['another_card', '5 9 F N R PT_V11 PT_V16 PT_V18 PT_T1 PT_T2 PT_T5 PT_T6 PT_T7'],
  ['contact_shop', '8 03 12 13 30 35 37 40 58 60 64 93 94 95 97 98'],
];

const UNKNOWN: Outcome = { status: 'error', finality: 'unknown', advice: 'contact_shop' };

/**
 * Reads the outcome of a transaction from its TxnResp. Only ResponseCode `"0"` is approved, and only if the bank's code,
 * where there is one, agrees; if the two contradict each other, the outcome is unknown.
 *
 * It reads codes only. The signer checks that the transaction has the amount and the order that were agreed.
 *
 * @example
 *   const outcome = readOutcome(txnResp);
 *   if (outcome.status === 'approved') ship(order);
 *   else if (outcome.status === 'error' && outcome.finality === 'unknown') lookUpLater(order);
 */
export function readOutcome({ ResponseCode, BankResponseCode, CVNResultCode }: OutcomeCodes): Outcome {
  const code = ResponseCode ?? '';
  const bankCode = BankResponseCode ?? '';
  const bankApproves = APPROVED_BY_BANK.includes(bankCode);
  if (code === '0') return bankApproves || bankCode === '' ? { status: 'approved' } : UNKNOWN;
  if (DECLINED.includes(code)) {
    if (bankApproves) return UNKNOWN;
    const advice = CVNResultCode === 'N' ? 'check_details' : (adviceFor(bankCode) ?? adviceFor(code) ?? 'another_card');
    return { status: 'declined', advice };
  }
  return FINAL.test(code) ? { status: 'error', finality: 'final', advice: adviceFor(code) ?? 'contact_shop' } : UNKNOWN;
}

function adviceFor(code: string): Advice | undefined {
  return ADVICE.find(([, codes]) => codes.split(' ').includes(code))?.[0];
}
