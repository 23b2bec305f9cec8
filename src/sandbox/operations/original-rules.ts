/**
 * State rules of refund, capture and reversal. docs/wire/rest-interface.md "States and transitions"; docs/wire/rest.md
 * section 9, "State rules". A pure function of the history, so parallel requests get the same results as sequential
 * ones.
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
  /** Replaces the code's own text. */
  readonly text?: string;
}

/** Actions that each follow-up can act on. */
const ORIGINALS: Readonly<Record<FollowUp, readonly Action[]>> = {
  refund: ['payment', 'capture'],
  capture: ['preauth'],
  reversal: ['payment', 'refund', 'preauth', 'capture', 'unmatched_refund'],
};

/** True for an action on an earlier transaction. It may be any value of a request that is not checked yet. */
export function isFollowUp(action: unknown): action is FollowUp {
  return typeof action === 'string' && Object.hasOwn(ORIGINALS, action);
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

/** Returns the refusal of a follow-up, or undefined. The bank can still decline it. */
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
