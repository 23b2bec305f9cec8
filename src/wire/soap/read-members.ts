/**
 * Reads elements as values by the table of types: parameters of a request, an answer, and every object within. As lenient
 * as the service (docs/wire/soap.md section 2): any order, elements of another namespace or name are ignored, a missing
 * required element has its default.
 *
 * Choices: of two elements with one name the first counts and the second is ignored, as in .NET; `xsi:nil` is null for a
 * nullable type, and an empty text for a number.
 *
 * An answer is read more strictly, because a default would be taken for what the service said: a known element in another
 * namespace, an unknown item of a list, and a missing Amount are refused. docs/guides/odd-answers.md.
 */
import type { XmlElement } from './read-envelope.js';
import { missingValue, readEnumeration, readScalar, ScalarError } from './scalar.js';
import { SoapError } from './soap-error.js';
import {
  ARRAY_TYPES,
  INFORMATIONAL_ENUMERATIONS,
  isArrayName,
  isEnumerationName,
  isObjectName,
  isRequiredType,
  OBJECT_TYPES,
} from './types.js';
import type { ArrayName, EnumerationName, Members, MembersOf, ScalarName, TypeName } from './types.js';

/** How an answer is read. */
export interface AnswerReading {
  /** Gets the name of a member that decides nothing and has an unknown value; it is read as if it were missing. */
  note(member: string): void;
}

/** @param member a name of the table, not one from outside */
function refuse({ line, column }: XmlElement, detail: string, member?: string): never {
  throw new SoapError({ kind: 'value', line, column, ...(member !== undefined && { member }) }, detail);
}

function readText(element: XmlElement, type: ScalarName | EnumerationName, answer?: AnswerReading): unknown {
  const { local } = element;
  const [child] = element.children;
  if (child) {
    const place = `Line ${child.line}, position ${child.column}.`;
    const rule = 'ReadElementString method can only be called on elements with simple or empty content.';
    refuse(element, `Unexpected node type Element. ${rule} ${place}`, local);
  }
  try {
    return isEnumerationName(type) ? readEnumeration(element.text, type) : readScalar(element.text, type);
  } catch (error) {
    if (!(error instanceof ScalarError)) throw error;
    if (!answer || !isEnumerationName(type) || !INFORMATIONAL_ENUMERATIONS.includes(type)) {
      refuse(element, error.message, local);
    }
    answer.note(local);
    return missingValue(type);
  }
}

function readArray(element: XmlElement, type: ArrayName, namespace: string, answer?: AnswerReading): unknown[] {
  const item = ARRAY_TYPES[type];
  const isItem = ({ uri, local }: XmlElement) => uri === namespace && local === item;
  const other = answer && element.children.find((child) => !isItem(child));
  if (other) refuse(other, `The list has an element that is not ${item}.`, item);
  return element.children.filter(isItem).map((child) => readValue(child, item, namespace, answer) ?? null);
}

/** Returns undefined for null; only a nullable time is null, because its member is always present. */
function readValue(element: XmlElement, type: TypeName, namespace: string, answer?: AnswerReading): unknown {
  if (element.nil && type === 'nillableDateTime') return null;
  if (element.nil && !isRequiredType(type)) return undefined;
  if (isObjectName(type)) return readMembers(element, OBJECT_TYPES[type], namespace, answer);
  return isArrayName(type) ? readArray(element, type, namespace, answer) : readText(element, type, answer);
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
  answer?: AnswerReading,
): MembersOf<M> {
  const values: Record<string, unknown> = {};
  const seen = new Set<string>();
  for (const child of element?.children ?? []) {
    const type = Object.hasOwn(members, child.local) ? members[child.local] : undefined;
    if (type === undefined || child.uri !== namespace || seen.has(child.local)) continue;
    seen.add(child.local);
    const value = readValue(child, type, namespace, answer);
    if (value !== undefined) values[child.local] = value;
  }
  if (answer && element) {
    const foreign = element.children.find(({ local }) => Object.hasOwn(members, local) && !seen.has(local));
    if (foreign) refuse(foreign, `${foreign.local} is not in the namespace ${namespace}.`, foreign.local);
    if (Object.hasOwn(members, 'Amount') && !seen.has('Amount')) refuse(element, 'There is no Amount.', 'Amount');
  }
  for (const [name, type] of Object.entries(members)) {
    if (!seen.has(name) && isRequiredType(type)) values[name] = missingValue(type);
  }
  return values as MembersOf<M>;
}
