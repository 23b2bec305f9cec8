/**
 * The signer's plain form that a page brings inside the tag (`Signer.renderForm`). It works without script, and is
 * shown until the element's fields can replace it. The fields then take over the typed text and the focus.
 */

/** Maps the name of each of its fields to the id of an input of the element. */
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
  /** The element in the form that had the focus. */
  #focused: Element | null | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
  }

  /** True if the shopper has typed, or is about to type, into one of these fields; default: into any. */
  isBegun(names: readonly string[] = Object.keys(PLACES)): boolean {
    return [...this.#form.elements].some(
      (element) =>
        names.includes((element as HTMLInputElement).name) &&
        ((element as HTMLInputElement).value !== '' || element.matches(':focus')),
    );
  }

  /** Call before the element draws its fields: the form is then removed and loses the focus. */
  noteFocus(): void {
    this.#focused ??= (this.#form.getRootNode() as Document | ShadowRoot).activeElement;
  }

  /**
   * Copies the text from input to input, and nowhere else; then empties the form.
   * @param button - of the element; gets the focus if the focused field has no counterpart
   */
  takeOver(inputOf: (id: string) => HTMLInputElement | null | undefined, button: HTMLElement | null): void {
    const focused = this.#form.contains(this.#focused ?? null) && this.#focused;
    const typed = new Map<string, string>();
    for (const element of this.#form.elements) {
      const { name, value, type, checked } = element as HTMLInputElement;
      const id = PLACES[name];
      // A year without a month would be read as a month.
      if (!id || !value || (name === 'ExpiryDateYear' && typed.get(id)?.length !== 2)) continue;
      if (type === 'checkbox' && !checked) continue;
      typed.set(id, (typed.get(id) ?? '') + value);
    }
    // No second field with the same name for autofill, tests and tools; the removed inputs held the text.
    this.#form.replaceChildren();
    for (const [id, text] of typed) {
      const input = inputOf(id);
      if (!input) continue;
      if (input.type === 'checkbox') input.checked = true;
      else input.value = text;
      // Formats and checks the text as if a password manager had written it.
      input.dispatchEvent(new Event(input.type === 'checkbox' ? 'change' : 'input'));
    }
    if (!focused) return;
    const id = PLACES[focused.getAttribute('name') ?? ''];
    const input = id && inputOf(id);
    (input || button)?.focus({ preventScroll: true });
  }
}

/** The form that the page brings, or the element that replaces it. */
export function givenBy(host: Element): Element | null {
  return host.querySelector(':scope > [slot="form"]');
}
