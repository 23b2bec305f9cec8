/** `<florin-saved-cards>` and `<florin-store-card>` by themselves, against a scripted signer. */
import { expect, fixture, html } from '@open-wc/testing';
import type { SavedCard } from '../../src/core/pay-api.js';
import '../../src/elements/define.js';
import type { SavedCardsElement } from '../../src/elements/florin-saved-cards/saved-cards-element.js';
import type { StoreCardElement } from '../../src/elements/florin-store-card/store-card-element.js';
import { eventually, withNetwork } from './checkout-harness.js';
import { fieldOf, settle } from './field-harness.js';

const card = (name: string, changes: Partial<SavedCard> = {}): SavedCard => ({
  handle: name.padEnd(59, 'x'),
  kind: 'card',
  type: 'VC',
  lastDigits: '769',
  expiry: '1230',
  isExpired: false,
  holderName: 'Ada Lovelace',
  ...changes,
});

const CARDS = [
  card('visa'),
  card('old', { type: 'AX', lastDigits: '564', expiry: '0126', isExpired: true }),
  card('account', { kind: 'bank_account', type: '', lastDigits: '726', expiry: '' }),
];

/** Cards with other last digits: 100, 111, … The first ones are expired. */
const manyCards = (count: number, expired = 0) =>
  Array.from({ length: count }, (_, index) =>
    card(`card-${index}`, { lastDigits: String(100 + 11 * index), isExpired: index < expired }),
  );

const list = () => html`<florin-saved-cards signer-url="/pay" locale="en-AU"></florin-saved-cards>`;
const textOf = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
const find = (host: Element, selector: string) => host.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;

/** Answers as a signer with these saved cards; a `status` other than 200 refuses. */
async function withCards<T>(cards: readonly SavedCard[], act: () => Promise<T>, status = 200): Promise<T> {
  let left = cards;
  return withNetwork(async (url, send) => {
    if (!url.includes('/pay/cards')) return send();
    if (status !== 200) {
      return Response.json({ error: { code: status === 401 ? 'shopper_refused' : 'service_unreachable' } }, { status });
    }
    if (url.endsWith('/remove')) left = left.slice(1);
    return Response.json({ cards: left });
  }, act);
}

const findAll = <T extends HTMLElement>(host: Element, selector: string) => [
  ...(host.shadowRoot?.querySelectorAll<T>(selector) ?? []),
];
const focused = (host: Element) => host.shadowRoot?.activeElement;

/** The number of lines that "•••• 769" in this text takes. */
function linesOfMask(name: HTMLElement): number {
  const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const mask = /•{4}\s\d{3}/.exec(text.data);
    if (!mask) continue;
    const range = document.createRange();
    range.setStart(text, mask.index);
    range.setEnd(text, mask.index + mask[0].length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  }
  return 0;
}

async function show(template = list()): Promise<SavedCardsElement> {
  const host = await fixture<SavedCardsElement>(template);
  await host.refresh();
  await settle(host);
  return host;
}

describe('<florin-saved-cards> by itself', () => {
  it('lists masked cards and accounts, and marks expired ones', () =>
    withCards(CARDS, async () => {
      const host = await show();
      const rows = [...(host.shadowRoot?.querySelectorAll('[role="listitem"]') ?? [])];
      expect(rows.length).to.equal(3);
      expect(textOf(rows[0]?.querySelector('bdi'))).to.equal('Visa •••• 769');
      expect(textOf(rows[0]?.querySelector('.when'))).to.equal('Expires 12 / 30');
      expect(textOf(rows[1]?.querySelector('.when'))).to.equal('Expired 01 / 26');
      // The dot is between two <bdi>: in one of them it would be at the wrong end of a Latin name on a right-to-left page.
      expect(textOf(rows[0]?.querySelector('.details'))).to.equal('Expires 12 / 30 · Ada Lovelace');
      expect(textOf(rows[0]?.querySelector('.when + .when'))).to.equal('Ada Lovelace');
      expect(textOf(rows[2]?.querySelector('bdi'))).to.equal('Bank account •••• 726');
      expect(host.shadowRoot?.querySelectorAll('input').length).to.equal(0);
      expect(host.outerHTML).not.to.contain('visax');
      await expect(host).to.be.accessible();
    }));

  it('asks before it removes a card, and then focuses the next card', () =>
    withCards(CARDS, async () => {
      const host = await show();
      const gone: string[] = [];
      host.addEventListener('florin-card-removed', (event) => gone.push(event.card.lastDigits));
      find(host, '[data-card^="visa"]')?.click();
      await settle(host);
      expect(host.shadowRoot?.activeElement?.className).to.equal('keep');
      await expect(host).to.be.accessible();
      find(host, '.keep')?.click();
      await settle(host);
      expect(gone).to.deep.equal([]);
      expect(host.shadowRoot?.activeElement?.getAttribute('aria-label')).to.equal(
        'Remove Visa ending in 769, Expires 12 / 30, Ada Lovelace',
      );
      find(host, '[data-card^="visa"]')?.click();
      await settle(host);
      find(host, '.really')?.click();
      await new Promise((resolve) => host.addEventListener('florin-card-removed', resolve, { once: true }));
      await settle(host);
      expect(gone).to.deep.equal(['769']);
      expect(textOf(find(host, '[role="status"]'))).to.equal('Visa ending in 769 was removed.');
      expect(host.shadowRoot?.activeElement?.getAttribute('aria-label')).to.equal(
        'Remove American Express ending in 564, Expired 01 / 26, Ada Lovelace',
      );
    }));

  it('shows the list that was asked for last, whatever arrives last', async () => {
    const answers: ((answer: Response) => void)[] = [];
    const answer = (at: number, name: string) =>
      answers[at]?.(Response.json({ cards: [card(name, { lastDigits: name })] }));
    await withNetwork(
      (url, send) => (url.includes('/pay/cards') ? new Promise((resolve) => answers.push(resolve)) : send()),
      async () => {
        const host = await fixture<SavedCardsElement>(list());
        const first = host.refresh();
        const second = host.refresh();
        await eventually(() => answers.length === 3, 'the calls');
        answer(2, '222');
        await second;
        answer(1, '111');
        await first;
        answer(0, '000');
        await settle(host);
        expect(textOf(find(host, '.list'))).to.contain('ending in 222');
      },
    );
  });

  it('shows five cards, and the others on request', () =>
    withCards(manyCards(7), async () => {
      const host = await show();
      const rows = () => findAll(host, '[part~="card"]').length;
      const more = find(host, '[part="show-all"]');
      expect([rows(), textOf(more), more?.getAttribute('aria-expanded')]).to.deep.equal([5, 'Show all', 'false']);
      await expect(host).to.be.accessible();
      more?.click();
      await settle(host);
      expect([rows(), findAll(host, '[part="show-all"]').length]).to.deep.equal([7, 0]);
      expect(focused(host)?.getAttribute('aria-label')).to.contain('Remove Visa ending in 155');
    }));

  it('has no button "Manage", also on a phone: the list is there to manage cards', () =>
    withCards(CARDS, async () => {
      const around = await fixture<HTMLElement>(html`<div style="inline-size: 360px">${list()}</div>`);
      const host = around.querySelector('florin-saved-cards') as SavedCardsElement;
      await host.refresh();
      await settle(host);
      expect(findAll(host, '[part~="manage"]').length).to.equal(0);
      expect(findAll(host, '[part="remove"]').filter((each) => each.checkVisibility()).length).to.equal(3);
    }));

  it('shows five cards without a button', () =>
    withCards(manyCards(5), async () => {
      const host = await show();
      expect([findAll(host, '[part~="card"]').length, findAll(host, '[part="show-all"]').length]).to.deep.equal([5, 0]);
    }));

  it('keeps the dots and the digits of a mask on one line, however narrow', () =>
    withCards([card('a', { type: 'AX' }), card('b', { kind: 'bank_account', type: '', expiry: '' })], async () => {
      for (const [locale, direction] of [
        ['en-AU', 'ltr'],
        ['de', 'ltr'],
        ['he', 'rtl'],
      ] as const) {
        const around = await fixture<HTMLElement>(
          html`<div dir=${direction} style="inline-size: 280px">
            <florin-saved-cards signer-url="/pay" change-url="/change?{card}" locale=${locale}></florin-saved-cards>
          </div>`,
        );
        const host = around.querySelector('florin-saved-cards') as SavedCardsElement;
        await host.refresh();
        await eventually(
          () => textOf(find(host, '[part="title"]')) !== 'Your saved cards' || locale === 'en-AU',
          locale,
        );
        find(host, '[data-card^="a"]')?.click();
        await settle(host);
        for (const width of [280, 260, 240, 220, 200]) {
          around.style.inlineSize = `${width}px`;
          for (const name of findAll(host, '.what bdi, [part="confirm"] p > [aria-hidden]')) {
            expect(linesOfMask(name), `${locale} at ${width}: ${textOf(name)}`).to.equal(1);
          }
          expect(around.scrollWidth, locale).to.equal(width);
        }
        around.remove();
      }
    }));

  it('shows that there are none, also when nobody is logged in', async () => {
    for (const status of [200, 401]) {
      await withCards(
        [],
        async () => expect(textOf(find(await show(), '[role="status"]'))).to.equal('You have no saved cards.'),
        status,
      );
    }
  });

  it('shows that the list could not be loaded, and loads it again on request', async () => {
    let host: SavedCardsElement | undefined;
    await withCards([], async () => void (host = await show()), 503);
    expect(textOf(find(host as Element, '[role="status"]'))).to.contain('could not be loaded');
    await withCards(CARDS, async () => {
      find(host as Element, '[role="status"] button')?.click();
      await host?.refresh();
      await settle(host as SavedCardsElement);
      expect(host?.shadowRoot?.querySelectorAll('[role="listitem"]').length).to.equal(3);
    });
  });
});

describe('<florin-saved-cards> in a checkout', () => {
  const checkout = (isFirst = true) =>
    html`<florin-checkout signer-url="/pay" order="100-cards" locale="en-AU">
      ${isFirst ? html`<florin-saved-cards slot="before-fields" locale="en-AU"></florin-saved-cards>` : ''}
      <florin-store-card slot="after-fields" locale="en-AU"></florin-store-card>
    </florin-checkout>`;

  it('chooses the newest card that is not expired, and shows the fields for another card', () =>
    withCards(CARDS, async () => {
      const host = await fixture<HTMLElement>(checkout());
      const saved = host.querySelector('florin-saved-cards') as SavedCardsElement;
      const store = host.querySelector('florin-store-card') as StoreCardElement;
      await saved.refresh();
      await settle(saved);
      const radios = [...(saved.shadowRoot?.querySelectorAll<HTMLInputElement>('input[type="radio"]') ?? [])];
      // Two cards, one of them expired, and "another card"; an account cannot pay here.
      expect(radios.map(({ checked, disabled }) => `${checked} ${disabled}`)).to.deep.equal([
        'true false',
        'false true',
        'false false',
      ]);
      expect(saved.card?.lastDigits).to.equal('769');
      const fields = () => host.shadowRoot?.querySelector('[part="fields"]')?.checkVisibility();
      expect(fields()).to.equal(false);
      expect(store.isOffered).to.equal(false);
      const choices: unknown[] = [];
      host.addEventListener('florin-card-choice', (event) => choices.push(event.card?.lastDigits));
      radios[2]?.click();
      await settle(saved);
      expect(fields()).to.equal(true);
      expect(store.isOffered).to.equal(true);
      expect(choices).to.deep.equal([undefined]);
      await expect(host).to.be.accessible();
    }));

  /** A checkout of this width, with its list. */
  async function showChoice(width = 600): Promise<SavedCardsElement> {
    const around = await fixture<HTMLElement>(html`<div style="inline-size: ${width}px">${checkout()}</div>`);
    const saved = around.querySelector('florin-saved-cards') as SavedCardsElement;
    await eventually(() => find(saved, 'input[type="radio"]') !== null, 'the choice');
    return saved;
  }

  it('shows the chosen card, also if the first five are expired, and keeps it when another is chosen', () =>
    withCards(manyCards(8, 5), async () => {
      const saved = await showChoice();
      const digits = () => findAll(saved, '.what bdi').map((each) => textOf(each).slice(-3));
      const shown = ['100', '111', '122', '133', '144', '155'];
      expect(saved.card?.lastDigits).to.equal('155');
      expect(digits()).to.deep.equal(shown);
      findAll(saved, 'input').at(-1)?.click();
      await settle(saved);
      expect(saved.card).to.equal(undefined);
      expect(digits()).to.deep.equal(shown);
    }));

  it('focuses the first new card that can be chosen, without choosing it', () =>
    withCards(
      manyCards(8).map((each, index) => ({ ...each, isExpired: index === 5 })),
      async () => {
        const saved = await showChoice();
        expect(findAll(saved, 'input').length).to.equal(6);
        find(saved, '[part="show-all"]')?.click();
        await settle(saved);
        const radios = findAll<HTMLInputElement>(saved, 'input');
        expect(radios.length).to.equal(9);
        expect(radios.findIndex((each) => each === focused(saved))).to.equal(6);
        expect(saved.card?.lastDigits).to.equal('100');
      },
    ));

  it('on a phone, has what manages cards behind a button, but lets an expired card be changed', () =>
    withCards(manyCards(2, 1), async () => {
      const saved = await showChoice(360);
      saved.changeUrl = '/change?{card}';
      await settle(saved);
      const shown = () =>
        findAll(saved, '[part="change"], [part="remove"]')
          .filter((each) => each.checkVisibility())
          .map((each) => each.getAttribute('aria-label')?.slice(0, 'Change Visa ending in 100'.length));
      const button = find(saved, '[part~="manage"]');
      expect([textOf(button), shown()]).to.deep.equal(['Manage', ['Change Visa ending in 100']]);
      await expect(saved).to.be.accessible();
      button?.click();
      await settle(saved);
      expect([textOf(button), shown().length]).to.deep.equal(['Done', 4]);
      find(saved, '[part="remove"]')?.click();
      await settle(saved);
      button?.click();
      await settle(saved);
      expect([textOf(button), shown().length, findAll(saved, '[part="confirm"]').length]).to.deep.equal([
        'Manage',
        1,
        0,
      ]);

      (saved.closest('div') as HTMLElement).style.inlineSize = '600px';
      expect([button?.checkVisibility(), shown().length]).to.deep.equal([false, 4]);
    }));

  it('keeps the choice and the typed security code when the checkout is moved', () =>
    withCards([card('visa'), card('other', { lastDigits: '222' })], async () => {
      const host = await fixture<HTMLElement>(checkout());
      const saved = host.querySelector('florin-saved-cards') as SavedCardsElement;
      await eventually(() => find(saved, 'input[type="radio"]') !== null, 'the choice');
      saved.shadowRoot?.querySelectorAll<HTMLInputElement>('input[type="radio"]')[1]?.click();
      await (await fieldOf(saved, 'cvn')).type('123');
      const dialog = await fixture<HTMLElement>(html`<div></div>`);
      dialog.append(host);
      await settle(saved);
      await saved.refresh();
      await settle(saved);
      expect(saved.card?.lastDigits).to.equal('222');
      expect((await fieldOf(saved, 'cvn')).value).to.equal('123');
      // Removed for good: the checkout has the typed card again.
      saved.remove();
      await settle(saved);
      expect(saved.card).to.equal(undefined);
    }));

  it('shows only the form without cards', () =>
    withCards([], async () => {
      const host = await fixture(checkout());
      const saved = host.querySelector('florin-saved-cards') as SavedCardsElement;
      await saved.refresh();
      await settle(saved);
      expect(textOf(find(saved, '.florin'))).to.equal('');
      expect(host.shadowRoot?.querySelector('[part="fields"]')?.checkVisibility()).to.equal(true);
    }));
});

describe('<florin-store-card>', () => {
  it('is not ticked at first, and has a form value only when ticked', async () => {
    const form = await fixture<HTMLFormElement>(
      html`<form><florin-store-card name="keep" locale="en-AU">Our own terms</florin-store-card></form>`,
    );
    const host = form.querySelector('florin-store-card') as StoreCardElement;
    await settle(host);
    expect(host.checked).to.equal(false);
    expect([...new FormData(form).keys()]).to.deep.equal([]);
    find(host, 'input')?.click();
    await settle(host);
    expect(host.checked).to.equal(true);
    expect(new FormData(form).get('keep')).to.equal('true');
    await expect(host).to.be.accessible();
    form.reset();
    await settle(host);
    expect(host.checked).to.equal(false);
  });
});
