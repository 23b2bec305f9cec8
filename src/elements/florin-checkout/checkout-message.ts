import type { CheckoutState } from '../../checkout/contract.js';
import type { FlorinError, FlorinErrorCode } from '../../core/errors.js';
import type { PaymentMessages } from '../messages/payment-messages.js';
import { type AttemptMessage, type CodeWithoutText, isStuck, limited, wrong } from './attempt-message.js';

/** The message of a state; undefined when form and button say enough. */
export function messageFor(state: CheckoutState, messages: PaymentMessages, locale = 'en'): AttemptMessage | undefined {
  const { status, result, error } = state;
  switch (status) {
    case 'declined':
    case 'failed': {
      if (state.keyWasUsed) {
        return { tone: 'calm', what: messages.elsewhereOver, next: `${messages.notCharged} ${messages.elsewhereNext}` };
      }
      const next = result && 'advice' in result ? messages.advice[result.advice] : messages.advice.contact_shop;
      if (status === 'declined') return wrong(messages.declined, `${messages.notCharged} ${next}`);
      if (result && 'receipt' in result && result.receipt.authentication) {
        return result.receipt.authentication === 'failed'
          ? wrong(messages.challengeFailed, `${messages.notCharged} ${next}`)
          : wrong(messages.challengeOver, `${messages.notCharged} ${messages.tryAgain}`);
      }
      return (
        textOf(error, messages, locale) ??
        wrong(error ? messages.wrongSetup : messages.failed, `${messages.notCharged} ${next}`)
      );
    }
    case 'idle':
    case 'ready':
      if (result?.status === 'open') return { tone: 'calm', what: messages.nothingFound, next: messages.notTwice };
      if (!error || (status === 'ready' && SHOWN_ELSEWHERE.includes(error.code))) return undefined;
      if (error.code === 'amount_changed')
        return { tone: 'calm', what: messages.amountChanged, next: messages.amountNext };
      if (error.code === 'service_unreachable' && globalThis.navigator?.onLine === false)
        return wrong(messages.offline, messages.whenOnline);
      return (
        textOf(error, messages, locale) ??
        wrong(messages.shopUnreachable, `${messages.notCharged} ${messages.tryAgain}`)
      );
    case 'expired':
      if (result) return { tone: 'calm', what: messages.nothingFound, next: messages.notTwice };
      return error && { tone: 'calm', what: messages.expired, next: messages.payAnew };
    case 'unknown':
      if (result?.status === 'review') return wrong(messages.review, messages.reviewNext);
      if (isStuck(state)) return wrong(messages.lost, messages.lostNext);
      if (waitsForShopper(state)) {
        // The same message for each way to leave: the close button, a link of the bank's page, a reload.
        const continueLabel = state.challenge && messages.challengeGoOn;
        return {
          tone: 'calm',
          what: messages.challengeLeft,
          next: messages.challengeNext,
          ...(continueLabel && { continueLabel }),
        };
      }
      if (state.keyWasUsed && !(result?.status === 'pending' && result.waitsFor === 'bank'))
        return { tone: 'calm', what: messages.elsewhere, next: messages.doNotPay };
      return state.submittedAt === undefined && result?.status !== 'pending'
        ? { tone: 'calm', what: messages.unknownOrder, next: messages.moment }
        : { tone: 'calm', what: messages.unknown, next: messages.doNotPay };
    case 'challenging':
      return { tone: 'calm', what: messages.challenge, next: messages.leaving };
    case 'approved':
      return { tone: 'good', what: messages.approved, next: '' };
    case 'keying':
    case 'submitting':
    case 'confirming':
      return undefined;
  }
}

/**
 * The payment can still be confirmed in 3-D Secure. If the signer cannot say so, the step that this page has left may still
 * be open.
 */
export function waitsForShopper({ challenge, result, error }: CheckoutState): boolean {
  if (result?.status === 'pending' && result.waitsFor) return result.waitsFor === 'shopper';
  return challenge !== undefined && challenge !== 'returned' && (result ?? error) !== undefined;
}

/** By a refused field, and in the place of a frame that is gone. */
const SHOWN_ELSEWHERE: readonly FlorinErrorCode[] = ['field_invalid', 'frame_unreachable'];

/** A saved card that was removed, or whose owner has signed out. */
const cardRefused = (messages: PaymentMessages) => wrong(messages.cardRefused, messages.advice.another_card);

/** By code, while no transaction was made; without the amount that has changed, which only a key shows. */
const TEXTS = {
  order_refused: (messages) => wrong(messages.orderRefused, messages.backToShop),
  card_refused: cardRefused,
  shopper_refused: cardRefused,
  rate_limited: limited,
  nothing_to_pay: (messages) => ({ tone: 'calm', what: messages.nothingLeft, next: messages.toShop }),
  service_unreachable: (messages) => wrong(messages.serviceUnreachable, `${messages.notCharged} ${messages.tryAgain}`),
} satisfies Record<
  Exclude<FlorinErrorCode, CodeWithoutText | 'amount_changed'>,
  (messages: PaymentMessages, error: FlorinError, locale: string) => AttemptMessage
>;

function textOf(error: FlorinError | undefined, messages: PaymentMessages, locale: string): AttemptMessage | undefined {
  return error && TEXTS[error.code as keyof typeof TEXTS]?.(messages, error, locale);
}
