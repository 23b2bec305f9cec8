/** Registers a tag unless somebody has: a second copy of the bundle, or a second import, changes nothing. */
export function defineOnce(tag: string, element: CustomElementConstructor): void {
  if (!customElements.get(tag)) customElements.define(tag, element);
}
