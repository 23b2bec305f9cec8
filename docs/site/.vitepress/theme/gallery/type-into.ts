/** Fills inputs as a browser's autofill does: the text is in the input, and the field is left. The page's focus stays. */

/** @param name `name` or `autocomplete` of an input inside the element */
export function typeInto(element: Element, name: string, text: string): void {
  const input = [...(element.shadowRoot?.querySelectorAll('input') ?? [])].find(
    (each) => each.name === name || each.autocomplete === name || each.id === name,
  );
  if (!input) throw new Error(`<${element.localName}> has no input ${name}`);
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
  input.dispatchEvent(new FocusEvent('blur'));
}
