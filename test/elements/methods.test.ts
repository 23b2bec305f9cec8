/** Attributes that are missing, set wrongly, or for something that this shop's signer does not allow. */
import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { FlorinError } from '../../src/core/errors.js';
import type { CheckoutElement } from '../../src/elements/florin-checkout/checkout-element.js';
import { checkoutFor, orderOf } from './checkout-harness.js';

describe('method and challenge', () => {
  const warned: string[] = [];
  const { warn } = console;
  beforeEach(() => {
    warned.length = 0;
    console.warn = (text: string) => void warned.push(text);
  });
  afterEach(() => {
    console.warn = warn;
  });

  it('use the default for an unknown value, with one warning', async () => {
    const checkout = await checkoutFor(
      orderOf(19900),
      (order) =>
        html`<florin-checkout signer-url="/pay" order=${order} method="Redirect" challenge="popup"></florin-checkout>`,
    );
    await checkout.until(() => warned.length >= 2, 'warnings');
    expect(warned).to.deep.equal([
      'florin-checkout: method="Redirect" is none of javascript, webform, iframe, redirect; javascript is used',
      'florin-checkout: challenge="popup" is none of dialog, redirect; dialog is used',
    ]);
    await checkout.number.type('5');
    await checkout.until(() => checkout.states.includes('ready'), 'ready');
  });

  it('cause no warning for custom messages', async () => {
    const checkout = await checkoutFor(
      orderOf(19900),
      (order) =>
        html`<florin-checkout
          signer-url="/pay"
          order=${order}
          method="javascript"
          challenge="redirect"
        ></florin-checkout>`,
    );
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.results.length > 0, 'a result');
    expect(warned).to.deep.equal([]);
  });

  it('cause one warning with the correct name when they are misspelt', async () => {
    const checkout = await checkoutFor(
      orderOf(19900),
      (order) =>
        html`<florin-checkout
          signer-url="/pay"
          order=${order}
          sucess-url="/done"
          colour="red"
          class="pay"
          data-order="1"
        >
          <florin-amount slot="after-fields" amounts="1"></florin-amount>
        </florin-checkout>`,
    );
    await checkout.until(() => warned.length >= 2, 'warnings');
    checkout.host.order = orderOf(19900);
    await checkout.number.type('5');
    await checkout.until(() => checkout.states.includes('ready'), 'ready');
    expect(warned).to.deep.equal([
      'florin-checkout: there is no attribute sucess-url; did you mean success-url?',
      'florin-amount: there is no attribute amounts; did you mean amount?',
    ]);
  });

  it('cause a warning in a form that saves a card', async () => {
    await fixture(
      html`<florin-checkout signer-url="/saving" purpose="save-card" done-ulr="/account"></florin-checkout>`,
    );
    await waitUntil(() => warned.length > 0, 'no warning', { timeout: 20_000 });
    expect(warned).to.deep.equal(['florin-checkout: there is no attribute done-ulr; did you mean done-url?']);
  });

  it('cause a warning for a tag in the checkout that is not registered', async () => {
    const checkout = await checkoutFor(
      orderOf(19900),
      (order) =>
        html`<florin-checkout signer-url="/pay" order=${order}>
          <florin-store-crad slot="after-fields"></florin-store-crad><my-terms slot="after-fields"></my-terms>
        </florin-checkout>`,
    );
    await checkout.until(() => warned.length > 0, 'a warning', 10_000);
    expect(warned).to.deep.equal([
      "florin-checkout: <florin-store-crad> is not registered, so it shows nothing; import 'florin/elements/florin-store-crad'",
    ]);
  });

  it('report the option of the signer that a method needs, and nothing is charged', async () => {
    const host = await fixture<CheckoutElement>(
      html`<florin-checkout signer-url="/pay" order=${orderOf(19900)} method="redirect"></florin-checkout>`,
    );
    const errors: FlorinError[] = [];
    host.addEventListener('florin-error', ({ error }) => errors.push(error));
    const says = (text: string) => () => host.shadowRoot?.textContent?.includes(text) === true;
    await waitUntil(says('on a secure page'), 'words', { timeout: 15_000 });
    host.shadowRoot?.querySelector('button')?.click();
    await waitUntil(() => errors.length > 0, 'an error', { timeout: 15_000 });
    expect(errors.map(({ code }) => code)).to.deep.equal(['configuration_invalid']);
    expect(errors[0]?.message).to.contain('`redirect`');
    await waitUntil(says('Nothing was charged'), 'what it says', { timeout: 15_000 });
  });
});

describe('signer-url and order', () => {
  for (const [name, attributes] of [
    ['signer-url', html`<florin-checkout order="2000-x" locale="en"></florin-checkout>`],
    ['order', html`<florin-checkout signer-url="/pay" locale="en"></florin-checkout>`],
  ] as const) {
    it(`without ${name}, the message says that nothing was charged, and the error names the attribute`, async () => {
      const checkout = await checkoutFor('', () => attributes);
      await checkout.fill();
      let thrown: unknown;
      await checkout.host.pay().catch((error: unknown) => (thrown = error));
      await checkout.settle();
      expect(String(thrown)).to.equal(`FlorinError: florin-checkout: ${name} is not set`);
      expect(checkout.errors).to.deep.equal(['configuration_invalid']);
      expect(checkout.message).to.contain('This shop cannot take cards at the moment. Nothing was charged.');
      expect(checkout.isBusy).to.be.false;
    });
  }
});
