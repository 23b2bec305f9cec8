/**
 * Asks the shop who may pay what, and checks its answer, so that a wrong price fails here and not
 * at the bank.
 */
import { askShop } from '../ask-shop.js';
import { isCurrency } from '../../core/money/currency.js';
import type { PriceBeforeKey } from '../../core/pay-api.js';
import { REFERENCE_LENGTH } from '../../core/reference.js';
import { actionOf, ORDER_ACTIONS, type Terms } from '../claims/claim.js';
import { scopeOf } from '../claims/scope.js';
import { readScheme } from '../frame/frame-theme.js';
import { assertPerson, clientOf } from '../guards/card-testing.js';
import { messageOf } from '../monitoring/message-of.js';
import { refuseOrder, refuseSetUp, Refusal } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';
import type { PricedOrder } from '../signer-options.js';
import { isOrderName, ORDER_RULE } from './order-name.js';
import type { PricedKey } from './payment-key.js';
import { readReferences, readRules } from './shopper-references.js';
import { askSurcharges, readSurcharges, type Surcharges, withSurcharge } from './surcharge.js';
import { writeDetails } from './write-details.js';

const ORDER_LENGTH = 4096;
/** Name in the log of an error of the shop's, thrown or returned. */
const FAILED = 'price_order_failed';

/** The page's key request. None of it is trusted. */
interface UntrustedKeyRequest {
  readonly order?: unknown;
  readonly cardType?: unknown;
  readonly references?: unknown;
  readonly scheme?: unknown;
  readonly beforePay?: unknown;
  readonly shown?: unknown;
}

/**
 * @throws Refusal `order_refused`, `rate_limited`, `reference_refused`, `nothing_to_pay`, `shop_failed` when the shop's own
 * code throws, or `configuration_invalid` when its answer is invalid
 */
export async function priceOrder(
  context: SignerContext,
  request: Request,
  asked: UntrustedKeyRequest,
): Promise<PricedKey> {
  const { log } = context;
  const priced = await askAboutOrder(context, request, asked.order);
  const keyRequest = await readPriced(context, request, priced, asked).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    log({ level: 'error', event: FAILED, message: messageOf(error) });
    throw refuseSetUp('The shop’s answer for this order is invalid', error);
  });
  const { order: name, terms } = keyRequest;
  await assertPerson(context, request, { scope: scopeOf(context.scopes, terms), order: name });
  return keyRequest;
}

/** An order that a page names. */
interface FoundOrder {
  readonly order: string;
  readonly testMode: boolean;
  /** Undefined if the shop names no price that can be paid; the request for a key says why. */
  price(): Promise<PriceBeforeKey | undefined>;
}

/**
 * The order that a page names, for a request that may see it. Its price is read apart: an order that was paid may have none
 * any more.
 * @throws Refusal `order_refused`, or `shop_failed` when the shop's own code throws
 */
export async function findOrder(context: SignerContext, request: Request, asked: unknown): Promise<FoundOrder> {
  const priced = await askAboutOrder(context, request, asked);
  const { order, testMode } = priced;
  assertOrderName(order, (message) => refuseSetUp(`The shop’s answer for this order is invalid: ${message}`));
  return {
    order,
    testMode: testMode === true,
    price: () => readPrice(context, priced).catch(() => undefined),
  };
}

async function readPrice(context: SignerContext, priced: PricedOrder): Promise<PriceBeforeKey> {
  const terms = readAmount(priced);
  const surcharges = await readSurchargesOf(context, priced, terms.action);
  return { ...actionOf(terms), amount: terms.amount, ...(surcharges && { surcharges }) };
}

async function askAboutOrder({ log, shop }: SignerContext, request: Request, order: unknown): Promise<PricedOrder> {
  assertOrderName(order, (message) => new Refusal('bad_request', message));
  const priced = await askShop(log, FAILED, () => shop.priceOrder(request, order));
  if (!priced) throw refuseOrder();
  return priced;
}

/** The name of an order for limits: the same order number may exist in both modes. */
export function limitKeyOf(order: string, { testMode }: Pick<PricedOrder, 'testMode'>): string {
  return `${testMode ? 'test' : 'live'} order ${order}`;
}

async function readPriced(
  context: SignerContext,
  request: Request,
  priced: PricedOrder,
  { beforePay, cardType, references: given, scheme, shown }: UntrustedKeyRequest,
): Promise<PricedKey> {
  const references = readReferences(readRules(priced), given);
  const terms = readTerms({ ...priced, ...references }, context.merchantNumber);
  const surcharges = await readSurchargesOf(context, priced, terms.action);
  return {
    order: priced.order,
    terms: withSurcharge(terms, surcharges, cardType),
    surcharges,
    takesAnySurcharge: cardType === undefined,
    shopperReferences: priced.shopperReferences?.map(({ name }) => name),
    details: writeDetails(priced),
    client: clientOf(request),
    scheme: readScheme(scheme),
    isBeforePay: beforePay === true,
    shown: shown ?? undefined,
  };
}

async function readSurchargesOf(
  { log, shop: { surcharge } }: SignerContext,
  priced: PricedOrder,
  action: Terms['action'],
): Promise<Surcharges | undefined> {
  if (!surcharge || action === 'verify_only') return undefined;
  return readSurcharges(await askShop(log, FAILED, () => askSurcharges(surcharge, priced)), priced.amount);
}

function assertOrderName(order: unknown, refuse: (message: string) => Error): asserts order is string {
  if (typeof order !== 'string' || order === '' || order.length > ORDER_LENGTH) {
    throw refuse(`order must be text of 1 to ${ORDER_LENGTH} characters`);
  }
  if (!isOrderName(order)) throw refuse(`order ${ORDER_RULE}`);
}

/**
 * @throws RangeError naming the wrong member of `PricedOrder`
 * @throws Refusal `nothing_to_pay`
 */
function readTerms(priced: PricedOrder, merchantNumber: string): Terms {
  const charged = readAmount(priced);
  assertOrderName(priced.order, (message) => new RangeError(message));
  const testMode = priced.testMode ?? false;
  const version = priced.version ?? '';
  if (typeof testMode !== 'boolean') throw new RangeError('testMode must be true or false');
  if (typeof version !== 'string') throw new RangeError('version must be text');
  return {
    merchantNumber,
    ...charged,
    crn1: readReference('crn1', priced.crn1, 1),
    crn2: readReference('crn2', priced.crn2),
    crn3: readReference('crn3', priced.crn3),
    billerCode: readReference('billerCode', priced.billerCode),
    testMode,
    version,
  };
}

/**
 * @throws RangeError naming the wrong member of `PricedOrder`
 * @throws Refusal `nothing_to_pay`
 */
function readAmount(priced: PricedOrder): Pick<Terms, 'action' | 'amount'> {
  const { minor, currency } = priced.amount;
  const action = priced.action ?? 'payment';
  if (!ORDER_ACTIONS.includes(action)) throw new RangeError(`action must be one of ${ORDER_ACTIONS.join(', ')}`);
  if (action === 'verify_only' && minor !== 0) throw new RangeError('amount.minor must be 0 for verify_only');
  if (action !== 'verify_only' && minor === 0) throw new Refusal('nothing_to_pay', 'The price of this order is 0');
  if (action !== 'verify_only' && (!Number.isSafeInteger(minor) || minor <= 0)) {
    throw new RangeError('amount.minor must be a whole number above 0');
  }
  if (!isCurrency(currency)) throw new RangeError('amount.currency must be an ISO 4217 code');
  return { action, amount: { minor, currency } };
}

function readReference(name: string, value: string | undefined, least = 0): string {
  const text = value ?? '';
  if (typeof text !== 'string' || text.length < least || text.length > REFERENCE_LENGTH) {
    throw new RangeError(`${name} must be text of ${least} to ${REFERENCE_LENGTH} characters`);
  }
  return text;
}
