/** Mistakes of an integration, and what the console says of them. */
import { expect, fixture, html } from '@open-wc/testing';
import { checkoutFor, eventually, orderOf } from './checkout-harness.js';

describe('the console names', () => {
  const said: string[] = [];
  const { warn } = console;
  beforeEach(() => {
    said.length = 0;
    console.warn = (what: unknown) => void said.push(what instanceof Error ? what.message : String(what));
  });
  afterEach(() => {
    console.warn = warn;
  });

  const after = async (order: string, template: (order: string) => unknown, press = false) => {
    const checkout = await checkoutFor(order, template);
    if (press) {
      await checkout.fill();
      // A missing attribute is thrown as well.
      await checkout.host.pay().catch(() => {});
    }
    await checkout.until(() => said.length > 0, 'a word on the console');
    return checkout;
  };

  it('a missing order, when the button is pressed', async () => {
    await after('', () => html`<florin-checkout signer-url="/pay" amount="19900"></florin-checkout>`, true);
    expect(said).to.deep.equal(['florin-checkout: order is not set']);
  });

  it('a signer at another path', async () => {
    await after(
      orderOf(19900),
      (order) => html`<florin-checkout signer-url="/pays" order=${order}></florin-checkout>`,
      true,
    );
    expect(said[0]).to.match(/^The signer's authkey answered 404/);
  });

  it('a signer of another origin that the page does not name', async () => {
    await after(
      orderOf(19900),
      (order) => html`<florin-checkout signer-url="https://other.example/pay" order=${order}></florin-checkout>`,
      true,
    );
    expect(said[0]).to.contain('https://other.example');
    expect(said[0]).to.contain('data-florin-origins');
  });

  it('a frame without an address', async () => {
    await fixture(html`<florin-checkout signer-url="/pay" order="1042" isolation="frame"></florin-checkout>`);
    await eventually(() => said.length > 0, 'a word on the console');
    expect(said).to.deep.equal(['florin-checkout: frame-src is not set']);
  });

  for (const written of ['199.00', '$199', '19,900']) {
    it(`a price that is not in minor units, which no button shows: ${written}`, async () => {
      const checkout = await after(
        orderOf(19900),
        (order) =>
          html`<florin-checkout signer-url="/pay" order=${order} amount=${written} locale="en-AU"></florin-checkout>`,
      );
      expect(said).to.deep.equal([`florin-checkout: amount="${written}" is no price in minor units: 199.00 is 19900`]);
      expect(checkout.button).to.equal('Pay');
      await checkout.fill();
      await checkout.until(() => checkout.button === 'Pay $199.00', 'the price of the signer');
    });
  }

  it('a price of the page that is not the signer’s', async () => {
    const checkout = await after(
      orderOf(20500),
      (order) => html`<florin-checkout signer-url="/pay" order=${order} amount="19900"></florin-checkout>`,
      true,
    );
    await checkout.until(() => said.length > 0, 'the difference');
    expect(said).to.deep.equal([
      'florin-checkout: the page has amount="19900" currency="AUD", but priceOrder says 20500 AUD, which is charged',
    ]);
  });
});
