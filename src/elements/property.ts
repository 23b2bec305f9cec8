/** The decorators of the reactive properties of all elements. */
import { type ComplexAttributeConverter, defaultConverter, type PropertyDeclaration, type ReactiveElement } from 'lit';

/**
 * The same as Lit's `@property`, but values of a template and of a framework have the type of the property. A string that is
 * set to a property with a `type` is read as its attribute (`amount="19900"` in React, Vue and Svelte). A removed attribute
 * and a property that a framework takes away are empty text.
 */
export function property(options: PropertyDeclaration = {}) {
  return (prototype: ReactiveElement, name: string): void => {
    (prototype.constructor as typeof ReactiveElement).createProperty(name, options);
    const accessor = Object.getOwnPropertyDescriptor(prototype, name);
    if (options.attribute === false || !accessor) return;
    Object.defineProperty(prototype, name, {
      ...accessor,
      set(value: unknown) {
        const { fromAttribute: fromText } = (options.converter ?? defaultConverter) as ComplexAttributeConverter;
        const read = typeof value === 'string' ? fromText?.(value, options.type) : value;
        accessor.set?.call(this, options.type ? read : (read ?? ''));
      },
    });
  };
}

/** Minor units: text in another form, such as `199.00`, is no price, and not a hundredth of it. */
export const minorUnits = {
  type: Number,
  converter: { fromAttribute: (text: string | null) => (/^\d*$/.test(text ?? '') ? Number(text) : NaN) },
};

/** The same as Lit's `@state`: a reactive property without an attribute. */
export const state = () => property({ attribute: false });
