/** The form that saves a card or an account: accessibility, narrow screens, right-to-left languages, and focus. */
import { expect, fixture, html } from '@open-wc/testing';
import { emulateMedia, sendKeys } from '@web/test-runner-commands';
import type { CheckoutElement } from '../../src/elements/florin-checkout/checkout-element.js';
import { CARD, eventually, holdCards, withNetwork } from './checkout-harness.js';
import { deepQuery, fieldOf, settle } from './field-harness.js';

afterEach(async () => {
  document.documentElement.removeAttribute('style');
  await emulateMedia({ colorScheme: 'light' });
});

/** At the width of the smallest phone, with another focusable element beside it. */
async function formFor(purpose: string, locale = 'en-AU') {
  const page = await fixture<HTMLElement>(
    html`<div style="width: 320px">
      <florin-checkout
        purpose=${purpose}
        signer-url="/saving"
        agreement-url="/agreement"
        locale=${locale}
      ></florin-checkout>
      <input aria-label="Search" />
    </div>`,
  );
  const host = page.querySelector('florin-checkout') as CheckoutElement;
  const find = (selector: string) => deepQuery(host, selector) as HTMLElement | undefined;
  await eventually(() => find('button[type="submit"]') !== undefined && find('#number') !== undefined, 'the form');
  return {
    host,
    search: page.querySelector('input')!,
    find,
    press: async () => {
      find('button[type="submit"]')!.click();
      await settle(host);
    },
    /** Elements that overflow, except those for screen readers only. */
    tooWide: () =>
      [...host.shadowRoot!.querySelectorAll('*')]
        .filter((each) => each.scrollWidth > 320 && !each.closest('.heard'))
        .map((each) => `${each.localName}.${each.className}: ${each.scrollWidth}`),
    async fillCard(number: string = CARD.number) {
      for (const [kind, text] of [
        ['number', number],
        ['expiry', CARD.expiry],
        ['name', CARD.name],
      ] as const)
        await (await fieldOf(host, kind)).fillAtOnce(text);
    },
  };
}

function paint(scheme: 'light' | 'dark'): void {
  document.documentElement.style.colorScheme = scheme;
  document.documentElement.style.background = scheme === 'dark' ? '#111' : '#fff';
}

describe('the form that saves', () => {
  for (const [scheme, purpose, locale] of [
    ['light', 'save-card', 'en-AU'],
    ['dark', 'save-card', 'ar'],
    ['light', 'save-bank-account', 'ar'],
    ['dark', 'save-bank-account', 'en-AU'],
  ] as const) {
    it(`${purpose} in ${scheme} and ${locale} passes axe, empty and with errors, and fits into 320 px`, async () => {
      paint(scheme);
      const form = await formFor(purpose, locale);
      const box = () => form.host.shadowRoot!.querySelector<HTMLElement>('.florin')!;
      if (locale === 'ar') await eventually(() => box().dir === 'rtl', 'its direction');
      await expect(form.host).to.be.accessible();
      await form.press();
      await eventually(() => form.find('[aria-invalid="true"]') !== undefined, 'an error');
      await expect(form.host).to.be.accessible();
      expect(form.tooWide()).to.deep.equal([]);
    });
  }

  for (const scheme of ['light', 'dark'] as const) {
    it(`passes axe in ${scheme} after a failure, and after something was saved`, async () => {
      paint(scheme);
      const form = await formFor('save-card');
      await form.fillCard();
      await withNetwork(
        (url, send) => (url.includes('tokenkey') ? Promise.reject(new TypeError()) : send()),
        async () => {
          const other = await formFor('save-card');
          await other.fillCard();
          await other.press();
          await eventually(() => /Nothing was saved/.test(other.find('[part="message"]')!.textContent), 'a message');
          await expect(other.host).to.be.accessible();
          other.host.remove();
        },
      );
      await form.press();
      await eventually(() => form.find('.saved') !== undefined, 'what was saved');
      await expect(form.host).to.be.accessible();
      expect(form.find('.saved')!.textContent).to.contain('Mastercard');
      expect(form.tooWide()).to.deep.equal([]);
    });
  }
});

describe('the focus after saving', () => {
  it('moves to the saved card', async () => {
    const form = await formFor('save-card');
    await form.fillCard();
    await form.press();
    await eventually(() => form.host.shadowRoot!.activeElement?.matches('h2.what') === true, 'the focus');
  });

  it('stays where the shopper has moved it meanwhile, also when a field was refused', async () => {
    for (const [number, end] of [
      [CARD.number, '.saved'],
      ['5123456789012345', '[aria-invalid="true"]'],
    ] as const) {
      const form = await formFor('save-card');
      const cards = holdCards();
      await form.fillCard();
      await withNetwork(
        async (url, send) => {
          await cards.treat(url, () => Promise.resolve(new Response()));
          const isRefused = url.includes('withauthkey') && number !== CARD.number;
          return isRefused ? Response.json({ APIResponse: { ResponseCode: 112, ResponseText: '' } }) : send();
        },
        async () => {
          await form.press();
          form.search.focus();
          cards.release();
          await eventually(() => form.find(end) !== undefined, end);
          await settle(form.host);
        },
      );
      // Compares names: a failed comparison of two elements would take minutes to print.
      expect(document.activeElement?.getAttribute('aria-label')).to.equal('Search');
    }
  });
});

describe('a bank account of the shop in the slot', () => {
  it('is saved by Enter, and a form of the page around it is not submitted', async () => {
    let submitted = 0;
    const onSubmit = (event: Event) => {
      event.preventDefault();
      submitted += 1;
    };
    const page = await fixture<HTMLElement>(
      html`<form @submit=${onSubmit}>
        <florin-checkout purpose="save-bank-account" signer-url="/saving" locale="en-AU">
          <florin-bank-account slot="fields" agreement-url="#agreement" locale="en-AU"></florin-bank-account>
        </florin-checkout>
      </form>`,
    );
    const account = page.querySelector('florin-bank-account')!.shadowRoot!;
    const host = page.querySelector('florin-checkout') as CheckoutElement;
    const input = (id: string) => account.querySelector<HTMLInputElement>(`#${id}`)!;
    await eventually(() => host.shadowRoot!.querySelector('form')?.className === '', 'the form');
    const link = account.querySelector('a')!;
    link.addEventListener('click', (event) => event.preventDefault());
    link.focus();
    await sendKeys({ press: 'Enter' });
    await settle(host);
    expect(account.querySelector('.wrong') === null).to.equal(true);
    input('bsb').focus();
    await sendKeys({ press: 'Enter' });
    await eventually(() => account.querySelector('.wrong') !== null, 'the errors');
    input('agreement').click();
    for (const [id, text] of [
      ['number', '123456'],
      ['name', 'Ada Lovelace'],
      ['bsb', '063000'],
    ] as const) {
      input(id).focus();
      await sendKeys({ type: text });
    }
    await sendKeys({ press: 'Enter' });
    await eventually(() => host.shadowRoot!.querySelector('.saved') !== null, 'what was saved');
    expect(submitted).to.equal(0);
  });
});
