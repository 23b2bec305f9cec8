/**
 * The WSDL of the service, written from the tables: document/literal wrapped, both bindings, inline schemas, and no fault
 * messages, as in the real one. docs/wire/soap.md section 1, "WSDL".
 */
import { escapeAttribute } from './escape-xml.js';
import { SOAP_NAMESPACES, XSD_NAMESPACE } from './namespaces.js';
import type { SoapNamespaces } from './namespaces.js';
import { actionOf, OPERATION_NAMES, OPERATIONS, responseMembers } from './operations.js';
import type { Operation, OperationName } from './operations.js';
import {
  ARRAY_TYPES,
  COMMON_ENUMERATIONS,
  ENUMERATIONS,
  isArrayName,
  isEnumerationName,
  isObjectName,
  isRequiredType,
  OBJECT_TYPES,
} from './types.js';
import type { EnumerationName, Members, TypeName } from './types.js';

const SERVICE = 'Service_1_4_4';
const PORT = `${SERVICE}Soap`;
const HTTP_TRANSPORT = 'http://schemas.xmlsoap.org/soap/http';

/** The two bindings: prefix of their extension elements, name of binding and port. */
const BINDINGS = [
  { prefix: 'soap', name: PORT },
  { prefix: 'soap12', name: `${PORT}12` },
] as const;

/** Writes an element on its own lines; self-closing without content. */
function element(name: string, attributes: Readonly<Record<string, string>>, content: readonly string[] = []): string {
  const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  const start = `<${name}${words.join('')}`;
  if (content.length === 0) return `${start} />`;
  return `${start}>\n${content.join('\n').replaceAll(/^/gm, '  ')}\n</${name}>`;
}

function schemaTypeOf(type: TypeName): string {
  if (type === 'nillableDateTime') return 's:dateTime';
  if (isEnumerationName(type) && COMMON_ENUMERATIONS.includes(type)) return `s1:${type}`;
  return isEnumerationName(type) || isArrayName(type) || isObjectName(type) ? `tns:${type}` : `s:${type}`;
}

function memberElement(name: string, type: TypeName): string {
  const minOccurs = isRequiredType(type) ? '1' : '0';
  const nillable: Record<string, string> = type === 'nillableDateTime' ? { nillable: 'true' } : {};
  return element('s:element', { minOccurs, maxOccurs: '1', name, ...nillable, type: schemaTypeOf(type) });
}

function sequenceOf(members: Members): string[] {
  const elements = Object.entries(members).map(([name, type]) => memberElement(name, type));
  return elements.length === 0 ? [] : [element('s:sequence', {}, elements)];
}

function messageElement(name: string, members: Members): string {
  return element('s:element', { name }, [element('s:complexType', {}, sequenceOf(members))]);
}

function enumerationType(name: EnumerationName): string {
  const values = ENUMERATIONS[name].map((value) => element('s:enumeration', { value }));
  return element('s:simpleType', { name }, [element('s:restriction', { base: 's:string' }, values)]);
}

function arrayType(name: keyof typeof ARRAY_TYPES): string {
  const item = ARRAY_TYPES[name];
  const type = schemaTypeOf(item);
  const items = element('s:element', { minOccurs: '0', maxOccurs: 'unbounded', name: item, nillable: 'true', type });
  return element('s:complexType', { name }, [element('s:sequence', {}, [items])]);
}

function keysOf<K extends string>(table: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(table) as K[];
}

function requestMembers(operation: OperationName): Members {
  const { request }: Operation = OPERATIONS[operation];
  return request;
}

function schemasOf({ service, common }: SoapNamespaces): string[] {
  const isCommon = (name: EnumerationName) => COMMON_ENUMERATIONS.includes(name);
  const enumerations = keysOf(ENUMERATIONS);
  const messages = OPERATION_NAMES.flatMap((operation) => [
    messageElement(operation, requestMembers(operation)),
    messageElement(`${operation}Response`, responseMembers(operation)),
  ]);
  const types = [
    ...keysOf(OBJECT_TYPES).map((name) => element('s:complexType', { name }, sequenceOf(OBJECT_TYPES[name]))),
    ...keysOf(ARRAY_TYPES).map(arrayType),
    ...enumerations.filter((name) => !isCommon(name)).map(enumerationType),
  ];
  const imported = element('s:import', { namespace: common });
  const schema = (targetNamespace: string, content: string[]) =>
    element('s:schema', { elementFormDefault: 'qualified', targetNamespace }, content);
  return [
    schema(service, [imported, ...messages, ...types]),
    schema(common, enumerations.filter(isCommon).map(enumerationType)),
  ];
}

function messagesOf(operation: OperationName): string[] {
  const message = (name: string, root: string) =>
    element('wsdl:message', { name }, [element('wsdl:part', { name: 'parameters', element: `tns:${root}` })]);
  return [message(`${operation}SoapIn`, operation), message(`${operation}SoapOut`, `${operation}Response`)];
}

function portOperation(operation: OperationName): string {
  return element('wsdl:operation', { name: operation }, [
    element('wsdl:input', { message: `tns:${operation}SoapIn` }),
    element('wsdl:output', { message: `tns:${operation}SoapOut` }),
  ]);
}

function bindingOf({ prefix, name }: (typeof BINDINGS)[number], namespaces: SoapNamespaces): string {
  const body = element(`${prefix}:body`, { use: 'literal' });
  const operations = OPERATION_NAMES.map((operation) => {
    const action = { soapAction: actionOf(operation, namespaces), style: 'document' };
    return element('wsdl:operation', { name: operation }, [
      element(`${prefix}:operation`, action),
      element('wsdl:input', {}, [body]),
      element('wsdl:output', {}, [body]),
    ]);
  });
  const transport = element(`${prefix}:binding`, { transport: HTTP_TRANSPORT, style: 'document' });
  return element('wsdl:binding', { name, type: `tns:${PORT}` }, [transport, ...operations]);
}

/** Writes the WSDL; `address` has the scheme, host and path of its request. */
export function writeWsdl(address: string, namespaces: SoapNamespaces = SOAP_NAMESPACES): string {
  const { service, common } = namespaces;
  const names = {
    'xmlns:soap': 'http://schemas.xmlsoap.org/wsdl/soap/',
    'xmlns:soap12': 'http://schemas.xmlsoap.org/wsdl/soap12/',
    'xmlns:s': XSD_NAMESPACE,
    'xmlns:tns': service,
    'xmlns:s1': common,
    'xmlns:wsdl': 'http://schemas.xmlsoap.org/wsdl/',
    targetNamespace: service,
  };
  const ports = BINDINGS.map(({ prefix, name }) =>
    element('wsdl:port', { name, binding: `tns:${name}` }, [element(`${prefix}:address`, { location: address })]),
  );
  const definitions = element('wsdl:definitions', names, [
    element('wsdl:types', {}, schemasOf(namespaces)),
    ...OPERATION_NAMES.flatMap(messagesOf),
    element('wsdl:portType', { name: PORT }, OPERATION_NAMES.map(portOperation)),
    ...BINDINGS.map((binding) => bindingOf(binding, namespaces)),
    element('wsdl:service', { name: SERVICE }, ports),
  ]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${definitions}`;
}
