/** Envelopes by the table of SOAP types, with unusual content in their elements. */
import fc, { type Arbitrary } from 'fast-check';
import { OPERATIONS, type OperationName } from '../../src/wire/soap/operations.js';
import {
  ARRAY_TYPES,
  ENUMERATIONS,
  OBJECT_TYPES,
  isArrayName,
  isEnumerationName,
  isObjectName,
} from '../../src/wire/soap/types.js';
import { SOAP_PATH, envelope, type Version } from '../sandbox/soap/soap-caller.js';
import { broken, bytesOf, verbs, type HostileRequest } from './hostile-transport.js';
import { date, hostile, likelyFor, one } from './hostile-values.js';

const escape = (text: string): string => text.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'));

/** An element of a SOAP type with content. */
function elementOf(name: string, type: string): Arbitrary<string> {
  const around = (inside: Arbitrary<string>): Arbitrary<string> =>
    inside.map((content) => `<${name}>${content}</${name}>`);
  if (isObjectName(type as never)) {
    const members = Object.entries(OBJECT_TYPES[type as keyof typeof OBJECT_TYPES]);
    return around(
      fc
        .tuple(...members.map(([member, inner]) => maybe(elementOf(member, inner as string))))
        .map((all) => all.join('')),
    );
  }
  if (isArrayName(type as never)) {
    const item = ARRAY_TYPES[type as keyof typeof ARRAY_TYPES];
    return around(fc.array(elementOf(item, item), { maxLength: 2 }).map((all) => all.join('')));
  }
  const enumeration = isEnumerationName(type as never)
    ? one(...ENUMERATIONS[type as keyof typeof ENUMERATIONS])
    : undefined;
  const likely = enumeration ?? likelyFor(name) ?? fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), date);
  return around(
    fc
      .oneof({ weight: 8, arbitrary: likely }, { weight: 1, arbitrary: hostile })
      .map((value) => escape(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))),
  );
}

const maybe = (element: Arbitrary<string>): Arbitrary<string> =>
  fc.oneof({ weight: 5, arbitrary: element }, { weight: 1, arbitrary: fc.constant('') });

export function soapRequests(version: Version): Arbitrary<HostileRequest> {
  const operations = Object.entries(OPERATIONS) as unknown as readonly (readonly [
    OperationName,
    { readonly request: Readonly<Record<string, string>> },
  ])[];
  return one(...operations).chain(([operation, { request }]) =>
    fc
      .tuple(...Object.entries(request).map(([name, type]) => maybe(elementOf(name, type))))
      .chain((all) =>
        broken(bytesOf(envelope(`<${operation} xmlns="urn:Eve_1_4_4">${all.join('')}</${operation}>`, version))),
      )
      .chain((body) =>
        fc.record({
          method: verbs('POST'),
          path: fc.oneof(
            { weight: 12, arbitrary: fc.constant(SOAP_PATH) },
            { weight: 1, arbitrary: one(`${SOAP_PATH}?wsdl`, `${SOAP_PATH}?op=x`, `${SOAP_PATH}/ProcessPayment`) },
          ),
          headers: fc.oneof(
            {
              weight: 10,
              arbitrary: fc.constant(
                version === '1.1'
                  ? { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"urn:Eve_1_4_4/${operation}"` }
                  : { 'Content-Type': 'application/soap+xml; charset=utf-8' },
              ),
            },
            {
              weight: 1,
              arbitrary: one<Record<string, string>>(
                {},
                { 'Content-Type': 'text/xml; charset=utf-16' },
                { 'Content-Type': 'text/xml; charset=x' },
                { 'Content-Type': 'application/soap+xml; action="x"' },
                { SOAPAction: '\u00ff' },
              ),
            },
          ),
          body: fc.constant(body),
        }),
      ),
  );
}
