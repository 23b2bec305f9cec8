/**
 * The key of an order: one, however often and however parallel it is asked for. Each turn reads what the store holds,
 * lets `next-step.ts` say what is to be done, and does it by a conditional write; whoever loses the write takes another
 * turn. Nothing is remembered between turns but the store. Design, invariant 3; promise P4.
 */
import type { AuthKeyAnswer } from '../core/pay-api.js';
import type { ReferenceName } from '../core/reference.js';
import type { TxnAuthKeyRequest } from '../wire/rest/auth-key.js';
import { actionOf, createClaim, createClaimId, isSameTerms, type Claim, type Terms } from './claim.js';
import { askService } from './find-transaction.js';
import { nextStep } from './next-step.js';
import { assertNotOutdated } from './order-version.js';
import { noteClaim } from './note-claim.js';
import { writePending, writeResult } from './payment-result.js';
import { Refusal, serviceUnreachable } from './refusal.js';
import { searchAttempt } from './settle.js';
import type { SignerContext } from './signer-context.js';
import { withoutSurcharge, type Surcharges } from './surcharge.js';
import { writeWebhookUrl } from './webhook.js';

/** How long the service may take to make a key (T4). A later answer is thrown away: that key was never handed out. */
const CALL_PATIENCE = 20_000;
/** How long the others wait for whoever asks the service. Longer than the call, so that only the dead are taken over. */
const LEASE = 25_000;
/** How long one request waits for another's key, and the first and longest pause between two looks. */
const WAIT_LIMIT = 20_000;
const FIRST_PAUSE = 10;
const LONGEST_PAUSE = 250;
/** A key that was made longer ago than this may have been paid with meanwhile: it is searched for before it is granted. */
const FRESH = 10_000;
/** How soon a page may ask again while the service itself does not know. */
const UNFINISHED_PAUSE = 5_000;
/** TokenisationMode: the service makes a token of the card that is sent with StoreCard. wire/rest.md section 7. */
const WHEN_SHOPPER_AGREES = 2;

export interface KeyRequest {
  readonly order: string;
  readonly terms: Terms;
  /** What each card type adds; absent for a shop without surcharges. */
  readonly surcharges?: Surcharges | undefined;
  /** The card is not known yet: the order's key will do whatever surcharge it was made with. */
  readonly takesAnySurcharge?: boolean;
  /** Those that the shopper may give: no part of what the shop has agreed to. */
  readonly shopperReferences?: readonly ReferenceName[] | undefined;
  readonly customerEmail: string | undefined;
  /** Whose key it is to be, as it stands in the store. */
  readonly client?: string | undefined;
}

/** @throws Refusal `service_unreachable`, `rate_limited`, or `order_refused` for an outdated price where versions rise */
export async function issueKey(context: SignerContext, request: KeyRequest): Promise<AuthKeyAnswer> {
  const { shortClaims } = context.shop;
  const issue = () => issueByStore(context, request);
  return shortClaims ? shortClaims.hold(request.order, issue) : issue();
}

async function issueByStore(context: SignerContext, request: KeyRequest): Promise<AuthKeyAnswer> {
  const { clock, rules, store } = context;
  const since = clock.now();
  let pause = FIRST_PAUSE;
  let waited = 0;
  let isSearched = false;
  for (;;) {
    const order = await store.readOrder(request.order);
    if (context.shop.orderVersions === 'rising')
      assertNotOutdated(order.claims, request.terms, request.shopperReferences);
    const at = clock.now();
    const terms = termsFor(request, order.claims.at(-1));
    const step = nextStep(order, { terms, since, at }, rules);
    switch (step.do) {
      case 'answer':
        return writeResult(context, step.claim, order.entries);
      case 'hold':
        await searchAttempt(context, step.claim);
        return answerHeld(context, step.claim, step.until);
      case 'grant':
        if (isSearched || at - step.claim.claimedAt < FRESH) {
          noteClaim(context, step.claim);
          return writeGrant(context, step.claim, request.surcharges);
        }
        // Somebody comes back to a key: perhaps it was paid with and the answer got lost.
        isSearched = true;
        if ((await searchAttempt(context, step.claim)) === 'unfinished') {
          return answerHeld(context, step.claim, at + UNFINISHED_PAUSE);
        }
        break;
      case 'refuse':
        throw new Refusal('rate_limited', 'Too many keys for this order', {
          retryAfterSeconds: Math.max(1, Math.ceil((step.until - at) / 1000)),
          limit: 'keys',
        });
      case 'give_up':
        throw serviceUnreachable();
      case 'wait':
        if (waited >= WAIT_LIMIT) throw serviceUnreachable();
        await new Promise((resolve) => setTimeout(resolve, pause));
        waited += pause;
        pause = Math.min(LONGEST_PAUSE, pause * 2);
        break;
      case 'end':
        if ((await searchAttempt(context, step.claim)) === 'unfinished') {
          return answerHeld(context, step.claim, at + UNFINISHED_PAUSE);
        }
        if (step.as === 'expired') await store.expire(step.claim.id);
        else await store.supersede(step.claim.id);
        break;
      case 'issue': {
        const claim = createClaim({
          id: createClaimId(),
          order: request.order,
          attempt: step.attempt,
          terms,
          at,
          leaseOwner: createClaimId(),
          leaseUntil: at + LEASE,
          client: request.client,
        });
        if (await store.addClaim(claim)) await makeKey(context, claim, request.customerEmail);
        break;
      }
      case 'take_over': {
        const leaseOwner = createClaimId();
        const isMine = await store.takeLease(step.claim.id, leaseOwner, at, at + LEASE);
        const client = request.client ?? null;
        if (isMine) await makeKey(context, { ...step.claim, leaseOwner, client }, request.customerEmail);
        break;
      }
    }
  }
}

/** Where any surcharge will do, that of the order's last key, so that no key is made in vain. */
function termsFor({ terms, takesAnySurcharge }: KeyRequest, last: Claim | undefined): Terms {
  if (!takesAnySurcharge || last?.state !== 'live') return terms;
  return isSameTerms(withoutSurcharge(last.terms), withoutSurcharge(terms)) ? last.terms : terms;
}

/** Asks the service for the key of a claim whose lease we hold. Losing the lease meanwhile is no failure: look again. */
async function makeKey(context: SignerContext, claim: Claim, customerEmail: string | undefined): Promise<void> {
  const { clock, guard, log, service, store } = context;
  const owner = claim.leaseOwner ?? '';
  const sentAt = clock.now();
  const token = await context.tokens.write(claim.id);
  const webHookUrl = context.hasWebhooks ? await writeWebhookUrl(context, claim.id) : undefined;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('no key in time')), CALL_PATIENCE);
  try {
    const request = writeKeyRequest(context, claim, { token, webHookUrl, customerEmail });
    await guard?.begin(claim);
    const authKey = await askService(log, 'create_auth_key', () =>
      service.createAuthKey(request, { signal: controller.signal }),
    ).catch(async (error: unknown) => {
      await guard?.undo(claim);
      throw error;
    });
    context.telemetry.count('keys.issued', { 'florin.action': claim.terms.action });
    await store.goLive(claim.id, owner, { authKey, expiresAt: sentAt + context.keyLifetime });
  } catch (error) {
    await store.failLease(claim.id, owner, clock.now());
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Amount, Currency and Crn1 are always fixed, so the page can change none of them; empty members are left out. */
function writeKeyRequest(
  { iframe, publicUrl, transactionType }: SignerContext,
  { terms, reference }: Claim,
  {
    token,
    webHookUrl,
    customerEmail,
  }: { token: string; webHookUrl: string | undefined; customerEmail: string | undefined },
): TxnAuthKeyRequest {
  return {
    ProcessTxnData: {
      Action: terms.action,
      Type: transactionType,
      SubType: 'single',
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
      ...(customerEmail ? { EmailAddress: customerEmail } : {}),
      ...(terms.dvToken === undefined ? {} : { DVTokenData: { DVToken: terms.dvToken } }),
      ...(terms.owner && { TokenisationMode: WHEN_SHOPPER_AGREES }),
    },
    ...(iframe && { IframeParameters: iframe }),
    RedirectionUrl: `${publicUrl}/return?claim=${token}`,
    ...(webHookUrl ? { WebHookUrl: webHookUrl } : {}),
  };
}

async function writeGrant(
  context: SignerContext,
  claim: Claim,
  surcharges: Surcharges | undefined,
): Promise<AuthKeyAnswer> {
  const authKey = claim.authKey ?? '';
  const submitUrl = context.addresses.payment(authKey);
  const frameUrl = context.addresses.frame(authKey, 'payment');
  const hostedUrl = context.addresses.hosted(authKey, 'payment');
  const { order } = claim;
  const signedKey = await context.signKey?.({ authKey, submitUrl, order, expiresAt: claim.expiresAt ?? 0 });
  return {
    status: 'granted',
    order,
    claim: await context.tokens.write(claim.id),
    authKey,
    submitUrl,
    ...(signedKey !== undefined && { signedKey }),
    ...(frameUrl !== undefined && { frameUrl }),
    ...(hostedUrl !== undefined && { hostedUrl }),
    ...actionOf(claim.terms),
    amount: claim.terms.amount,
    ...(claim.terms.surcharge && {
      surcharge: { minor: claim.terms.surcharge, currency: claim.terms.amount.currency },
    }),
    ...(surcharges && { surcharges }),
    ...(claim.terms.owner && { storesCard: true as const }),
    expiresInSeconds: Math.max(0, Math.floor(((claim.expiresAt ?? 0) - context.clock.now()) / 1000)),
    testMode: claim.terms.testMode,
  };
}

/** The claim's own end if the search has found one, else "not known yet". */
async function answerHeld(context: SignerContext, { id, order }: Claim, until: number): Promise<AuthKeyAnswer> {
  const { claims, entries } = await context.store.readOrder(order);
  const claim = claims.find((each) => each.id === id);
  if (!claim) throw new RangeError('a claim has disappeared from the store');
  if (claim.state === 'live' || claim.state === 'superseded') return writePending(context, claim, until);
  return writeResult(context, claim, entries);
}
