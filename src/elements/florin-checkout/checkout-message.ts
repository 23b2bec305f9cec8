import type { CheckoutState } from '../../checkout/contract.js';
import type { FlorinErrorCode } from '../../core/errors.js';
import type { PaymentWords } from '../words/payment-words.js';

/** The message about the whole payment: what happened, and what to do. */
export interface CheckoutMessage {
  readonly tone: 'wrong' | 'calm' | 'good';
  readonly what: string;
  readonly next: string;
  /** Label of the button that continues the bank's step, if the step waits for the shopper. */
  readonly goOn?: string;
}

/** The message of a state; undefined when form and button say enough. */
export function messageFor(state: CheckoutState, words: PaymentWords): CheckoutMessage | undefined {
  const { status, result, error } = state;
  switch (status) {
    case 'declined':
    case 'failed': {
      if (state.keyWasUsed) {
        return { tone: 'calm', what: words.elsewhereOver, next: `${words.notCharged} ${words.elsewhereNext}` };
      }
      const next = result && 'advice' in result ? words.advice[result.advice] : words.advice.contact_shop;
      if (status === 'declined') return wrong(words.declined, `${words.notCharged} ${next}`);
      if (result && 'receipt' in result && result.receipt.authentication) {
        return result.receipt.authentication === 'failed'
          ? wrong(words.challengeFailed, `${words.notCharged} ${next}`)
          : wrong(words.challengeOver, `${words.notCharged} ${words.tryAgain}`);
      }
      if (error?.code === 'order_refused') return wrong(words.orderRefused, words.backToShop);
      return wrong(error ? words.wrongSetup : words.failed, `${words.notCharged} ${next}`);
    }
    case 'idle':
    case 'ready':
      if (result?.status === 'open') return { tone: 'calm', what: words.nothingFound, next: words.notTwice };
      return error && status === 'ready' ? offlineMessage(error.code, words) : error && keyMessage(error.code, words);
    case 'expired':
      if (result) return { tone: 'calm', what: words.nothingFound, next: words.notTwice };
      return error && { tone: 'calm', what: words.expired, next: words.payAnew };
    case 'unknown':
      if (result?.status === 'review') return wrong(words.review, words.reviewNext);
      if (isStuck(state)) return wrong(words.lost, words.lostNext);
      if (waitsForShopper(state)) {
        // The same words for each way to leave: the cross, the link of the bank's page, a reload.
        const goOn = state.challenge && words.challengeGoOn;
        return { tone: 'calm', what: words.challengeLeft, next: words.challengeNext, ...(goOn && { goOn }) };
      }
      if (state.keyWasUsed) return { tone: 'calm', what: words.elsewhere, next: words.doNotPay };
      return state.submittedAt === undefined
        ? { tone: 'calm', what: words.unknownOrder, next: words.moment }
        : { tone: 'calm', what: words.unknown, next: words.doNotPay };
    case 'challenging':
      return { tone: 'calm', what: words.challenge, next: words.leaving };
    case 'approved':
      return { tone: 'good', what: words.approved, next: '' };
    case 'keying':
    case 'submitting':
    case 'confirming':
      return undefined;
  }
}

/** True in `unknown` when polling has ended: only the shop can help. */
export function isStuck({ status, result, error }: CheckoutState): boolean {
  return status === 'unknown' && (result?.status === 'review' || error?.audience === 'merchant');
}

/**
 * The payment can still be confirmed in 3-D Secure. If the signer cannot say so, the step that this page has left may still
 * be open.
 */
export function waitsForShopper({ challenge, result, error }: CheckoutState): boolean {
  if (result?.status === 'pending' && result.waitsFor) return result.waitsFor === 'shopper';
  return challenge !== undefined && challenge !== 'returned' && (result ?? error) !== undefined;
}

function keyMessage(code: FlorinErrorCode, words: PaymentWords): CheckoutMessage {
  // A saved card that was removed, or whose owner has signed out.
  if (/^(card|shopper)_/.test(code)) return wrong(words.cardRefused, words.advice.another_card);
  if (code === 'rate_limited') return wrong(words.tooMany, words.waitMinute);
  const what = code === 'service_unreachable' ? words.serviceUnreachable : words.shopUnreachable;
  return wrong(what, `${words.notCharged} ${words.tryAgain}`);
}

/** A refused field shows its error at the field. */
function offlineMessage(code: FlorinErrorCode, words: PaymentWords): CheckoutMessage | undefined {
  if (code === 'amount_changed') return { tone: 'calm', what: words.amountChanged, next: words.amountNext };
  return code === 'service_unreachable' ? wrong(words.offline, words.whenOnline) : undefined;
}

function wrong(what: string, next: string): CheckoutMessage {
  return { tone: 'wrong', what, next };
}
