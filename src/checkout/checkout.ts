/** The payment of an order, as a kind of attempt (attempt-flow.ts). */
import { FlorinError } from '../core/errors.js';
import { isSameMoney } from '../core/money/money.js';
import type { AuthKeyGrant } from '../core/pay-api.js';
import { attemptName } from './attempt-name.js';
import { AttemptFlow } from './attempt-flow.js';
import type { AttemptKind } from './attempt-kind.js';
import type { Checkout, CheckoutOptions, CheckoutState } from './contract.js';
import { askKey, askOrder, askResult } from './signer-calls.js';
import { type CardInput, type SavedCardInput, submitCard } from './submit-card.js';

type Card = CardInput | SavedCardInput;

/** What `createCheckout` returns, with the key: for the element, not for a page. */
export type CheckoutFlow = AttemptFlow<CheckoutState, AuthKeyGrant, Card>;

/**
 * Creates the checkout of one order. It requests and stores nothing before {@link Checkout.prepare} or `submit`.
 *
 * @example
 *   const checkout = createCheckout({ signerUrl: '/pay', order: '1042' });
 *   checkout.subscribe(({ status, amount }) => render(status, amount));
 *   cardInput.addEventListener('input', () => checkout.prepare());
 *   payButton.addEventListener('click', () => checkout.submit(readCard()));
 */
export function createCheckout(options: CheckoutOptions): Checkout {
  return new AttemptFlow<CheckoutState, AuthKeyGrant, Card>(options, paymentOf(options));
}

function paymentOf(options: CheckoutOptions): AttemptKind<AuthKeyGrant, Card> {
  const { signerUrl, asks } = options;
  /** The options with which the current key was requested. */
  let asked: string | undefined;
  return {
    record: attemptName(options),
    done: 'approved',
    isOnce: true,
    hasChallenge: true,
    askKey({ cardType, shown }, exchange) {
      asked = JSON.stringify(asks?.());
      const press = shown
        ? { cardType: cardType || 'other', shown: shown.amount }
        : { ...(cardType && { cardType }), beforePay: true };
      return askKey(signerUrl, { order: options.order, ...press, ...asks?.() }, exchange);
    },
    async askBefore(exchange) {
      const { price, ...result } = await askOrder(signerUrl, { order: options.order }, exchange);
      const { amount, surcharges, action } = price ?? {};
      return { details: { amount, surcharges, action }, result: result.status === 'payable' ? undefined : result };
    },
    askResult: (request, exchange) => askResult(signerUrl, request, exchange),
    send: submitCard,
    describe: ({ amount, surcharge, surcharges, action, testMode }) => ({
      amount,
      ...(surcharge && { surcharge }),
      ...(surcharges && { surcharges }),
      ...(action && { action }),
      testMode,
    }),
    isOutdated({ surcharge, surcharges }, cardType) {
      if (JSON.stringify(asks?.()) !== asked) return true;
      return surcharges !== undefined && (surcharges[cardType] ?? 0) !== (surcharge?.minor ?? 0);
    },
    problemOf: (key, shown) =>
      !key || (shown.amount && !isSameMoney(shown.amount, key.amount))
        ? new FlorinError('amount_changed', 'The amount of the order is not the one that was shown')
        : undefined,
  };
}
