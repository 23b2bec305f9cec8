/**
 * Returns the key of an order, or of one attempt to save a card. Repeated and parallel requests get
 * the same key. Each iteration reads the store, lets `next-step.ts` choose the next step, and
 * performs it by a conditional write; a request that loses the write iterates again. All state
 * between iterations is in the store. docs/invariants.md, 3; promise P4.
 */
import type { PageScheme } from '../../core/pay-api.js';
import type { CallOptions } from '../../service/rest-call.js';
import type { IframeParameters } from '../../wire/rest/auth-key.js';
import { type AttemptStatus, statusAfter } from '../attempts/attempt-status.js';
import { type Ending, expireClaim } from '../attempts/expire-claim.js';
import { isNothing, isUndecided, type Search, searchAttempt } from '../attempts/settle.js';
import { createClaim, createClaimId, isSameTerms, type Claim, type Terms } from '../claims/claim.js';
import type { LedgerEntry } from '../claims/ledger-entry.js';
import { noteClaim } from '../claims/note-claim.js';
import { scopeOf } from '../claims/scope.js';
import { noteClocks } from '../monitoring/clocks.js';
import { writeWebhookUrl } from '../notices/webhook.js';
import { Refusal, serviceUnreachable } from '../refusal.js';
import { timeCall } from '../service/answer-clock.js';
import { askForShop } from '../service/ask-service.js';
import type { SignerContext } from '../signer-context.js';
import { nextStep } from './next-step.js';
import { withoutSurcharge } from './surcharge.js';

/**
 * How long the service may take to make a key (T4). A later answer is discarded: that key was never
 * handed out.
 */
const CALL_TIMEOUT = 20_000;
/**
 * How long a request waits for another request's AuthKey. Longer than the call itself, so that only
 * a dead request is taken over.
 */
const LEASE = 25_000;
/**
 * How long one request waits for another's key; and the first and longest delay between two reads
 * of the store.
 */
const WAIT_LIMIT = 20_000;
const FIRST_PAUSE = 10;
const LONGEST_PAUSE = 250;
/**
 * A key older than this may have been paid meanwhile, so its transaction is searched for before it
 * is granted.
 */
const FRESH = 10_000;

/** The parts of a key request that are the same for all kinds of keys. */
interface KeyPlaces {
  readonly RedirectionUrl: string;
  readonly WebHookUrl?: string;
  readonly IframeParameters?: IframeParameters;
}

/** A claim whose key is being made. */
type KeyClaim = Omit<Claim, 'claimedAt' | 'leaseUntil'>;

/** How the service is asked for a key: the only difference between paying, saving and changing. */
export interface KeyCall {
  /** Name in the log. */
  readonly name: string;
  /** Added to the return address. */
  readonly returnQuery?: string;
  /** Scheme of the page, for the service's own frame. A key keeps that of the request that made it. */
  readonly scheme?: PageScheme | undefined;
  send(context: SignerContext, claim: KeyClaim, places: KeyPlaces, options: CallOptions): Promise<string>;
}

export interface KeyRequest {
  readonly order: string;
  readonly terms: Terms;
  /** The card is not known yet: the order's last key is granted whatever its surcharge is. */
  readonly takesAnySurcharge?: boolean;
  /** The page asks before the shopper pays, or shows another amount: the order's key is not replaced. */
  readonly keepsKey?: boolean | undefined;
  /** @throws Refusal when a claim has later terms than these */
  readonly assertCurrent?: (claims: readonly Claim[]) => void;
  /** The client that asks for the key, as the store names it. */
  readonly client?: string | undefined;
  readonly call: KeyCall;
}

/** A claim whose key may be granted, and when the store was read, by its clock. */
export interface Granted {
  readonly status: 'granted';
  readonly claim: Claim;
  readonly at: number;
}

/**
 * The claim whose key may be granted; or a claim that has ended, or may still end, without another
 * key; or nothing but the price, because the order's key has another one and is kept.
 */
export type Issued =
  | { readonly status: 'priced' }
  | Granted
  | { readonly status: 'held'; readonly claim: Claim; readonly attemptStatus: AttemptStatus }
  | { readonly status: 'ended'; readonly claim: Claim; readonly entries: readonly LedgerEntry[] };

/** @throws Refusal `service_unreachable`, `configuration_invalid`, `rate_limited`, or an error of `assertCurrent` */
export async function issueKey(context: SignerContext, request: KeyRequest): Promise<Issued> {
  const { rules, store } = context;
  const scope = scopeOf(context.scopes, request.terms);
  let since: number | undefined;
  let pause = FIRST_PAUSE;
  let waited = 0;
  /** Ids of the claims that this request has searched for. */
  const searched = new Set<string>();
  const searchOnce = (claim: Claim) => {
    searched.add(claim.id);
    return searchAttempt({ ...context, foundBy: 'next_key' }, claim);
  };
  const leaseOwner = createClaimId();
  for (;;) {
    const order = await store.readOrder(scope, request.order);
    request.assertCurrent?.(order.claims);
    const { at } = order;
    since ??= at;
    const terms = termsFor(request, order.claims.at(-1));
    const step = nextStep(order, { terms, since, at, searched, keepsKey: request.keepsKey }, rules);
    switch (step.do) {
      case 'answer':
        return { status: 'ended', claim: step.claim, entries: order.entries };
      case 'hold': {
        const search = await searchAttempt({ ...context, foundBy: 'next_key' }, step.claim);
        return held(context, step.claim, search);
      }
      case 'grant': {
        if (searched.has(step.claim.id) || at - step.claim.claimedAt < FRESH) {
          noteClaim(context, step.claim);
          return { status: 'granted', claim: step.claim, at };
        }
        // The shopper comes back to a key that may have been paid while the answer was lost.
        const search = await searchOnce(step.claim);
        if (isUndecided(search)) return held(context, step.claim, search);
        break;
      }
      case 'price':
        return { status: 'priced' };
      case 'refuse': {
        const retryAfterSeconds = Math.max(1, Math.ceil((step.until - at) / 1000));
        context.log({ level: 'warn', event: 'keys_limited', order: request.order, retryAfterSeconds });
        throw new Refusal('rate_limited', 'Too many keys for this order', { retryAfterSeconds, limit: 'keys' });
      }
      case 'give_up':
        throw serviceUnreachable();
      case 'wait':
        // This request made the key, so the store should have it.
        if (step.claim.leaseOwner === leaseOwner) throw new Error('the claim of a fresh key is gone');
        if (waited >= WAIT_LIMIT) throw serviceUnreachable();
        await new Promise((resolve) => setTimeout(resolve, pause));
        waited += pause;
        pause = Math.min(LONGEST_PAUSE, pause * 2);
        break;
      case 'search': {
        const search = await searchOnce(step.claim);
        if (isUndecided(search)) return held(context, step.claim, search);
        break;
      }
      case 'end': {
        const search = await searchOnce(step.claim);
        if (isUndecided(search)) return held(context, step.claim, search);
        if (!isNothing(search)) break;
        if (step.as === 'superseded') {
          await store.supersede(step.claim.id);
          break;
        }
        const ending = await expireClaim(context, step.claim, { ...search, searchedAt: at });
        if (ending === 'open' || isUndecided(ending)) return held(context, step.claim, ending);
        break;
      }
      case 'issue': {
        const id = createClaimId();
        const claim = createClaim({
          id,
          scope,
          order: request.order,
          attempt: step.attempt,
          terms,
          reference: await context.references.write(scope, request.order, id),
          leaseOwner,
          lease: LEASE,
          client: request.client,
        });
        if (await store.addClaim(claim)) await makeKey(context, claim, leaseOwner, request.call);
        break;
      }
      case 'take_over': {
        const client = request.client ?? null;
        const isMine = await store.takeLease(step.claim.id, { owner: leaseOwner, client }, LEASE);
        if (isMine) await makeKey(context, { ...step.claim, client }, leaseOwner, request.call);
        break;
      }
    }
  }
}

function held(context: SignerContext, claim: Claim, search: Search | Ending): Issued {
  return { status: 'held', claim, attemptStatus: statusAfter(context, claim, search) };
}

/** The terms of the order's last key if any surcharge is accepted, so that no key is made in vain. */
function termsFor({ terms, takesAnySurcharge }: KeyRequest, last: Claim | undefined): Terms {
  if (!takesAnySurcharge || last?.state !== 'live') return terms;
  return isSameTerms(withoutSurcharge(last.terms), withoutSurcharge(terms)) ? last.terms : terms;
}

/**
 * Asks the service for the key of a claim whose lease this request holds, as `leaseOwner`. Losing
 * the lease is not an error: the caller reads the store again.
 */
async function makeKey(context: SignerContext, claim: KeyClaim, leaseOwner: string, call: KeyCall): Promise<void> {
  const { guard, log, store } = context;
  const sentAt = await store.now();
  const host = context.clock.now();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('no key in time')), CALL_TIMEOUT);
  try {
    const places = await writePlaces(context, claim, call);
    await guard?.begin(claim);
    const {
      answer: authKey,
      begunAt,
      // Of the store's clock and the host's, the later one: an early end is a second payment, a late one a longer wait.
      date = Math.max(sentAt, host),
    } = await timeCall((options) =>
      askForShop(log, call.name, () => call.send(context, claim, places, { ...options, signal: controller.signal })),
    ).catch(async (error: unknown) => {
      await guard?.undo(claim);
      throw error;
    });
    noteClocks(context, { host, store: sentAt, service: begunAt });
    context.telemetry.count('keys.issued', { 'florin.action': claim.terms.action });
    await store.goLive(claim.id, leaseOwner, { authKey, expiresAt: date + context.keyLifetime });
  } catch (error) {
    await store.failLease(claim.id, leaseOwner);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function writePlaces(
  context: SignerContext,
  { id }: KeyClaim,
  { returnQuery = '', scheme }: KeyCall,
): Promise<KeyPlaces> {
  const { hasWebhooks, iframe, publicUrl, tokens } = context;
  return {
    RedirectionUrl: `${publicUrl}/return?claim=${await tokens.write(id)}${returnQuery}`,
    ...(hasWebhooks && { WebHookUrl: await writeWebhookUrl(context, id) }),
    ...(iframe && { IframeParameters: iframe(scheme) }),
  };
}

/** Writes the part of the answer that is the same for all keys. */
export async function writeKey(
  { tokens }: SignerContext,
  { claim, at }: Granted,
  addressesOf: (authKey: string) => { submitUrl: string; frameUrl: string | undefined; hostedUrl: string | undefined },
) {
  const authKey = claim.authKey ?? '';
  const { submitUrl, frameUrl, hostedUrl } = addressesOf(authKey);
  return {
    status: 'granted' as const,
    claim: await tokens.write(claim.id),
    authKey,
    submitUrl,
    ...(frameUrl !== undefined && { frameUrl }),
    ...(hostedUrl !== undefined && { hostedUrl }),
    expiresInSeconds: Math.max(0, Math.floor(((claim.expiresAt ?? 0) - at) / 1000)),
  };
}
