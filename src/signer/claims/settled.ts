/** What a store may remove or empty: orders of which nothing is open any more. docs/guides/stores.md#retention */
import type { TxnResp } from '../../wire/rest/txn-resp.js';
import { isFinished, LAST_LOOK, type Claim } from './claim.js';
import type { LedgerEntry, OrderRecord } from './ledger-entry.js';

/** Whether no key can be paid, no search is left, and the shop has been notified. */
export function isSettled({ claims, entries, at }: OrderRecord): boolean {
  return (
    claims.every((claim) => isClaimSettled(claim, at)) &&
    entries.every(({ notice }) => notice === 'none' || notice === 'done')
  );
}

function isClaimSettled({ state, hintedAt, leaseUntil, checkedAt, expiresAt }: Claim, at: number): boolean {
  if (hintedAt !== null || state === 'live' || state === 'superseded') return false;
  if (state === 'issuing') return leaseUntil <= at;
  return state !== 'expired' || checkedAt >= (expiresAt ?? 0) + LAST_LOOK;
}

/** A settled order that began and ended before this instant. */
export function isSettledBefore(order: OrderRecord, until: number): boolean {
  return (
    isSettled(order) &&
    order.claims.every(({ claimedAt }) => claimedAt <= until) &&
    order.entries.every(({ recordedAt }) => recordedAt <= until)
  );
}

/** What stays of a transaction: that it happened, and how it ended. */
const KEPT = [
  ...['TxnNumber', 'ReceiptNumber', 'MerchantReference', 'MerchantNumber', 'Action', 'Amount', 'AmountSurcharge'],
  ...['Currency', 'CardType', 'ResponseCode', 'BankResponseCode', 'ProcessedDateTime', 'SettlementDate', 'IsTestTxn'],
] as readonly (keyof TxnResp)[];

/**
 * The claim without its person. A claim without an outcome keeps the references: a payment that appears after all is
 * compared with them.
 */
export function forgetPerson(claim: Claim): Claim {
  const { merchantNumber, action, amount, surcharge, cardTypes, billerCode, testMode, version } = claim.terms;
  const { crn1, crn2, crn3, dvToken } = claim.terms;
  const compared = { crn1, crn2, crn3, ...(dvToken !== undefined && { dvToken }) };
  const terms = {
    ...{ merchantNumber, action, amount, billerCode, testMode, version },
    ...(surcharge !== undefined && { surcharge }),
    ...(cardTypes && { cardTypes }),
    ...(isFinished(claim) ? { crn1: '', crn2: '', crn3: '' } : compared),
  };
  return { ...claim, client: null, terms };
}

/** The transaction without the names, references and card details that the service reported. */
export function forgetDetails(entry: LedgerEntry): LedgerEntry {
  const kept = KEPT.filter((member) => member in entry.txn).map((member) => [member, entry.txn[member]]);
  return { ...entry, txn: Object.fromEntries(kept) as TxnResp };
}
