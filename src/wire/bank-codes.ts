/** The codes of banks, and the response codes that group them. docs/wire/rest.md section 9. */
import { table } from './codes.js';

const FILE_UPDATE = 'File update error';

/** The texts of the codes that are not reserved. */
const TEXTS: Readonly<Record<string, string>> = {
  '00': 'Approved',
  '01': 'Refer to card issuer',
  '02': "Refer to card issuer's special conditions",
  '03': 'Invalid merchant',
  '04': 'Pick up card',
  '05': 'Do not honor',
  '06': 'Error',
  '07': 'Pick up card, special condition',
  '08': 'Honour with ID',
  '09': 'Request in progress',
  '10': 'Approved for partial amount',
  '11': 'Approved VIP',
  '12': 'Invalid transaction',
  '13': 'Invalid amount',
  '14': 'Invalid card number',
  '15': 'No such issuer',
  '16': 'Approved, update track 3',
  '17': 'Customer cancellation',
  '18': 'Customer dispute',
  '19': 'Re-enter transaction',
  '20': 'Invalid response',
  '21': 'No action taken',
  '22': 'Suspected malfunction',
  '23': 'Unacceptable transaction fee',
  '24': FILE_UPDATE,
  '25': FILE_UPDATE,
  '26': FILE_UPDATE,
  '27': FILE_UPDATE,
  '28': FILE_UPDATE,
  '29': FILE_UPDATE,
  '30': 'Format error',
  '31': 'Bank not supported by switch',
  '32': 'Completed partially',
  '33': 'Expired card',
  '34': 'Suspected fraud',
  '35': 'Card acceptor contact acquirer',
  '36': 'Restricted card',
  '37': 'Card acceptor call acquirer security',
  '38': 'Allowable PIN tries exceeded',
  '39': 'No credit account',
  '40': 'Request function not supported',
  '41': 'Lost card',
  '42': 'No universal account',
  '43': 'Stolen card, pick up',
  '44': 'No investment account',
  '51': 'Not sufficient funds',
  '52': 'No cheque account',
  '53': 'No savings account',
  '54': 'Expired card',
  '55': 'Incorrect PIN',
  '56': 'No card record',
  '57': 'Transaction not permitted to cardholder',
  '58': 'Transaction not permitted to acquirer',
  '59': 'Suspected fraud',
  '60': 'Card acceptor contact acquirer',
  '61': 'Exceeds withdrawal amount limits',
  '62': 'Restricted card',
  '63': 'Security violation',
  '64': 'Original amount incorrect',
  '65': 'Exceeds withdrawal frequency limit',
  '66': "Card acceptor call acquirer's security department",
  '67': 'Hard capture',
  '68': 'Response received too late',
  '75': 'Allowable number of PIN tries exceeded',
  '79': 'Life cycle',
  '82': 'Policy',
  '83': 'Fraud/Security',
  '90': 'Cut-off is in process',
  '91': 'Issuer or switch inoperative',
  '92': 'Financial institution or network cannot be found for routing',
  '93': 'Transaction cannot be completed, violation of law',
  '94': 'Duplicate transmission',
  '95': 'Reconcile error',
  '96': 'System malfunction',
  '97': 'Reconciliation totals have been reset',
  '98': 'MAC error',
};

function allTexts(): Readonly<Record<string, string>> {
  const codes = Array.from({ length: 100 }, (_, code) => String(code).padStart(2, '0'));
  return table(Object.fromEntries(codes.map((code) => [code, TEXTS[code] ?? 'Reserved'])));
}

/** `BankResponseCode` (two digits) to the bank's text, for all hundred codes. */
export const BANK_TEXTS = /* @__PURE__ */ allTexts();

/** Response code to the bank codes that it groups. */
const BANK_CODES_OF_RESPONSE = {
  '0': '00 08 16',
  '1': '09 10 11 12 13 17 18 20-24 26-30 32 35 37 38 40 42 44-50 52 53 55-58 60 62-64 66 67 69-89 93-97',
  '2': '01-07 14 15 19 25 31 34 36 39 41 43 59 61 65 90-92 98 99',
  '3': '68',
  '4': '33 54',
  '5': '51',
} as const;

/** A transaction response code that stands for a bank's answer. */
export type BankResponseGroup = keyof typeof BANK_CODES_OF_RESPONSE;

function groupByBankCode(): ReadonlyMap<string, BankResponseGroup> {
  const groups = new Map<string, BankResponseGroup>();
  for (const [group, ranges] of Object.entries(BANK_CODES_OF_RESPONSE)) {
    for (const range of ranges.split(' ')) {
      const [first = '', last = first] = range.split('-');
      for (let code = Number(first); code <= Number(last); code += 1) {
        groups.set(String(code).padStart(2, '0'), group as BankResponseGroup);
      }
    }
  }
  return groups;
}

const GROUP_OF_BANK_CODE = /* @__PURE__ */ groupByBankCode();

/**
 * The `TxnResp.ResponseCode` (a JSON string) of a bank's two-digit code. An unknown code is never approved: it gives `?`,
 * "Response unknown".
 */
export function responseCodeOfBankCode(code: string): BankResponseGroup | '?' {
  return GROUP_OF_BANK_CODE.get(code) ?? '?';
}
