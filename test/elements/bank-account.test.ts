/** A bank account as a person types it. */
import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/elements/define.js';
import type { BankAccountElement } from '../../src/elements/florin-bank-account/bank-account-element.js';
import { settle } from './field-harness.js';

type Name = 'bsb' | 'number' | 'name' | 'agreement';

async function account(template = html`<florin-bank-account locale="en-AU"></florin-bank-account>`) {
  const root = await fixture<HTMLElement>(template);
  const host = (
    root.matches('florin-bank-account') ? root : root.querySelector('florin-bank-account')
  ) as BankAccountElement;
  await settle(host);
  const input = (name: Name) => host.shadowRoot?.querySelector(`#${name}`) as HTMLInputElement;
  const harness = {
    host,
    root,
    input,
    async type(name: Name, text: string): Promise<void> {
      input(name).focus();
      for (const key of text) await sendKeys({ press: key === ' ' ? 'Space' : key });
      await settle(host);
    },
    async leave(name: Name) {
      input(name).blur();
      await settle(host);
    },
    error(name: Name) {
      if (input(name).getAttribute('aria-invalid') !== 'true') return '';
      return host.shadowRoot?.querySelector(`#${name}-note`)?.textContent?.trim() ?? '';
    },
    async fill() {
      await harness.type('bsb', '063000');
      await harness.type('number', '12345678');
      await harness.type('name', 'Ada Lovelace');
      input('agreement').click();
      await settle(host);
    },
  };
  return harness;
}

describe('<florin-bank-account>', () => {
  it('formats the BSB as on statements when the field loses focus', async () => {
    const { type, leave, input } = await account();
    await type('bsb', '063000');
    expect(input('bsb').value).to.equal('063000');
    await leave('bsb');
    expect(input('bsb').value).to.equal('063-000');
  });

  it('shows an error when a field loses focus, not while the shopper types, and removes it when it is corrected', async () => {
    const { type, leave, error } = await account();
    await type('bsb', '06300');
    expect(error('bsb')).to.equal('');
    await leave('bsb');
    expect(error('bsb')).to.equal('A BSB has 6 digits');
    await type('bsb', '0');
    expect(error('bsb')).to.equal('');
    await type('number', '12');
    await leave('number');
    expect(error('number')).to.equal('An account number has at least 3 digits');
    await leave('name');
    expect(error('name')).to.equal('');
  });

  it('reportValidity() shows all errors, and focuses the first invalid field', async () => {
    const { host, error } = await account();
    expect(host.reportValidity()).to.be.false;
    await settle(host);
    expect(error('bsb')).to.equal('Enter the BSB');
    expect(error('number')).to.equal('Enter the account number');
    expect(error('name')).to.equal('Enter the account name');
    expect(error('agreement')).to.contain('direct debit service agreement');
    expect(host.shadowRoot?.activeElement?.id).to.equal('bsb');
  });

  it('is valid only with the agreement', async () => {
    const { host, fill, input } = await account();
    await fill();
    expect(host.checkValidity()).to.be.true;
    input('agreement').click();
    expect(host.checkValidity()).to.be.false;
    expect(host.validationMessage).to.contain('agreement');
  });

  it('takes part in a form by validity and reset, without a value', async () => {
    const { host, root, fill, input } = await account(html`
      <form>
        <florin-bank-account name="account" locale="en-AU"></florin-bank-account>
        <button>Go</button>
      </form>
    `);
    const form = root as HTMLFormElement;
    expect(form.checkValidity()).to.be.false;
    await fill();
    expect(form.checkValidity()).to.be.true;
    expect([...new FormData(form).keys()]).to.deep.equal([]);
    input('number').focus();
    form.addEventListener('submit', (event) => event.preventDefault());
    const submitted = oneEvent(form, 'submit');
    await sendKeys({ press: 'Enter' });
    await submitted;
    form.reset();
    await settle(host);
    expect(input('number').value).to.equal('');
    expect(input('agreement').checked).to.be.false;
    expect(form.checkValidity()).to.be.false;
  });

  it('is disabled with its fieldset', async () => {
    const { host, root, input } = await account(html`
      <fieldset><florin-bank-account locale="en-AU"></florin-bank-account></fieldset>
    `);
    (root as HTMLFieldSetElement).disabled = true;
    await settle(host);
    expect(input('bsb').disabled).to.be.true;
    expect(input('agreement').disabled).to.be.true;
  });

  it('keeps events with typed text inside', async () => {
    const { host, type } = await account();
    const heard: string[] = [];
    for (const name of ['input', 'beforeinput', 'change', 'keydown', 'keypress', 'keyup', 'paste']) {
      document.addEventListener(name, (event) => heard.push(`${name} ${(event as KeyboardEvent).key ?? ''}`), {
        once: true,
      });
    }
    await type('number', '12345678');
    expect(heard).to.deep.equal([]);
    expect(host.outerHTML).to.not.contain('12345678');
    expect(host.shadowRoot?.innerHTML).to.not.contain('12345678');
  });

  it('is cleared when the page is left', async () => {
    const { host, fill, input } = await account();
    await fill();
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await settle(host);
    expect(input('number').value).to.equal('');
  });

  it('passes axe: empty, filled and invalid', async () => {
    const { host, fill } = await account(
      html`<florin-bank-account agreement-url="/agreement" locale="en-AU"></florin-bank-account>`,
    );
    await expect(host).to.be.accessible();
    host.reportValidity();
    await settle(host);
    await expect(host).to.be.accessible();
    await fill();
    await expect(host).to.be.accessible();
  });
});
