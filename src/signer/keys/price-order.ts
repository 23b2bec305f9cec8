/**
 * Asks the shop who may pay what, and checks its answer, so that a wrong price fails here and not
 * at the bank.
 */
import { isCurrency } from '../../core/money/currency.js';
import { REFERENCE_LENGTH } from '../../core/reference.js';
import { ORDER_ACTIONS, type Terms } from '../claims/claim.js';
import { readScheme } from '../frame/frame-theme.js';
import { assertPerson, clientOf } from '../guards/card-testing.js';
import { messageOf } from '../monitoring/message-of.js';
import { refuseOrder, Refusal } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';
import type { PricedOrder } from '../signer-options.js';
import { isOrderName, ORDER_RULE } from './order-name.js';
import type { PricedKey } from './payment-key.js';
import { readReferences, readRules } from './shopper-references.js';
import { readSurcharges, withSurcharge } from './surcharge.js';
import { writeDetails } from './write-details.js';

const ORDER_LENGTH = 4096;

/** The page's key request. None of it is trusted. */
interface UntrustedKeyRequest {
  readonly order?: unknown;
  readonly cardType?: unknown;
  readonly references?: unknown;
  readonly scheme?: unknown;
}

/**
 * @throws Refusal `order_refused`, `rate_limited`, `reference_refused`, or `service_unreachable`
 * when the shop's own code fails
 */
export async function priceOrder(
  context: SignerContext,
  request: Request,
  { order, cardType, references: given, scheme }: UntrustedKeyRequest,
): Promise<PricedKey> {
  assertOrderName(order, (message) => new Refusal('bad_request', message));
  const { log, merchantNumber, shop } = context;
  let keyRequest: PricedKey | undefined;
  try {
    const priced = await shop.priceOrder(request, order);
    if (priced !== null) {
      const surcharges = await readSurcharges(priced.action === 'verify_only' ? undefined : shop.surcharge, priced);
      const references = readReferences(readRules(priced), given);
      keyRequest = {
        order: priced.order,
        terms: withSurcharge(readTerms({ ...priced, ...references }, merchantNumber), surcharges, cardType),
        surcharges,
        takesAnySurcharge: cardType === undefined,
        shopperReferences: priced.shopperReferences?.map(({ name }) => name),
        details: writeDetails(priced),
        client: clientOf(request),
        scheme: readScheme(scheme),
      };
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log({ level: 'error', event: 'price_order_failed', message: messageOf(error) });
    throw new Refusal('service_unreachable', 'The shop could not price the order', { retryAfterSeconds: 5 });
  }
  if (!keyRequest) throw refuseOrder();
  await assertPerson(context, request, keyRequest.order);
  return keyRequest;
}

function assertOrderName(order: unknown, refuse: (message: string) => Error): asserts order is string {
  if (typeof order !== 'string' || order === '' || order.length > ORDER_LENGTH) {
    throw refuse(`order must be text of 1 to ${ORDER_LENGTH} characters`);
  }
  if (!isOrderName(order)) throw refuse(`order ${ORDER_RULE}`);
}

/** @throws RangeError naming the wrong member of `PricedOrder` */
function readTerms(priced: PricedOrder, merchantNumber: string): Terms {
  const { minor, currency } = priced.amount;
  const action = priced.action ?? 'payment';
  if (!ORDER_ACTIONS.includes(action)) throw new RangeError(`action must be one of ${ORDER_ACTIONS.join(', ')}`);
  if (action === 'verify_only' && minor !== 0) throw new RangeError('amount.minor must be 0 for verify_only');
  if (action !== 'verify_only' && (!Number.isSafeInteger(minor) || minor <= 0)) {
    throw new RangeError('amount.minor must be a whole number above 0');
  }
  if (!isCurrency(currency)) throw new RangeError('amount.currency must be an ISO 4217 code');
  assertOrderName(priced.order, (message) => new RangeError(message));
  return {
    merchantNumber,
    action,
    amount: { minor, currency },
    crn1: readReference('crn1', priced.crn1, 1),
    crn2: readReference('crn2', priced.crn2),
    crn3: readReference('crn3', priced.crn3),
    billerCode: readReference('billerCode', priced.billerCode),
    testMode: priced.testMode ?? false,
    version: priced.version ?? '',
  };
}

function readReference(name: string, value: string | undefined, least = 0): string {
  const text = value ?? '';
  if (typeof text !== 'string' || text.length < least || text.length > REFERENCE_LENGTH) {
    throw new RangeError(`${name} must be text of ${least} to ${REFERENCE_LENGTH} characters`);
  }
  return text;
}
