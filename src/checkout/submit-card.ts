/**
 * Sends the card to the service and reads its short answer. REST manual, "Process transaction with AuthKey"
 * (wire/rest.md T5). This is the one request that carries card digits; nothing of it is kept, logged or thrown.
 */
import type { AuthKeyGrant } from '../core/pay-api.js';
import { isFieldCode } from '../wire/codes.js';
import { type Exchange, postJson } from './exchange.js';
import { membersOf } from './members-of.js';

/** A card as typed, digits only where the card has digits. Exists from the press of the button to the request. */
export interface CardInput {
  readonly number: string;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Two digits. */
  readonly expiryYear: string;
  /** Three or four digits; empty when not asked for. */
  readonly cvn: string;
  /** At most 50 characters; may be empty. */
  readonly holderName: string;
  /** The shopper agrees that the card is kept: a key that was made for it then stores it. */
  readonly storeCard?: boolean;
}

/** What is typed of a saved card, whose key names it: its security code, empty when not asked for. */
export type SavedCardInput = Pick<CardInput, 'cvn'>;

/** The fields that the service can find fault with and a shopper can mend. */
export type CardField = 'number' | 'name' | 'expiry' | 'cvn';

/** What the service's answer means. `lost` is everything that leaves open whether a transaction was made. */
export type SubmitAnswer =
  | { readonly kind: 'finished'; readonly resultKey: string }
  | { readonly kind: 'challenge'; readonly redirectionUrl: string }
  | { readonly kind: 'field_error'; readonly field: CardField; readonly apiCode: number }
  | { readonly kind: 'refused'; readonly apiCode: number }
  | { readonly kind: 'lost'; readonly apiCode?: number; readonly cause?: unknown };

/**
 * Sends a card that is typed elsewhere, in a frame for example, with the key of its order.
 * @throws FlorinError only when nothing has been sent; everything after that is an answer
 */
export type SendCard = (key: AuthKeyGrant, exchange: Exchange) => Promise<SubmitAnswer>;

/** The service's own limit for a browser; a shorter one would turn slow answers into lost ones. wire/rest.md section 1. */
export const SUBMIT_TIMEOUT_SECONDS = 60;

/** What a shopper can mend, of FIELD_OF_API_CODE, whose other rows would be a tenth of what the frame's script weighs. */
const FIELDS: Readonly<Partial<Record<number, CardField>>> = { 112: 'number', 113: 'name', 114: 'expiry', 115: 'cvn' };

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Never throws: a failure after the send is an answer too, `lost`.
 *
 * @param request - In which object it goes, of a card that is to be stored (D9, D10); else that of a payment.
 */
export async function submitCard(
  submitUrl: string,
  card: CardInput | SavedCardInput,
  exchange: Exchange,
  request: 'DVTokenReq' | false = false,
): Promise<SubmitAnswer> {
  const typed: Partial<CardInput> = card;
  // What is undefined is left out; of a saved card, what nobody has typed stays as it was.
  const CardDetails = {
    CardHolderName: typed.holderName || undefined,
    CardNumber: typed.number || undefined,
    Cvn: typed.cvn || undefined,
    ExpiryDateMonth: typed.expiryMonth || undefined,
    ExpiryDateYear: typed.expiryYear || undefined,
  };
  try {
    const { json } = await postJson(
      submitUrl,
      { [request || 'TxnReq']: { CardDetails, StoreCard: typed.storeCard } },
      {
        timeoutSeconds: SUBMIT_TIMEOUT_SECONDS,
        // The AuthKey is the only credential, and the service has no use for the page's address.
        init: { credentials: 'omit', referrerPolicy: 'no-referrer', mode: 'cors' },
        exchange,
      },
    );
    return readSubmitAnswer(json);
  } catch (cause) {
    return { kind: 'lost', cause };
  }
}

/** Reads `{APIResponse: {ResponseCode}, ResultKey, RedirectionUrl}`; the code may come as a number or as text. */
export function readSubmitAnswer(json: unknown): SubmitAnswer {
  const { APIResponse, ResultKey, RedirectionUrl } = membersOf(json);
  const { ResponseCode } = membersOf(APIResponse);
  const isCode =
    typeof ResponseCode === 'number' || (typeof ResponseCode === 'string' && /^\d{1,3}$/.test(ResponseCode));
  if (!isCode) return { kind: 'lost' };
  const apiCode = Number(ResponseCode);
  if (apiCode === 0 && typeof ResultKey === 'string' && GUID.test(ResultKey)) {
    return { kind: 'finished', resultKey: ResultKey };
  }
  if (apiCode === 300 && typeof RedirectionUrl === 'string' && RedirectionUrl.length <= 4096) {
    return { kind: 'challenge', redirectionUrl: RedirectionUrl };
  }
  if (isFieldCode(apiCode)) {
    const field = FIELDS[apiCode];
    return field ? { kind: 'field_error', field, apiCode } : { kind: 'refused', apiCode };
  }
  // 206 and 207 too: after one's own submission they can mean that the first one went through.
  return { kind: 'lost', apiCode };
}
