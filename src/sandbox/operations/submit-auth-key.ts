/**
 * T5: a browser pays with a key. A field error leaves the key unused. A finished transaction uses it, approved or
 * declined. docs/wire/rest.md sections 2, 3 and 11.
 */
import { FIELD_OF_API_CODE } from '../../wire/codes.js';
import type { AuthKey, AuthKeyTerms } from '../auth-key.js';
import type { Context } from '../context.js';
import { splitExpiry, writeExpiry } from '../expiry.js';
import { readSentKey } from '../sent-key.js';
import { SandboxFault } from '../fault.js';
import { assertTestCard, checkCard, identifyCard, isExpired, type CardEntry, type CheckedCard } from './card-entry.js';
import { transactionEvent } from '../webhooks/transaction-event.js';
import { combineTerms, type BrowserTerms } from './fixed-terms.js';
import { makeTransaction } from './make-transaction.js';
import { assertUnused } from './new-key.js';
import { challengeAddress, startChallenge } from './start-challenge.js';
import { checkEmailAddress } from './terms.js';
import { authenticate, chooseThreeDSWay } from './three-ds.js';
import type { TransactionOrder } from './transaction-order.js';

/** A browser's payment request. */
export interface Submission {
  readonly authKey: string;
  readonly terms: BrowserTerms;
  readonly storeCard: boolean;
  readonly card: CardEntry | null;
  /** The sandbox's origin as the browser sees it, without a trailing slash, for the URL of a challenge. */
  readonly origin: string;
}

/** Response to the browser. Only the server learns, by the ResultKey, whether the card was charged. */
export interface SubmissionResult {
  readonly resultKey: string;
  readonly redirectionUrl: string | null;
  /** URL of the challenge page; the response is then 300. Absent without a challenge. */
  readonly challengeUrl?: string;
}

const HOUR_MS = 3_600_000;
/** A key that pays with a stored token needs no card; the browser may add a CVN. */
const NO_ENTRY: CardEntry = { number: null, holderName: null, expiryMonth: null, expiryYear: null, cvn: null };

/** Checks the card of a browser. @throws SandboxFault 112 to 115 */
export function checkBrowserCard(entry: CardEntry | null, now: number): CheckedCard {
  const card = checkCard(entry);
  if (card.expiry && isExpired(card.expiry, now)) throw new SandboxFault(114);
  return card;
}

/**
 * Checks the stored card of the key together with the browser's additions: a CVN, or an expiry that is not fixed.
 *
 * @throws SandboxFault 112, 114 when the browser sends another card or expiry than the fixed one; 115
 */
export function checkTokenCard(
  entry: CardEntry | null,
  { dvToken, dvTokenExpiry }: AuthKeyTerms,
  now: number,
): CheckedCard {
  const checked = checkBrowserCard({ ...NO_ENTRY, ...entry, number: entry?.number ?? dvToken }, now);
  if (checked.digits !== dvToken) throw new SandboxFault(112);
  if (dvTokenExpiry === null) return checked;
  const { expiry } = checked;
  if (expiry && writeExpiry(expiry) !== dvTokenExpiry) throw new SandboxFault(114);
  return { ...checked, expiry: splitExpiry(dvTokenExpiry) };
}

/** An order and the key, which was live when it was read. */
interface KeyedOrder {
  readonly order: TransactionOrder;
  readonly key: AuthKey;
}

/** Finds the key and creates the order. Changes nothing. */
async function checkSubmission(submission: Submission, context: Context): Promise<KeyedOrder> {
  const now = context.clock.now();
  // Field errors come before key errors: the shopper can correct them in any case.
  const { card: entry } = submission;
  const entered = (entry?.number ?? null) === null ? null : checkBrowserCard(entry, now);
  checkEmailAddress(submission.terms.emailAddress || null);
  const { key, merchant } = await context.store.read(async (view) => {
    const found = await view.findAuthKey(submission.authKey);
    return { key: found, merchant: found && (await view.findMerchant(found.merchantId)) };
  });
  if (!entered && !key?.terms.dvToken) throw new SandboxFault(112);
  if (!key) throw new SandboxFault(206);
  assertUnused(key, now);
  if (!merchant) throw new SandboxFault(210);
  const terms = combineTerms(key.terms, submission.terms, merchant);
  const checked = key.terms.dvToken === null && entered ? entered : checkTokenCard(entry, key.terms, now);
  const card = await identifyCard(checked, context);
  assertTestCard(card, terms.testMode);
  const order: TransactionOrder = {
    merchant,
    terms,
    storeCard: submission.storeCard,
    source: 'internet',
    card,
    originalTxnNumber: null,
    username: key.terms.username,
    updatesTokenExpiry: key.terms.updatesTokenExpiry,
  };
  return { order, key };
}

/** Uses a key up without a transaction, after a field error. */
async function useUp(authKey: string, error: unknown, { clock, random, store }: Context): Promise<void> {
  if (!(error instanceof SandboxFault) || !(error.apiCode in FIELD_OF_API_CODE)) return;
  const usedAt = clock.now();
  const claim = { authKey, usedAt, resultKey: random.uuid(), resultExpiresAt: usedAt };
  await store.write(async (unit) => unit.claimAuthKey({ ...claim, txnNumber: await unit.nextTxnNumber() }));
}

/** Makes the transaction and uses the key in one unit of work. @throws SandboxFault 1xx, 206, 207 */
export async function submitAuthKey(submission: Submission, context: Context): Promise<SubmissionResult> {
  const { clock, outbox, random, settings, store } = context;
  const authKey = readSentKey(submission.authKey);
  const { order: typed, key } = await checkSubmission({ ...submission, authKey }, context).catch(
    async (error: unknown) => {
      if (settings.dialect.fieldErrorUsesKey === true) await useUp(authKey, error, context);
      throw error;
    },
  );
  const next = context.takeNextPayment(typed.merchant.number);
  const order = { ...typed, scenarioName: next.value };
  const way = await chooseThreeDSWay(order, context);
  const resultKey = random.uuid();
  const making = store.write(async (unit) => {
    const txnNumber = await unit.nextTxnNumber();
    const usedAt = clock.now();
    const resultExpiresAt = usedAt + settings.resultKeyHours * HOUR_MS;
    const isClaimed = await unit.claimAuthKey({ authKey, usedAt, txnNumber, resultKey, resultExpiresAt });
    if (!isClaimed) throw new SandboxFault(207);
    if (way === 'challenge') return startChallenge(unit, { order, key, txnNumber, resultKey }, context);
    const authentication = way === 'none' ? undefined : authenticate(way, random);
    const asked = authentication ? { ...order, authentication } : order;
    const made = await makeTransaction(unit, asked, txnNumber, context);
    const event = transactionEvent(made.transaction, key, context);
    return { ...made, queued: await outbox.queue(unit, event) };
  });
  const done = await making.catch((error: unknown) => {
    // The next answer is for a payment that is made.
    next.putBack();
    throw error;
  });
  const { redirectionUrl } = key;
  if (typeof done === 'string') {
    context.challenges.wake();
    const challengeUrl = challengeAddress(submission.origin, done);
    return { resultKey, redirectionUrl, challengeUrl };
  }
  await context.wait(done.delaySeconds);
  await outbox.announce(done.queued);
  return { resultKey, redirectionUrl };
}
