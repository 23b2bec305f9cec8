/**
 * Writes a value as elements by the table of types. null is left out, an empty text is `<CRN2 />`, and only a nullable
 * time and items of an array are written as `xsi:nil`. docs/wire/soap.md section 2.
 */
import { missingValue, writeScalar } from './scalar.js';
import { ARRAY_TYPES, isArrayName, isObjectName, isRequiredType, OBJECT_TYPES } from './types.js';
import type { ArrayName, Members, TypeName } from './types.js';

/** Writes an element around escaped content; `attributes` begins with a blank. */
export function writeElement(name: string, content: string, attributes = ''): string {
  return content === '' ? `<${name}${attributes} />` : `<${name}${attributes}>${content}</${name}>`;
}

const NIL = ' xsi:nil="true"';

function writeItems(value: unknown, item: (typeof ARRAY_TYPES)[ArrayName], name: string): string {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be an array`);
  const elements = value.map((entry: unknown) =>
    entry === null ? writeElement(item, '', NIL) : write(item, item, entry),
  );
  return elements.join('');
}

function write(name: string, type: TypeName, value: unknown): string {
  if (isArrayName(type)) return writeElement(name, writeItems(value, ARRAY_TYPES[type], name));
  if (!isObjectName(type)) return writeElement(name, writeScalar(value, type, name));
  if (typeof value !== 'object' || value === null) throw new TypeError(`${name} must be an object`);
  return writeElement(name, writeMembers(value, OBJECT_TYPES[type]));
}

/**
 * Writes members in the order of the table; other members of the value are left out. A missing required member is written
 * with the value that a reader gives it, so that every message is valid by the WSDL.
 *
 * @throws TypeError naming a member whose value has another type; the static types prevent that.
 */
export function writeMembers(value: object, members: Members): string {
  const values = value as Readonly<Record<string, unknown>>;
  let xml = '';
  for (const [name, type] of Object.entries(members)) {
    const member = values[name] ?? (isRequiredType(type) ? missingValue(type) : null);
    if (member !== null) xml += write(name, type, member);
    else if (type === 'nillableDateTime') xml += writeElement(name, '', NIL);
  }
  return xml;
}
