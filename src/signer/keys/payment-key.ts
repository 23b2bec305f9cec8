/** The key with which a browser pays an order (T4): one for each order, also for repeated requests. */
import { membersOf } from '../../core/members-of.js';
import type { Money } from '../../core/money/money.js';
import type { AuthKeyAnswer, OrderPrice, PageScheme } from '../../core/pay-api.js';
import type { ReferenceName } from '../../core/reference.js';
import type { AttemptStatus } from '../attempts/attempt-status.js';
import { writeResult, writeStatus } from '../attempts/payment-result.js';
import { actionOf, isFinished, orderActionOf, type Claim, type Terms } from '../claims/claim.js';
import { assertNotOutdated } from '../claims/order-version.js';
import { scopeOf } from '../claims/scope.js';
import type { SignerContext } from '../signer-context.js';
import { type Granted, issueKey, type KeyCall, type KeyRequest, writeKey } from './issue-key.js';
import type { Surcharges } from './surcharge.js';
import type { WrittenDetails } from './write-details.js';

/**
 * TokenisationMode: the service makes a token of a card that is sent with StoreCard.
 * docs/wire/rest.md section 7.
 */
const WHEN_SHOPPER_AGREES = 2;

/** The shop's answer for an order, from which its key is made. */
export interface PricedKey extends Omit<KeyRequest, 'call' | 'assertCurrent' | 'keepsKey'> {
  /** The shopper has not pressed the button yet. */
  readonly isBeforePay?: boolean | undefined;
  /** The amount on the button, as the page has sent it; undefined if it has not. */
  readonly shown?: unknown;
  /** References that the shopper may type; not part of the terms. */
  readonly shopperReferences?: readonly ReferenceName[] | undefined;
  /** What each card type adds; absent for a shop without surcharges. */
  readonly surcharges?: Surcharges | undefined;
  readonly details: WrittenDetails;
  /** Scheme of the page, for the service's own frame. */
  readonly scheme?: PageScheme | undefined;
  /** BCP 47: the language of a plain form that may have to be shown again. */
  readonly locale?: string;
}

/** @throws Refusal `service_unreachable`, `rate_limited`, or `order_refused` for an outdated price where versions rise */
export async function issuePaymentKey(context: SignerContext, priced: PricedKey): Promise<AuthKeyAnswer> {
  const { orderVersions, shortClaims } = context.shop;
  const { isBeforePay, order, shopperReferences, shown, surcharges, terms } = priced;
  const request: KeyRequest = {
    ...priced,
    keepsKey: isBeforePay || (shown !== undefined && !isShown(shown, terms.amount)),
    call: paymentCall(priced),
    ...(orderVersions === 'rising' && {
      assertCurrent: (claims) => assertNotOutdated(claims, terms, shopperReferences),
    }),
  };
  const issue = () => issueKey(context, request);
  const issued = await (shortClaims ? shortClaims.hold(`${scopeOf(context.scopes, terms)} ${order}`, issue) : issue());
  switch (issued.status) {
    case 'priced':
      return { status: 'priced', ...writePrice(order, terms, surcharges) };
    case 'granted':
      return writeGrant(context, issued, surcharges);
    case 'held':
      return answerHeld(context, issued.claim, issued.attemptStatus);
    case 'ended':
      return writeResult(context, issued.claim, issued.entries);
  }
}

/**
 * Amount, Currency and Crn1 are always fixed, so the page cannot change them; empty members are
 * omitted.
 */
function paymentCall({ details: { data, hostedPage }, locale, scheme }: PricedKey): KeyCall {
  return {
    name: 'create_auth_key',
    scheme,
    returnQuery: locale === undefined ? '' : `&lang=${locale}`,
    send: ({ hosted, service, transactionType }, { order, terms, reference }, places, options) =>
      service.createAuthKey(
        {
          ProcessTxnData: {
            Action: orderActionOf(terms),
            Type: transactionType,
            SubType: 'single',
            ...data,
            Amount: terms.amount.minor,
            ...(terms.surcharge
              ? { AmountOriginal: terms.amount.minor - terms.surcharge, AmountSurcharge: terms.surcharge }
              : {}),
            Currency: terms.amount.currency,
            Crn1: terms.crn1,
            MerchantReference: reference,
            TestMode: terms.testMode,
            ...(terms.crn2 ? { Crn2: terms.crn2 } : {}),
            ...(terms.crn3 ? { Crn3: terms.crn3 } : {}),
            ...(terms.billerCode ? { BillerCode: terms.billerCode } : {}),
            ...(terms.dvToken === undefined ? {} : { DVTokenData: { DVToken: terms.dvToken } }),
            ...(terms.owner && { TokenisationMode: WHEN_SHOPPER_AGREES }),
          },
          ...places,
          ...((hosted ?? hostedPage) && { HppParameters: { ...hosted?.payment(order), ...hostedPage } }),
        },
        options,
      ),
  };
}

async function writeGrant(
  context: SignerContext,
  granted: Granted,
  surcharges: Surcharges | undefined,
): Promise<AuthKeyAnswer> {
  const { addresses } = context;
  const { order, terms } = granted.claim;
  const key = await writeKey(context, granted, (authKey) => ({
    submitUrl: addresses.payment(authKey),
    frameUrl: addresses.frame(authKey, 'payment'),
    hostedUrl: addresses.hosted(authKey, 'payment'),
  }));
  return { ...key, ...writePrice(order, terms, surcharges), ...(terms.owner && { storesCard: true as const }) };
}

function writePrice(order: string, terms: Terms, surcharges: Surcharges | undefined): OrderPrice {
  return {
    order,
    ...actionOf(terms),
    amount: terms.amount,
    ...(terms.surcharge && { surcharge: { minor: terms.surcharge, currency: terms.amount.currency } }),
    ...(surcharges && { surcharges }),
    testMode: terms.testMode,
  };
}

/** Whether the page shows this amount. */
function isShown(shown: unknown, { minor, currency }: Money): boolean {
  const money = membersOf(shown);
  return money['minor'] === minor && money['currency'] === currency;
}

/** The claim's outcome if the search found one, else "not known yet". */
async function answerHeld(
  context: SignerContext,
  { id, scope, order }: Claim,
  attemptStatus: AttemptStatus,
): Promise<AuthKeyAnswer> {
  const { claims, entries } = await context.store.readOrder(scope, order);
  const claim = claims.find((each) => each.id === id);
  if (!claim) throw new RangeError('a claim is missing from the store');
  return isFinished(claim) ? writeResult(context, claim, entries) : writeStatus(context, claim, attemptStatus);
}
