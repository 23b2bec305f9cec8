/** What the shopper reads when the signer refuses the order. */
import { expect } from '@open-wc/testing';
import { checkoutFor, orderOf, withNetwork } from './checkout-harness.js';

describe('a refusal of the signer', () => {
  it('says that a free order needs no card, and fires an event for the shop', async () => {
    const checkout = await checkoutFor(orderOf(0));
    let fired = 0;
    checkout.host.addEventListener('florin-nothing-to-pay', () => (fired += 1));
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.message !== '', 'a message');
    expect(checkout.message).to.equal('There is nothing left to pay for this order. Please go back to the shop.');
    expect(checkout.errors).to.include('nothing_to_pay');
    expect(fired).to.be.above(0);
    expect(checkout.isBusy).to.be.false;
  });

  it('never asks to try again when the shop is wrongly set up', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await withNetwork(
      async () => Response.json({ error: { code: 'configuration_invalid', message: 'why' } }, { status: 500 }),
      async () => {
        await checkout.fill();
        await checkout.press();
        await checkout.until(() => checkout.message !== '', 'a message');
      },
    );
    expect(checkout.message).to.equal(
      'This shop cannot take cards at the moment. Nothing was charged. Please contact the shop.',
    );
  });

  it('names the time after which a limit ends, in the language of the page', async () => {
    for (const [locale, seconds, says] of [
      ['en', 1870, 'Too many attempts in a short time. Please try again in 32 minutes.'],
      ['de', 40, 'Zu viele Versuche in kurzer Zeit. Bitte versuchen Sie es in 40 Sekunden noch einmal.'],
      ['en', undefined, 'Too many attempts in a short time. Please try again in 1 minute.'],
    ] as const) {
      const checkout = await checkoutFor(orderOf(19900));
      checkout.host.locale = locale;
      const error = { code: 'rate_limited', message: 'why', retryAfterSeconds: seconds };
      await withNetwork(
        async (url, send) => (url.includes('/authkey') ? Response.json({ error }, { status: 429 }) : send()),
        async () => {
          await checkout.fill();
          await checkout.press();
          await checkout.until(() => checkout.message === says, says);
        },
      );
      checkout.host.remove();
    }
  });
});
