/**
 * The terms that were agreed for an order, and what the order costs now. compare-terms.ts compares
 * them.
 */
import type { Money } from '../../core/money/money.js';

/** The terms of the claim that was paid. Compare them with the order before you deliver. */
export interface AgreedTerms {
  /** Minor units, without a surcharge: the amount that `priceOrder` returned. */
  readonly amount: number;
  /** Minor units, with the surcharge: the amount charged. */
  readonly total: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The version that `priceOrder` returned; empty when it returned none. */
  readonly version: string;
  /** The references as the key had them; empty when it had none. */
  readonly crn1: string;
  readonly crn2: string;
  readonly crn3: string;
  /** Empty when the key had none. */
  readonly billerCode: string;
}

/** What an order costs now: a part of the result of `priceOrder`. */
export interface CurrentTerms {
  /** Without a surcharge. */
  readonly amount: Money;
  /** Compared only if present. */
  readonly version?: string;
}
