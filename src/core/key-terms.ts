import type { Money } from './money/money.js';
import type { OrderAction } from './pay-api.js';

/**
 * What a key does with the card, as the signer signs it with the key. Worked out by the signer alone: where no key is bound to
 * the shopper, the frame shows this and nothing that the page says (docs/guides/isolation.md#whose-key).
 */
export interface KeyTerms {
  /** Of a payment: all that is charged or reserved, surcharge included. */
  readonly amount?: Money;
  /** Absent for a payment. */
  readonly action?: Exclude<OrderAction, 'payment'>;
  /** The card is stored: if the shopper agrees, with every payment, as a new one, or in the place of a stored one. */
  readonly stores?: 'if_agreed' | 'always' | 'new' | 'changed';
  /** Whose stored card it will be: the shopper's address for mail, or else Crn1. */
  readonly account?: string;
}

/** The texts by which a frame says {@link KeyTerms}. `{0}` is the amount, or whose card it will be; `{1}` the order. */
export type ConsentMessages = Readonly<
  Record<
    | NonNullable<KeyTerms['action']>
    | 'pay'
    | 'if_agreed'
    | 'always'
    | 'changed'
    | 'payNow'
    | 'preauthNow'
    | 'verify_onlyNow'
    | 'newNow'
    | 'changedNow'
    | 'start'
    | 'unanswered'
    | 'hidden',
    string
  >
>;

/** How a frame asks: in a language of the shopper's browser. */
export interface ConsentLanguage {
  /** BCP 47. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly messages: ConsentMessages;
}
