/**
 * The page's two questions to the shop's signer, and the reading of its answers. The contract is core/pay-api.ts;
 * an answer of another shape is refused as a whole, so nothing half-read is ever shown to a shopper.
 */
import { FlorinError } from '../core/errors.js';
import type {
  AuthKeyAnswer,
  AuthKeyGrant,
  AuthKeyRequest,
  PaymentResult,
  Receipt,
  ResultRequest,
  SignerRefusal,
} from '../core/pay-api.js';
import { type Exchange, postJson } from './exchange.js';
import { membersOf, textOf } from './members-of.js';

const TIMEOUT_SECONDS = 30;

/**
 * Asks for the key of an order.
 *
 * @throws FlorinError `order_refused`, `card_refused`, `shopper_refused`, `rate_limited`, `service_unreachable`,
 * `signer_unreachable`, `configuration_invalid`
 */
export async function askKey(signerUrl: string, request: AuthKeyRequest, exchange: Exchange): Promise<AuthKeyAnswer> {
  const answer = await ask(signerUrl, 'authkey', request, exchange);
  return isGrant(answer) ? answer : readResult(answer);
}

/**
 * Asks what became of an attempt.
 *
 * @throws FlorinError `claim_refused`, `rate_limited`, `service_unreachable`, `signer_unreachable`, `configuration_invalid`
 */
export async function askResult(signerUrl: string, request: ResultRequest, exchange: Exchange): Promise<PaymentResult> {
  return readResult(await ask(signerUrl, 'result', request, exchange));
}

/** Any of the signer's calls. @throws FlorinError as the calls above */
export async function ask(signerUrl: string, path: string, body: unknown, exchange: Exchange): Promise<unknown> {
  const url = `${signerUrl.replace(/\/+$/, '')}/${path}`;
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
  throw readRefusal(answer.status, answer.json, path);
}

const CODE_OF_REFUSAL = {
  bad_request: 'configuration_invalid',
  order_refused: 'order_refused',
  claim_refused: 'claim_refused',
  card_refused: 'card_refused',
  shopper_refused: 'shopper_refused',
  rate_limited: 'rate_limited',
  origin_refused: 'configuration_invalid',
  service_unreachable: 'service_unreachable',
} as const satisfies Partial<Record<SignerRefusal['error']['code'], FlorinError['code']>>;

function readRefusal(status: number, json: unknown, path: string): FlorinError {
  const refusal = membersOf(membersOf(json)['error']);
  const code = textOf(refusal['code']);
  const message = `The signer's ${path} answered ${status}: ${textOf(refusal['message'])}`;
  if (Object.hasOwn(CODE_OF_REFUSAL, code)) {
    return new FlorinError(CODE_OF_REFUSAL[code as keyof typeof CODE_OF_REFUSAL], message);
  }
  if (status === 429) return new FlorinError('rate_limited', message);
  // 404 and 405 come from a server that is no signer: the address is wrong. The rest may pass.
  return new FlorinError(status === 404 || status === 405 ? 'configuration_invalid' : 'signer_unreachable', message);
}

function isGrant(value: unknown): value is AuthKeyGrant {
  const grant = membersOf(value);
  return (
    grant['status'] === 'granted' &&
    ['order', 'claim', 'authKey', 'submitUrl'].every((name) => textOf(grant[name]) !== '') &&
    isMoney(grant['amount']) &&
    (grant['surcharge'] === undefined || isMoney(grant['surcharge'])) &&
    Object.values(membersOf(grant['surcharges'])).every(Number.isSafeInteger) &&
    typeof grant['expiresInSeconds'] === 'number'
  );
}

function readResult(value: unknown): PaymentResult {
  if (isResult(value)) return value;
  throw new FlorinError('signer_unreachable', 'The answer is not that of a signer');
}

function isResult(value: unknown): value is PaymentResult {
  const result = membersOf(value);
  if (textOf(result['claim']) === '') return false;
  switch (result['status']) {
    case 'approved':
    case 'declined':
    case 'failed':
      return isReceipt(result['receipt']);
    case 'open':
    case 'expired':
    case 'review':
      return true;
    case 'pending':
      return typeof result['retryAfterSeconds'] === 'number';
    default:
      return false;
  }
}

function isReceipt(value: unknown): value is Receipt {
  const receipt = membersOf(value);
  return (
    ['order', 'merchantName', 'receiptNumber', 'processedAt'].every((name) => typeof receipt[name] === 'string') &&
    isMoney(receipt['amount']) &&
    Array.isArray(receipt['references'])
  );
}

function isMoney(value: unknown): boolean {
  const money = membersOf(value);
  return Number.isSafeInteger(money['minor']) && /^[A-Z]{3}$/.test(textOf(money['currency']));
}
