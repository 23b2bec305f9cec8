/**
 * Submits the card to the service and reads its answer. docs/wire/rest.md T5. This is the only request with card digits;
 * nothing of it is stored, logged or thrown.
 */
import type { AuthKeyGrant } from '../core/pay-api.js';
import { isFieldCode } from '../core/field-code.js';
import { type Exchange, postJson } from './exchange.js';
import { isGuid } from '../core/guid.js';
import { membersOf } from '../core/members-of.js';

/** A typed card, numbers as digits only. It exists from the click on the button to the request. */
export interface CardInput {
  readonly number: string;
  /** Two digits. */
  readonly expiryMonth: string;
  /** Two digits. */
  readonly expiryYear: string;
  /** Three or four digits; empty if the form has no such field. */
  readonly cvn: string;
  /** At most 50 characters; may be empty. */
  readonly holderName: string;
  /** The shopper agrees to save the card; the key must allow it. */
  readonly storeCard?: boolean;
}

/** Input for a saved card, which the key names: its security code, empty if the form has no such field. */
export type SavedCardInput = Pick<CardInput, 'cvn'>;

/** Fields that a shopper can correct when the service refuses them. */
export type CardField = 'number' | 'name' | 'expiry' | 'cvn';

/** The meaning of the service's answer. `lost`: a transaction may have been made. */
export type SubmitAnswer<Field extends string = CardField> =
  | { readonly kind: 'finished'; readonly resultKey: string }
  | { readonly kind: 'challenge'; readonly redirectionUrl: string }
  | { readonly kind: 'field_error'; readonly field: Field; readonly apiCode: number }
  | { readonly kind: 'refused'; readonly apiCode: number }
  | { readonly kind: 'lost'; readonly apiCode?: number; readonly cause?: unknown };

/**
 * Submits a card that is typed elsewhere, such as in a frame, with the key of its order.
 * @throws FlorinError only if nothing was sent; every later failure is an answer
 */
export type SendCard = (key: AuthKeyGrant, exchange: Exchange) => Promise<SubmitAnswer>;

/** The members of a key that a submission needs, for paying and saving. */
export type SubmitKey = Pick<AuthKeyGrant, 'claim' | 'authKey' | 'submitUrl' | 'signedKey' | 'frameUrl' | 'hostedUrl'>;

/** Like {@link SendCard}, for every kind of attempt. */
export type Send = (key: SubmitKey, exchange: Exchange) => Promise<SubmitAnswer>;

/** The service's limit for browsers; with a shorter timeout slow answers would be lost. docs/wire/rest.md section 1. */
export const SUBMIT_TIMEOUT_SECONDS = 60;

/** The rows of FIELD_OF_API_CODE that a shopper can correct; the whole table would be a tenth of the frame's script. */
const FIELDS: Readonly<Partial<Record<number, CardField>>> = { 112: 'number', 113: 'name', 114: 'expiry', 115: 'cvn' };

/**
 * Never throws: a failure after the request was sent resolves to `lost`.
 *
 * @param request - The object of a card to be saved (D9, D10); default: that of a payment.
 */
export async function submitCard(
  submitUrl: string,
  card: Partial<CardInput>,
  exchange: Exchange,
  request: 'DVTokenReq' | false = false,
): Promise<SubmitAnswer> {
  // JSON leaves out undefined members: those of a saved card do not change.
  const CardDetails = {
    CardHolderName: card.holderName || undefined,
    CardNumber: card.number || undefined,
    // A CVN must never be stored.
    Cvn: (!request && card.cvn) || undefined,
    ExpiryDateMonth: card.expiryMonth || undefined,
    ExpiryDateYear: card.expiryYear || undefined,
  };
  return send(submitUrl, { [request || 'TxnReq']: { CardDetails, StoreCard: card.storeCard } }, FIELDS, exchange);
}

type FieldTable<Field extends string> = Readonly<Partial<Record<number, Field>>>;

/** Submits a body and reads the answer. Never throws. @param fields - by the API code that refuses them */
export async function send<Field extends string>(
  submitUrl: string,
  body: object,
  fields: FieldTable<Field>,
  exchange: Exchange,
): Promise<SubmitAnswer<Field>> {
  // The AuthKey is the only credential, and the service does not need the page's address.
  const init = { credentials: 'omit', referrerPolicy: 'no-referrer', mode: 'cors' } as const;
  try {
    const { json } = await postJson(submitUrl, body, { timeoutSeconds: SUBMIT_TIMEOUT_SECONDS, init, exchange });
    return readSubmitAnswer(json, fields);
  } catch (cause) {
    return { kind: 'lost', cause };
  }
}

/** Reads `{APIResponse: {ResponseCode}, ResultKey, RedirectionUrl}`; the code may be a number or a string. */
export function readSubmitAnswer(json: unknown): SubmitAnswer;
export function readSubmitAnswer<Field extends string>(json: unknown, fields: FieldTable<Field>): SubmitAnswer<Field>;
export function readSubmitAnswer(json: unknown, fields: FieldTable<string> = FIELDS): SubmitAnswer<string> {
  const { APIResponse, ResultKey, RedirectionUrl } = membersOf(json);
  const { ResponseCode } = membersOf(APIResponse);
  const isCode =
    typeof ResponseCode === 'number' || (typeof ResponseCode === 'string' && /^\d{1,3}$/.test(ResponseCode));
  if (!isCode) return { kind: 'lost' };
  const apiCode = Number(ResponseCode);
  if (apiCode === 0 && isGuid(ResultKey)) {
    return { kind: 'finished', resultKey: ResultKey };
  }
  if (apiCode === 300 && typeof RedirectionUrl === 'string' && RedirectionUrl.length <= 4096) {
    return { kind: 'challenge', redirectionUrl: RedirectionUrl };
  }
  if (isFieldCode(apiCode)) {
    const field = fields[apiCode];
    return field ? { kind: 'field_error', field, apiCode } : { kind: 'refused', apiCode };
  }
  // Also for 206 and 207: they can mean that an earlier submission has succeeded.
  return { kind: 'lost', apiCode };
}
