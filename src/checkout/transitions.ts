/**
 * Every step that a payment in a browser can take, as one table. The driver (checkout.ts) knows what to do in a state;
 * where an event leads is decided here and nowhere else. A pair that is not listed changes nothing: it is the echo of
 * something that is already over. Architecture: "The flow".
 */

/**
 * - `idle`: nothing asked, nothing sent. `keying`: the signer is asked for the order's key. `ready`: a key is held.
 * - `submitting`: the card is on its way. `challenging`: the bank asks the shopper (3-D Secure).
 * - `confirming`: the service is done, the signer is asked how it ended.
 * - `approved`, `declined`, `failed`, `expired`: an end. All but `approved` can be begun anew.
 * - `unknown`: the answer was lost. It is not a failure: the signer looks it up, nobody may pay meanwhile.
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

export type CheckoutEvent =
  /** The shopper types for the first time, or pays: a key is wanted. */
  | 'card_entry'
  /** The key at hand is not priced for this card or cart: another is wanted before anything is sent. */
  | 'price_outdated'
  /** The signer gave the key. */
  | 'key_granted'
  /** The signer or the service cannot be reached, or asks to wait. */
  | 'key_unavailable'
  /** The signer refuses the order, or the shop is set up wrongly. */
  | 'key_refused'
  /** The key's time ends before it was used. */
  | 'key_ended'
  /** The card goes out. */
  | 'submit'
  /** The browser is offline, or the frame that holds the card did not send it: nothing left the browser. */
  | 'not_sent'
  /** API code 112 to 115: a field of the card. The key is not consumed. */
  | 'field_refused'
  /** Another 1xx code: nothing that a shopper can mend, nothing was charged. */
  | 'service_refused'
  /** API code 0: finished, maybe declined. */
  | 'finished'
  /** API code 300. */
  | 'challenged'
  /** The bank's step has ended on the signer's return address. */
  | 'challenge_returned'
  /** The shopper has closed the bank's step, or it did not end in time. */
  | 'challenge_left'
  /** The shopper goes on with a step that was left. */
  | 'challenge_reopened'
  /** Time-out, broken connection, 206, 207, or an answer that says nothing. */
  | 'answer_lost'
  | 'result_approved'
  | 'result_declined'
  | 'result_failed'
  /** No transaction was found, and the key at hand still works. */
  | 'result_open'
  /** The same, but this page holds no key (it was reloaded). */
  | 'result_open_keyless'
  | 'result_expired'
  | 'result_pending'
  | 'result_review'
  /** The page was loaded again after a card had gone out. */
  | 'resumed'
  /** The page came back from the back-forward cache. */
  | 'page_restored';

export interface Transition {
  readonly from: CheckoutStatus;
  readonly event: CheckoutEvent;
  readonly to: CheckoutStatus;
  readonly why: string;
}

type Step = readonly [to: CheckoutStatus, why: string];
type Steps = Readonly<Partial<Record<CheckoutStatus, Readonly<Partial<Record<CheckoutEvent, Step>>>>>>;

/** The whole table, state by state: where an event leads, and why. */
const STEPS: Steps = {
  idle: {
    card_entry: ['keying', 'a key is asked for at the first input, not at mount'],
    resumed: ['unknown', 'a card had gone out before the reload: only the signer knows'],
  },
  keying: {
    key_granted: ['ready', 'the order is priced and can be paid'],
    key_unavailable: ['idle', 'nothing was sent; the next try asks again'],
    key_refused: ['failed', 'only the shop can help; nothing was sent'],
    result_approved: ['approved', 'the order was paid already, here or in another tab'],
    result_declined: ['declined', 'an earlier attempt ended so; the shopper may begin anew'],
    result_failed: ['failed', 'an earlier attempt ended so; the shopper may begin anew'],
    result_expired: ['expired', 'the earlier key is dead and nothing was charged'],
    result_open: ['unknown', 'an attempt is open, but the signer gave no key: it is asked again'],
    result_open_keyless: ['idle', 'an attempt is open, but the signer gave no key: the next try asks again'],
    result_pending: ['unknown', 'an earlier attempt is not settled: no second one beside it'],
    result_review: ['unknown', 'money may have moved: no second attempt'],
    page_restored: ['idle', 'the question was cut off when the page was put away'],
  },
  ready: {
    submit: ['submitting', 'the shopper pays'],
    price_outdated: ['keying', 'a surcharge or a changed cart: the key is made anew, nothing was sent'],
    not_sent: ['ready', 'offline: nothing left the browser, the key is unused'],
    key_ended: ['expired', 'the key was never used'],
    page_restored: ['idle', 'another tab may have paid meanwhile: the signer is asked again'],
  },
  submitting: {
    not_sent: ['ready', 'the frame that holds the card sent nothing; the key is unused'],
    key_ended: ['expired', 'the frame that holds the card found the key over, and sent nothing'],
    field_refused: ['ready', 'a field error does not consume the key'],
    service_refused: ['failed', 'nothing was charged, and no shopper can mend it'],
    finished: ['confirming', '0 does not mean approved'],
    challenged: ['challenging', 'the bank wants to see the shopper'],
    answer_lost: ['unknown', 'the payment may have gone through'],
    page_restored: ['unknown', 'the page was put away while the card was on its way'],
  },
  challenging: {
    challenge_returned: ['confirming', 'the step is over; how it ended, only the signer can say'],
    challenge_left: ['confirming', 'the shopper may have passed it all the same'],
    answer_lost: ['unknown', 'the step leads to no acceptable address; the signer is asked'],
    page_restored: ['unknown', 'back from the bank by the back button: finished or not, the signer knows'],
  },
  confirming: {
    result_approved: ['approved', 'the signer fetched it and it matches the order'],
    result_declined: ['declined', 'the bank said no'],
    result_failed: ['failed', 'a final error, no money moved'],
    result_open: ['unknown', 'contradicts the finished submission: ask again'],
    result_open_keyless: ['unknown', 'contradicts the finished submission: ask again'],
    result_expired: ['unknown', 'contradicts the finished submission: ask again'],
    result_pending: ['unknown', 'not settled yet'],
    result_review: ['unknown', 'money may have moved; the shop has been told'],
    answer_lost: ['unknown', 'the signer could not be asked'],
    page_restored: ['unknown', 'the question was cut off when the page was put away'],
  },
  declined: {
    card_entry: ['keying', 'a finished decline frees the order for another attempt'],
  },
  failed: {
    card_entry: ['keying', 'no money moved: another attempt may begin'],
  },
  expired: {
    card_entry: ['keying', 'the signer gives a new key when it is safe'],
  },
  unknown: {
    challenge_reopened: ['challenging', 'the step was left and can still be passed'],
    result_approved: ['approved', 'found: it went through'],
    result_declined: ['declined', 'found: the bank had said no'],
    result_failed: ['failed', 'found: no money moved'],
    result_expired: ['expired', 'nothing was found, and the key can no longer make a transaction'],
    result_open: ['ready', 'nothing was found; the same key makes at most one transaction'],
    result_open_keyless: ['idle', 'nothing was found; the signer will give the same key again'],
    result_pending: ['unknown', 'not settled yet: ask later'],
    result_review: ['unknown', 'money may have moved; the shop has been told'],
    answer_lost: ['unknown', 'the signer could not be asked: ask later'],
  },
};

/** The same as a list, for the documentation and for tests. */
export const TRANSITIONS: readonly Transition[] = /* @__PURE__ */ listTransitions();

function listTransitions(): readonly Transition[] {
  return (Object.entries(STEPS) as [CheckoutStatus, NonNullable<Steps[CheckoutStatus]>][]).flatMap(([from, events]) =>
    (Object.entries(events) as [CheckoutEvent, Step][]).map(([event, [to, why]]) => ({ from, event, to, why })),
  );
}

/** The row's end, or undefined when the event means nothing in this state. */
export function nextStatus(status: CheckoutStatus, event: CheckoutEvent): CheckoutStatus | undefined {
  return STEPS[status]?.[event]?.[0];
}

/** True when a shopper may press "Pay". In every other state a payment is under way, done, or not settled. */
export function canPay(status: CheckoutStatus): boolean {
  return status === 'ready' || status === 'keying' || nextStatus(status, 'card_entry') === 'keying';
}
