/** The transition table as a list with reasons, for the documentation and for tests, not for browsers. */
import { type CheckoutEvent, type CheckoutStatus, STEPS } from './transitions.js';

/** A status, an event in it, and the status after it. Any other pair changes nothing. */
export interface Transition {
  readonly from: CheckoutStatus;
  readonly event: CheckoutEvent;
  readonly to: CheckoutStatus;
  /** Reason of the row, for the documentation. */
  readonly why: string;
}

type Reasons = {
  readonly [From in keyof typeof STEPS]: { readonly [Event in keyof (typeof STEPS)[From]]: string };
};

const REASONS: Reasons = {
  idle: {
    card_entry: 'the key is requested at the first input, not at mount',
    resumed: 'a card was submitted before the reload: only the signer knows the result',
    result_approved: 'asked before anything is typed: the order was paid already',
    result_declined: 'asked before anything is typed: the last attempt was declined; the shopper may try again',
    result_failed: 'asked before anything is typed: the last attempt failed; the shopper may try again',
    result_pending: 'asked before anything is typed: the bank is waiting, or the payment is being checked',
    result_review: 'asked before anything is typed: money may have moved',
  },
  keying: {
    key_granted: 'the order is priced and can be paid',
    priced: 'the price has changed: the shopper sees it, and a key is made when the button is pressed',
    key_unavailable: 'nothing was sent; the next attempt requests a key again',
    key_refused: 'only the shop can help; nothing was sent',
    result_approved: 'the order was paid already, here or in another tab',
    result_declined: 'an earlier attempt was declined; the shopper may try again',
    result_failed: 'an earlier attempt failed; the shopper may try again',
    result_expired: 'the earlier key has expired and nothing was charged',
    result_open: 'an attempt is open, but the signer granted no key: it is asked again',
    result_open_keyless: 'an attempt is open, but the signer granted no key: the next attempt asks again',
    result_pending: 'an earlier attempt is not settled: no second attempt until then',
    result_review: 'money may have moved: no second attempt',
    page_restored: 'the request was aborted when the page entered the back-forward cache',
  },
  ready: {
    submit: 'the shopper pays',
    price_outdated: 'a surcharge or a changed cart: the signer is asked again, nothing was sent',
    not_sent: 'offline: nothing left the browser, the key is unused',
    key_ended: 'the key was never used',
    page_restored: 'another tab may have paid meanwhile: the signer is asked again',
  },
  submitting: {
    not_sent: 'the card frame sent nothing; the key is unused',
    key_ended: 'the card frame found the key expired and sent nothing',
    field_refused: 'a field error does not use up the key',
    service_refused: 'nothing was charged, and the shopper cannot correct it',
    finished: '0 does not mean approved',
    challenged: 'the bank requires 3-D Secure',
    answer_lost: 'the payment may have been made',
    page_restored: 'the page entered the back-forward cache during the submission',
  },
  challenging: {
    challenge_ended: 'only the signer knows the result; a shopper may have passed 3-D Secure before leaving it',
    answer_lost: 'the address of the step is not allowed; the signer is asked',
    page_restored: 'the shopper came back by the back button: only the signer knows the result',
  },
  confirming: {
    result_approved: 'the signer fetched it and it matches the order',
    result_declined: 'the bank declined',
    result_failed: 'a final error, no money moved',
    result_open: 'contradicts the finished submission: ask again',
    result_open_keyless: 'contradicts the finished submission: ask again',
    result_expired: 'contradicts the finished submission: ask again',
    result_pending: 'not settled yet',
    result_review: 'money may have moved; the shop was notified',
    answer_lost: 'the signer did not answer',
    page_restored: 'the request was aborted when the page entered the back-forward cache',
  },
  declined: {
    card_entry: 'after a decline the order may have another attempt',
  },
  failed: {
    card_entry: 'no money moved: another attempt may start',
  },
  expired: {
    card_entry: 'the signer grants a new key when it is safe',
  },
  unknown: {
    challenge_reopened: '3-D Secure was left and can still be passed',
    result_approved: 'found: the payment was made',
    result_declined: 'found: the bank declined',
    result_failed: 'found: no money moved',
    result_expired: 'nothing was found, and the key can no longer make a transaction',
    result_open: 'nothing was found; the same key makes at most one transaction',
    result_open_keyless: 'nothing was found; the signer will grant the same key again',
    result_pending: 'not settled yet: ask later',
    result_review: 'money may have moved; the shop was notified',
    answer_lost: 'the signer did not answer: ask later',
  },
};

/** Every row, state by state. */
export const TRANSITIONS: readonly Transition[] = /* @__PURE__ */ listTransitions();

function listTransitions(): readonly Transition[] {
  return Object.entries(STEPS).flatMap(([from, steps]) =>
    Object.entries(steps).map(([event, to]) => ({
      from: from as CheckoutStatus,
      event: event as CheckoutEvent,
      to,
      why: (REASONS as Readonly<Record<string, Readonly<Record<string, string>>>>)[from]?.[event] ?? '',
    })),
  );
}
