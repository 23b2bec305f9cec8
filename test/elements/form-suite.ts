/** Tests of every form-associated element of Florin. */
import { expect, fixture, html as plain } from '@open-wc/testing';
import { html, unsafeStatic } from 'lit/static-html.js';
import type { FieldKind } from '../../src/elements/field/field-kind.js';
import { fieldOf, settle } from './field-harness.js';

interface FormElement extends HTMLElement {
  disabled: boolean;
  readonly form: HTMLFormElement | null;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  checkValidity(): boolean;
  reportValidity(): boolean;
  formDisabledCallback(isDisabled: boolean): void;
}

export interface FormSuiteOptions {
  readonly tag: string;
  /** A valid text for each field. At least one. */
  readonly right: readonly [readonly [FieldKind, string], ...(readonly [FieldKind, string])[]];
  /** An invalid text, and its error. */
  readonly wrong: readonly [kind: FieldKind, typed: string, message: string];
  /** The form entry after `right`; null for an element without a value. */
  readonly value: string | null;
}

export function formSuite({ tag, right, wrong, value }: FormSuiteOptions): void {
  const tagName = unsafeStatic(tag);

  async function mount() {
    const form = await fixture<HTMLFormElement>(
      plain`<form><fieldset>${html`<${tagName} name="card"></${tagName}>`}</fieldset></form>`,
    );
    const element = form.querySelector<FormElement>(tag) as FormElement;
    form.addEventListener('submit', (event) => event.preventDefault());
    await settle(element);
    return { form, element };
  }

  async function fill(element: FormElement) {
    for (const [kind, text] of right) await (await fieldOf(element, kind)).type(text);
  }

  describe(`<${tag}> in a form`, () => {
    it('knows its form', async () => {
      const { form, element } = await mount();
      expect(element.form).to.equal(form);
    });

    it('is valueMissing while empty, and valid with valid text', async () => {
      const { form, element } = await mount();
      expect(element.validity.valueMissing).to.be.true;
      expect(form.checkValidity()).to.be.false;
      await fill(element);
      expect(element.validity.valid).to.be.true;
      expect(form.checkValidity()).to.be.true;
    });

    it('has a validation message', async () => {
      const { element } = await mount();
      const [kind, typed, message] = wrong;
      await (await fieldOf(element, kind)).type(typed);
      if (right[0][0] === kind) expect(element.validationMessage).to.equal(message);
      expect(element.validity.valid).to.be.false;
    });

    it('checkValidity() shows nothing, and reportValidity() shows all errors', async () => {
      const { element } = await mount();
      const field = await fieldOf(element, right[0][0]);
      expect(element.checkValidity()).to.be.false;
      await settle(element);
      expect(field.error).to.equal('');
      expect(element.reportValidity()).to.be.false;
      await settle(element);
      expect(field.error).to.not.equal('');
      expect(field.hasFocus).to.be.true;
    });

    it(value === null ? 'never has a value for the form' : `has the value ${value}`, async () => {
      const { form, element } = await mount();
      await fill(element);
      expect(new FormData(form).get('card')).to.equal(value);
      expect('value' in element).to.equal(value !== null);
    });

    it('is cleared by a reset, with its error', async () => {
      const { form, element } = await mount();
      const [kind, typed] = wrong;
      const field = await fieldOf(element, kind);
      await field.type(typed);
      await field.blur();
      form.reset();
      await settle(element);
      expect(field.value).to.equal('');
      expect(field.error).to.equal('');
    });

    it('can be disabled by its attribute and by its fieldset', async () => {
      const { form, element } = await mount();
      const field = await fieldOf(element, right[0][0]);
      element.disabled = true;
      await settle(element);
      expect(field.isDisabled).to.be.true;
      element.disabled = false;
      await settle(element);
      expect(field.isDisabled).to.be.false;
      (form.firstElementChild as HTMLFieldSetElement).disabled = true;
      await settle(element);
      expect(field.isDisabled).to.be.true;
    });

    it('is disabled from the start by its attribute and by its fieldset', async () => {
      for (const markup of [
        `<fieldset><${tag} disabled></${tag}></fieldset>`,
        `<fieldset disabled><${tag}></${tag}></fieldset>`,
      ]) {
        const form = await fixture<HTMLFormElement>(plain`<form></form>`);
        form.innerHTML = markup;
        const element = form.querySelector<FormElement>(tag) as FormElement;
        await settle(element);
        for (const [kind] of right)
          expect((await fieldOf(element, kind)).isDisabled, `${kind} in ${markup}`).to.be.true;
      }
    });

    it('submits the form on Enter', async () => {
      const { form, element } = await mount();
      await fill(element);
      let submissions = 0;
      form.addEventListener('submit', () => (submissions += 1));
      await (await fieldOf(element, right[0][0])).press('Enter');
      expect(submissions).to.equal(1);
    });

    it('has no digit in an attribute', async () => {
      const { element } = await mount();
      await fill(element);
      expect([...element.attributes].map((attribute) => attribute.value).join()).to.not.match(/\d/);
    });
  });
}
