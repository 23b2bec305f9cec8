/** T1: a server makes a transaction. docs/wire/rest-interface.md "Process transaction". */
import type { Context } from '../context.js';
import { SandboxFault } from '../fault.js';
import type { Caller } from '../merchant.js';
import type { Transaction } from '../transaction.js';
import { assertTestCard, checkCard, identifyCard, type CardEntry } from './card-entry.js';
import { makeTransaction } from './make-transaction.js';
import { isFollowUp } from './original-rules.js';
import { checkTerms, type RequestedTerms } from './terms.js';
import type { TransactionOrder } from './transaction-order.js';
import { drawTxnNumber } from './txn-number.js';

/** A server's request for a transaction. */
export interface TransactionRequest {
  readonly terms: RequestedTerms;
  readonly storeCard: boolean;
  readonly card: CardEntry | null;
  readonly originalTxnNumber: string | null;
}

/** Where a request comes from, and why. */
type Origin = Pick<TransactionOrder, 'source' | 'reason'>;

async function checkRequest(
  request: TransactionRequest,
  caller: Caller,
  context: Context,
  origin: Origin,
): Promise<TransactionOrder> {
  const { merchant, username } = caller;
  const terms = checkTerms(request.terms, merchant);
  const amount = terms.amount ?? (terms.action === 'verify_only' ? 0 : null);
  if (amount === null) throw new SandboxFault(110);
  const { storeCard } = request;
  const order = { merchant, terms: { ...terms, amount }, storeCard, username, ...origin };
  if (isFollowUp(terms.action)) {
    if (!request.originalTxnNumber) throw new SandboxFault(119);
    return { ...order, card: null, originalTxnNumber: request.originalTxnNumber };
  }
  const card = await identifyCard(checkCard(request.card), context);
  assertTestCard(card, terms.testMode);
  return { ...order, card, originalTxnNumber: null };
}

/** Makes a transaction of the caller's merchant. A decline is a response, not a fault. @throws SandboxFault 1xx */
export async function processTransaction(
  request: TransactionRequest,
  context: Context,
  caller: Caller,
): Promise<Transaction> {
  return processFrom({ source: 'api' }, request, context, caller);
}

/** The same for the back office, whose transactions have their own source. @throws SandboxFault 1xx */
export async function processFrom(
  origin: Origin,
  request: TransactionRequest,
  context: Context,
  caller: Caller,
): Promise<Transaction> {
  const order = await checkRequest(request, caller, context, origin);
  const { transaction, delaySeconds } = await context.store.write(async (unit) =>
    makeTransaction(unit, order, await drawTxnNumber(unit, order), context),
  );
  await context.wait(delaySeconds);
  return transaction;
}
