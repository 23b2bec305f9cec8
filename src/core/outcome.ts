/** What a shopper can do after a payment did not go through. */
export type Advice = 'another_card' | 'check_details' | 'call_bank' | 'try_later' | 'contact_shop';

/** The members of a TxnResp that decide what became of a transaction. null equals absent. */
export interface OutcomeCodes {
  /** A string on the wire (`"0"`), unlike the number of `APIResponse.ResponseCode`. */
  readonly ResponseCode?: string | null | undefined;
  /** Two digits; absent when no bank was asked. */
  readonly BankResponseCode?: string | null | undefined;
  /** `M` matched, `N` not matched and so on. */
  readonly CVNResultCode?: string | null | undefined;
}

/**
 * What became of a transaction.
 *
 * - `approved`: the bank said yes. Nothing else means that money moved as asked.
 * - `declined`: the bank said no. The transaction is finished; another attempt is another transaction.
 * - `error`: not the bank's word. `final`: no money moved. `unknown`: money may have moved or may yet move, so the
 *   shopper must not be told that it failed.
 */
export type Outcome =
  | { readonly status: 'approved' }
  | { readonly status: 'declined'; readonly advice: Advice }
  | { readonly status: 'error'; readonly finality: 'final' | 'unknown'; readonly advice: Advice };

/** Bank codes that mean approved. REST manual, "Transaction response codes", with all tables below. */
const APPROVED_BY_BANK = ['00', '08', '16'];

/**
 * Response codes that are the bank's no, or the service's word that the transaction is over. 3 (answer of the bank came
 * too late) is one: the service has closed the transaction as declined, and a second look at it says the same.
 */
const DECLINED = ['1', '2', '3', '4', '5', '9', 'E', 'I', 'U'];

/**
 * Response codes of errors after which no money moves. Not among them: `?`, 6, 7, D, P, x (the bank may have been
 * asked), L and S (another attempt for the same order is or was under way), PT_G1 to PT_G13 and PT_E1 (gateway and
 * database errors), and all that the manual does not list.
 */
const FINAL = /^([8ACFNR]|PT_(V([1-9]|1[1-9]|20)|T[12567]|R([1-9]|15)|E5))$/;

/** By response code or two-digit bank code; the first row that has it. */
const ADVICE: readonly (readonly [Advice, codes: string])[] = [
  ['check_details', '4 I U 14 15 33 54 56 PT_V4 PT_V5 PT_V6 PT_V13 PT_V14 PT_V15'],
  ['call_bank', 'E 01 02 05 38 57 61 62 63 65 66 67 75'],
  ['try_later', '3 A C 09 19 22 28 68 90 91 92 96 PT_E5 PT_R3 PT_V12'],
  ['another_card', '5 9 F N R PT_V11 PT_V16 PT_V18 PT_T1 PT_T2 PT_T5 PT_T6 PT_T7'],
  ['contact_shop', '8 03 12 13 30 35 37 40 58 60 64 93 94 95 97 98'],
];

const UNKNOWN: Outcome = { status: 'error', finality: 'unknown', advice: 'contact_shop' };

/**
 * What became of the transaction that a TxnResp reports. Only ResponseCode `"0"` is approved, and only if the bank's
 * code, where there is one, agrees; where the two contradict each other, nobody knows.
 *
 * This reads codes. That the transaction is the one that was asked for, in amount and order, is the signer's to check.
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
