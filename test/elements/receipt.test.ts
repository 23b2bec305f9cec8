import { expect, fixture, html } from '@open-wc/testing';
import type { PaymentResult, Receipt } from '../../src/core/pay-api.js';
import type { ReceiptElement } from '../../src/elements/florin-receipt/receipt-element.js';
import { emulateMedia } from '@web/test-runner-commands';
import type { CheckoutElement } from '../../src/elements/florin-checkout/checkout-element.js';
import { CARD, checkoutFor, eventually, orderOf, withNetwork } from './checkout-harness.js';
import { deepQuery, fieldOf, settle } from './field-harness.js';

const RECEIPT: Receipt = {
  outcome: 'approved',
  order: '1042',
  merchantName: 'Demo Shop',
  amount: { minor: 19900, currency: 'AUD' },
  surcharge: { minor: 298, currency: 'AUD' },
  card: { type: 'MC', lastDigits: '346', expiry: '0529' },
  receiptNumber: '75421890031',
  txnNumber: '1179900031',
  processedAt: '2026-11-20T10:15:30.000+11:00',
  authoriseId: '482910',
  responseText: 'Approved',
  references: ['1042', 'B-7'],
  isTest: false,
};
const approved = (changes: Partial<Receipt> = {}): PaymentResult => ({
  status: 'approved',
  order: '1042',
  claim: 'c',
  receipt: { ...RECEIPT, ...changes },
});

async function show(result: PaymentResult, locale = 'en-AU'): Promise<ReceiptElement> {
  const element = await fixture<ReceiptElement>(
    html`<florin-receipt .result=${result} locale=${locale}></florin-receipt>`,
  );
  await settle(element);
  return element;
}

const textOf = (element: ReceiptElement) => element.shadowRoot?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
const buttonOf = (element: ReceiptElement, word: string) =>
  [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find((each) => each.textContent?.trim() === word);

describe('<florin-receipt>', () => {
  it('shows what a shopper needs', async () => {
    const text = textOf(await show(approved()));
    for (const part of [
      'Approved',
      '$199.00',
      'Demo Shop',
      'Includes $2.98 surcharge',
      '75421890031',
      'Order 1042',
      'Reference B-7',
      'expires 05 / 29',
    ]) {
      expect(text).to.contain(part);
    }
    expect(text).to.contain('Mastercard •••• 346');
    expect(text).to.contain('Mastercard ending in 346');
    // In the service's time zone, whatever the browser's is.
    expect(text).to.contain('20 November 2026 at 10:15 am Sydney time');
  });

  it('says what happens next after an approval, with the shop’s own text if there is one', async () => {
    const slotted = (element: ReceiptElement) =>
      element.shadowRoot?.querySelector<HTMLSlotElement>('slot[name="next"]') ?? undefined;
    const own = await show(approved());
    expect(textOf(own)).to.contain('You do not need to do anything else. Keep this receipt for your records.');
    const shop = await fixture<ReceiptElement>(
      html`<florin-receipt .result=${approved()}><p slot="next">We send it tomorrow.</p></florin-receipt>`,
    );
    await settle(shop);
    expect(
      slotted(shop)
        ?.assignedElements()
        .map((each) => each.textContent),
    ).to.deep.equal(['We send it tomorrow.']);
    expect(shop.querySelector('p')?.offsetHeight).to.be.greaterThan(0);
    const { receipt } = approved() as { receipt: Receipt };
    const declined = await show({
      ...{ status: 'declined', order: '1042', claim: 'c', advice: 'call_bank' },
      receipt: { ...receipt, outcome: 'declined' },
    });
    expect(slotted(declined)).to.equal(undefined);
  });

  it('omits absent details', async () => {
    const { order, merchantName, amount, receiptNumber, txnNumber, processedAt } = RECEIPT;
    const receipt: Receipt = {
      ...{ outcome: 'approved', order, merchantName, amount, receiptNumber, txnNumber, processedAt },
      ...{ authoriseId: '', responseText: 'Approved', references: [], isTest: false },
    };
    const text = textOf(await show({ status: 'approved', order, claim: 'c', receipt }));
    expect(text).to.not.contain('surcharge');
    expect(text).to.not.contain('Reference');
    expect(text).to.not.contain('Authorisation');
    expect(text).to.not.contain('••••');
  });

  it('shows a transaction that the shop has fetched, and does not treat it as a result', async () => {
    const told: Event[] = [];
    const listen = (event: Event) => told.push(event);
    document.addEventListener('florin-result', listen);
    const transaction = {
      ...{
        Action: 'payment',
        Amount: 19900,
        AmountSurcharge: 298,
        Currency: 'AUD',
        CardType: 'MC',
        Crn1: '1042',
        Crn2: 'B-7',
      },
      CardDetails: { MaskedCardNumber: '...346', ExpiryDate: '0529' },
      ...{ MerchantName: 'Demo Shop', ProcessedDateTime: '2026-11-19T23:15:30.000Z', ReceiptNumber: '75421890031' },
      ...{ ResponseCode: '0', BankResponseCode: '00', TxnNumber: '1179900031' },
    };
    const showTransaction = async (changes: object) => {
      const element = await fixture<ReceiptElement>(
        html`<florin-receipt
          transaction=${JSON.stringify({ ...transaction, ...changes })}
          locale="en-AU"
        ></florin-receipt>`,
      );
      await settle(element);
      expect(element.result).to.equal(undefined);
      return textOf(element);
    };
    const approvedText = await showTransaction({});
    for (const part of [
      'Approved',
      '$199.00',
      'Includes $2.98 surcharge',
      'Demo Shop',
      'Mastercard •••• 346',
      'B-7',
      'Sydney time',
    ]) {
      expect(approvedText).to.contain(part);
    }
    expect(await showTransaction({ ResponseCode: '1', BankResponseCode: '51' })).to.match(
      /^Declined \$199\.00 .*Your bank did not approve this payment\. Nothing was charged\./,
    );
    const unknown = await showTransaction({ ResponseCode: '6', BankResponseCode: null });
    expect(unknown).to.match(/^We are checking .* Please do not pay again\..* 1042/);
    expect(unknown).to.not.contain('Print');
    document.removeEventListener('florin-result', listen);
    expect(told).to.deep.equal([]);
  });

  it('has controls of at least 44 px', async () => {
    const element = await show(approved());
    const targets = [...(element.shadowRoot?.querySelectorAll('button, summary') ?? [])];
    expect(targets).to.have.length(3);
    for (const target of targets) expect(target.getBoundingClientRect().height).to.be.at.least(44);
  });

  it('says that a test moved no money', async () => {
    expect(textOf(await show(approved({ isTest: true })))).to.contain('Test payment: no real money was charged');
  });

  it('shows a decline', async () => {
    const text = textOf(
      await show({
        status: 'declined',
        order: '1042',
        claim: 'c',
        advice: 'call_bank',
        receipt: { ...RECEIPT, outcome: 'declined', responseText: 'Declined' },
      }),
    );
    expect(text).to.match(/^Declined/);
    expect(text).to.contain(
      'Your bank did not approve this payment. Nothing was charged. Call your bank to find out why, or try another card.',
    );
    expect(text).to.contain('Shop Demo Shop');
    expect(text).to.not.contain('Paid to');
  });

  it('distinguishes a failed 3-D Secure check from a failed payment', async () => {
    const failed = (changes: Partial<Receipt>): PaymentResult => ({
      ...{ status: 'failed', order: '1042', claim: 'c', advice: 'another_card' },
      receipt: { ...RECEIPT, outcome: 'failed', ...changes },
    });
    expect(textOf(await show(failed({})))).to.contain(
      'Not paid $199.00 Includes $2.98 surcharge The payment did not go through. Nothing was charged. Please try another card.',
    );
    expect(textOf(await show(failed({ authentication: 'failed' })))).to.contain(
      'Your bank could not confirm that it was you. Nothing was charged.',
    );
  });

  it('formats currency and date for its locale', async () => {
    const text = textOf(await show(approved({ amount: { minor: 1990, currency: 'JPY' } }), 'en-GB'));
    expect(text).to.contain('1,990');
    expect(text).to.not.contain('19.90');
  });

  it('copies the receipt number, and announces it', async () => {
    const written: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void written.push(text) },
    });
    const element = await show(approved());
    buttonOf(element, 'Copy')?.click();
    await eventually(() => !!buttonOf(element, 'Copied'), 'Copied');
    expect(written).to.deep.equal(['75421890031']);
    Reflect.deleteProperty(navigator, 'clipboard');
  });

  it('prints the content of its slots too', async () => {
    const element = await show(approved());
    const note = element.appendChild(document.createElement('p'));
    note.slot = 'after';
    const print = globalThis.print;
    let rule = '';
    globalThis.print = () => void (rule = document.adoptedStyleSheets.at(-1)?.cssRules[0]?.cssText ?? '');
    buttonOf(element, 'Print')?.click();
    globalThis.print = print;
    const [, hidden = ''] = /\{\s*(body .*?) \{/s.exec(rule) ?? [];
    expect(note.matches(hidden), 'of the receipt').to.be.false;
    expect(document.body.appendChild(document.createElement('i')).matches(hidden), 'of the page').to.be.true;
    window.dispatchEvent(new Event('afterprint'));
  });

  it('prints only itself, and does not change the page', async () => {
    const print = globalThis.print;
    let whilePrinting = 0;
    globalThis.print = () => {
      whilePrinting = document.adoptedStyleSheets.length;
    };
    const element = await show(approved());
    const before = document.adoptedStyleSheets.length;
    buttonOf(element, 'Print')?.click();
    expect(whilePrinting).to.equal(before + 1);
    expect(element.hasAttribute('data-florin-printing')).to.be.true;
    window.dispatchEvent(new Event('afterprint'));
    expect(document.adoptedStyleSheets.length).to.equal(before);
    expect(element.hasAttribute('data-florin-printing')).to.be.false;
    globalThis.print = print;
  });

  it('has slots for the shop before and after', async () => {
    const element = await fixture<ReceiptElement>(
      html`<florin-receipt .result=${approved()}
        ><p slot="before">Thank you</p>
        <p slot="after">See you</p></florin-receipt
      >`,
    );
    const slots = [...(element.shadowRoot?.querySelectorAll('slot') ?? [])];
    expect(slots.flatMap((slot) => slot.assignedElements()).map((each) => each.textContent)).to.deep.equal([
      'Thank you',
      'See you',
    ]);
  });

  it('finds the payment of this tab', async () => {
    const order = orderOf(4200);
    const checkout = await checkoutFor(order);
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    const element = await fixture<ReceiptElement>(
      html`<florin-receipt signer-url="/pay" order=${order} locale="en-AU"></florin-receipt>`,
    );
    await eventually(() => textOf(element).includes('$42.00'), 'the amount');
    // For a shopper who comes back from another page.
    const [live] = element.shadowRoot?.querySelectorAll('[role=status]') ?? [];
    expect(live?.textContent).to.match(/Approved\s+\$42\.00/);
    element.order = orderOf(100);
    await settle(element);
    expect(textOf(element)).to.contain('There is no receipt to show here.');
  });

  it('shows that nothing was paid', async () => {
    const element = await fixture<ReceiptElement>(
      html`<florin-receipt signer-url="/pay" order=${orderOf(100)}></florin-receipt>`,
    );
    expect(textOf(element)).to.equal('There is no receipt to show here. Please ask the shop for one.');
  });

  it('passes axe', async () => {
    await expect(await show(approved())).to.be.accessible();
  });
});

/** Saves a card by a form in this tab, and removes the form. */
async function saveCard(): Promise<void> {
  const form = await fixture<CheckoutElement>(
    html`<florin-checkout purpose="save-card" signer-url="/saving" locale="en-AU"></florin-checkout>`,
  );
  await eventually(() => deepQuery(form, '#number') !== undefined, 'the form');
  for (const kind of ['number', 'expiry', 'name'] as const) await (await fieldOf(form, kind)).fillAtOnce(CARD[kind]);
  (deepQuery(form, 'button[type="submit"]') as HTMLElement).click();
  await eventually(() => deepQuery(form, '.saved') !== undefined, 'what was saved');
  form.remove();
}

/** At the width of the smallest phone. */
async function showSaved(purpose: string, locale = 'en-AU'): Promise<ReceiptElement> {
  const page = await fixture<HTMLElement>(
    html`<div style="width: 320px">
      <florin-receipt purpose=${purpose} signer-url="/saving" locale=${locale}></florin-receipt>
    </div>`,
  );
  return page.querySelector('florin-receipt') as ReceiptElement;
}

/** Replaces the signer's answer about the attempt of this tab; the claim stays. */
const whenTold = (result: object, act: () => Promise<void>) =>
  withNetwork(async (url, send) => {
    const answer = await send();
    if (!url.includes('tokenresult')) return answer;
    return Response.json({ ...((await answer.json()) as object), ...result });
  }, act);

describe('<florin-receipt purpose>', () => {
  before(() => saveCard());
  afterEach(async () => {
    document.documentElement.removeAttribute('style');
    await emulateMedia({ colorScheme: 'light' });
  });

  it('finds what was saved in this tab, fires an event, and finds it again', async () => {
    for (let time = 0; time < 2; time += 1) {
      const told: string[] = [];
      const listen = ({ purpose, card }: HTMLElementEventMap['florin-saved']) => told.push(`${purpose} ${card.type}`);
      document.body.addEventListener('florin-saved', listen);
      const element = await showSaved('save-card');
      expect(textOf(element)).to.not.contain('nothing to show');
      await eventually(() => textOf(element).includes('Card saved'), 'what was saved');
      document.body.removeEventListener('florin-saved', listen);
      for (const part of ['Mastercard •••• 346', 'Mastercard ending in 346', 'expires 05 / 39', 'Ada Lovelace'])
        expect(textOf(element)).to.contain(part);
      expect(textOf(element)).not.to.contain('charged');
      expect(textOf(element)).to.not.contain('$');
      const [live] = element.shadowRoot?.querySelectorAll('[role=status]') ?? [];
      expect(live?.textContent).to.match(/Card saved/);
      expect(buttonOf(element, 'Print')).to.not.equal(undefined);
      expect(told).to.deep.equal(['save-card MC']);
    }
  });

  for (const [scheme, locale] of [
    ['light', 'en-AU'],
    ['dark', 'ar'],
  ] as const) {
    it(`passes axe in ${scheme} and ${locale}, saved and not saved, and fits into 320 px`, async () => {
      document.documentElement.style.colorScheme = scheme;
      document.documentElement.style.background = scheme === 'dark' ? '#111' : '#fff';
      const looks = async (ready: (element: ReceiptElement) => boolean) => {
        const element = await showSaved('save-card', locale);
        await eventually(() => ready(element), 'the receipt');
        const box = () => element.shadowRoot!.querySelector<HTMLElement>('.florin')!;
        if (locale === 'ar') await eventually(() => box().dir === 'rtl', 'its direction');
        await expect(element).to.be.accessible();
        expect(
          [...element.shadowRoot!.querySelectorAll('*')]
            .filter((each) => each.scrollWidth > 320 && !each.closest('.heard'))
            .map((each) => each.localName),
        ).to.deep.equal([]);
      };
      await looks((element) => textOf(element).includes('Mastercard'));
      await whenTold({ status: 'expired' }, () =>
        looks((element) => Boolean(element.shadowRoot?.querySelector('.failed strong'))),
      );
    });
  }

  it('shows what to do when nothing was saved, and when the result is unknown', async () => {
    for (const [result, says] of [
      [{ status: 'open' }, 'Not saved Nothing was saved. Please try again.'],
      [{ status: 'expired' }, 'Not saved The page timed out. Nothing was saved. Please try again.'],
      [{ status: 'review' }, 'The shop needs to check what was saved. Please check your account'],
    ] as const) {
      await whenTold(result, async () => {
        const element = await showSaved('save-card');
        await eventually(() => textOf(element).startsWith(says), says);
        expect(buttonOf(element, 'Print')).to.equal(undefined);
      });
    }
  });

  it('shows that it is looking while the result is pending, and then that nothing was saved', async () => {
    await whenTold({ status: 'pending', retryAfterSeconds: 60 }, async () => {
      const element = await showSaved('save-card');
      await eventually(() => textOf(element).startsWith('We are checking whether it was saved.'), 'the wait');
      expect(element.shadowRoot?.querySelector('article')?.getAttribute('aria-busy')).to.equal('true');
      element.remove();
    });
    const element = await showSaved('save-bank-account');
    await eventually(() => textOf(element).startsWith('There is nothing to show here.'), 'nothing');
  });
});
