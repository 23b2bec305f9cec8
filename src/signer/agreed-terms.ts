/** What an order was agreed at, and what it costs by now. Which of them counts is decided in compare-terms.ts. */
import type { Money } from '../core/money/money.js';

/** What was agreed when the key of a payment was made. Hold it against the order before you deliver. */
export interface AgreedTerms {
  /** Minor units, without a surcharge: what `priceOrder` said. */
  readonly amount: number;
  /** Minor units, with the surcharge: what was charged. */
  readonly total: number;
  readonly currency: string;
  /** As `priceOrder` said it; empty when it said none. */
  readonly version: string;
  readonly crn1: string;
  readonly crn2: string;
  readonly crn3: string;
  readonly billerCode: string;
}

/** What an order costs now: a part of what `priceOrder` answers. */
export interface CurrentTerms {
  /** Without a surcharge. */
  readonly amount: Money;
  /** Compared where it is given. */
  readonly version?: string;
}
