/**
 * Returns the outcome of an attempt: from the store if the attempt is finished, otherwise from the
 * service. The call is safe to repeat.
 */
import type { PaymentResult, TokenResult } from '../../core/pay-api.js';
import { isFinished, type Claim } from '../claims/claim.js';
import type { LedgerEntry, OrderRecord } from '../claims/ledger-entry.js';
import { noteClaim } from '../claims/note-claim.js';
import { isTokenClaim } from '../claims/token-entry.js';
import { settledClaim } from '../keys/next-step.js';
import { awaitNotice, notifyShop } from '../notices/notify-shop.js';
import { refuseClaim, Refusal } from '../refusal.js';
import type { SignerContext } from '../signer-context.js';
import { waitBriefly } from '../wait-briefly.js';
import { type AttemptStatus, statusAfter, whilePayable } from './attempt-status.js';
import { expireClaim } from './expire-claim.js';
import { writeResult, writeStatus } from './payment-result.js';
import { isNothing, isUndecided, searchAttempt } from './settle.js';
import { writeTokenResult, writeTokenStatus } from './token-result.js';

/** How an outcome of one kind of attempt is written for the page. */
interface ResultKind<Result> {
  isOf(claim: Claim): boolean;
  /**
   * For a finished claim: its outcome. Otherwise: its state by the clock, when the service found no
   * transaction.
   */
  write(context: SignerContext, claim: Claim, entries: readonly LedgerEntry[]): Promise<Result>;
  writeStatus(context: SignerContext, claim: Claim, attemptStatus: AttemptStatus): Promise<Result>;
}

const PAYMENT: ResultKind<PaymentResult> = {
  isOf: (claim) => !isTokenClaim(claim),
  write: writeResult,
  writeStatus,
};
const TOKEN: ResultKind<TokenResult> = {
  isOf: isTokenClaim,
  write: writeTokenResult,
  writeStatus: writeTokenStatus,
};

/**
 * The outcome of an attempt to pay.
 *
 * @param resultKey the key that the page received from the service, if any
 * @throws Refusal `claim_refused` for an attempt of another kind, or `service_unreachable` when the
 * service has to be asked and does not answer
 */
export function askResult(context: SignerContext, claim: Claim, resultKey?: string): Promise<PaymentResult> {
  return ask(context, PAYMENT, claim, resultKey);
}

/**
 * The result of an order's current attempt, for the shop's own pages; null if the order has none. If the service does not
 * answer, an attempt that may have been sent is `pending`.
 */
export async function askOrder(
  context: SignerContext,
  { scope, order }: Pick<Claim, 'scope' | 'order'>,
): Promise<PaymentResult | null> {
  const record = await context.store.readOrder(scope, order);
  const { claims, entries } = record;
  const settled = settledClaim(record);
  if (settled) return writeResult(context, settled, entries);
  const claim = claims.at(-1);
  if (!claim || isTokenClaim(claim)) return null;
  try {
    // Not marked as asked, because this call says nothing about a sent card.
    const known = await waitBriefly(context, lookUpOrder(context, claim, record));
    if (known !== undefined) return known;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  // The service did not answer. A page or a webhook has said that a card was sent with this key.
  const sent = claims.findLast((each) => !isOver(each) && (each.askedAt ?? each.hintedAt) !== null);
  if (sent) return writeStatus(context, sent, whilePayable(context, sent));
  return isOver(claim) ? writeResult(context, claim, entries) : null;
}

/** The key can make no transaction any more. */
const isOver = (claim: Claim) => isFinished(claim) || claim.state === 'expired';

/**
 * Like {@link askOrder}, for a page that is about to take a card: an attempt that failed is told also after another key was
 * made, and a key that was not used is undefined.
 */
export async function askBeforeCard(
  context: SignerContext,
  named: Pick<Claim, 'scope' | 'order'>,
): Promise<PaymentResult | undefined> {
  const result = await askOrder(context, named);
  // Without an answer of the service nobody knows whether a newer key was paid: then nothing is said.
  if (result?.status !== 'open' && result?.status !== 'expired') return result ?? undefined;
  const { claims, entries } = await context.store.readOrder(named.scope, named.order);
  const last = claims.findLast((claim) => isFinished(claim) && !isTokenClaim(claim));
  return last && writeResult(context, last, entries);
}

/** A card may also have been sent to a key that another price has replaced. */
async function lookUpOrder(
  context: SignerContext,
  current: Claim,
  { claims, entries }: OrderRecord,
): Promise<PaymentResult | null> {
  const searchedAt = await context.store.now();
  const replaced = claims.filter((claim) => claim.state === 'superseded' && claim !== current);
  const found = await Promise.all(replaced.map((claim) => lookUp(context, PAYMENT, claim, { searchedAt })));
  const payment = found.find(isPayment) ?? null;
  if (payment || current.state === 'issuing') return payment;
  if (isOver(current)) return writeResult(context, current, entries);
  const result = await lookUp(context, PAYMENT, current, { searchedAt });
  if (result.status !== 'pending' || result.waitsFor !== 'key' || current.askedAt !== null) return result;
  const { claims: now } = await context.store.readOrder(current.scope, current.order);
  // Another price has replaced the key meanwhile, which was not used.
  return now.at(-1)?.id === current.id ? result : null;
}

/** Whether money has moved, or is about to. */
function isPayment(result: PaymentResult): boolean {
  return result.status === 'review' || (result.status === 'pending' && result.waitsFor !== 'key');
}

/** Like {@link askResult}, for an attempt to save a card or a bank account. */
export function askTokenResult(context: SignerContext, claim: Claim, resultKey?: string): Promise<TokenResult> {
  return ask(context, TOKEN, claim, resultKey);
}

/** Like {@link askResult}, for both kinds of attempt. */
export async function askAttempt(
  context: SignerContext,
  claim: Claim,
  resultKey?: string,
): Promise<PaymentResult | TokenResult> {
  return isTokenClaim(claim) ? askTokenResult(context, claim, resultKey) : askResult(context, claim, resultKey);
}

/** The answer while the outcome is unknown. @param pause when the page may ask again, in milliseconds */
export async function writeUndecided(
  context: SignerContext,
  claim: Claim,
  pause: number,
): Promise<PaymentResult | TokenResult> {
  const kind = isTokenClaim(claim) ? TOKEN : PAYMENT;
  return kind.writeStatus(context, claim, whilePayable(context, claim, context.clock.now() + pause));
}

async function ask<Result>(
  context: SignerContext,
  kind: ResultKind<Result>,
  claim: Claim,
  resultKey?: string,
): Promise<Result> {
  const { store } = context;
  if (!kind.isOf(claim)) throw refuseClaim();
  noteClaim(context, claim);
  if (isFinished(claim)) return answerFinished(context, kind, claim);
  // The card may have been sent from now on, so a new price needs the old key to end first.
  const searchedAt = await store.markAsked(claim.id);
  return lookUp(context, kind, claim, { resultKey, searchedAt });
}

/** Searches for the transaction of an attempt that is not finished in the store. @param searchedAt by the store's clock */
async function lookUp<Result>(
  context: SignerContext,
  kind: ResultKind<Result>,
  claim: Claim,
  { resultKey, searchedAt }: { readonly resultKey?: string | undefined; readonly searchedAt: number },
): Promise<Result> {
  const search = await searchAttempt(context, claim, resultKey);
  const ending = isNothing(search) ? await expireClaim(context, claim, { ...search, searchedAt }) : search;
  const { claims, entries } = await awaitNotice(context, claim);
  const current = claims.find((each) => each.id === claim.id) ?? claim;
  if (!isFinished(current) && isUndecided(ending)) {
    return kind.writeStatus(context, current, statusAfter(context, current, ending));
  }
  return kind.write(context, current, entries);
}

/** Answers from the store. Notifies the shop if that has not been done yet. */
async function answerFinished<Result>(context: SignerContext, kind: ResultKind<Result>, claim: Claim): Promise<Result> {
  const { entries } = await context.store.readOrder(claim.scope, claim.order);
  for (const entry of entries) if (entry.claimId === claim.id) await notifyShop(context, entry);
  // The comparison with the current price may have changed the entry to one that needs review.
  const notified = await awaitNotice(context, claim);
  return kind.write(context, claim, notified.entries);
}
