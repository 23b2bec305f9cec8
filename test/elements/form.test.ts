import { expect, fixture, html } from '@open-wc/testing';
import '../../src/elements/define.js';
import { CardNameElement } from '../../src/elements/florin-card-name/card-name-element.js';
import { fieldOf, settle } from './field-harness.js';
import { formSuite } from './form-suite.js';

formSuite({
  tag: 'florin-card-number',
  right: [['number', '5123456789012346']],
  wrong: ['number', '5123456789', 'Check the card number: a digit is missing'],
  value: null,
});
formSuite({
  tag: 'florin-card-cvn',
  right: [['cvn', '123']],
  wrong: ['cvn', '12', 'A digit is missing'],
  value: null,
});
formSuite({
  tag: 'florin-card-expiry',
  right: [['expiry', '0539']],
  wrong: ['expiry', '00', 'Check the month'],
  value: '05 / 39',
});
formSuite({
  tag: 'florin-card-name',
  right: [['name', 'Ada Lovelace']],
  wrong: ['name', '5123456789012346', 'Enter the name, not the number'],
  value: 'Ada Lovelace',
});
formSuite({
  tag: 'florin-card-fields',
  right: [
    ['number', '5123456789012346'],
    ['expiry', '0539'],
    ['cvn', '123'],
    ['name', 'Ada Lovelace'],
  ],
  wrong: ['number', '5123456789', 'Check the card number: a digit is missing'],
  value: null,
});

describe('a state that the browser restores', () => {
  it('is restored in a name', async () => {
    const element = await fixture<HTMLElementTagNameMap['florin-card-name']>(
      html`<florin-card-name></florin-card-name>`,
    );
    element.formStateRestoreCallback('Ada Lovelace');
    await settle(element);
    expect((await fieldOf(element, 'name')).value).to.equal('Ada Lovelace');
  });

  it('is restored in an expiry date', async () => {
    const element = await fixture<HTMLElementTagNameMap['florin-card-expiry']>(
      html`<florin-card-expiry></florin-card-expiry>`,
    );
    element.formStateRestoreCallback('05 / 39');
    await settle(element);
    expect(element.value).to.equal('05 / 39');
  });

  for (const tag of ['florin-card-number', 'florin-card-cvn', 'florin-card-fields'] as const) {
    it(`is not restored in ${tag}`, () => {
      expect('formStateRestoreCallback' in document.createElement(tag)).to.be.false;
    });
  }
});

describe('an optional field', () => {
  it('may be empty', async () => {
    const element = await fixture<HTMLElementTagNameMap['florin-card-name']>(
      html`<florin-card-name optional></florin-card-name>`,
    );
    expect(element.checkValidity()).to.be.true;
    expect((await fieldOf(element, 'name')).attribute('aria-required')).to.equal('false');
  });

  it('loses its error when it becomes optional', async () => {
    const element = await fixture<HTMLElementTagNameMap['florin-card-name']>(
      html`<florin-card-name></florin-card-name>`,
    );
    element.reportValidity();
    await settle(element);
    const field = await fieldOf(element, 'name');
    expect(field.error).to.equal('Enter the name on the card');
    element.optional = true;
    await settle(element);
    expect(field.error).to.equal('');
  });
});

describe('a value that is set by code', () => {
  it('is formatted and fires no input event', async () => {
    const element = await fixture<HTMLElementTagNameMap['florin-card-expiry']>(
      html`<florin-card-expiry .value=${'0539'}></florin-card-expiry>`,
    );
    await settle(element);
    expect(element.value).to.equal('05 / 39');
  });

  it('is empty text when a framework takes it away', async () => {
    const element = await fixture<HTMLElementTagNameMap['florin-card-name']>(
      html`<florin-card-name .value=${'Ada Lovelace'}></florin-card-name>`,
    );
    Object.assign(element, { value: undefined });
    await settle(element);
    expect(element.value).to.equal('');
  });

  it('may be set before the tag is registered', async () => {
    const element = Object.assign(document.createElement('florin-later-name'), { value: 'Ada Lovelace' });
    document.body.append(element);
    customElements.define('florin-later-name', class extends CardNameElement {});
    await settle(element);
    expect((await fieldOf(element, 'name')).value).to.equal('Ada Lovelace');
    expect(element.value).to.equal('Ada Lovelace');
    element.remove();
  });
});

describe('an expiry date at the end of a month', () => {
  const { Date: RealDate } = globalThis;
  afterEach(() => {
    globalThis.Date = RealDate;
  });

  for (const [what, now, isValid] of [
    ['is valid while the month lasts in any time zone', '2026-12-01T11:59:00Z', true],
    ['has expired when the month is over everywhere', '2026-12-01T12:00:00Z', false],
  ] as const) {
    it(what, async () => {
      globalThis.Date = class extends RealDate {
        static override now = () => RealDate.parse(now);
      } as DateConstructor;
      const element = await fixture<HTMLElementTagNameMap['florin-card-expiry']>(
        html`<florin-card-expiry .value=${'1126'}></florin-card-expiry>`,
      );
      await settle(element);
      expect(element.checkValidity()).to.equal(isValid);
    });
  }
});
