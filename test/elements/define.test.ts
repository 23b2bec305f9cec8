import { expect } from '@open-wc/testing';

const TAGS = ['checkout', 'card-fields', 'card-number', 'card-expiry', 'card-cvn', 'card-name', 'receipt'];

describe('registration', () => {
  it('does not happen by importing the classes', async () => {
    const classes = await import('../../src/elements/index.js');
    expect(Object.keys(classes)).to.include('CheckoutElement');
    for (const tag of TAGS) expect(customElements.get(`florin-${tag}`), tag).to.equal(undefined);
  });

  it('happens once, however often it is imported and by however many copies', async () => {
    await import('../../src/elements/define.js');
    const first = TAGS.map((tag) => customElements.get(`florin-${tag}`));
    await import('../../src/widget/florin.js');
    const copy = '../../src/elements/florin-card-name/florin-card-name.ts?copy';
    await import(copy);
    expect(TAGS.map((tag) => customElements.get(`florin-${tag}`))).to.deep.equal(first);
    expect(first.every(Boolean)).to.be.true;
  });
});
