/** The caret after each kind of edit, with real key presses. */
import { expect, fixture, html } from '@open-wc/testing';
import type { LitElement } from 'lit';
import '../../src/elements/define.js';
import { type FieldHarness, fieldOf } from './field-harness.js';

async function numberField(): Promise<FieldHarness> {
  return fieldOf(await fixture<HTMLElement>(html`<florin-card-number></florin-card-number>`), 'number');
}

describe('the caret in the card number', () => {
  it('Backspace after `4242 4` deletes that digit, and the caret stays there', async () => {
    const field = await numberField();
    await field.type('4242424242424242');
    await field.moveCaret(6);
    await field.press('Backspace');
    expect(field.value).to.equal('4242 2424 2424 242');
    expect(field.caret).to.be.oneOf([4, 5]);
  });

  it('a digit typed after that is inserted at the caret', async () => {
    const field = await numberField();
    await field.type('4242424242424242');
    await field.moveCaret(6);
    await field.press('Backspace');
    await field.type('7');
    expect(field.value).to.equal('4242 7242 4242 4242');
    expect(field.caret).to.equal(6);
  });

  it('Backspace after a gap deletes the digit before the gap', async () => {
    const field = await numberField();
    await field.type('411111111');
    await field.moveCaret(5);
    await field.press('Backspace');
    expect(field.value).to.equal('4111 1111');
    expect(field.caret).to.be.oneOf([3, 4]);
  });

  it('Delete before a gap deletes the digit after the gap', async () => {
    const field = await numberField();
    await field.type('411122223');
    await field.moveCaret(4);
    await field.press('Delete');
    expect(field.value).to.equal('4111 2223');
  });

  it('9 typed after `41` regroups, and the caret follows the digit', async () => {
    const field = await numberField();
    await field.type('41111111');
    await field.moveCaret(2);
    await field.type('9');
    expect(field.value).to.equal('4191 1111 1');
    expect(field.caret).to.equal(3);
  });

  it('text with blanks and hyphens in one event is grouped as on the brand’s cards', async () => {
    const field = await numberField();
    await field.focus();
    await field.fillAtOnce(' 3714-4963-5398-431 ');
    expect(field.value).to.equal('3714 496353 98431');
  });

  it('the caret stays at the end while digits are typed there', async () => {
    const field = await numberField();
    for (const [index, digit] of [...'4242424242424242'].entries()) {
      await field.type(digit);
      expect(field.caret, `after ${index + 1} digits`).to.equal(field.value.length);
    }
    expect(field.value).to.equal('4242 4242 4242 4242');
  });

  it('the browser inserts a digit that needs no formatting, and a digit that changes nothing visible causes no render', async () => {
    const field = await numberField();
    await field.type('42');
    const host = field.host as LitElement;
    const { requestUpdate } = host;
    const { execCommand } = document;
    let drawn = 0;
    let commands = 0;
    host.requestUpdate = () => {
      drawn += 1;
      requestUpdate.call(host);
    };
    document.execCommand = (...command) => {
      commands += 1;
      return execCommand.apply(document, command);
    };
    try {
      await field.type('42424242424242');
    } finally {
      Reflect.deleteProperty(document, 'execCommand');
    }
    expect(field.value).to.equal('4242 4242 4242 4242');
    // The three digits after a gap, and the last one, which completes the number.
    expect({ commands, drawn }).to.deep.equal({ commands: 3, drawn: 1 });
  });

  it('typed blanks change nothing', async () => {
    const field = await numberField();
    await field.type('4242 4242 4242 4242');
    expect(field.value).to.equal('4242 4242 4242 4242');
  });

  it('letters are ignored', async () => {
    const field = await numberField();
    await field.type('4a2b4c2');
    expect(field.value).to.equal('4242');
  });

  it('an extra digit is refused, wherever the caret is', async () => {
    const field = await numberField();
    await field.type('51234567890123469');
    expect(field.value).to.equal('5123 4567 8901 2346');
    await field.moveCaret(2);
    await field.type('9');
    expect(field.value).to.equal('5123 4567 8901 2346');
  });

  it('the focus stays when the number is complete', async () => {
    const field = await numberField();
    await field.type('5123456789012346');
    expect(field.hasFocus).to.be.true;
  });

  it('undo and redo work on typed digits', async () => {
    const field = await numberField();
    await field.type('424242');
    const typed = field.value;
    const steps: string[] = [];
    for (let step = 0; step < 8 && field.value !== ''; step += 1) {
      await field.press('Control+z');
      steps.push(field.value);
    }
    expect(field.value, steps.join(' | ')).to.equal('');
    for (let step = 0; step < 8 && field.value !== typed; step += 1) await field.press('Control+y');
    expect(field.value).to.equal(typed);
  });

  it('undo restores a deleted selection', async () => {
    const field = await numberField();
    await field.type('4242424242424242');
    await field.press('Control+a');
    await field.press('Delete');
    expect(field.value).to.equal('');
    await field.press('Control+z');
    expect(field.value).to.equal('4242 4242 4242 4242');
  });

  it('cut and paste go through the clipboard of the browser', async () => {
    const field = await numberField();
    await field.type('4242424242424242');
    await field.press('Control+a');
    await field.press('Control+x');
    expect(field.value).to.equal('');
    await field.press('Control+v');
    expect(field.value).to.equal('4242 4242 4242 4242');
  });
});

describe('the caret in the expiry date', () => {
  const expiryField = async () =>
    fieldOf(await fixture<HTMLElement>(html`<florin-card-expiry></florin-card-expiry>`), 'expiry');

  for (const [typed, shown] of [
    ['0539', '05 / 39'],
    ['539', '05 / 39'],
    ['1/39', '01 / 39'],
    ['05/2039', '05 / 39'],
    ['1239', '12 / 39'],
  ] as const) {
    it(`${typed} becomes ${shown}`, async () => {
      const field = await expiryField();
      await field.type(typed);
      expect(field.value).to.equal(shown);
    });
  }

  for (const [filled, shown] of [
    ['05/2039', '05 / 39'],
    ['2039-05', '05 / 39'],
    ['0539', '05 / 39'],
    ['5/39', '05 / 39'],
  ] as const) {
    it(`${filled} in one event becomes ${shown}`, async () => {
      const field = await expiryField();
      await field.focus();
      await field.fillAtOnce(filled);
      expect(field.value).to.equal(shown);
    });
  }

  it('Backspace deletes digit by digit, over the separator', async () => {
    const field = await expiryField();
    await field.type('0539');
    await field.press('Backspace', 4);
    expect(field.value).to.equal('');
  });
});
