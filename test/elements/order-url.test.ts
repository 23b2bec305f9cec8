/** Order tokens that expire while a page is open: docs/guides/order-tokens.md#a-page-that-stays-open */
import { expect, html } from '@open-wc/testing';
import { renewOrder } from '../../src/elements/florin-checkout/renew-order.js';
import { checkoutFor, type CheckoutHarness, orderOf, withNetwork } from './checkout-harness.js';

let tokens = 0;

/** A token as the signer of web-test-runner.config.mjs reads it. @param seconds - how long it is valid from now on */
function tokenOf(order: string, seconds: number): string {
  tokens += 1;
  const claims = { order, exp: Date.now() / 1000 + seconds, jti: tokens };
  return `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.test`;
}

const checkoutWith = (order: string, orderUrl = '/token') =>
  checkoutFor(
    order,
    () =>
      html`<florin-checkout signer-url="/pay" order=${order} order-url=${orderUrl} locale="en-AU"></florin-checkout>`,
  );

/** The shop answers at `/token`; the signer is the real one. */
async function withShop(answer: () => Response | Promise<Response>, act: (asked: string[]) => Promise<void>) {
  const asked: string[] = [];
  await withNetwork(
    async (url, send) => {
      if (!url.includes('/token')) return send();
      asked.push(url);
      return answer();
    },
    () => act(asked),
  );
}

const json = (order: unknown, status = 200) => Response.json({ order }, { status });

async function pay(checkout: CheckoutHarness) {
  await checkout.press();
  await checkout.until(() => checkout.receipt !== '', 'a receipt');
}

describe('order-url', () => {
  afterEach(() => sessionStorage.clear());

  it('gives another token before the first digit, once for all calls', async () => {
    const order = orderOf(19900);
    const checkout = await checkoutWith(tokenOf(order, -1));
    await withShop(
      () => json(tokenOf(order, 900)),
      async (asked) => {
        await checkout.fill();
        await checkout.until(() => checkout.button === 'Pay $199.00', 'the price');
        expect(asked).to.deep.equal(['/token']);
        await pay(checkout);
        expect(asked).to.deep.equal(['/token']);
      },
    );
    expect(checkout.errors).to.deep.equal([]);
    expect(checkout.states).to.deep.equal(['keying', 'ready', 'submitting', 'confirming', 'approved']);
  });

  it('gives another token between two keys, and the typed card stays', async () => {
    const order = orderOf(19951);
    const checkout = await checkoutWith(tokenOf(order, 3));
    await withShop(
      () => json(tokenOf(order, 900)),
      async (asked) => {
        await checkout.fill();
        await checkout.press();
        await checkout.until(() => checkout.results.includes('declined'), 'the decline');
        await new Promise((resolve) => setTimeout(resolve, 3000));
        await checkout.fill({ number: '4987654321098769' });
        await checkout.until(() => asked.length === 1, 'the shop is asked');
        await checkout.press();
        await checkout.until(() => checkout.results.length === 2, 'the second decline');
      },
    );
    expect(checkout.errors).to.deep.equal([]);
  });

  for (const { name, answer, code } of [
    {
      name: 'the token of another order',
      answer: () => json(tokenOf(orderOf(100), 900)),
      code: 'configuration_invalid',
    },
    { name: 'another name', answer: () => json('19900-x'), code: 'configuration_invalid' },
    { name: 'no order', answer: () => json(undefined), code: 'order_refused' },
    { name: 'a page to sign in', answer: () => new Response('<!doctype html>'), code: 'order_refused' },
    { name: '403', answer: () => json('', 403), code: 'order_refused' },
    { name: '503', answer: () => json('', 503), code: 'signer_unreachable' },
    { name: 'nothing', answer: () => Promise.reject(new TypeError('down')), code: 'signer_unreachable' },
  ]) {
    it(`pays nothing if it answers with ${name}`, async () => {
      const order = orderOf(19900);
      const checkout = await checkoutWith(tokenOf(order, -1));
      const before = checkout.host.order;
      await withShop(answer, async () => {
        await checkout.fill();
        await checkout.until(() => checkout.errors.length > 0, 'the error');
      });
      expect(checkout.errors[0]).to.equal(code);
      expect(checkout.host.order).to.equal(before);
      expect(checkout.message).to.not.equal('');
      // The shop is well again.
      await withShop(
        () => json(tokenOf(order, 900)),
        async () => {
          await pay(checkout);
        },
      );
    });
  }

  it('may write the name of the order with other escapes', async () => {
    const written = [String.raw`"\u00e9t\u00e9 1042"`, '"été 1042"'].map((name) => {
      const bytes = new TextEncoder().encode(`{"order":${name}}`);
      return `e30.${btoa(String.fromCharCode(...bytes))}.test`;
    });
    const [order = '', next = ''] = written;
    const page = { order, orderUrl: '/token' };
    await withShop(
      () => json(next),
      async () => {
        await renewOrder({ order }, page, new AbortController().signal);
      },
    );
    expect(page.order).to.equal(next);
  });

  it('does not bring back an order that the page has replaced meanwhile', async () => {
    const order = tokenOf('1042', -1);
    const page = { order, orderUrl: '/token' };
    const next = tokenOf('1042', 900);
    const attempt = { order };
    await withShop(
      () => {
        page.order = 'another';
        return json(next);
      },
      async () => {
        await renewOrder(attempt, page, new AbortController().signal);
      },
    );
    expect([attempt.order, page.order]).to.deep.equal([next, 'another']);
  });

  it('is asked once for each call: a new token that is refused too is an error', async () => {
    const order = orderOf(19900);
    const checkout = await checkoutWith(tokenOf(order, -1));
    await withShop(
      () => json(tokenOf(order, -1)),
      async (asked) => {
        await checkout.fill();
        await checkout.until(() => checkout.errors.length > 0, 'the error');
        expect(checkout.errors).to.deep.equal(['order_refused']);
        expect(asked).to.have.length(1);
      },
    );
  });

  it('is not asked at another origin', async () => {
    const order = orderOf(19900);
    const checkout = await checkoutWith(tokenOf(order, -1), 'https://elsewhere.example/token');
    await withShop(
      () => json(tokenOf(order, 900)),
      async (asked) => {
        await checkout.fill();
        await checkout.until(() => checkout.errors.length > 0, 'the error');
        expect(asked).to.deep.equal([]);
        expect(checkout.errors).to.deep.equal(['configuration_invalid']);
      },
    );
  });
});

describe('another token of the same order', () => {
  afterEach(() => sessionStorage.clear());

  it('is the same checkout: the typed card stays, and the new token is used', async () => {
    const order = orderOf(19900);
    const checkout = await checkoutFor(tokenOf(order, 900));
    await checkout.fill();
    await checkout.until(() => checkout.button === 'Pay $199.00', 'the price');
    const { attempt } = checkout.host;
    const sent: unknown[] = [];
    const network = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      sent.push((JSON.parse(init?.body as string) as { order?: unknown }).order);
      return network(input, init);
    };
    try {
      const next = tokenOf(order, 900);
      checkout.host.order = next;
      await checkout.until(() => sent.length > 0 && checkout.states.at(-1) === 'ready', 'the price is asked again');
      expect(sent).to.deep.equal([next]);
      expect(checkout.host.attempt).to.equal(attempt);
    } finally {
      globalThis.fetch = network;
    }
    await pay(checkout);
    expect(checkout.results).to.deep.equal(['approved']);
  });

  it('shows the outcome after a reload', async () => {
    const order = orderOf(19900);
    const first = await checkoutFor(tokenOf(order, 900));
    await first.fill();
    await pay(first);
    first.host.remove();
    const second = await checkoutFor(tokenOf(order, 900));
    expect(second.isButtonShown).to.be.false;
    await second.until(() => second.receipt !== '', 'a receipt');
  });

  it('of another order is another checkout', async () => {
    const checkout = await checkoutFor(tokenOf(orderOf(19900), 900));
    await checkout.fill();
    await checkout.until(() => checkout.button === 'Pay $199.00', 'the price');
    checkout.host.order = tokenOf(orderOf(4900), 900);
    await checkout.until(() => checkout.button === 'Pay $49.00', 'the other price');
    await pay(checkout);
    expect(checkout.receipt).to.contain('$49.00');
  });

  it('at another signer is another order', async () => {
    const order = orderOf(19900);
    const paid = await checkoutFor(order);
    await paid.fill();
    await pay(paid);
    paid.host.remove();
    const other = await checkoutFor(
      order,
      () => html`<florin-checkout signer-url="/priced" order=${order} locale="en-AU"></florin-checkout>`,
    );
    expect(other.isButtonShown).to.be.true;
    await other.fill();
    await pay(other);
    expect(other.receipt).to.contain('$201.00');
  });
});
