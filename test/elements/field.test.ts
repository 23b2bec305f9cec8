import { expect, fixture, html } from '@open-wc/testing';
import '../../src/elements/define.js';
import type { FlorinFieldEvent } from '../../src/elements/events.js';
import type { FieldKind } from '../../src/elements/field/field-kind.js';
import { fieldOf, settle } from './field-harness.js';

const cardFields = (template = html`<florin-card-fields></florin-card-fields>`) => fixture<HTMLElement>(template);

describe('a card field', () => {
  for (const [kind, label, token, mode] of [
    ['number', 'Card number', 'cc-number', 'numeric'],
    ['expiry', 'Expiry date', 'cc-exp', 'numeric'],
    ['cvn', 'Security code', 'cc-csc', 'numeric'],
    ['name', 'Name on card', 'cc-name', null],
  ] as const) {
    it(`${kind} has a label, its autofill token, a stable name and the right keyboard`, async () => {
      const field = await fieldOf(await cardFields(), kind);
      expect(field.label).to.equal(label);
      expect(field.attribute('autocomplete')).to.equal(token);
      expect(field.attribute('name')).to.equal(token);
      expect(field.attribute('inputmode')).to.equal(mode);
      expect(field.attribute('type')).to.equal('text');
      expect(field.attribute('placeholder')).to.equal(null);
      expect(field.attribute('maxlength')).to.equal(null);
    });
  }

  for (const [kind, typed, message] of [
    ['number', '51234567890', 'Check the card number: a digit is missing'],
    ['number', '5123456789012345', 'Check the card number: a digit is wrong'],
    ['number', '5999991234567890', 'Enter the number printed on the card'],
    ['expiry', '05', 'Enter month and year'],
    ['expiry', '0039', 'Check the month'],
    ['expiry', '0120', 'This card has expired'],
    ['expiry', '0199', 'Check the year'],
    ['cvn', '12', 'A digit is missing'],
    ['name', '5123456789012346', 'Enter the name, not the number'],
  ] as const) {
    it(`${kind} shows no error while ${typed} is typed, and "${message}" when it loses focus`, async () => {
      const field = await fieldOf(await cardFields(), kind);
      for (const character of typed) {
        await field.type(character);
        expect(field.error, `after ${character}`).to.equal('');
      }
      await field.blur();
      expect(field.error).to.equal(message);
      expect(field.announced).to.equal(`${field.label}: ${message}`);
    });
  }

  it('removes its error as soon as it is corrected, not before', async () => {
    const field = await fieldOf(await cardFields(), 'number');
    await field.type('51234567890123');
    await field.blur();
    await field.focus();
    await field.press('End');
    await field.type('4');
    expect(field.error).to.not.equal('');
    await field.type('6');
    expect(field.error).to.equal('');
    expect(field.announced).to.equal('');
    expect(field.attribute('aria-invalid')).to.equal('false');
  });

  it('shows no error when an empty field loses focus', async () => {
    const field = await fieldOf(await cardFields(), 'name');
    await field.focus();
    await field.blur();
    expect(field.error).to.equal('');
  });

  it('keeps the error of an empty field until the field is valid', async () => {
    const host = await cardFields();
    const field = await fieldOf(host, 'cvn');
    (host as HTMLElementTagNameMap['florin-card-fields']).reportValidity();
    await settle(host);
    expect(field.error).to.equal('Enter the security code');
    await field.focus();
    await field.blur();
    expect(field.error).to.equal('Enter the security code');
    await field.type('1');
    await field.press('Backspace');
    await field.blur();
    expect(field.error).to.equal('Enter the security code');
    await field.type('12');
    expect(field.error).to.equal('Enter the security code');
    await field.type('3');
    expect(field.error).to.equal('');
  });

  it('shows that it is empty when it loses focus after an invalid text was deleted', async () => {
    const field = await fieldOf(await cardFields(), 'cvn');
    await field.type('1');
    await field.blur();
    expect(field.error).to.equal('A digit is missing');
    await field.press('Backspace');
    await field.blur();
    expect(field.error).to.equal('Enter the security code');
  });

  it('has an empty live region from the start', async () => {
    const host = await cardFields();
    for (const kind of ['number', 'expiry', 'cvn', 'name'] as FieldKind[]) {
      const field = await fieldOf(host, kind);
      expect(field.announced).to.equal('');
    }
  });

  it('moves nothing when an error appears', async () => {
    const host = await cardFields(html`<florin-card-fields style="width: 420px"></florin-card-fields>`);
    const field = await fieldOf(host, 'number');
    const before = host.getBoundingClientRect().height;
    await field.type('51234567890');
    await field.blur();
    expect(field.error).to.not.equal('');
    expect(host.getBoundingClientRect().height).to.equal(before);
  });

  it('reads text that a password manager has written without an event', async () => {
    const host = await cardFields();
    const number = await fieldOf(host, 'number');
    const expiry = await fieldOf(host, 'expiry');
    await expiry.focus();
    number.writeSilently('5123456789012346');
    expiry.writeSilently('05/2039');
    await number.focus();
    await number.blur();
    expect(number.value).to.equal('5123 4567 8901 2346');
    expect(expiry.value).to.equal('05 / 39');
    expect(number.brands).to.equal('Mastercard');
    expect(expiry.error + number.error).to.equal('');
  });

  it('accepts autofill, clearing, and autofill with another card', async () => {
    const field = await fieldOf(await cardFields(), 'number');
    await field.focus();
    await field.fillAtOnce('5123456789012346');
    await field.press('Control+a');
    await field.press('Delete');
    await field.fillAtOnce('345678901234564');
    await field.blur();
    expect(field.value).to.equal('3456 789012 34564');
    expect(field.brands).to.equal('American Express');
    expect(field.error).to.equal('');
  });

  it('clears the security code when the page is left', async () => {
    const host = await cardFields();
    const cvn = await fieldOf(host, 'cvn');
    const name = await fieldOf(host, 'name');
    await cvn.type('123');
    await name.type('Ada');
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await settle(host);
    expect(cvn.value).to.equal('');
    expect(name.value).to.equal('Ada');
  });

  it('fires events with its state and brand, and nothing else', async () => {
    const host = await cardFields();
    const field = await fieldOf(host, 'number');
    await field.type('512345678901234');
    const told: FlorinFieldEvent[] = [];
    host.addEventListener('florin-field', (event) => told.push(event));
    await field.type('6');
    expect(told).to.have.length(1);
    const event = told[0] as FlorinFieldEvent;
    expect(event.field).to.equal('number');
    expect(event.state).to.deep.equal({ status: 'valid' });
    expect(event.brand).to.equal('mastercard');
  });
});

describe('number and security code together', () => {
  it('ask for 3 digits on the back, and for 4 on the front of an Amex', async () => {
    const host = await cardFields();
    const cvn = await fieldOf(host, 'cvn');
    expect(cvn.note).to.equal('3 digits on the back');
    await (await fieldOf(host, 'number')).type('34');
    expect(cvn.note).to.equal('4 digits on the front');
    await cvn.type('123');
    await cvn.blur();
    expect(cvn.error).to.equal('A digit is missing');
    await cvn.press('End');
    await cvn.type('4');
    expect(cvn.error).to.equal('');
  });

  it('mark a code at once that no longer fits the brand, until it fits again', async () => {
    const host = await cardFields();
    const number = await fieldOf(host, 'number');
    const cvn = await fieldOf(host, 'cvn');
    await cvn.type('123');
    await number.type('34');
    expect(cvn.error).to.equal('A digit is missing');
    await number.press('Backspace', 2);
    expect(cvn.error).to.equal('');
    await number.type('4');
    expect(cvn.error).to.equal('');
  });

  it('accept no fourth digit for a Visa', async () => {
    const host = await cardFields();
    await (await fieldOf(host, 'number')).type('4');
    const cvn = await fieldOf(host, 'cvn');
    await cvn.type('1234');
    expect(cvn.value).to.equal('123');
  });
});

describe('the Enter key of a phone', () => {
  it('leads to the next field, and in the last one ends', async () => {
    const keysOf = (host: HTMLElement) =>
      [...host.shadowRoot!.querySelectorAll('input')].map((input) => input.enterKeyHint);
    expect(keysOf(await cardFields())).to.deep.equal(['next', 'next', 'next', 'go']);
    const short = await cardFields(html`<florin-card-fields no-name></florin-card-fields>`);
    expect(keysOf(short)).to.deep.equal(['next', 'next', 'go']);
  });
});

describe('the brand', () => {
  it('is shown with its name; before that the accepted brands are shown', async () => {
    const host = await cardFields(
      html`<florin-card-fields accepted-brands="visa mastercard amex"></florin-card-fields>`,
    );
    const field = await fieldOf(host, 'number');
    expect(field.brands).to.equal('Accepted: Visa, Mastercard, and American Express');
    expect(field.icons).to.equal(3);
    await field.type('5');
    expect(field.brands).to.equal('Mastercard');
    expect(field.icons).to.equal(1);
  });

  it('is refused with a message if the shop does not accept it', async () => {
    const host = await cardFields(html`<florin-card-fields accepted-brands="visa mastercard"></florin-card-fields>`);
    const field = await fieldOf(host, 'number');
    await field.type('345678901234564');
    await field.blur();
    expect(field.error).to.equal('This shop accepts Visa and Mastercard');
  });

  it('may be any brand again when the attribute of <florin-card-number> is removed', async () => {
    const host = await fixture<HTMLElement>(
      html`<florin-card-number accepted-brands="visa" locale="en-AU"></florin-card-number>`,
    );
    await settle(host);
    expect((await fieldOf(host, 'number')).brands).to.equal('Accepted: Visa');
    host.removeAttribute('accepted-brands');
    await settle(host);
    expect((await fieldOf(host, 'number')).brands).to.equal('');
  });

  it('is checked again when the shop accepts other brands', async () => {
    const element = await fixture<HTMLElementTagNameMap['florin-card-number']>(
      html`<florin-card-number accepted-brands="amex"></florin-card-number>`,
    );
    const number = await fieldOf(element, 'number');
    await number.type('4987654321098769');
    await number.blur();
    expect(number.error).to.equal('This shop accepts American Express');
    element.acceptedBrands = 'amex visa';
    await settle(element);
    expect(number.error).to.equal('');
    expect(number.brands).to.equal('Visa');
  });

  it('is shown as any card while it is unknown and the shop lists no brands', async () => {
    const field = await fieldOf(await cardFields(), 'number');
    expect(field.brands).to.equal('');
    expect(field.icons).to.equal(1);
  });
});

describe('the four fields', () => {
  it('omit the name with no-name', async () => {
    const host = await cardFields(html`<florin-card-fields no-name></florin-card-fields>`);
    let missing = '';
    await fieldOf(host, 'name').catch((error: Error) => (missing = error.message));
    expect(missing).to.equal('no name field');
  });

  for (const [width, isStacked] of [
    [260, true],
    [279, true],
    [280, false],
    [600, false],
  ] as const) {
    it(`are ${isStacked ? 'stacked' : 'side by side'} at ${width}px of their own width`, async () => {
      const host = await cardFields();
      host.style.width = `${width}px`;
      await settle(host);
      const expiry = (await fieldOf(host, 'expiry')).box();
      const cvn = (await fieldOf(host, 'cvn')).box();
      expect(cvn.top > expiry.top).to.equal(isStacked);
    });
  }

  it('focusField() focuses the given field', async () => {
    const host = await fixture<HTMLElementTagNameMap['florin-card-fields']>(
      html`<florin-card-fields></florin-card-fields>`,
    );
    host.focusField('cvn');
    expect((await fieldOf(host, 'cvn')).hasFocus).to.be.true;
  });
});
