/** Explains the outcome of a transaction, and what a merchant can do, in plain English for support people. */
import { BANK_TEXTS } from '../../wire/bank-codes.js';
import type { RecordResult } from '../batch/batch.js';
import { APPROVED } from '../operations/outcome.js';
import { PENDING } from '../operations/start-challenge.js';
import type { Transaction } from '../transaction.js';
import type { Explanation } from './endpoint.js';

const ANOTHER_CARD = 'Ask the shopper to use another card.';
const NO_RETRY = 'Do not try the same card again. Ask for another way to pay.';
const LATER = 'Nothing was charged. Try again later.';

/** Bank codes that mean the same to a shop. */
const BANK_REASONS: readonly (Explanation & { readonly codes: string })[] = [
  {
    codes: '51',
    why: 'There is not enough money on the card.',
    todo: `${ANOTHER_CARD} The same card can work later, or for a smaller amount.`,
  },
  {
    codes: '61 65',
    why: 'The card has reached its limit for amounts or payments.',
    todo: 'Ask the shopper to use another card, or to raise the limit at their bank.',
  },
  {
    codes: '33 54',
    why: 'The card has expired, or its expiry date is wrong.',
    todo: 'Ask the shopper to check the expiry date, or to use their new card.',
  },
  {
    codes: '01 02 05 60 66',
    why: 'The bank refused the payment and gives no reason to shops.',
    todo: 'Only the shopper can ask their bank why. Until then, ask for another card.',
  },
  {
    codes: '14 15 39 42 44 52 53 56',
    why: 'The bank does not know this card.',
    todo: 'Ask the shopper to check the card number, or to use another card.',
  },
  { codes: '04 07 36 41 43 62 67', why: 'The bank has blocked this card: it may be lost or stolen.', todo: NO_RETRY },
  {
    codes: '34 59 63 83',
    why: 'The bank suspects fraud.',
    todo: `${NO_RETRY} Look at the order before you send anything.`,
  },
  { codes: '38 55 75', why: 'The PIN of the card is wrong or locked.', todo: ANOTHER_CARD },
  { codes: '57 58 79 82 93', why: 'This card may not be used for such a payment.', todo: ANOTHER_CARD },
  { codes: '06 22 90 91 92 96 98', why: 'The bank or its network did not work at that moment.', todo: LATER },
  {
    codes: '68',
    why: 'The bank did not answer in time.',
    todo: 'Look for a later transaction of the same order before you try again, so that nobody pays twice.',
  },
];

const BY_BANK_CODE = new Map(
  BANK_REASONS.flatMap(({ codes, ...reason }) => codes.split(' ').map((code) => [code, reason] as const)),
);

const UNSUPPORTED: Explanation = {
  why: 'The facility does not support this action, so the bank was not asked. Purchases and preauths are separate facilities.',
  todo: 'Use the merchant number of the other facility, or change allowedActions of this one.',
};

/** Answers of the service itself: the bank was not asked, or did not decide. */
const OWN_REASONS: Readonly<Record<string, Explanation>> = {
  '6': { why: 'The bank could not be reached.', todo: LATER },
  F: {
    why: 'The shopper did not pass 3-D Secure, so the bank was not asked.',
    todo: 'Ask the shopper to try again and to confirm the payment with their bank, or to use another card.',
  },
  PT_V2: UNSUPPORTED,
  PT_V7: UNSUPPORTED,
  PT_V11: {
    why: 'The shopper did not finish 3-D Secure in time, so the bank was not asked.',
    todo: 'Nothing was charged. Ask the shopper to pay again.',
  },
  PT_V12: {
    why: '3-D Secure was not available for this card, so the bank was not asked.',
    todo: 'Nothing was charged. Ask the shopper to try again later, or to use another card.',
  },
  PT_V18: {
    why: 'The fraud screening or a fraud rule of the merchant refused it, so the bank was not asked.',
    todo: 'Look at the order and its fraud answer. Do not ask the shopper for another card before you trust the order.',
  },
};

const NOTHING_TO_DO = 'Nothing has to be done.';

function explainApproved({ action, extras = {} }: Transaction): Explanation {
  if (extras.screening?.FRAUD_STAT_CD === 'CHALLENGE') {
    return {
      why: 'The bank approved it, but the fraud screening asks for a review.',
      todo: 'Look at the order before you send anything. If you do not trust it, reverse or refund it.',
    };
  }
  if (action === 'preauth') {
    return { why: 'The bank reserved the amount.', todo: 'Capture it to get the money, or reverse it to release it.' };
  }
  return { why: 'The bank approved it.', todo: NOTHING_TO_DO };
}

export function explainOutcome(transaction: Transaction): Explanation {
  const { responseCode } = transaction;
  if (responseCode === APPROVED) return explainApproved(transaction);
  if (responseCode === PENDING) {
    return {
      why: 'The shopper is at the page of the bank for 3-D Secure. Nothing is decided yet.',
      todo: 'Wait. Without an answer it ends by itself.',
    };
  }
  return explainDecline(transaction);
}

/** Explains why a record of a batch failed. Undefined for an approved one, and for one that waits. */
export function explainRecord(result: RecordResult | undefined, isEnded: boolean): Explanation | undefined {
  if (!result) {
    if (!isEnded) return undefined;
    return { why: 'The batch ended before this line.', todo: 'Nothing was charged. Upload the line in a new file.' };
  }
  if (result.responseCode === APPROVED) return undefined;
  if (result.txnNumber !== null) return explainDecline(result);
  return {
    why: `A rule of the merchant refused it before it became a transaction: ${result.responseText}.`,
    todo: 'Nothing was charged. Correct the line and upload it in a new file.',
  };
}

/** The answer to a declined transaction. */
type Decline = Pick<Transaction, 'responseCode' | 'responseText' | 'bankResponseCode'> & {
  readonly cvnResult?: string | null;
};

/** Explains why a transaction was not approved. */
export function explainDecline({ responseCode, responseText, bankResponseCode, cvnResult }: Decline): Explanation {
  const own = OWN_REASONS[responseCode];
  if (own) return own;
  if (bankResponseCode !== null && cvnResult === 'N') {
    return {
      why: 'The security code does not match the card.',
      todo: 'Ask the shopper to check the security code, or to use another card.',
    };
  }
  const byBank = bankResponseCode === null ? undefined : BY_BANK_CODE.get(bankResponseCode);
  if (byBank) return byBank;
  if (bankResponseCode === null) {
    return { why: `A rule of the service refused it: ${responseText}.`, todo: 'No money has moved.' };
  }
  return {
    why: `The bank refused it: ${BANK_TEXTS[bankResponseCode] ?? responseText}.`,
    todo: `${ANOTHER_CARD} If it happens with every card, ask the payment service.`,
  };
}
