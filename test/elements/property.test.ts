/**
 * Properties that frameworks set. React, Vue and Svelte set a property, where an element has one, to the text of the template.
 */
import { expect, waitUntil } from '@open-wc/testing';
import type { LitElement } from 'lit';
import '../../src/elements/define.js';

/** Each property of an element that is a number or a boolean, with its attribute. */
function typedProperties(tag: string): readonly (readonly [name: string, attribute: string, type: unknown])[] {
  const { elementProperties } = customElements.get(tag) as unknown as typeof LitElement;
  return [...elementProperties]
    .filter(([, { type, state }]) => !state && (type === Number || type === Boolean))
    .map(([name, { attribute, type }]) => [
      String(name),
      typeof attribute === 'string' ? attribute : String(name).toLowerCase(),
      type,
    ]);
}

const TAGS = [
  ...['amount', 'bank-account', 'card-cvn', 'card-expiry', 'card-fields', 'card-name', 'card-number', 'checkout'],
  ...['pay-button', 'receipt', 'references', 'saved-cards', 'store-card'],
].map((name) => `florin-${name}`);

describe('a property', () => {
  for (const tag of TAGS) {
    it(`that is set to a string has the value of the attribute with the same text: <${tag}>`, () => {
      for (const [name, attribute, type] of typedProperties(tag)) {
        for (const text of type === Number ? ['19900', '0', '', 'none'] : ['', name, 'true', 'false']) {
          const byAttribute = document.createElement(tag);
          byAttribute.setAttribute(attribute, text);
          const byProperty = Object.assign(document.createElement(tag), { [name]: text });
          const read = (element: HTMLElement) => (element as unknown as Record<string, unknown>)[name];
          expect(read(byProperty), `${name}="${text}"`).to.deep.equal(read(byAttribute));
          expect(read(byProperty), `${name}="${text}"`).to.be.a(type === Number ? 'number' : 'boolean');
        }
      }
    });
  }

  it('that is set to a string is rendered: a price as text is on the button', async () => {
    const checkout = document.createElement('florin-checkout');
    Object.assign(checkout, { signerUrl: '/pay', order: 'text', locale: 'en-AU', amount: '19900', noName: '' });
    document.body.append(checkout);
    try {
      await checkout.updateComplete;
      const button = () => checkout.shadowRoot?.querySelector('[part="button"]')?.textContent.trim();
      await waitUntil(() => button() === 'Pay $199.00', 'no amount on the button', { timeout: 20_000 });
      expect(checkout.shadowRoot?.querySelector('[part~="name"]')).to.equal(null);
    } finally {
      checkout.remove();
    }
  });

  it('that is set to a string keeps a card to be saved out of the page: isolation="frame"', async () => {
    const checkout = document.createElement('florin-checkout');
    checkout.setAttribute('purpose', 'save-card');
    Object.assign(checkout, { signerUrl: '/pay', isolation: 'frame', frameSrc: 'https://card.example/frame.html' });
    document.body.append(checkout);
    try {
      const frame = () => checkout.shadowRoot?.querySelector('iframe');
      await waitUntil(() => frame(), 'no frame', { timeout: 20_000 });
      expect(checkout.shadowRoot?.querySelector('input')).to.equal(null);
    } finally {
      checkout.remove();
    }
  });

  for (const tag of TAGS) {
    it(`is empty text after its attribute or its value was removed: <${tag}>`, () => {
      const { elementProperties } = customElements.get(tag) as unknown as typeof LitElement;
      for (const [name, { attribute, type, state }] of elementProperties) {
        if (state || type || attribute === false) continue;
        const element = document.createElement(tag);
        const read = () => (element as unknown as Record<string, unknown>)[String(name)];
        const written = typeof attribute === 'string' ? attribute : String(name).toLowerCase();
        element.setAttribute(written, 'visa');
        expect(read(), String(name)).to.equal('visa');
        element.removeAttribute(written);
        expect(read(), String(name)).to.equal('');
        Object.assign(element, { [String(name)]: undefined });
        expect(read(), String(name)).to.equal('');
      }
    });
  }

  it('without a type keeps the string', () => {
    const checkout = document.createElement('florin-checkout');
    checkout.order = '19900';
    expect(checkout.order).to.equal('19900');
  });
});
