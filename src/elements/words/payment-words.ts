/** What a shopper is told about the payment as a whole: what happened, and what to do. See field-words.ts. */
import type { Advice } from '../../core/outcome.js';
import { wordsOf } from '../locale.js';

const english = {
  checking: 'Checking…',
  slow: 'Your bank is taking longer than usual. Please keep this page open.',
  testMode: 'Test mode: no money moves.',

  surcharge: (amount: string, brand: string) => `Includes a surcharge of ${amount} for ${brand}.`,
  amountIs: (amount: string) => `The amount is ${amount}.`,
  amountChanged: 'The amount has changed, and nothing was charged.',
  amountNext: 'Please check the new amount on the button before you pay.',

  declined: 'Your bank did not approve this payment.',
  failed: 'The payment did not go through.',
  notCharged: 'Nothing was charged.',
  advice: {
    another_card: 'Please try another card.',
    check_details: 'Check the card details and try again.',
    call_bank: 'Call your bank to find out why, or try another card.',
    try_later: 'Please try again in a few minutes, or use another card.',
    contact_shop: 'Please contact the shop.',
  } as const satisfies Record<Advice, string>,
  orderRefused: 'This order cannot be paid here.',
  cardRefused: 'This saved card cannot be used.',
  backToShop: 'Please go back to the shop and start again from there.',
  wrongSetup: 'This payment page is not set up correctly.',
  shopUnreachable: 'The shop is not answering.',
  serviceUnreachable: 'The payment service is not answering.',
  tryAgain: 'Please try again in a moment.',
  tooMany: 'That was too often in a short time.',
  waitMinute: 'Please wait a minute and try again.',
  offline: 'You are offline, and nothing was sent.',
  whenOnline: 'Please try again when you are connected.',
  expired: 'The time to pay had run out, and nothing was charged.',
  payAnew: 'You can pay now.',
  nothingFound: 'No payment was found, so you can pay now.',
  notTwice: 'You will not be charged twice.',
  unknown: 'We are checking whether your payment went through.',
  unknownOrder: 'We are checking this order.',
  doNotPay: 'Please do not pay again.',
  moment: 'One moment, please.',
  elsewhere: 'This order may already be under way in another tab.',
  elsewhereOver: 'An earlier payment of this order, perhaps in another tab, did not go through.',
  elsewhereNext: 'Pay here only if you are not trying again there.',
  review: 'The shop needs to check your payment.',
  reviewNext: 'Please do not pay again. The shop has been told.',
  lost: 'We cannot find out what became of your payment.',
  lostNext: 'Please do not pay again, and contact the shop.',
  challenge: 'Your bank asks you to confirm this payment.',
  leaving: 'Taking you there…',
  challengeFailed: 'Your bank could not confirm that it was you.',
  challengeOver: 'The check of your bank was not completed in time.',
  challengeCancelled: 'You have left the check of your bank, so this payment is not confirmed.',
  challengeTimedOut: 'The check of your bank has taken too long.',
  challengeLeft: 'Your bank is waiting for you to confirm this payment.',
  challengeNext:
    'Please do not start another payment. If you do not go on, this one ends by itself after some minutes.',
  challengeGoOn: 'Go on with your bank',
  approved: 'Payment approved.',
};

/** The table of one language. */
export type PaymentWords = Readonly<typeof english>;

/** The words for a BCP 47 locale. */
export function paymentWords(locale: string): PaymentWords {
  return wordsOf('payment', english, locale);
}
