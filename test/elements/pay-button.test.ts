/** `<florin-pay-button>`: the checkout's button in another place of the page. */
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { PayButtonElement } from '../../src/elements/florin-pay-button/pay-button-element.js';
import { checkoutFor, eventually, holdCards, isSubmission, orderOf, withNetwork } from './checkout-harness.js';
import { settle } from './field-harness.js';

const TEXT = html`<florin-pay-button></florin-pay-button>`;

async function buttonFor(markup = TEXT) {
  const wrapper = await fixture<HTMLElement>(html`<div>${markup}</div>`);
  const host = wrapper.querySelector('florin-pay-button') as PayButtonElement;
  const button = () => host.shadowRoot?.querySelector('button') as HTMLButtonElement;
  return {
    host,
    wrapper,
    button,
    get text() {
      const slotted = host.textContent?.trim();
      const isSlotShown = !button().querySelector('slot')?.hidden;
      return isSlotShown && slotted ? slotted : (button().innerText ?? '').trim();
    },
    get isOff() {
      return button().getAttribute('aria-disabled') === 'true';
    },
    get hasFocus() {
      return host.shadowRoot?.activeElement === button();
    },
  };
}

const named = (id: string) => (order: string) =>
  html`<florin-checkout
    id=${id}
    signer-url="/pay"
    order=${order}
    amount=${order.split('-')[0]}
    locale="en-AU"
  ></florin-checkout>`;

describe('the pay button as an element', () => {
  it('has the text of the checkout’s own button, which is hidden and not focusable', async () => {
    const pay = await buttonFor();
    expect(pay.text).to.equal('Pay');
    expect(pay.isOff).to.equal(true);
    const checkout = await checkoutFor(orderOf(19900), named('one'));
    await eventually(() => pay.text === 'Pay $199.00', 'the amount');
    expect(pay.isOff).to.equal(false);
    const own = checkout.host.shadowRoot?.querySelector('button') as HTMLButtonElement;
    expect(own.checkVisibility({ visibilityProperty: true })).to.equal(false);
    await expect(pay.host).to.be.accessible();
    pay.wrapper.remove();
    expect(own.checkVisibility({ visibilityProperty: true })).to.equal(true);
  });

  it('pays by mouse and by keyboard, is busy during the payment, and is hidden when nothing is left to pay', async () => {
    const pay = await buttonFor();
    const checkout = await checkoutFor(orderOf(19900), named('one'));
    await checkout.fill();
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => (release = resolve));
    let sent = 0;
    await withNetwork(
      async (url, send) => {
        if (isSubmission(url)) {
          sent += 1;
          await isHeld;
        }
        return send();
      },
      async () => {
        pay.host.focus();
        await sendKeys({ press: 'Space' });
        await eventually(() => sent === 1, 'the card on its way');
        await settle(pay.host);
        expect(pay.isOff).to.equal(true);
        expect(pay.text).to.equal('Paying…');
        expect(pay.hasFocus).to.equal(true);
        pay.button().click();
        await sendKeys({ press: 'Enter' });
        release();
        await checkout.until(() => checkout.receipt !== '', 'a receipt');
      },
    );
    expect(sent).to.equal(1);
    await settle(pay.host);
    expect(pay.button().checkVisibility()).to.equal(false);
  });

  it('takes the focus when Enter in a field pays', async () => {
    const pay = await buttonFor();
    const checkout = await checkoutFor(orderOf(19900), named('one'));
    await checkout.fill();
    const cards = holdCards();
    await withNetwork(cards.treat, async () => {
      await checkout.name.focus();
      await checkout.pressEnter();
      await eventually(() => pay.hasFocus, 'the focus');
      cards.release();
      await checkout.until(() => checkout.receipt !== '', 'a receipt');
    });
  });

  it('shows errors, as the checkout’s own button does', async () => {
    const pay = await buttonFor();
    const checkout = await checkoutFor(orderOf(19900), named('one'));
    await eventually(() => !pay.isOff, 'the checkout');
    pay.button().click();
    await checkout.settle();
    expect(checkout.number.error).to.equal('Enter the card number');
    expect(checkout.states).to.deep.equal([]);
  });

  it('pays the checkout of its `for`, and does not submit a form around it', async () => {
    let submitted = 0;
    const onSubmit = (event: Event) => {
      event.preventDefault();
      submitted += 1;
    };
    const pay = await buttonFor(
      html`<form @submit=${onSubmit}><florin-pay-button for="two">Place the order</florin-pay-button></form>`,
    );
    const one = await checkoutFor(orderOf(10000), named('one'));
    const two = await checkoutFor(orderOf(20000), named('two'));
    await eventually(() => !pay.isOff, 'the checkout');
    expect(pay.text).to.equal('Place the order');
    expect(one.host.shadowRoot?.querySelector('button')?.checkVisibility({ visibilityProperty: true })).to.equal(true);
    await two.fill();
    pay.button().click();
    await two.until(() => two.receipt !== '', 'a receipt');
    expect(one.states).to.deep.equal([]);
    expect(submitted).to.equal(0);
  });

  it('prevents payments while it is disabled, also by Enter', async () => {
    const pay = await buttonFor(html`<florin-pay-button disabled></florin-pay-button>`);
    const checkout = await checkoutFor(orderOf(19900), named('one'));
    await checkout.fill();
    expect(pay.isOff).to.equal(true);
    pay.button().click();
    await checkout.name.focus();
    await checkout.pressEnter();
    await checkout.until(() => !checkout.isBusy, 'the form again');
    expect(checkout.states).to.not.include('submitting');
    pay.host.disabled = false;
    await settle(pay.host);
    pay.button().click();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
  });

  it('connects to a checkout that replaces another', async () => {
    const pay = await buttonFor();
    const first = await checkoutFor(orderOf(10000), (order) => named('one')(order));
    await eventually(() => !pay.isOff, 'the first');
    first.host.remove();
    await eventually(() => pay.isOff, 'none');
    const second = await checkoutFor(orderOf(20000), named('one'));
    await eventually(() => !pay.isOff, 'the second');
    await second.fill();
    pay.button().click();
    await second.until(() => second.receipt !== '', 'a receipt');
  });
});
