import fc from 'fast-check';
import * as z from 'zod';

/** Any text of a wire object: quotes, line ends, lone surrogates, digits, names of `Object.prototype`. */
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'null', '0', 'ü🔑', '\ud800'));

function textOf(schema: z.ZodString): fc.Arbitrary<string> {
  const { minLength, maxLength } = schema;
  if (minLength === null && maxLength === null) return anyText;
  const units = fc.integer({ min: 1, max: 0xd7ff }).map((unit) => String.fromCharCode(unit));
  return fc
    .array(units, { minLength: minLength ?? 0, maxLength: maxLength ?? 300 })
    .map((characters) => characters.join(''));
}

/** Generates values of a schema, with and without each optional member. */
export function wireArbitrary(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional) return wireArbitrary(schema.unwrap());
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape);
    const requiredKeys = members.filter(([, member]) => !(member instanceof z.ZodOptional)).map(([name]) => name);
    const model = Object.fromEntries(members.map(([name, member]) => [name, wireArbitrary(member)]));
    return fc.record(model, { requiredKeys, noNullPrototype: true });
  }
  if (schema instanceof z.ZodArray) return fc.array(wireArbitrary(schema.element), { maxLength: 3 });
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => wireArbitrary(option)));
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodString) return textOf(schema);
  if (schema instanceof z.ZodNumber && schema.format === 'safeint') return fc.maxSafeInteger();
  // JSON has no -0, NaN or infinity.
  if (schema instanceof z.ZodNumber) return fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0);
  // Only for integers that a number cannot hold exactly.
  if (schema instanceof z.ZodBigInt) return fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n });
  throw new Error('a kind of schema that the wire does not have');
}
