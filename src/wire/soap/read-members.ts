/**
 * Reads elements as values by the table of types: parameters of a request, an answer, and every object within. As lenient
 * as the service (docs/wire/soap.md section 2): any order, elements of another namespace or name are ignored, a missing
 * required element has its default.
 *
 * Choices: of two elements with one name the first counts and the second is ignored, as in .NET; `xsi:nil` is null for a
 * nullable type, and an empty text for a number.
 */
import type { XmlElement } from './read-envelope.js';
import { missingValue, readEnumeration, readScalar, ScalarError } from './scalar.js';
import { SoapError } from './soap-error.js';
import { ARRAY_TYPES, isArrayName, isEnumerationName, isObjectName, isRequiredType, OBJECT_TYPES } from './types.js';
import type { ArrayName, EnumerationName, Members, MembersOf, ScalarName, TypeName } from './types.js';

function refuse({ line, column }: XmlElement, detail: string): never {
  throw new SoapError({ kind: 'value', line, column }, detail);
}

function readText(element: XmlElement, type: ScalarName | EnumerationName): unknown {
  const [child] = element.children;
  if (child) {
    const place = `Line ${child.line}, position ${child.column}.`;
    const rule = 'ReadElementString method can only be called on elements with simple or empty content.';
    refuse(element, `Unexpected node type Element. ${rule} ${place}`);
  }
  try {
    return isEnumerationName(type) ? readEnumeration(element.text, type) : readScalar(element.text, type);
  } catch (error) {
    if (error instanceof ScalarError) refuse(element, error.message);
    throw error;
  }
}

function readArray(element: XmlElement, type: ArrayName, namespace: string): unknown[] {
  const item = ARRAY_TYPES[type];
  return element.children
    .filter(({ uri, local }) => uri === namespace && local === item)
    .map((child) => readValue(child, item, namespace) ?? null);
}

/** Returns undefined for null; only a nullable time is null, because its member is always present. */
function readValue(element: XmlElement, type: TypeName, namespace: string): unknown {
  if (element.nil && type === 'nillableDateTime') return null;
  if (element.nil && !isRequiredType(type)) return undefined;
  if (isObjectName(type)) return readMembers(element, OBJECT_TYPES[type], namespace);
  return isArrayName(type) ? readArray(element, type, namespace) : readText(element, type);
}

/**
 * Reads the children of an element; without an element, every member is missing.
 *
 * @throws SoapError `value` at the first element, in the order of the document, whose text is no value of its type.
 */
export function readMembers<M extends Members>(
  element: XmlElement | null,
  members: M,
  namespace: string,
): MembersOf<M> {
  const values: Record<string, unknown> = {};
  const seen = new Set<string>();
  for (const child of element?.children ?? []) {
    const type = Object.hasOwn(members, child.local) ? members[child.local] : undefined;
    if (type === undefined || child.uri !== namespace || seen.has(child.local)) continue;
    seen.add(child.local);
    const value = readValue(child, type, namespace);
    if (value !== undefined) values[child.local] = value;
  }
  for (const [name, type] of Object.entries(members)) {
    if (!seen.has(name) && isRequiredType(type)) values[name] = missingValue(type);
  }
  return values as MembersOf<M>;
}
