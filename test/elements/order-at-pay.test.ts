/** A page that makes its order when the button is pressed: docs/guides/elements.md#an-order-that-is-made-at-the-press */
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import type { CheckoutElement } from '../../src/elements/florin-checkout/checkout-element.js';
import type { FlorinBeforePayEvent } from '../../src/elements/pay-events.js';
import { checkoutFor, type CheckoutHarness, isSubmission, orderOf, withNetwork } from './checkout-harness.js';

const withoutOrder = (amount: number) =>
  checkoutFor(
    '',
    () => html`<florin-checkout signer-url="/pay" amount=${amount || undefined} locale="en-AU"></florin-checkout>`,
  );

/** The shop's call: makes an order at each press. */
function makesOrder({ host }: CheckoutHarness, make: () => string | Promise<string>): { readonly made: string[] } {
  const made: string[] = [];
  host.addEventListener('florin-before-pay', (event: FlorinBeforePayEvent) => {
    const answer = make();
    const take = (order: string) => {
      made.push(order);
      host.order = order;
    };
    if (typeof answer === 'string') take(answer);
    else event.waitUntil(answer.then(take));
  });
  return { made };
}

describe('an order that is made at the press', () => {
  afterEach(() => sessionStorage.clear());

  it('is paid by that press, with the page’s amount on the button before', async () => {
    const checkout = await withoutOrder(19900);
    await checkout.until(() => checkout.button === 'Pay $199.00', 'the amount on the button');
    const { made } = makesOrder(checkout, () => orderOf(19900));
    await checkout.fill();
    expect(checkout.errors).to.deep.equal([]);
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    expect(checkout.receipt).to.contain('$199.00');
    expect(made).to.have.length(1);
  });

  it('may come late, and a second press meanwhile makes no second order', async () => {
    const checkout = await withoutOrder(19900);
    const { made } = makesOrder(checkout, async () => {
      await aTimeout(300);
      return orderOf(19900);
    });
    await checkout.fill();
    await checkout.press(2);
    expect(checkout.button).to.equal('Paying…');
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    expect(made).to.have.length(1);
    expect(checkout.results).to.deep.equal(['approved']);
  });

  it('that cannot be made sends nothing, and the next press pays', async () => {
    const checkout = await withoutOrder(19900);
    let isDown = true;
    makesOrder(checkout, () => (isDown ? Promise.reject(new Error('the shop is down')) : orderOf(19900)));
    const sent: string[] = [];
    await withNetwork(
      (url, send) => {
        sent.push(url);
        return send();
      },
      async () => {
        await checkout.fill();
        await checkout.press();
        await checkout.until(() => !checkout.isBusy, 'the end of the press');
        expect(sent).to.deep.equal([]);
        isDown = false;
        await checkout.press();
        await checkout.until(() => checkout.receipt !== '', 'a receipt');
      },
    );
  });

  it('is not paid at a price that nobody has seen: the next press pays', async () => {
    const checkout = await withoutOrder(0);
    const order = orderOf(19900);
    makesOrder(checkout, () => order);
    await checkout.fill();
    expect(checkout.button).to.equal('Pay');
    await checkout.press();
    await checkout.until(() => checkout.button === 'Pay $199.00', 'the price');
    expect(checkout.results).to.deep.equal([]);
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
  });

  it('with another price than the page’s is paid by the next press', async () => {
    const checkout = await withoutOrder(19900);
    const order = orderOf(20500);
    makesOrder(checkout, () => order);
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.button === 'Pay $205.00', 'the price');
    expect(checkout.errors).to.deep.equal(['amount_changed']);
    await checkout.press();
    await checkout.until(() => checkout.receipt.includes('$205.00'), 'a receipt');
  });

  it('replaces the order of the press before, which was declined', async () => {
    const checkout = await withoutOrder(19951);
    const orders = [orderOf(19951), orderOf(19951).replace('19951', '19900')];
    makesOrder(checkout, () => orders.shift() ?? '');
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.results.length > 0, 'the decline');
    expect(checkout.message).to.contain('did not approve');
    await checkout.fill({ number: '4987654321098769' });
    // The cart has changed, and with it the order.
    Object.assign(checkout.host, { amount: 19900, order: '' });
    await checkout.until(() => checkout.button === 'Pay $199.00', 'the new amount');
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    expect(checkout.results).to.deep.equal(['declined', 'approved']);
  });

  it('is not paid by the second half of a double click at a price that nobody has seen', async () => {
    const checkout = await withoutOrder(0);
    const order = orderOf(19900);
    makesOrder(checkout, () => order);
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.states.includes('ready'), 'the price');
    await checkout.press();
    await checkout.until(() => !checkout.isBusy, 'the end of the press');
    expect(checkout.button).to.equal('Pay $199.00');
    expect(checkout.states).to.not.include('submitting');
  });

  it('is paid at the price of the press, not at one that the page names right after it', async () => {
    const checkout = await withoutOrder(4900);
    makesOrder(checkout, async () => {
      await aTimeout(50);
      return orderOf(9900);
    });
    await checkout.fill();
    const isPaid = checkout.host.pay();
    checkout.host.amount = 9900;
    await isPaid;
    expect(checkout.errors).to.deep.equal(['amount_changed']);
    expect(checkout.states).to.not.include('submitting');
  });

  it('is not paid after the shopper has left the page', async () => {
    const checkout = await withoutOrder(4900);
    const { made } = makesOrder(checkout, async () => {
      globalThis.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      await aTimeout(100);
      return orderOf(4900);
    });
    await checkout.fill();
    await checkout.host.pay();
    expect(made).to.have.length(1);
    expect(checkout.states).to.not.include('submitting');
  });

  it('is not replaced while its card is sent, whatever the page sets', async () => {
    const checkout = await withoutOrder(4900);
    const order = orderOf(4900);
    makesOrder(checkout, () => order);
    await withNetwork(
      async (url, send) => {
        if (isSubmission(url)) await aTimeout(300);
        return send();
      },
      async () => {
        await checkout.fill();
        await checkout.press();
        await checkout.until(() => checkout.states.includes('submitting'), 'the card is sent');
        Object.assign(checkout.host, { amount: 7700, order: '' });
        await checkout.settle();
        expect(checkout.host.order).to.equal(order);
        await checkout.until(() => checkout.receipt !== '', 'a receipt');
      },
    );
    expect(checkout.results).to.deep.equal(['approved']);
    // The next cart.
    checkout.host.order = '';
    await checkout.until(() => checkout.button === 'Pay $77.00' && checkout.isButtonShown, 'the next form');
  });

  it('is shown after a reload while its outcome is unknown; after that, a new payment begins', async () => {
    const first = await withoutOrder(19900);
    makesOrder(first, () => orderOf(19900));
    let hasAnswers = false;
    await withNetwork(
      async (url, send) => {
        const answer = await send();
        if (isSubmission(url) || (/\/result$/.test(url) && !hasAnswers)) throw new TypeError('the answer is lost');
        return answer;
      },
      async () => {
        await first.fill();
        await first.press();
        await first.until(() => first.message !== '', 'the unknown outcome');
        first.host.remove();
        const second = await withoutOrder(19900);
        const { made } = makesOrder(second, () => orderOf(19900));
        expect(second.isButtonShown).to.be.false;
        await second.until(() => second.message !== '', 'the unknown outcome');
        expect(second.isButtonShown).to.be.false;
        // A cart that is drawn late.
        second.host.order = '';
        await second.settle();
        expect(second.isButtonShown).to.be.false;
        expect(second.host.order).to.equal(first.host.order);
        // An element that saves a card has no order.
        const saving = await fixture<CheckoutElement>(
          html`<florin-checkout purpose="save-card" signer-url="/pay"></florin-checkout>`,
        );
        expect(saving.order).to.equal('');
        hasAnswers = true;
        await second.until(() => second.receipt !== '', 'a receipt', 40_000);
        expect(made).to.deep.equal([]);
        second.host.remove();
      },
    );
    const third = await withoutOrder(4900);
    await third.until(() => third.button === 'Pay $49.00', 'the next payment');
  });

  it('is missing where the page makes none, which the developer is told', async () => {
    const checkout = await withoutOrder(19900);
    await checkout.fill();
    const { host } = checkout;
    const thrown = await host.pay().catch((error: unknown) => (error as Error).message);
    expect(thrown).to.equal('florin-checkout: order is not set');
    expect(checkout.errors).to.deep.equal(['configuration_invalid']);
  });
});
