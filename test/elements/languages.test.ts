/** The language of an element, also when it changes while the shopper types. */
import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { useMessages } from '../../src/elements/custom-messages.js';
import '../../src/elements/define.js';
import { checkoutFor, orderOf } from './checkout-harness.js';
import { deepQuery, fieldOf } from './field-harness.js';

const SLOW = { timeout: 15_000 };

const box = (host: Element) => deepQuery(host, '.florin') as HTMLElement;

/** Collects warnings until the test ends. */
function recordWarnings(): { readonly all: string[]; stop(): void } {
  const { warn } = console;
  const all: string[] = [];
  console.warn = (...parts: unknown[]) => all.push(parts.join(' '));
  return { all, stop: () => (console.warn = warn) };
}

async function labelOf(host: HTMLElement): Promise<string> {
  return (await fieldOf(host, 'number')).label;
}

async function untilLabel(host: HTMLElement, label: string): Promise<void> {
  await waitUntil(() => deepQuery(host, 'label[for="number"]')?.textContent?.trim() === label, label, SLOW);
}

describe('the language of an element', () => {
  it('is that of its locale, with the region', async () => {
    const host = await fixture<HTMLElement>(html`<florin-card-fields locale="de-AT"></florin-card-fields>`);
    await untilLabel(host, 'Kartennummer');
    expect(box(host).lang).to.equal('de-AT');
    expect(box(host).dir).to.equal('ltr');
    expect((await fieldOf(host, 'cvn')).note).to.equal('3 Ziffern hinten');
  });

  it('is that of the nearest ancestor, through shadow roots and checkouts', async () => {
    const outer = await fixture<HTMLElement>(html`<div lang="fr"><section></section></div>`);
    const root = outer.firstElementChild!.attachShadow({ mode: 'open' });
    root.innerHTML = `<florin-card-fields></florin-card-fields>
      <florin-checkout locale="sv"><florin-card-fields slot="fields"></florin-card-fields></florin-checkout>`;
    const [plain, slotted] = [...root.querySelectorAll('florin-card-fields')] as HTMLElement[];
    await untilLabel(plain!, 'Numéro de carte');
    await untilLabel(slotted!, 'Kortnummer');
  });

  it('is not that of an input named `lang` in the form around it', async () => {
    const form = await fixture<HTMLElement>(
      html`<form lang="nl">
        <input name="locale" /><input name="lang" /><florin-card-fields></florin-card-fields>
      </form>`,
    );
    // Such an input hides the form's own `lang`, so the page's is used.
    expect(await labelOf(form.querySelector('florin-card-fields') as HTMLElement)).to.equal('Card number');
  });

  it('changes with the page, and keeps the typed text, the caret and the error', async () => {
    const outer = await fixture<HTMLElement>(html`<div lang="en"><florin-card-fields></florin-card-fields></div>`);
    const host = outer.firstElementChild as HTMLElement;
    const cvn = await fieldOf(host, 'cvn');
    await cvn.type('12');
    await cvn.blur();
    const number = await fieldOf(host, 'number');
    await number.type('4111');
    await number.moveCaret(2);
    outer.lang = 'es';
    await untilLabel(host, 'Número de tarjeta');
    expect(number.value).to.equal('4111');
    expect(number.caret).to.equal(2);
    expect(number.hasFocus).to.equal(true);
    expect(cvn.error).to.equal('Falta un dígito');
    outer.lang = 'en-AU';
    await untilLabel(host, 'Card number');
    expect(cvn.error).to.equal('A digit is missing');
    expect(box(host).lang).to.equal('en-AU');
  });

  for (const [tag, label] of [
    ['zh-CN', '卡号'],
    ['zh-TW', '卡號'],
    ['no', 'Kortnummer'],
    ['pt-PT', 'Número do cartão'],
    ['iw', 'מספר הכרטיס'],
    ['sw', 'Card number'],
  ] as const) {
    it(`is found for ${tag}`, async () => {
      const host = await fixture<HTMLElement>(html`<florin-card-fields locale="it"></florin-card-fields>`);
      await untilLabel(host, 'Numero della carta');
      host.setAttribute('locale', tag);
      await untilLabel(host, label);
    });
  }

  it('is right-to-left where the language is, with digits from left to right', async () => {
    const host = await fixture<HTMLElement>(html`<florin-card-fields locale="ar"></florin-card-fields>`);
    await untilLabel(host, 'رقم البطاقة');
    expect(box(host).dir).to.equal('rtl');
    for (const kind of ['number', 'expiry', 'cvn'] as const) {
      expect((await fieldOf(host, kind)).style('direction', 'input'), kind).to.equal('ltr');
      expect((await fieldOf(host, kind)).style('text-align', 'input'), kind).to.equal('right');
    }
    host.setAttribute('locale', 'en');
    await untilLabel(host, 'Card number');
    expect(box(host).hasAttribute('dir')).to.equal(false);
  });

  it('is corrected or English for an invalid tag, with one warning, and never throws', async () => {
    const warnings = recordWarnings();
    try {
      const order = orderOf(19900);
      const form = (locale: string) =>
        html`<florin-checkout order=${order} signer-url="/pay" amount="19900" locale=${locale}></florin-checkout>`;
      const checkout = await checkoutFor(order, () => form('en_AU.UTF-8'));
      await waitUntil(() => checkout.button === 'Pay $199.00', 'the amount as in en-AU', SLOW);
      checkout.host.setAttribute('locale', 'not a tag');
      await waitUntil(() => checkout.button === 'Pay A$199.00', 'the amount as in en', SLOW);
      await fixture(form('not a tag'));
      expect(warnings.all.filter((text) => text.includes('language tag'))).to.deep.equal([
        'florin: "en_AU.UTF-8" is not a language tag like en-AU; "en-AU" is used',
        'florin: "not a tag" is not a language tag like en-AU; "en" is used',
      ]);
    } finally {
      warnings.stop();
    }
  });
});

describe('a payment in another language', () => {
  it('shows amount, decline and receipt in it, and can change meanwhile', async () => {
    const order = orderOf(19951);
    const checkout = await checkoutFor(
      order,
      () => html`<florin-checkout signer-url="/pay" order=${order} amount="19951" locale="de"></florin-checkout>`,
    );
    await checkout.until(() => /^199,51\sAU\$ bezahlen$/.test(checkout.button), 'the amount in German');
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.states.includes('declined') && !checkout.isBusy, 'declined');
    expect(checkout.message).to.contain('Ihre Bank hat diese Zahlung abgelehnt.');
    checkout.host.setAttribute('locale', 'nl');
    await checkout.until(() => checkout.message.startsWith('Uw bank heeft'), 'the same in Dutch');
  });

  it('shows the receipt in that language', async () => {
    const order = orderOf(19900);
    const checkout = await checkoutFor(
      order,
      () => html`<florin-checkout signer-url="/pay" order=${order} locale="fr"></florin-checkout>`,
    );
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.receipt.includes('Numéro de reçu'), 'the receipt in French');
    expect(checkout.receipt).to.contain('Mastercard se terminant par 346');
  });
});

/** These characters of an element's text, in the order in which they are drawn, from the left. */
function drawnOrder(element: Element, characters: string): string {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: { readonly character: string; readonly x: number }[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    [...node.data].forEach((character, at) => {
      if (!characters.includes(character)) return;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      found.push({ character, x: range.getBoundingClientRect().x });
    });
  }
  return found
    .sort((a, b) => a.x - b.x)
    .map(({ character }) => character)
    .join('');
}

describe('an amount in a right-to-left language', () => {
  for (const [locale, drawn] of [
    ['ar', 'AU$30.00'],
    ['he', 'A$30.00'],
  ] as const) {
    it(`has its sign behind its letters on the button, in <florin-amount> and on the receipt in ${locale}`, async () => {
      const order = orderOf(3000);
      const checkout = await checkoutFor(
        order,
        () => html`<florin-checkout signer-url="/pay" order=${order} amount="3000" locale=${locale}></florin-checkout>`,
      );
      await checkout.until(() => /[\u0590-\u06ff].*30/.test(checkout.button), 'the amount in its words');
      expect(drawnOrder(deepQuery(checkout.host, 'button[type="submit"]')!, 'AU$30.')).to.equal(drawn);
      const amount = await fixture<HTMLElement>(
        html`<florin-amount amount="3000" locale=${locale} for="none"></florin-amount>`,
      );
      await waitUntil(() => box(amount)?.dir === 'rtl', 'its direction', SLOW);
      expect(drawnOrder(deepQuery(amount, '[part="total"]')!, 'AU$30.')).to.equal(drawn);
      const result = {
        status: 'approved',
        order: '1',
        claim: 'c',
        receipt: {
          ...{ outcome: 'approved', order: '1', merchantName: 'Bean & Co.', amount: { minor: 3000, currency: 'AUD' } },
          ...{ receiptNumber: '1', txnNumber: '2', processedAt: '2026-11-20T10:15:30.000+11:00', authoriseId: '' },
          ...{ responseText: 'Approved', references: [], isTest: false },
        },
      };
      const receipt = await fixture<HTMLElement>(
        html`<florin-receipt locale=${locale} .result=${result}></florin-receipt>`,
      );
      await waitUntil(() => box(receipt)?.dir === 'rtl', 'its direction', SLOW);
      expect(drawnOrder(deepQuery(receipt, '[part="amount"]')!, 'AU$30.')).to.equal(drawn);
      expect(drawnOrder(deepQuery(receipt, 'dd')!, 'BC.')).to.equal('BC.');
    });
  }
});

describe('the texts about saving', () => {
  it('are in the language: of the choice to save a card, and of the form that only saves', async () => {
    const host = await fixture<HTMLElement>(html`<florin-store-card locale="ja"></florin-store-card>`);
    await waitUntil(() => box(host).textContent?.includes('次回のためにこのカードを保存する'), 'the choice', SLOW);
    expect(box(host).textContent).to.contain('決済サービスが保管します');
    host.setAttribute('locale', 'ar');
    await waitUntil(() => box(host).textContent?.includes('حفظ هذه البطاقة للمرة القادمة'), 'in Arabic', SLOW);
    expect(box(host).dir).to.equal('rtl');
    const form = await fixture<HTMLElement>(
      html`<florin-checkout purpose="save-card" signer-url="/pay" locale="sv"></florin-checkout>`,
    );
    await waitUntil(
      () => deepQuery(form, 'button[type="submit"]')?.textContent?.trim() === 'Spara kort',
      'the button in Swedish',
      SLOW,
    );
  });
});

describe("a shop's custom messages", () => {
  it('replace some texts; an unknown name causes one warning', async () => {
    const warnings = recordWarnings();
    try {
      await useMessages('da', {
        field: { labels: { number: 'Dit kortnummer', pin: 'PIN' } },
        pay: { pay: 'Støt med {0}|Støt' },
      });
      await useMessages('da', { feild: {} } as never);
      const order = orderOf(19900);
      const checkout = await checkoutFor(
        order,
        () => html`<florin-checkout signer-url="/pay" order=${order} amount="19900" locale="da-DK"></florin-checkout>`,
      );
      await untilLabel(checkout.host, 'Dit kortnummer');
      await checkout.until(() => /^Støt med 199,00/.test(checkout.button), 'the own word on the button');
      expect((await fieldOf(checkout.host, 'expiry')).label).to.equal('Udløbsdato');
      await fixture(html`<florin-card-fields locale="da"></florin-card-fields>`);
      expect(warnings.all.filter((text) => text.includes('custom messages'))).to.deep.equal([
        'florin: custom messages for "da": there is no group "feild"',
        'florin: custom messages: there is no "field.labels.pin"',
      ]);
    } finally {
      warnings.stop();
      await useMessages('da', { field: {}, pay: {} });
    }
  });

  it('add a language that Florin does not have, and change English', async () => {
    await useMessages('sw', { field: { labels: { number: 'Namba ya kadi' } } });
    await useMessages('en-NZ', { field: { labels: { number: 'Your card’s number' } } });
    const [swahili, kiwi, english] = await Promise.all(
      ['sw', 'en-NZ', 'en-AU'].map((locale) =>
        fixture<HTMLElement>(html`<florin-card-fields locale=${locale}></florin-card-fields>`),
      ),
    );
    await untilLabel(swahili!, 'Namba ya kadi');
    expect((await fieldOf(swahili!, 'expiry')).label).to.equal('Expiry date');
    await untilLabel(kiwi!, 'Your card’s number');
    await untilLabel(english!, 'Card number');
  });
});
