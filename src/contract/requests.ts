/** Requests that the probes begin from. Test cards only. docs/wire/rest.md section 10. */
import type { Caller } from './facility.js';

type Members = Readonly<Record<string, unknown>>;

/** The service's own Mastercard for tests. */
export const CARD_NUMBER = '5123456789012346';
/** The same with another check digit. */
export const WRONG_CARD_NUMBER = '5123456789012345';
/** An AuthKey or ResultKey that nothing has. */
export const NO_KEY = '00000000-0000-4000-8000-000000000000';
/** A token that nothing should have: its check digit is right. */
export const NO_TOKEN = '5999990000000004';
/** A shop that does not exist: no browser reaches it. */
export const SHOP_HOST = 'florin-contract.example';
const AMOUNT = 1_000;

/** A month that no card has: a live bank declines it; in test mode the year is the bank's code. */
export const TEST_EXPIRY = { approved: '9900', declined: '9905' } as const;

function termsOf({ reference }: Pick<Caller, 'reference'>): Members {
  return {
    Action: 'payment',
    Amount: AMOUNT,
    Type: 'internet',
    SubType: 'single',
    Crn1: reference,
    MerchantReference: reference,
  };
}

/** TxnReq of a payment that test mode approves. */
export function payment(call: Pick<Caller, 'reference'>, changes: Members = {}): Members {
  return { ...termsOf(call), CardDetails: card(), ...changes };
}

export function card(changes: Members = {}): Members {
  return {
    CardHolderName: 'Florin Contract',
    CardNumber: CARD_NUMBER,
    Cvn: '123',
    ExpiryDate: TEST_EXPIRY.approved,
    ...changes,
  };
}

/** T4. The key is never used unless a probe says so. */
export function keyRequest(call: Pick<Caller, 'reference'>, changes: Members = {}, others: Members = {}): Members {
  return {
    ProcessTxnData: { ...termsOf(call), TestMode: true, ...changes },
    RedirectionUrl: `https://${SHOP_HOST}/return?order=1`,
    ...others,
  };
}

/** A browser's card. */
export function browserCard(changes: Members = {}): Members {
  return {
    CardHolderName: 'Florin Contract',
    CardNumber: CARD_NUMBER,
    Cvn: '123',
    ExpiryDateMonth: '99',
    ExpiryDateYear: '00',
    ...changes,
  };
}
