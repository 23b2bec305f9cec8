/**
 * The plain form of the signer that a page brings inside the tag (`Signer.renderForm`): it works without script, and is shown
 * until the element's fields can take its place, with what was typed and the focus.
 */

/** Where what is typed in it goes: the name of each of its fields, and the id of an input of the element. */
const PLACES: Readonly<Record<string, string>> = {
  CardNumber: 'number',
  ExpiryDateMonth: 'expiry',
  ExpiryDateYear: 'expiry',
  CVN: 'cvn',
  CardHolderName: 'name',
  BSBNumber: 'bsb',
  AccountNumber: 'number',
  AccountName: 'name',
  AcceptBADirectDebitTC: 'agreement',
};

export class GivenForm {
  readonly #form: HTMLFormElement;
  /** The element of it that had the focus. */
  #focused: Element | null | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
  }

  /** Something is typed into one of these, or about to be. */
  isBegun(names: readonly string[]): boolean {
    return [...this.#form.elements].some(
      (element) =>
        names.includes((element as HTMLInputElement).name) &&
        ((element as HTMLInputElement).value !== '' || element.matches(':focus')),
    );
  }

  /** The element is about to draw its fields: the form loses its place then, and with it the focus. */
  noteFocus(): void {
    this.#focused ??= (this.#form.getRootNode() as Document | ShadowRoot).activeElement;
  }

  /**
   * From input to input, and nowhere else; then the form is empty.
   * @param button - of the element, for the focus of what has no place
   */
  takeOver(inputOf: (id: string) => HTMLInputElement | null | undefined, button: HTMLElement | null): void {
    const focused = this.#form.contains(this.#focused ?? null) && this.#focused;
    const typed = new Map<string, string>();
    for (const element of this.#form.elements) {
      const { name, value, type, checked } = element as HTMLInputElement;
      const id = PLACES[name];
      // A year alone would be read as a month.
      if (!id || !value || (name === 'ExpiryDateYear' && typed.get(id)?.length !== 2)) continue;
      if (type === 'checkbox' && !checked) continue;
      typed.set(id, (typed.get(id) ?? '') + value);
    }
    // No second field of that name for autofill, tests and tools; what was typed is in the inputs that have gone.
    this.#form.replaceChildren();
    for (const [id, text] of typed) {
      const input = inputOf(id);
      if (!input) continue;
      if (input.type === 'checkbox') input.checked = true;
      else input.value = text;
      // Formatted and checked as if a password manager had written it.
      input.dispatchEvent(new Event(input.type === 'checkbox' ? 'change' : 'input'));
    }
    if (!focused) return;
    const id = PLACES[focused.getAttribute('name') ?? ''];
    const input = id && inputOf(id);
    (input || button)?.focus({ preventScroll: true });
  }
}

/** The form that the page brings, or what it brings in its place. */
export function givenBy(host: Element): Element | null {
  return host.querySelector(':scope > [slot="form"]');
}
