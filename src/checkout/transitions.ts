/**
 * The state machine of an attempt in a browser, as one table. The flow (attempt-flow.ts) acts in a state; only this table
 * decides which state follows an event. A pair that is not listed changes nothing: the event belongs to an earlier step.
 */

/**
 * - `idle`: nothing requested or sent. `keying`: a key is requested from the signer. `ready`: there is a key.
 * - `submitting`: the card is being submitted. `challenging`: 3-D Secure is open.
 * - `confirming`: the service has finished, and the signer is asked for the result.
 * - `approved`, `declined`, `failed`, `expired`: final. After all but `approved` the shopper can try again.
 * - `unknown`: the answer was lost. This is not a failure: the signer looks the result up, and nobody may pay meanwhile.
 */
export type CheckoutStatus =
  | 'idle'
  | 'keying'
  | 'ready'
  | 'submitting'
  | 'challenging'
  | 'confirming'
  | 'approved'
  | 'declined'
  | 'failed'
  | 'expired'
  | 'unknown';

/** An event that can change the status of a checkout. */
export type CheckoutEvent =
  /** The shopper starts to type, or pays: a key is needed. */
  | 'card_entry'
  /** The price may have changed, or there is no key for this card and cart: the signer is asked again. */
  | 'price_outdated'
  /** The price of the order is known, and its key has another one: a key is made when the shopper pays. */
  | 'priced'
  /** The signer granted the key. */
  | 'key_granted'
  /** The signer or the service cannot be reached, or limits the rate; or the price is 0. */
  | 'key_unavailable'
  /** The signer refuses the order, or the shop's configuration is wrong. */
  | 'key_refused'
  /** The key expires unused. */
  | 'key_ended'
  /** The card is submitted. */
  | 'submit'
  /** The browser is offline, or the frame that holds the card did not send it: nothing left the browser. */
  | 'not_sent'
  /** API code 112 to 115: a field of the card. The key can still be used. */
  | 'field_refused'
  /** Another listed 1xx code, which a shopper cannot correct. Nothing was charged. */
  | 'service_refused'
  /** API code 0: finished, maybe declined. */
  | 'finished'
  /** API code 300. */
  | 'challenged'
  /** 3-D Secure has ended on the signer's return address, the shopper closed it, or it did not end within the timeout. */
  | 'challenge_ended'
  /** The shopper continues 3-D Secure. */
  | 'challenge_reopened'
  /** Timeout, broken connection, 206, 207, or an unusable answer. */
  | 'answer_lost'
  /** The signer reports an approval. */
  | 'result_approved'
  /** The signer reports a decline. */
  | 'result_declined'
  /** The signer reports an error after which no money moved. */
  | 'result_failed'
  /** No transaction was found, and the current key still works. */
  | 'result_open'
  /** No transaction was found, and this page has no key (it was reloaded). */
  | 'result_open_keyless'
  /** No transaction was found, and the key has expired. */
  | 'result_expired'
  /** The signer does not know the result yet. */
  | 'result_pending'
  /** The shop has to look at the payment. */
  | 'result_review'
  /** The page was reloaded after a submission. */
  | 'resumed'
  /** The page came back from the back-forward cache. */
  | 'page_restored';

type Steps = Readonly<Partial<Record<CheckoutStatus, Readonly<Partial<Record<CheckoutEvent, CheckoutStatus>>>>>>;

/** The next state by state and event. transition-list.ts has the reasons. */
export const STEPS = {
  idle: {
    card_entry: 'keying',
    resumed: 'unknown',
    result_approved: 'approved',
    result_declined: 'declined',
    result_failed: 'failed',
    result_pending: 'unknown',
    result_review: 'unknown',
  },
  keying: {
    key_granted: 'ready',
    priced: 'ready',
    key_unavailable: 'idle',
    key_refused: 'failed',
    result_approved: 'approved',
    result_declined: 'declined',
    result_failed: 'failed',
    result_expired: 'expired',
    result_open: 'unknown',
    result_open_keyless: 'idle',
    result_pending: 'unknown',
    result_review: 'unknown',
    page_restored: 'idle',
  },
  ready: {
    submit: 'submitting',
    price_outdated: 'keying',
    not_sent: 'ready',
    key_ended: 'expired',
    page_restored: 'idle',
  },
  submitting: {
    not_sent: 'ready',
    key_ended: 'expired',
    field_refused: 'ready',
    service_refused: 'failed',
    finished: 'confirming',
    challenged: 'challenging',
    answer_lost: 'unknown',
    page_restored: 'unknown',
  },
  challenging: {
    challenge_ended: 'confirming',
    answer_lost: 'unknown',
    page_restored: 'unknown',
  },
  confirming: {
    result_approved: 'approved',
    result_declined: 'declined',
    result_failed: 'failed',
    result_open: 'unknown',
    result_open_keyless: 'unknown',
    result_expired: 'unknown',
    result_pending: 'unknown',
    result_review: 'unknown',
    answer_lost: 'unknown',
    page_restored: 'unknown',
  },
  declined: {
    card_entry: 'keying',
  },
  failed: {
    card_entry: 'keying',
  },
  expired: {
    card_entry: 'keying',
  },
  unknown: {
    challenge_reopened: 'challenging',
    result_approved: 'approved',
    result_declined: 'declined',
    result_failed: 'failed',
    result_expired: 'expired',
    result_open: 'ready',
    result_open_keyless: 'idle',
    result_pending: 'unknown',
    result_review: 'unknown',
    answer_lost: 'unknown',
  },
} satisfies Steps;

/** The next state, or undefined if the event changes nothing in this state. */
export function nextStatus(status: CheckoutStatus, event: CheckoutEvent): CheckoutStatus | undefined {
  return (STEPS as Steps)[status]?.[event];
}

/** Whether the shopper may press "Pay". In every other state a payment is in progress, finished, or not settled. */
export function canPay(status: CheckoutStatus | 'saved'): boolean {
  if (status === 'saved') return false;
  return status === 'ready' || status === 'keying' || nextStatus(status, 'card_entry') === 'keying';
}
