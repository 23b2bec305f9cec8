/** The price that is shown before and while a card is typed, and the amount that is charged. */
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import type { FlorinBeforePayEvent } from '../../src/elements/pay-events.js';
import type { AmountElement } from '../../src/elements/florin-amount/amount-element.js';
import { checkoutFor, isSubmission, orderOf, withNetwork } from './checkout-harness.js';
import { settle } from './field-harness.js';

const VISA = '4987654321098769';
const AMEX = '345678901234564';
const JCB = '3530111333300000';

const textOf = (element: Node | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
const priced = (order: string) =>
  html`<florin-checkout signer-url="/priced" order=${order} locale="en-AU"></florin-checkout>`;
const declared = (amount: number) => (order: string) =>
  html`<florin-checkout signer-url="/pay" order=${order} amount=${amount} locale="en-AU"></florin-checkout>`;

async function amountFor(attributes = html`<florin-amount locale="en-AU"></florin-amount>`) {
  const host = await fixture<AmountElement>(attributes);
  return {
    host,
    text: async () => {
      await settle(host);
      return textOf(host.shadowRoot);
    },
  };
}

describe('the amount before the signer is asked', () => {
  it('is on the button and in <florin-amount>, from the attribute', async () => {
    const amount = await amountFor();
    const checkout = await checkoutFor(orderOf(19900), declared(19900));
    await checkout.until(() => checkout.button === 'Pay $199.00', 'the amount on the button');
    expect(await amount.text()).to.equal('Total $199.00');
    expect(checkout.states).to.deep.equal([]);
  });

  it('is in <florin-amount> without a checkout', async () => {
    const { text, host } = await amountFor(
      html`<florin-amount amount="1250" currency="JPY" locale="en"></florin-amount>`,
    );
    expect(await text()).to.equal('Total ¥1,250');
    await expect(host).to.be.accessible();
  });

  for (const [what, amount, currency] of [
    ['less than nothing', -100, 'AUD'],
    ['half a cent', 1.5, 'AUD'],
    ['no currency', 100, 'dollars'],
  ] as const) {
    it(`shows nothing for ${what}`, async () => {
      const { text } = await amountFor(html`<florin-amount amount=${amount} currency=${currency}></florin-amount>`);
      expect(await text()).to.equal('');
    });
  }

  it('is that of the first checkout, or of the named one', async () => {
    const { host, text } = await amountFor();
    await checkoutFor(orderOf(1000), declared(1000));
    const second = await checkoutFor(orderOf(2000), declared(2000));
    second.host.id = 'second';
    await second.until(() => second.button === 'Pay $20.00', 'the second amount');
    expect(await text()).to.equal('Total $10.00');
    host.htmlFor = 'second';
    expect(await text()).to.equal('Total $20.00');
  });

  it('is gone when the checkout gets another order without a price', async () => {
    const amount = await amountFor();
    const checkout = await checkoutFor(orderOf(1000), declared(1000));
    await checkout.until(() => checkout.button === 'Pay $10.00', 'the amount');
    expect(await amount.text()).to.equal('Total $10.00');
    (await fixture(html`<aside></aside>`)).append(amount.host);
    Object.assign(checkout.host, { order: orderOf(2000), amount: 0 });
    await checkout.until(() => checkout.button === 'Pay', 'the other order');
    expect(await amount.text()).to.equal('');
  });

  it('is corrected by the signer, and the correction is announced', async () => {
    const amount = await amountFor();
    const checkout = await checkoutFor(orderOf(20500), declared(19900));
    await checkout.number.type('4');
    await checkout.until(() => checkout.states.includes('ready'), 'ready');
    expect(checkout.button).to.equal('Pay $205.00');
    expect(await amount.text()).to.equal('Total $205.00');
    expect(checkout.footnote).to.contain('The total is $205.00.');
    expect(checkout.host.shadowRoot?.querySelector('[part="footnote"]')?.getAttribute('role')).to.equal('status');
  });

  it('is not charged if the order has another price: the shopper presses again', async () => {
    const checkout = await checkoutFor(orderOf(20500), declared(19900));
    await checkout.until(() => checkout.button === 'Pay $199.00', 'the amount on the button');
    const sent: string[] = [];
    let release: (() => void) | undefined;
    const isPressed = new Promise<void>((resolve) => (release = resolve));
    await withNetwork(
      async (url, send) => {
        if (isSubmission(url)) sent.push(url);
        // Filled and pressed before the signer has answered.
        if (url.includes('/authkey')) await isPressed;
        return send();
      },
      async () => {
        await checkout.fill();
        await checkout.press();
        release?.();
        await checkout.until(() => checkout.errors.length > 0, 'an end');
        expect(checkout.errors).to.deep.equal(['amount_changed']);
        expect(sent).to.deep.equal([]);
        expect(checkout.message).to.contain('The amount has changed');
        expect(checkout.button).to.equal('Pay $205.00');
        expect(checkout.isBusy).to.be.false;
        await checkout.press();
        await checkout.until(() => checkout.receipt !== '', 'a receipt');
      },
    );
    expect(checkout.receipt).to.contain('$205.00');
  });
});

describe('a surcharge', () => {
  it('is shown, added and announced as the number is typed, and removed with the number', async () => {
    const amount = await amountFor();
    const checkout = await checkoutFor(orderOf(19900), priced);
    await checkout.number.type('4');
    await checkout.until(() => checkout.button === 'Pay $201.00', 'the surcharge on the button');
    expect(await amount.text()).to.equal('Order $199.00 Visa surcharge $2.00 Total $201.00');
    expect(checkout.footnote).to.contain('Includes a $2.00 surcharge for Visa.').and.not.contain('The total is');
    expect(checkout.host.price).to.deep.equal({
      amount: { minor: 20100, currency: 'AUD' },
      surcharge: { minor: 200, currency: 'AUD' },
      brand: 'visa',
    });
    await expect(amount.host).to.be.accessible();
    await checkout.number.press('Backspace');
    expect(checkout.button).to.equal('Pay $199.00');
    expect(await amount.text()).to.equal('Total $199.00');
    await checkout.number.type('34');
    expect(await amount.text()).to.equal('Order $199.00 American Express surcharge $3.00 Total $202.00');
  });

  it('is charged by a key for this card, and shown on the receipt and in <florin-amount>', async () => {
    const amount = await amountFor();
    const checkout = await checkoutFor(orderOf(19900), priced);
    await checkout.fill({ number: VISA });
    await checkout.until(() => checkout.button === 'Pay $201.00', 'the surcharge on the button');
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    expect(checkout.receipt).to.contain('$201.00').and.to.contain('Includes $2.00 surcharge');
    expect(await amount.text()).to.equal('Order $199.00 Visa surcharge $2.00 Total $201.00');
    expect(checkout.host.price?.amount.minor).to.equal(20100);
  });

  it('changes with the card: another card has its own surcharge, or none', async () => {
    for (const [number, cvn, label, charged] of [
      [AMEX, '1234', 'Pay $202.00', '$202.00'],
      [JCB, '123', 'Pay $199.00', '$199.00'],
    ] as const) {
      const checkout = await checkoutFor(orderOf(19900), priced);
      await checkout.number.fillAtOnce('4');
      await checkout.until(() => checkout.button === 'Pay $201.00', 'a Visa price');
      await checkout.number.press('Backspace');
      await checkout.fill({ number, cvn });
      await checkout.until(() => checkout.button === label, label);
      await checkout.press();
      await checkout.until(() => checkout.receipt !== '', 'a receipt');
      expect(checkout.receipt).to.contain(charged);
      checkout.host.remove();
    }
  });
});

describe('florin-before-pay', () => {
  it('can be cancelled: nothing is requested or sent, and the form does not change', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    const stop = (event: Event) => event.preventDefault();
    checkout.host.addEventListener('florin-before-pay', stop);
    await checkout.fill();
    await checkout.until(() => checkout.states.includes('ready'), 'ready');
    await checkout.press();
    await aTimeout(50);
    await checkout.settle();
    expect(checkout.states).to.deep.equal(['keying', 'ready']);
    expect(checkout.isBusy).to.be.false;
    expect(checkout.number.value).to.not.equal('');
    checkout.host.removeEventListener('florin-before-pay', stop);
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
  });

  it('is not fired while a field is invalid', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    let fired = 0;
    checkout.host.addEventListener('florin-before-pay', () => (fired += 1));
    await checkout.number.type('4');
    await checkout.press();
    expect(fired).to.equal(0);
  });

  it('waits for the shop while the form is busy, and fires once for several presses', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    let answer: (() => void) | undefined;
    let fired = 0;
    checkout.host.addEventListener('florin-before-pay', (event: FlorinBeforePayEvent) => {
      fired += 1;
      event.waitUntil(new Promise<void>((resolve) => (answer = resolve)));
    });
    await checkout.fill();
    await checkout.press(3);
    await checkout.until(() => answer !== undefined, 'the question');
    expect(checkout.isBusy).to.be.true;
    expect(checkout.areFieldsInert).to.be.true;
    expect(checkout.states).to.not.include('submitting');
    answer?.();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    expect(fired).to.equal(1);
  });

  it('stops the payment when the shop rejects later', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    checkout.host.addEventListener('florin-before-pay', (event) => {
      event.waitUntil(Promise.reject(new Error('out of stock')));
    });
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => !checkout.isBusy, 'the form again');
    expect(checkout.states).to.not.include('submitting');
  });
});

describe('refresh()', () => {
  it('shows the new price of the order, and charges it', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.number.type('5');
    await checkout.until(() => checkout.button === 'Pay $199.00', 'the amount');
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order: orderOf(25000) }),
    };
    // The price has changed: the signer answers as for an order with another price.
    const anew = await fetch('/pay/authkey', init);
    await withNetwork(
      (url, send) => (url.includes('/authkey') ? Promise.resolve(anew) : send()),
      () => checkout.host.refresh(),
    );
    expect(checkout.states).to.deep.equal(['keying', 'ready', 'keying', 'ready']);
    await checkout.settle();
    expect(checkout.button).to.equal('Pay $250.00');
    expect(checkout.footnote).to.contain('The total is $250.00.');
    await checkout.number.press('Backspace');
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    expect(checkout.receipt).to.contain('$250.00');
  });
});
