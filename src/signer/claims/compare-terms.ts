/**
 * Compares the terms agreed for an order with its current price. A key is paid at its own price,
 * and the shop may have changed the order without a page asking for a new key. docs/invariants.md,
 * invariant 15.
 */
import { isCurrency } from '../../core/money/currency.js';
import { withoutSurcharge } from '../keys/surcharge.js';
import type { SignerContext } from '../signer-context.js';
import { within } from '../within.js';
import type { AgreedTerms, CurrentTerms } from './agreed-terms.js';
import type { Claim } from './claim.js';
import type { LedgerEntry } from './ledger-entry.js';
import { isTokenEntry } from './token-entry.js';

/**
 * How long the shop may take to answer what an order costs, in milliseconds. A shopper may be
 * waiting.
 */
const TIMEOUT = 5_000;

/** Returns the agreed terms of a payment, for the shop's callback. */
export function writeAgreed({ terms }: Claim): AgreedTerms {
  const { crn1, crn2, crn3, billerCode, version } = terms;
  const { minor, currency } = withoutSurcharge(terms).amount;
  return { amount: minor, total: terms.amount.minor, currency, version, crn1, crn2, crn3, billerCode };
}

/**
 * Returns the entry to notify the shop of: a payment becomes `paid_superseded` if the order now
 * costs something else. Rejects when the shop does not answer: the shop must not be notified before
 * the comparison.
 *
 * @param claim that of the entry
 * @param limit the callback's limit, which ends the question too
 */
export async function compareTerms(
  context: SignerContext,
  entry: LedgerEntry,
  claim: Claim,
  limit: AbortSignal,
): Promise<LedgerEntry> {
  const { log, shop, store } = context;
  if (!shop.currentTerms || isTokenEntry(entry)) return entry;
  const { scope, txnNumber, order } = entry;
  // Another process that held the notice may have compared it already.
  const { entries } = await store.readOrder(scope, order);
  const stored = entries.find((each) => each.txnNumber === txnNumber) ?? entry;
  if (stored.kind !== 'paid') return stored;
  const agreed = writeAgreed(claim);
  const current = await waitForTerms(async (signal) => shop.currentTerms!(order, signal), limit);
  if (!isChanged(agreed, current)) return stored;
  log({ level: 'error', event: 'paid_superseded', order, txnNumber });
  return store.supersedePayment(entry, current);
}

async function waitForTerms(
  ask: (signal: AbortSignal) => Promise<CurrentTerms | null>,
  limit: AbortSignal,
): Promise<CurrentTerms> {
  limit.throwIfAborted();
  const question = new AbortController();
  const end = () => question.abort(limit.reason ?? timeoutError());
  limit.addEventListener('abort', end, { signal: question.signal });
  const answer = await within(
    TIMEOUT,
    ask(question.signal).then((current) => ({ current })),
  ).finally(end);
  if (!answer) throw timeoutError();
  const { current } = answer;
  if (!current) throw new Error('currentTerms does not know the order');
  return readCurrent(current);
}

const timeoutError = () => Object.assign(new Error('currentTerms did not answer in time'), { name: 'TimeoutError' });

/** @throws RangeError naming the wrong member: a mistake of the shop is not a changed price */
function readCurrent({ amount, version }: CurrentTerms): CurrentTerms {
  if (!Number.isSafeInteger(amount?.minor) || amount.minor < 0) {
    throw new RangeError('currentTerms: amount.minor must be a whole number of minor units');
  }
  if (!isCurrency(amount.currency)) throw new RangeError('currentTerms: amount.currency must be an ISO 4217 code');
  if (version !== undefined && typeof version !== 'string') throw new RangeError('currentTerms: version must be text');
  const { minor, currency } = amount;
  return { amount: { minor, currency }, ...(version !== undefined && { version }) };
}

function isChanged(agreed: AgreedTerms, { amount, version = agreed.version }: CurrentTerms): boolean {
  return agreed.amount !== amount.minor || agreed.currency !== amount.currency || agreed.version !== version;
}
