/**
 * What may be done to an earlier transaction: the state rules of refund, capture and reversal. rest-interface.md
 * "States and transitions"; wire/rest.md section 9, "State rules". A pure function of what has happened so far, so
 * requests in parallel get the same answers as one after the other.
 */
import { writeMoney } from '../../core/money/money.js';
import type { Action } from '../../wire/codes.js';
import type { Ledger, Transaction } from '../transaction.js';
import { APPROVED } from './outcome.js';

/** The actions that act on an earlier transaction. */
export type FollowUp = 'refund' | 'capture' | 'reversal';

/** A refusal by the platform. */
export interface Refusal {
  readonly responseCode: string;
  /** In place of the code's own text. */
  readonly text?: string;
}

/** What each of them may act on. */
const ORIGINALS: Readonly<Record<FollowUp, readonly Action[]>> = {
  refund: ['payment', 'capture'],
  capture: ['preauth'],
  reversal: ['payment', 'refund', 'preauth', 'capture', 'unmatched_refund'],
};

/** True for an action that names an original. */
export function isFollowUp(action: Action): action is FollowUp {
  return action in ORIGINALS;
}

function refuseRefund(amount: number, original: Transaction, ledger: Ledger): Refusal | undefined {
  if (ledger.reversed) return { responseCode: 'PT_R8' };
  const left = original.amount - ledger.refunded;
  if (left === 0) return { responseCode: 'PT_R4' };
  if (amount <= left) return undefined;
  const available = writeMoney({ minor: left, currency: original.currency ?? 'AUD' });
  return { responseCode: 'PT_R5', text: `Only $${available} available for refund` };
}

function refuseCapture(amount: number, original: Transaction, ledger: Ledger): Refusal | undefined {
  if (ledger.reversed) return { responseCode: 'PT_R8' };
  if (ledger.captured) return { responseCode: 'PT_R6' };
  return amount > original.amount ? { responseCode: 'PT_V3' } : undefined;
}

function refuseReversal(amount: number, original: Transaction, ledger: Ledger): Refusal | undefined {
  if (ledger.reversed) return { responseCode: 'PT_R8' };
  if (ledger.captured) return { responseCode: 'PT_R6' };
  if (ledger.refunded > 0) return { responseCode: ledger.refunded === original.amount ? 'PT_R4' : 'PT_R9' };
  return amount === original.amount ? undefined : { responseCode: 'PT_R15' };
}

const RULES = { refund: refuseRefund, capture: refuseCapture, reversal: refuseReversal };

/** Why a follow-up is refused, or undefined when it is not. The bank still has its word after that. */
export function refuseFollowUp(
  action: FollowUp,
  amount: number,
  original: Transaction | undefined,
  ledger: Ledger | undefined,
): Refusal | undefined {
  if (!original || !ledger || !ORIGINALS[action].includes(original.action)) return { responseCode: 'PT_R1' };
  if (original.responseCode !== APPROVED) return { responseCode: 'PT_R2' };
  return RULES[action](amount, original, ledger);
}
