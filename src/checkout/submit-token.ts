/**
 * Sends a card or a bank account that is to be stored to the service. REST manual, "Add DVToken with AuthKey" and "Update
 * DVToken with AuthKey" (wire/rest.md D9, D10). As with payments this is the one request that carries what was typed;
 * nothing of it is kept, logged or thrown.
 */
import type { TokenKeyGrant } from '../core/pay-api.js';
import { type Exchange, postJson } from './exchange.js';
import { type CardField, type CardInput, readSubmitAnswer, SUBMIT_TIMEOUT_SECONDS } from './submit-card.js';

/** An Australian bank account as typed, digits only where it has digits; with the direct debit agreement given. */
export interface AccountInput {
  /** Six digits. */
  readonly bsb: string;
  /** Three to nine digits. */
  readonly accountNumber: string;
  /** At most 32 characters. */
  readonly accountName: string;
}

/** What is stored: a card, whose CVN is not sent, or an account. Of a card that is changed an empty text keeps what it has. */
export type TokenInput = Omit<CardInput, 'cvn'> | AccountInput;

/** The fields of an account that the service can find fault with and a shopper can mend. */
export type AccountField = 'bsb' | 'accountNumber' | 'accountName' | 'agreement';

/** What the service's answer means. `lost` is everything that leaves open whether something was stored. */
export type TokenAnswer =
  | { readonly kind: 'finished'; readonly resultKey: string }
  | { readonly kind: 'field_error'; readonly field: CardField | AccountField; readonly apiCode: number }
  | { readonly kind: 'refused'; readonly apiCode: number }
  | { readonly kind: 'lost'; readonly apiCode?: number; readonly cause?: unknown };

/**
 * Has something sent that is typed elsewhere, in the service's own frame for example.
 * @throws FlorinError only when nothing has been sent; everything after that is an answer
 */
export type SendToken = (key: TokenKeyGrant, exchange: Exchange) => Promise<TokenAnswer>;

/** wire/rest.md section 8. */
const ACCOUNT_FIELDS: Readonly<Partial<Record<number, AccountField>>> = {
  124: 'accountNumber',
  125: 'bsb',
  126: 'accountName',
  129: 'agreement',
};

/** Never throws: a failure after the send is an answer too, `lost`. */
export async function submitToken(submitUrl: string, input: TokenInput, exchange: Exchange): Promise<TokenAnswer> {
  try {
    const { json } = await postJson(
      submitUrl,
      { DVTokenReq: writeRequest(input) },
      {
        timeoutSeconds: SUBMIT_TIMEOUT_SECONDS,
        // The AuthKey is the only credential, and the service has no use for the page's address.
        init: { credentials: 'omit', referrerPolicy: 'no-referrer', mode: 'cors' },
        exchange,
      },
    );
    return readTokenAnswer(json);
  } catch (cause) {
    return { kind: 'lost', cause };
  }
}

function writeRequest(input: TokenInput) {
  if ('bsb' in input) {
    const { accountName, accountNumber, bsb } = input;
    return {
      AcceptBADirectDebitTC: true,
      BankAccountDetails: { AccountName: accountName, AccountNumber: accountNumber, BSBNumber: bsb },
    };
  }
  const { number, expiryMonth, expiryYear, holderName } = input;
  return {
    // What is undefined is left out, and stays as it was of a card that is changed.
    CardDetails: {
      CardHolderName: holderName || undefined,
      CardNumber: number || undefined,
      ExpiryDateMonth: expiryMonth,
      ExpiryDateYear: expiryYear,
    },
  };
}

/** As a payment's answer, but for the fields of an account; the bank has no step in it (300 says nothing here). */
export function readTokenAnswer(json: unknown): TokenAnswer {
  const answer = readSubmitAnswer(json);
  if (answer.kind === 'challenge') return { kind: 'lost' };
  const field = answer.kind === 'refused' ? ACCOUNT_FIELDS[answer.apiCode] : undefined;
  return field && answer.kind === 'refused' ? { kind: 'field_error', field, apiCode: answer.apiCode } : answer;
}
