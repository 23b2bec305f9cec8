import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS, OPERATION_NAMES, type Operation } from '../../../src/wire/soap/operations.js';
import { OBJECT_TYPES, isEnumerationName, isObjectName, type Members as Types } from '../../../src/wire/soap/types.js';
import type { LogEntry } from '../../../src/sandbox/log.js';
import { inProcess, type ServiceUnderTest } from '../service-under-test.js';
import {
  ACCOUNT_TOKEN,
  CARD_TOKEN,
  CREDENTIALS,
  PAYMENT,
  SoapTokenCaller,
  textIn,
  type Members,
} from './soap-caller.js';

/** Valid requests; each test makes one element invalid. */
const RIGHT: Readonly<Record<string, Members>> = {
  TokenRequest: CARD_TOKEN,
  BankAccountTokenRequest: ACCOUNT_TOKEN,
  TxnRequest: PAYMENT,
};

/** Valid strings with unusual characters. The response is always a message. */
const ODD_TEXTS = [
  '',
  '0',
  '-1',
  '1e21',
  '__proto__',
  "' or 1=1 --",
  '&#x202e;&#x1f600;',
  '&lt;a&gt;',
  '5999990000000002',
  '5123456789012346',
  'x'.repeat(10_000),
];

/** docs/wire/soap.md section 5, DETAIL. */
function wrongTexts(type: string): readonly (readonly [text: string, detail: string])[] {
  if (isEnumerationName(type as 'TxnType')) {
    const detail = (text: string) => `Instance validation error: '${text}' is not a valid value for ${type}.`;
    return ['FOO', '', 'payment', '1'].map((text) => [text, detail(text)]);
  }
  if (type === 'int') {
    const overflow = 'Value was either too large or too small for an Int32.';
    const format = 'Input string was not in a correct format.';
    return [
      ['abc', format],
      ['', format],
      ['1.5', format],
      ['2147483648', overflow],
      ['-2147483649', overflow],
    ];
  }
  if (type === 'boolean')
    return ['maybe', 'TRUE', ''].map((text) => [text, `The string '${text}' is not a valid Boolean value.`]);
  if (type === 'dateTime') {
    const texts = ['yesterday', '2026-02-30T00:00:00', '', ...OUT_OF_YEARS];
    return texts.map((text) => [text, `The string '${text}' is not a valid AllXsd value.`]);
  }
  return [];
}

/** The first and last times that can be written, and two that leave the range by their offset. */
const ODD_TIMES = ['0001-01-01T00:00:01', '0001-01-02T23:00:00+14:00', '9999-12-31T23:59:59+14:00', '1969-12-31'];
const OUT_OF_YEARS = ['0001-01-01T13:00:00+14:00', '9999-12-31T23:59:59-14:00'];
const ODD_INTS = ['0', '-1', '2147483647', '-2147483648'];
/** By type. Each text of an enumeration or a boolean is right or wrong. */
const ODD = { string: ODD_TEXTS, int: ODD_INTS, dateTime: ODD_TIMES };

interface Element {
  readonly operation: string;
  readonly path: string;
  readonly type: string;
  readonly put: (text: string) => Members;
}

function elementsOf(operation: string, request: Types): readonly Element[] {
  const whole: Record<string, Members | string> = {};
  for (const [name, type] of Object.entries(request)) {
    whole[name] = isObjectName(type) ? (RIGHT[type] ?? {}) : (CREDENTIALS[name as 'username'] ?? '');
  }
  return Object.entries(request).flatMap(([name, type]): readonly Element[] => {
    if (name in CREDENTIALS) return [];
    // An empty int would be an error of another element.
    const others = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== ''));
    if (!isObjectName(type)) {
      return [{ operation, path: name, type, put: (text) => ({ ...others, [name]: text }) }];
    }
    return Object.entries(OBJECT_TYPES[type] as Types).map(([member, memberType]) => ({
      operation,
      path: `${name}/${member}`,
      type: memberType,
      put: (text) => ({ ...others, [name]: { ...RIGHT[type], [member]: text } }),
    }));
  });
}

const ELEMENTS = OPERATION_NAMES.flatMap((operation) => {
  const { request }: Operation = OPERATIONS[operation];
  return 'username' in request && operation !== 'Login' ? elementsOf(operation, request) : [];
});

describe.each(['1.1', '1.2'] as const)('every element of the operations with credentials by SOAP %s', (version) => {
  let service: ServiceUnderTest;
  let soap: SoapTokenCaller;
  const log: LogEntry[] = [];
  beforeAll(async () => {
    service = await inProcess.open({ log: (entry) => log.push(entry), settings: { searchLimit: 5 } });
    soap = new SoapTokenCaller(service, version);
  });
  afterAll(() => service.close());

  it.each(
    ELEMENTS.filter(({ type }) => wrongTexts(type).length > 0).map(
      (element) => [element.operation, element.path, element] as const,
    ),
  )('%s %s: an invalid value is a fault', async (operation, _, { type, put }) => {
    for (const [text, detail] of wrongTexts(type)) {
      const response = await soap.send(operation, put(text));
      const xml = await response.text();
      expect(response.status, text).toBe(500);
      const words = version === '1.1' ? textIn(xml, 'faultstring') : /<soap:Text[^>]*>([^<]*)</.exec(xml)?.[1];
      expect(words?.replaceAll('&gt;', '>')).toMatch(
        /^Server was unable to read request\. ---> There is an error in XML document \(\d+, \d+\)\. ---> /,
      );
      expect(words).toContain(detail);
      expect(xml).toContain(version === '1.1' ? '<faultcode>soap:Client<' : '<soap:Value>soap:Sender<');
    }
  });

  it.each(
    ELEMENTS.flatMap(({ operation, path, put, type }) =>
      type in ODD ? [[operation, path, put, ODD[type as keyof typeof ODD]] as const] : [],
    ),
  )('%s %s: an unusual value is answered with a message', async (operation, _, put, texts) => {
    for (const text of texts) {
      const response = await soap.send(operation, put(text));
      const xml = await response.text();
      expect(response.status, text).toBe(200);
      expect(xml).toContain(`<${operation}Response xmlns="urn:Eve_1_4_4">`);
      expect(xml).toMatch(/<response><ResponseCode>(SUCCESS|ERROR)<\/ResponseCode>/);
      if (xml.includes('>ERROR<')) expect(textIn(xml, 'ResponseMessage')).toMatch(/^[\w (:,)/]{5,100}$/);
    }
  });

  it('none of them caused an internal error', () => {
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
