/** The decorators of the reactive properties of all elements. */
import { defaultConverter, type PropertyDeclaration, type ReactiveElement } from 'lit';

export { state } from 'lit/decorators.js';

/**
 * The same as Lit's `@property`, but a property with a `type` that is set to a string reads the string as its attribute
 * does. Frameworks set properties and templates contain strings: `amount="19900"` in React, Vue and Svelte.
 */
export function property(options: PropertyDeclaration = {}) {
  return (prototype: ReactiveElement, name: string): void => {
    (prototype.constructor as typeof ReactiveElement).createProperty(name, options);
    const accessor = Object.getOwnPropertyDescriptor(prototype, name);
    if (options.type && accessor)
      Object.defineProperty(prototype, name, {
        ...accessor,
        set(value: unknown) {
          const read = typeof value === 'string' ? defaultConverter.fromAttribute?.(value, options.type) : value;
          accessor.set?.call(this, read);
        },
      });
  };
}
