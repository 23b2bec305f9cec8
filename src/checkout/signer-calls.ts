/**
 * The page's calls to the shop's signer. The contract is core/pay-api.ts. An answer of another shape is refused as a whole,
 * so a shopper never sees a part of it.
 */
import { FlorinError, isFlorinError } from '../core/errors.js';
import type {
  AuthKeyAnswer,
  AuthKeyGrant,
  AuthKeyRequest,
  OrderAnswer,
  OrderRequest,
  PaymentResult,
  Receipt,
  ResultRequest,
  SavedCard,
} from '../core/pay-api.js';
import { membersOf, textOf } from '../core/members-of.js';
import { isRefusalCode, type RefusalCode, REFUSALS } from '../core/refusals.js';
import { type Exchange, type JsonAnswer, postJson } from './exchange.js';
import { signerAddress } from './origins.js';

const TIMEOUT_SECONDS = 30;

/**
 * Asks for the key of an order.
 *
 * @throws FlorinError `order_refused`, `card_refused`, `shopper_refused`, `rate_limited`, `service_unreachable`,
 * `signer_unreachable`, `configuration_invalid`
 */
export async function askKey(signerUrl: string, request: AuthKeyRequest, exchange: Exchange): Promise<AuthKeyAnswer> {
  return read(await ask(signerUrl, 'authkey', request, exchange), isPaymentAnswer);
}

/**
 * Asks whether the order can be paid; else for the result of its payment.
 *
 * @throws FlorinError `order_refused`, `rate_limited`, `service_unreachable`, `signer_unreachable`, `configuration_invalid`
 */
export async function askOrder(signerUrl: string, request: OrderRequest, exchange: Exchange): Promise<OrderAnswer> {
  return read(await ask(signerUrl, 'order', request, exchange), isOrderAnswer);
}

/**
 * Asks for the result of an attempt to pay.
 *
 * @throws FlorinError `claim_refused`, `rate_limited`, `service_unreachable`, `signer_unreachable`, `configuration_invalid`
 */
export async function askResult(signerUrl: string, request: ResultRequest, exchange: Exchange): Promise<PaymentResult> {
  return read(await ask(signerUrl, 'result', request, exchange), isResult);
}

/**
 * Any of the signer's calls. @throws FlorinError as the calls above; `configuration_invalid` for an address that is not allowed
 */
export async function ask(signerUrl: string, path: string, body: object, exchange: Exchange): Promise<unknown> {
  try {
    return await askOnce(signerUrl, path, body, exchange);
  } catch (error) {
    const isRefused = isFlorinError(error) && error.code === 'order_refused';
    const order = isRefused && (await exchange.renewOrder?.());
    if (!order) throw error;
    return askOnce(signerUrl, path, { ...body, order }, exchange);
  }
}

async function askOnce(signerUrl: string, path: string, body: object, exchange: Exchange): Promise<unknown> {
  const url = signerAddress(signerUrl, path);
  let answer;
  try {
    answer = await postJson(url, body, {
      timeoutSeconds: TIMEOUT_SECONDS,
      init: { credentials: 'same-origin' },
      exchange,
    });
  } catch (cause) {
    throw new FlorinError('signer_unreachable', `No answer from the signer's ${path}`, { cause });
  }
  if (answer.status === 200) return answer.json;
  throw readError(answer, path);
}

/** Error codes by HTTP status, for an answer without a code: it is from a server in front of the signer or in its place. */
const ERROR_OF_OTHER_SERVER: Readonly<Record<number, FlorinError['code']>> = {
  404: 'configuration_invalid',
  405: 'configuration_invalid',
  429: 'rate_limited',
};

function readError({ status, json }: JsonAnswer, path: string): FlorinError {
  const { code, message, retryAfterSeconds } = readRefusal(json);
  const error = code ? REFUSALS[code].error : (ERROR_OF_OTHER_SERVER[status] ?? 'signer_unreachable');
  return new FlorinError(error, `The signer's ${path} answered ${status}: ${message}`, { retryAfterSeconds });
}

/** Reads the body of a refusal; without a `code` if it is not the signer's. */
export function readRefusal(json: unknown): {
  readonly code: RefusalCode | undefined;
  readonly message: string;
  readonly retryAfterSeconds: number | undefined;
} {
  const { code, message, retryAfterSeconds } = membersOf(membersOf(json)['error']);
  return {
    code: isRefusalCode(code) ? code : undefined,
    message: textOf(message),
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : undefined,
  };
}

/** Returns an answer of the expected shape. @throws FlorinError `signer_unreachable` */
export function read<Answer>(value: unknown, isAnswer: (value: unknown) => value is Answer): Answer {
  if (isAnswer(value)) return value;
  throw new FlorinError('signer_unreachable', 'The answer does not have the format of a signer');
}

function isPaymentAnswer(value: unknown): value is AuthKeyAnswer {
  return isGrant(value) || isResult(value) || isPrice(value, 'priced');
}

function isOrderAnswer(value: unknown): value is OrderAnswer {
  const { status, price } = membersOf(value);
  return (status === 'payable' || isResult(value)) && (price === undefined || isPriceBeforeKey(price));
}

function isGrant(value: unknown): value is AuthKeyGrant {
  return isKey(membersOf(value)) && isPrice(value, 'granted');
}

function isPrice(value: unknown, status: string): boolean {
  const price = membersOf(value);
  return (
    price['status'] === status &&
    textOf(price['order']) !== '' &&
    (price['surcharge'] === undefined || isMoney(price['surcharge'])) &&
    isPriceBeforeKey(price)
  );
}

function isPriceBeforeKey(value: unknown): boolean {
  const { amount, surcharges } = membersOf(value);
  return isMoney(amount) && Object.values(membersOf(surcharges)).every(Number.isSafeInteger);
}

export function isKey(grant: Readonly<Record<string, unknown>>): boolean {
  return (
    grant['status'] === 'granted' &&
    ['claim', 'authKey', 'submitUrl'].every((name) => textOf(grant[name]) !== '') &&
    typeof grant['expiresInSeconds'] === 'number'
  );
}

function isResult(value: unknown): value is PaymentResult {
  const result = membersOf(value);
  return isUnsettled(result) || (/^(approved|declined|failed)$/.test(statusOf(result)) && isReceipt(result['receipt']));
}

export function isUnsettled(result: Readonly<Record<string, unknown>>): boolean {
  const status = statusOf(result);
  return (
    /^(open|expired|review)$/.test(status) || (status === 'pending' && typeof result['retryAfterSeconds'] === 'number')
  );
}

/** Empty for a result without a claim. */
export function statusOf(result: Readonly<Record<string, unknown>>): string {
  return textOf(result['claim']) && textOf(result['status']);
}

function isReceipt(value: unknown): value is Receipt {
  const receipt = membersOf(value);
  return (
    ['order', 'merchantName', 'receiptNumber', 'processedAt'].every((name) => typeof receipt[name] === 'string') &&
    isMoney(receipt['amount']) &&
    Array.isArray(receipt['references'])
  );
}

export function isSavedCard(value: unknown): value is SavedCard {
  const { others = [], ...card } = membersOf(value);
  return (
    ['handle', 'kind', 'type', 'lastDigits', 'expiry', 'holderName'].every((name) => typeof card[name] === 'string') &&
    Array.isArray(others) &&
    others.every((each) => typeof each === 'string')
  );
}

function isMoney(value: unknown): boolean {
  const money = membersOf(value);
  return Number.isSafeInteger(money['minor']) && /^[A-Z]{3}$/.test(textOf(money['currency']));
}
