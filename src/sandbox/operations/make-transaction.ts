/**
 * Decides and stores one transaction within a unit of work of the caller. Server calls, browser calls and SOAP all use
 * it. The bank is a pure function; the caller waits for its delay after the commit.
 */
import { TEST_MONTH } from '../bank/scenarios.js';
import type { Context } from '../context.js';
import { splitExpiry } from '../expiry.js';
import { SandboxFault } from '../fault.js';
import { filledOf, referencesOf } from '../references.js';
import type { StoreUnit } from '../store/store.js';
import type { Transaction } from '../transaction.js';
import { assertReferences } from './assert-references.js';
import { NO_CARD, isExpired } from './card-entry.js';
import { askBank, refuse, type Decision } from './decision.js';
import { refusalByFacility } from './merchant-rules.js';
import { isFollowUp, refuseFollowUp, type FollowUp } from './original-rules.js';
import { decideTokenPayment } from './pay-by-token.js';
import { createReceiptNumber } from './receipt-number.js';
import { createRrn } from './rrn.js';
import { tokeniseCard } from './tokenise-card.js';
import { createExtras, refusalBeforeBank } from './transaction-extras.js';
import type { TransactionOrder } from './transaction-order.js';
import { lockOriginal } from './txn-number.js';

/** A stored transaction and the delay of its response. */
export interface MadeTransaction {
  readonly transaction: Transaction;
  readonly delaySeconds: number;
}

/** Makes the transaction with a number that was drawn in the same unit. */
export async function makeTransaction(
  unit: StoreUnit,
  order: TransactionOrder,
  txnNumber: number,
  context: Context,
): Promise<MadeTransaction> {
  const { terms } = order;
  const now = context.clock.now();
  if (!order.isAccepted) await assertReferences(unit, order);
  const decision = isFollowUp(terms.action)
    ? await decideFollowUp(unit, order, terms.action, now, context)
    : await decideCard(unit, order, now, context);
  const dvToken = await tokeniseCard(unit, order, decision, context);
  const holderName = order.scenarioName ?? decision.card.holderName ?? order.card?.checked.holderName ?? null;
  const extras = createExtras(order, isFollowUp(terms.action) ? null : holderName, txnNumber, context.random);
  const transaction = writeTransaction(order, decision, { txnNumber, now, dvToken, extras });
  await unit.addTransaction(transaction);
  return { transaction, delaySeconds: decision.delaySeconds };
}

interface Circumstances {
  readonly txnNumber: number;
  readonly now: number;
  /** The token that the payment has stored. */
  readonly dvToken?: string | null;
  readonly extras?: Transaction['extras'];
}

export function writeTransaction(
  order: TransactionOrder,
  { outcome, isTest, card, bankAccount, paidToken }: Decision,
  { txnNumber, now, dvToken = null, extras }: Circumstances,
): Transaction {
  const { merchant, terms } = order;
  return {
    action: terms.action,
    type: terms.type,
    subType: terms.subType,
    amount: terms.amount,
    ...referencesOf(terms),
    billerCode: filledOf(terms.billerCode, merchant.settings.defaultBillerCode),
    merchantReference: terms.merchantReference,
    statementDescriptor: terms.statementDescriptor,
    txnNumber,
    receiptNumber: createReceiptNumber(txnNumber),
    rrn: outcome.bankResponseCode === null ? null : createRrn(txnNumber, now),
    merchantId: merchant.id,
    merchantNumber: merchant.number,
    amountOriginal: terms.amountOriginal ?? terms.amount,
    amountSurcharge: terms.amountSurcharge ?? 0,
    source: order.source,
    originalTxnNumber: order.originalTxnNumber,
    isTest,
    storeCard: order.storeCard,
    cvnPresent: (order.card?.checked.cvn ?? null) !== null,
    card,
    bankAccount,
    dvToken,
    paidToken,
    processedAt: now,
    username: order.username ?? null,
    reason: order.reason ?? null,
    ...outcome,
    ...(extras && { extras }),
    ...(terms.requestObjects && { requestObjects: terms.requestObjects }),
  };
}

/** Decides a transaction that has its own card. */
async function decideCard(unit: StoreUnit, order: TransactionOrder, now: number, context: Context): Promise<Decision> {
  const { merchant, terms, card } = order;
  if (!card) throw new SandboxFault(112);
  const { checked, testCard, stored } = card;
  const unsupported = refusalByFacility(terms.action, merchant);
  if (unsupported) {
    const isTest = terms.testMode || checked.expiry?.month === TEST_MONTH;
    return refuse(unsupported.responseCode, { isTest, card: stored }, unsupported.text);
  }
  if (checked.isToken) return decideTokenPayment(unit, order, checked, now, context);
  const { expiry } = checked;
  const isTest = terms.testMode || expiry?.month === TEST_MONTH;
  const holderName = order.scenarioName ?? checked.holderName;
  const refusal = refusalBeforeBank(order, holderName);
  if (refusal !== undefined) return refuse(refusal, { isTest, card: stored });
  const isOver = expiry !== null && isExpired(expiry, now);
  const { pastExpiry } = context.settings.dialect;
  if (isOver && pastExpiry === '114') throw new SandboxFault(114);
  if (isOver && pastExpiry === 'PT_V5') return refuse('PT_V5', { isTest, card: stored });
  const request = {
    action: terms.action,
    amount: terms.amount,
    isTest,
    isKnownCard: testCard !== undefined,
    expiry,
    isExpired: isOver,
    cvn: checked.cvn,
    holderName,
  };
  const asked = askBank(request, { currency: terms.currency ?? merchant.defaultCurrency, merchant, now }, context);
  return { ...asked, isTest, card: stored, bankAccount: null, paidToken: null };
}

/** Decides a follow-up with the card and the expiry of the original. */
async function decideFollowUp(
  unit: StoreUnit,
  order: TransactionOrder,
  action: FollowUp,
  now: number,
  context: Context,
): Promise<Decision> {
  const { merchant, terms } = order;
  const original = await lockOriginal(unit, order);
  const ledger = original && (await unit.readLedger(merchant.id, original.txnNumber));
  const expiry = original?.card.expiry ? splitExpiry(original.card.expiry) : null;
  const isTest = terms.testMode || original?.isTest === true;
  const refusal =
    (original && refusalByFacility(action, merchant)) ?? refuseFollowUp(action, terms.amount, original, ledger);
  const card = original?.card ?? NO_CARD;
  const about = { isTest, card, bankAccount: original?.bankAccount ?? null, paidToken: null };
  if (refusal) return refuse(refusal.responseCode, about, refusal.text);
  const currency = original?.currency ?? merchant.defaultCurrency;
  if (terms.currency !== null && terms.currency !== currency) throw new SandboxFault(109);
  const request = {
    action,
    amount: terms.amount,
    isTest,
    isKnownCard: true,
    expiry,
    // The real service may ask the bank again. The sandbox refunds to a card that has expired since.
    isExpired: false,
    cvn: null,
    holderName: null,
  };
  return { ...askBank(request, { currency, merchant, now }, context), ...about };
}
