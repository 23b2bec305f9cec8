import type { Money } from './money/money.js';
import type { OrderAction } from './pay-api.js';

/**
 * The terms of a key, which the signer determines and signs with the key. If keys are not bound to the shopper, the frame shows
 * these terms and no text of the page (docs/guides/isolation.md#whose-key).
 */
export interface KeyTerms {
  /** Of a payment: the total that is charged or reserved, surcharge included. */
  readonly amount?: Money;
  /** Absent for a payment. */
  readonly action?: Exclude<OrderAction, 'payment'>;
  /** The card is stored: if the shopper agrees, with every payment, as a new entry, or in place of a stored one. */
  readonly stores?: 'if_agreed' | 'always' | 'new' | 'changed';
  /** The account that will have the stored card: the shopper's email address, else Crn1. */
  readonly account?: string;
}

/** The texts that show {@link KeyTerms}. `{0}` is the amount or the account, `{1}` the order. */
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
    | 'again'
    | 'hidden',
    string
  >
>;

/** The texts for the shopper's consent, in a language of the shopper's browser. */
export interface ConsentLanguage {
  /** BCP 47. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly messages: ConsentMessages;
}
