import { aTimeout, expect, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { checkoutFor, holdCards, isSubmission, orderOf, slowly, withNetwork } from './checkout-harness.js';
import { fieldOf, settle } from './field-harness.js';

describe('<florin-checkout>', () => {
  it('requests the key at the first input, and then shows the amount', async () => {
    const calls: string[] = [];
    await withNetwork(
      (url, send) => {
        calls.push(url);
        return send();
      },
      async () => {
        const checkout = await checkoutFor(orderOf(19900));
        await aTimeout(50);
        expect(calls).to.deep.equal([]);
        expect(checkout.button).to.equal('Pay');
        await checkout.number.type('5');
        await checkout.until(() => checkout.states.includes('ready'), 'ready');
        expect(checkout.button).to.equal('Pay $199.00');
        expect(calls.map((url) => new URL(url, location.href).pathname)).to.deep.equal(['/pay/authkey']);
      },
    );
  });

  it('pays and shows the receipt', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    expect(checkout.states).to.deep.equal(['keying', 'ready', 'submitting', 'confirming', 'approved']);
    expect(checkout.results).to.deep.equal(['approved']);
    expect(checkout.receipt).to.contain('Approved').and.to.contain('$199.00').and.to.contain('Mastercard');
    expect(checkout.isButtonShown).to.be.false;
    await checkout.until(() => document.activeElement === checkout.host, 'the focus on the receipt');
  });

  it('can be used by keyboard alone: Tab goes through the fields to the button, and Enter pays', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.number.focus();
    await sendKeys({ type: '5123456789012346' });
    for (const [kind, text] of [
      ['expiry', '0539'],
      ['cvn', '123'],
      ['name', 'Ada Lovelace'],
    ] as const) {
      await sendKeys({ press: 'Tab' });
      expect(checkout[kind].hasFocus, kind).to.be.true;
      await sendKeys({ type: text });
    }
    await sendKeys({ press: 'Tab' });
    expect(checkout.host.shadowRoot?.activeElement?.textContent?.trim()).to.match(/^Pay/);
    await sendKeys({ press: 'Enter' });
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
  });

  it('shows all errors when the button is pressed, and focuses the first invalid field', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.number.type('5123456789012346');
    await checkout.press();
    expect(checkout.number.error).to.equal('');
    expect(checkout.expiry.error).to.equal('Enter month and year');
    expect(checkout.cvn.error).to.equal('Enter the security code');
    expect(checkout.name.error).to.equal('Enter the name on the card');
    expect(checkout.expiry.hasFocus).to.be.true;
    expect(checkout.isBusy).to.be.false;
  });

  it('is busy during the payment: the button shows it, the fields are inert, and nothing moves', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.fill();
    await checkout.until(() => checkout.states.includes('ready'), 'ready');
    const height = checkout.host.getBoundingClientRect().height;
    const cards = holdCards();
    await withNetwork(cards.treat, async () => {
      await checkout.press();
      expect(checkout.button).to.equal('Paying…');
      expect(checkout.isBusy).to.be.true;
      expect(checkout.areFieldsInert).to.be.true;
      await aTimeout(350);
      expect(checkout.host.getBoundingClientRect().height).to.equal(height);
      cards.release();
      await checkout.until(() => checkout.receipt !== '', 'a receipt');
    });
  });

  it('sends one card for seven presses', async () => {
    let sent = 0;
    await withNetwork(
      async (url, send) => {
        if (isSubmission(url)) sent += 1;
        return slowly(100)(url, send);
      },
      async () => {
        const checkout = await checkoutFor(orderOf(19900));
        await checkout.fill();
        await checkout.press(7);
        await checkout.until(() => checkout.receipt !== '', 'a receipt');
      },
    );
    expect(sent).to.equal(1);
  });

  it('shows a message when the bank is slow', async function () {
    this.timeout(25_000);
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.fill();
    const cards = holdCards();
    await withNetwork(cards.treat, async () => {
      const pressedAt = performance.now();
      await checkout.press();
      expect(checkout.footnote).to.not.contain('longer');
      await checkout.until(() => checkout.footnote.includes('longer'), 'another sentence', 13_000);
      expect(performance.now() - pressedAt).to.be.above(4_500);
      expect(checkout.footnote).to.equal('Your bank is taking longer than usual. Please keep this page open.');
      cards.release();
      await checkout.until(() => checkout.receipt !== '', 'a receipt');
    });
  });

  it('after a decline says what to do until the card is edited, and asks for the code again', async () => {
    const checkout = await checkoutFor(orderOf(19951));
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.message !== '', 'a message');
    expect(checkout.message).to.match(/^Your bank did not approve this payment\. Nothing was charged\. .+/);
    expect(checkout.name.value).to.equal('Ada Lovelace');
    expect(checkout.cvn.value).to.equal('');
    expect(checkout.areFieldsInert).to.be.false;
    expect(checkout.isBusy).to.be.false;
    expect(checkout.cvn.error).to.equal('Enter the code again');
    expect(checkout.cvn.hasFocus).to.be.true;
    await checkout.cvn.type('123');
    expect(checkout.cvn.error).to.equal('');
    expect(checkout.message).to.equal('');
  });

  it('after a decline pays with another card', async () => {
    const checkout = await checkoutFor(orderOf(19951));
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.message !== '', 'a message');
    await checkout.expiry.press('Control+a');
    await checkout.expiry.type('9900');
    await checkout.cvn.type('123');
    await checkout.press();
    await checkout.until(() => checkout.receipt.includes('Approved'), 'a receipt');
  });

  it('shows an error of the service at its field, and pays with the same key', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    const paths: string[] = [];
    await withNetwork(
      async (url, send) => {
        if (!isSubmission(url)) return send();
        paths.push(url);
        if (paths.length > 1) return send();
        return Response.json({ APIResponse: { ResponseCode: 115, ResponseText: 'Invalid CVN' }, ResultKey: null });
      },
      async () => {
        await checkout.fill();
        await checkout.press();
        await checkout.until(() => checkout.cvn.error !== '', 'an error');
        expect(checkout.cvn.error).to.equal('Check the security code');
        expect(checkout.cvn.hasFocus).to.be.true;
        expect(checkout.message).to.equal('');
        await checkout.cvn.press('Backspace');
        await checkout.cvn.type('4');
        expect(checkout.cvn.error).to.equal('');
        await checkout.press();
        await checkout.until(() => checkout.receipt !== '', 'a receipt');
      },
    );
    expect(paths[0]).to.equal(paths[1]);
  });

  it('after a lost answer asks the signer, and says not to pay again', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.fill();
    await withNetwork(
      async (url, send) => {
        if (!isSubmission(url)) return send();
        await send();
        throw new TypeError('connection reset');
      },
      async () => {
        await checkout.press();
        await checkout.until(() => checkout.message !== '', 'a message');
        expect(checkout.message).to.equal(
          'We are checking whether your payment went through. Please do not pay again.',
        );
        expect(checkout.button).to.equal('Checking…');
        expect(checkout.isBusy).to.be.true;
        await checkout.until(() => checkout.receipt.includes('Approved'), 'a receipt');
      },
    );
  });

  it('after a reload during a payment shows no empty form, and finds the payment', async () => {
    const order = orderOf(19900);
    const before = await checkoutFor(order);
    await before.fill();
    await withNetwork(
      async (url, send) => {
        if (!isSubmission(url)) return send();
        await send();
        throw new TypeError('connection reset');
      },
      async () => {
        await before.press();
        await before.until(() => before.states.includes('unknown'), 'unknown');
      },
    );
    before.host.remove();
    const after = await checkoutFor(order);
    expect(after.isButtonShown).to.be.false;
    await after.until(() => after.receipt.includes('Approved'), 'a receipt');
  });

  it('shows an error when the signer does not answer, and pays when it does', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await withNetwork(
      () => Promise.reject(new TypeError('offline')),
      async () => {
        await checkout.fill();
        await checkout.press();
        await checkout.until(() => checkout.message !== '', 'a message');
        expect(checkout.message).to.equal(
          'The shop is not responding. Nothing was charged. Please try again in a moment.',
        );
        expect(checkout.errors).to.include('signer_unreachable');
      },
    );
    await checkout.press();
    await checkout.until(() => checkout.receipt.includes('Approved'), 'a receipt');
  });

  it('shows that an unknown order cannot be paid', async () => {
    const checkout = await checkoutFor('no-such-order');
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.message !== '', 'a message');
    expect(checkout.message).to.equal(
      'This order cannot be paid for here. Please go back to the shop and start again.',
    );
  });

  for (const code of ['card_refused', 'shopper_refused']) {
    it(`shows what to do after ${code}`, async () => {
      const checkout = await checkoutFor(orderOf(19900));
      await withNetwork(
        async () => Response.json({ error: { code, message: 'why' } }, { status: 403 }),
        async () => {
          await checkout.fill();
          await checkout.press();
          await checkout.until(() => checkout.message !== '', 'a message');
        },
      );
      expect(checkout.message).to.equal('This saved card cannot be used. Please try another card.');
      expect(checkout.errors).to.include(code);
    });
  }

  it('uses fields of the shop in its slot', async () => {
    const checkout = await checkoutFor(
      orderOf(19900),
      (order) =>
        html`<florin-checkout signer-url="/pay" order=${order}>
          <div slot="fields">
            <florin-card-name></florin-card-name>
            <florin-card-number></florin-card-number>
            <florin-card-cvn></florin-card-cvn>
            <florin-card-expiry></florin-card-expiry>
            <a href="#code">Where is the code?</a>
          </div>
        </florin-checkout>`,
    );
    checkout.host.querySelector('a')?.focus();
    await checkout.pressEnter();
    await settle(checkout.host.querySelector('florin-card-name') as HTMLElement);
    expect(checkout.name.error).to.equal('');
    await checkout.press();
    await settle(checkout.host.querySelector('florin-card-name') as HTMLElement);
    expect(checkout.name.hasFocus).to.be.true;
    await checkout.fill();
    await checkout.number.focus();
    await checkout.pressEnter();
    await checkout.until(() => checkout.receipt.includes('Approved'), 'a receipt');
  });

  it('continues when it is moved in the document', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.fill();
    const place = document.createElement('div');
    document.body.append(place);
    await withNetwork(slowly(150), async () => {
      await checkout.press();
      place.append(checkout.host);
      await checkout.until(() => checkout.receipt.includes('Approved'), 'a receipt');
    });
    place.remove();
  });

  it('pays the last of several orders that are set while a key is requested', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.fill();
    checkout.host.order = orderOf(5100);
    await checkout.host.updateComplete;
    checkout.host.prepare();
    checkout.host.order = orderOf(6200);
    checkout.host.order = orderOf(4200);
    await checkout.press();
    await checkout.until(() => checkout.receipt.includes('$42.00'), 'a receipt');
    expect(checkout.results).to.deep.equal(['approved']);
  });

  it('announces nothing while it loads: its live regions are empty', async () => {
    const { host } = await checkoutFor(orderOf(19900));
    const live: string[] = [];
    const look = (root: ParentNode) => {
      for (const each of root.querySelectorAll('*')) {
        if (each.matches('[role=status], [role=alert], [aria-live]')) live.push(each.textContent?.trim() ?? '');
        if (each.shadowRoot) look(each.shadowRoot);
      }
    };
    look(host.shadowRoot as ShadowRoot);
    expect(live.length).to.be.greaterThan(4);
    expect(new Set(live)).to.deep.equal(new Set(['']));
  });

  it('starts again for another order', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.fill();
    await checkout.until(() => checkout.button === 'Pay $199.00', 'the amount');
    checkout.host.order = orderOf(4200);
    await checkout.press();
    await checkout.until(() => checkout.receipt.includes('$42.00'), 'a receipt');
  });

  it('accepts month 99 in test mode, and shows that it is test mode', async () => {
    const checkout = await checkoutFor(orderOf(19900));
    await checkout.number.type('5');
    await checkout.until(() => checkout.states.includes('ready'), 'ready');
    await checkout.expiry.type('9945');
    await checkout.press();
    expect((await fieldOf(checkout.host, 'expiry')).error).to.equal('');
    expect(checkout.footnote).to.equal('Test mode: no real money is charged.');
  });
});

describe('an order that is not a payment', () => {
  it('preauth: the button, the note below it and the receipt say that the amount is reserved', async () => {
    const checkout = await checkoutFor(`${orderOf(19900)}-reserved`);
    await checkout.number.type('5');
    await checkout.until(() => checkout.button === 'Authorise $199.00', 'what the button does');
    expect(checkout.footnote).to.contain('The amount is reserved on your card now, and charged later.');
    await checkout.number.press('Backspace');
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.receipt.includes('Authorised'), 'the receipt');
    expect(checkout.receipt).to.contain('$199.00');
    expect(checkout.receipt).to.contain('Reserved on your card, to be charged later');
    expect(checkout.receipt).to.not.contain('Paid to');
  });

  it('verify_only: no amount is shown', async () => {
    const checkout = await checkoutFor(
      `${orderOf(100)}-check`,
      (order) =>
        html`<florin-checkout signer-url="/pay" order=${order} action="verify_only" locale="de"></florin-checkout>`,
    );
    await checkout.until(() => checkout.button === 'Karte prüfen', 'what the button does, before anything is asked');
    expect(checkout.footnote).to.equal('Ihre Bank prüft die Karte. Es wird nichts abgebucht.');
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.receipt.includes('Karte akzeptiert'), 'the receipt');
    expect(checkout.receipt).to.contain('Es wurde nichts abgebucht');
    expect(checkout.receipt).to.not.contain('0,00');
  });
});
