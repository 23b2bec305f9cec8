/** `<florin-references>` beside a checkout, against the real signer and sandbox: the shop wants Crn2, and allows Crn3. */
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { ReferencesElement } from '../../src/elements/florin-references/references-element.js';
import { CARD, checkoutFor, eventually, orderOf, withNetwork } from './checkout-harness.js';
import { settle } from './field-harness.js';

const TEST_CARD = '5123 4567 8901 2346';

async function referencesFor(
  attributes = html`<florin-references
    crn2-label="Bill number"
    crn2-hint="At the top of your bill"
    crn2-pattern="B-[0-9]+"
    crn3-label="Your note"
    required="crn2"
  ></florin-references>`,
) {
  const host = await fixture<ReferencesElement>(attributes);
  const input = (name: string) => host.shadowRoot?.querySelector<HTMLInputElement>(`#${name}`) as HTMLInputElement;
  return {
    host,
    input,
    note: (name: string) => host.shadowRoot?.querySelector(`#${name}-note`)?.textContent?.trim() ?? '',
    get focused() {
      return host.shadowRoot?.activeElement?.id ?? '';
    },
    async type(name: string, text: string) {
      input(name).focus();
      input(name).select();
      await sendKeys({ type: text });
      input(name).blur();
      await settle(host);
    },
  };
}

const billed = () => `${orderOf(19900)}-billed`;

/** Both elements, and the bodies of the key requests. */
async function pageFor(order = billed()) {
  const references = await referencesFor();
  const checkout = await checkoutFor(order);
  return { references, checkout };
}

describe('references that the shopper types', () => {
  it('have labels and hints, and show which ones are optional', async () => {
    const { host, input, note } = await referencesFor();
    expect(host.shadowRoot?.querySelectorAll('input').length).to.equal(2);
    expect(input('crn2').getAttribute('aria-required')).to.equal('true');
    expect(host.shadowRoot?.querySelector('label[for="crn3"]')?.textContent).to.equal('Your note (optional)');
    expect(note('crn2')).to.equal('At the top of your bill');
    await expect(host).to.be.accessible();
  });

  it('are in the key request, and on the receipt', async () => {
    const { references, checkout } = await pageFor();
    await references.type('crn2', ' B-17 ');
    expect(references.input('crn2').value).to.equal('B-17');
    expect(references.host.value).to.deep.equal({ crn2: 'B-17' });
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    expect(checkout.receipt).to.contain('B-17');
    expect(references.host.shadowRoot?.querySelector<HTMLElement>('.fields')?.hidden).to.equal(true);
  });

  it('prevent a key request while they are missing, and get the focus when the button is pressed', async () => {
    const { references, checkout } = await pageFor();
    await checkout.fill();
    expect(checkout.states).to.deep.equal([]);
    await checkout.press();
    await eventually(() => references.focused === 'crn2', 'the focus');
    expect(references.note('crn2')).to.equal('Fill in this field');
    expect(references.input('crn2').getAttribute('aria-invalid')).to.equal('true');
    expect(checkout.states).to.deep.equal([]);
    await references.type('crn2', 'B-3');
    expect(references.note('crn2')).to.equal('At the top of your bill');
    await checkout.until(() => checkout.button === 'Pay $199.00', 'the amount, as soon as it can be known');
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
  });

  it('show errors together with those of the card', async () => {
    const { references, checkout } = await pageFor();
    await checkout.press();
    await settle(references.host);
    expect(references.note('crn2')).to.equal('Fill in this field');
    expect(references.focused).to.equal('');
  });

  it('cause a new key before anything is sent when they change', async () => {
    const { references, checkout } = await pageFor();
    await references.type('crn2', 'B-17');
    await eventually(() => checkout.host.references?.crn2 === 'B-17', 'the word of the signer');
    await checkout.number.type('5');
    await checkout.until(() => checkout.states.includes('ready'), 'a key');
    await references.type('crn2', 'B-18');
    expect(checkout.host.references ?? 'held').to.not.deep.equal({ crn2: 'B-17' });
    await checkout.number.press('Backspace');
    await checkout.fill();
    await checkout.press();
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    expect(checkout.receipt).to.contain('B-18').and.not.contain('B-17');
    expect(checkout.errors).to.deep.equal([]);
  });

  for (const way of ['the button', 'Enter'] as const) {
    it(`that are typed just before ${way} is pressed are checked first, and are in the key request`, async () => {
      const { references, checkout } = await pageFor();
      await references.type('crn2', 'B-17');
      await checkout.fill();
      await checkout.until(() => checkout.states.includes('ready'), 'a key for the first');
      const asked: string[] = [];
      await withNetwork(
        async (url, send) => {
          const [question] = /(references|authkey)$/.exec(url) ?? [];
          if (question) asked.push(question);
          if (question === 'references') await aTimeout(200);
          return send();
        },
        async () => {
          references.input('crn2').focus();
          references.input('crn2').select();
          await sendKeys({ type: 'B-18' });
          if (way === 'Enter') await sendKeys({ press: 'Enter' });
          else await checkout.press();
          await checkout.until(() => checkout.receipt !== '', 'a receipt');
        },
      );
      expect(checkout.receipt).to.contain('B-18').and.not.contain('B-17');
      expect(checkout.errors).to.deep.equal([]);
      // The check, the price before the press, and the key for what is shown.
      expect(asked).to.deep.equal(['references', 'authkey', 'authkey']);
    });
  }

  it('are checked again after a change, and a late answer about the earlier text changes nothing', async () => {
    const { references, checkout } = await pageFor();
    const answered: number[] = [];
    let asked = 0;
    await withNetwork(
      async (url, send) => {
        if (!url.endsWith('/references')) return send();
        const turn = (asked += 1);
        if (turn === 1) await eventually(() => answered.length === 1, 'the answer to the second question');
        const answer = await send();
        answered.push(turn);
        return answer;
      },
      async () => {
        for (const text of ['B-1', 'B-2']) await references.type('crn2', text);
        await eventually(() => answered.length === 2, 'both answers');
        await aTimeout(50);
      },
    );
    expect(answered).to.deep.equal([2, 1]);
    expect(checkout.host.references).to.deep.equal({ crn2: 'B-2' });
  });

  it('show the signer’s refusal at the field, and nothing is sent', async () => {
    const references = await referencesFor(
      html`<florin-references crn2-label="Bill number" required="crn2"></florin-references>`,
    );
    const checkout = await checkoutFor(billed());
    await references.type('crn2', 'seventeen');
    await eventually(() => references.note('crn2').includes('does not look right'), 'what is said');
    await checkout.fill();
    await checkout.press();
    await eventually(() => references.focused === 'crn2', 'the focus');
    expect(checkout.states).to.deep.equal([]);
    expect(checkout.errors).to.deep.equal([]);
  });

  it('are refused by the signer of a shop that allows none', async () => {
    const warned: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => void warned.push(text);
    try {
      const { references, checkout } = await pageFor(orderOf(19900));
      await references.type('crn2', 'B-17');
      await eventually(() => warned.some((text) => text.includes('shopperReferences')), 'a warning');
      await checkout.fill();
      await checkout.press();
      await checkout.until(() => checkout.errors.length > 0, 'an error');
      expect(new Set(checkout.errors)).to.deep.equal(new Set(['configuration_invalid']));
    } finally {
      console.warn = warn;
    }
  });

  it('refuse a card number with a message while it is typed, and send it nowhere', async () => {
    const { references, checkout } = await pageFor();
    const bodies: string[] = [];
    const events: string[] = [];
    document.addEventListener('input', () => events.push('input'), { once: true });
    await withNetwork(
      (url, send) => {
        bodies.push(url);
        return send();
      },
      async () => {
        references.input('crn3').focus();
        await sendKeys({ type: TEST_CARD });
        await settle(references.host);
        expect(references.note('crn3')).to.contain('This looks like a card number');
        await references.type('crn2', 'B-17');
        await checkout.fill();
        await checkout.press();
        await eventually(() => references.focused === 'crn3', 'the focus');
      },
    );
    expect(bodies).to.deep.equal([]);
    expect(events).to.deep.equal([]);
    expect(references.host.value).to.deep.equal({ crn2: 'B-17' });
    expect(checkout.host.references).to.equal(null);
  });

  it('can come from attributes, and Enter in them pays', async () => {
    const references = await referencesFor(
      html`<florin-references crn2-label="Bill number" crn2-value="B-99" required="crn2"></florin-references>`,
    );
    const checkout = await checkoutFor(billed());
    await checkout.fill(CARD);
    references.input('crn2').focus();
    await sendKeys({ press: 'Enter' });
    await checkout.until(() => checkout.receipt !== '', 'a receipt');
    expect(checkout.receipt).to.contain('B-99');
  });

  it('keep what the shopper has typed when an attribute is set to the same text again', async () => {
    const { host, input, type } = await referencesFor(
      html`<florin-references crn2-label="Bill number" crn2-value="B-99"></florin-references>`,
    );
    await type('crn2', 'B-100');
    host.setAttribute('crn2-value', 'B-99');
    expect(input('crn2').value).to.equal('B-100');
    host.setAttribute('crn2-value', 'B-1');
    expect(input('crn2').value).to.equal('B-1');
  });

  it('are not checked by a pattern that is not a regular expression, and the console names it once', async () => {
    const { warn } = console;
    const warnings: unknown[] = [];
    console.warn = (message) => warnings.push(message);
    try {
      const { host, type } = await referencesFor(
        html`<florin-references crn2-label="Bill number" crn2-pattern="B-(" required="crn2"></florin-references>`,
      );
      expect(host.checkValidity()).to.equal(false);
      await type('crn2', 'B-17');
      expect(host.value).to.deep.equal({ crn2: 'B-17' });
      expect(warnings).to.deep.equal(['florin-references: crn2-pattern is not a regular expression: B-(']);
    } finally {
      console.warn = warn;
    }
  });
});
