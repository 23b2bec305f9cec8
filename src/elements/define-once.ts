/** Registers a tag unless it is registered already: a second copy of the bundle or a second import has no effect. */
export function defineOnce(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
