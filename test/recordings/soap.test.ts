/**
 * Recorded SOAP traffic of real facilities, which public projects keep for their tests: it is played against the sandbox and
 * must be answered byte for byte, except for numbers, times and keys; and the client must understand it. docs/wire/soap.md.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSoapClient, type SoapClient } from '../../src/service/index.js';
import { SOAP_NAMESPACES } from '../../src/wire/soap/namespaces.js';
import { CREDENTIALS, SOAP_PATH } from '../sandbox/soap/soap-caller.js';
import { inProcess, stoppedClock } from '../sandbox/service-under-test.js';
import RECORDINGS from './soap.json' with { type: 'json' };

type Recording = (typeof RECORDINGS)[number];

/** What another service and another day answer otherwise; the number of digits is a part of the format. */
const VARYING = ['TransactionNumber', 'ReceiptNumber', 'AuthoriseId', 'Token', 'ProcessedDate'];
const FORMATS: Readonly<Record<string, RegExp>> = {
  // The real service has given out more numbers than a sandbox.
  TransactionNumber: /^\d+$/,
  ReceiptNumber: /^\d{11}$/,
  AuthoriseId: /^\d{12}$/,
  Token: /^599999\d{10}$/,
  ProcessedDate: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/,
};
const ELEMENT = new RegExp(`<(${VARYING.join('|')})>([^<]+)</\\1>`, 'g');

function valuesOf(xml: string): (readonly [name: string, value: string])[] {
  return [...xml.matchAll(ELEMENT)].map(([, name = '', value = '']) => [name, value] as const);
}

const withoutValues = (xml: string): string => xml.replace(ELEMENT, '<$1>*</$1>');

const withCredentials = (request: string): string =>
  request
    .replace('[USERNAME]', CREDENTIALS.username)
    .replace('[PASSWORD]', CREDENTIALS.password)
    .replace('[MERCHANT]', CREDENTIALS.merchantNumber);

const headersOf = ({ version, namespace }: Recording, operation: string): Record<string, string> =>
  version === '1.1'
    ? { 'content-type': 'text/xml;charset=UTF-8', soapaction: `${namespace}/${operation}` }
    : { 'content-type': 'application/soap+xml; charset=utf-8' };

describe.each(RECORDINGS)('recorded: $name', (recording) => {
  it('is answered by the sandbox as it was', async () => {
    const soapNamespaces = { ...SOAP_NAMESPACES, service: recording.namespace };
    const clock = stoppedClock(Date.parse(recording.recorded));
    const service = await inProcess.open({ clock, settings: { soapNamespaces } });
    onTestFinished(() => service.close());
    await service.control.changeMerchant(CREDENTIALS.merchantNumber, { settings: recording.settings });
    /** From recorded numbers to those of the sandbox. */
    const own = new Map<string, string>();
    const translated = (text: string): string => [...own].reduce((all, [from, to]) => all.replaceAll(from, to), text);
    for (const { operation, request, answer } of recording.steps) {
      const headers = headersOf(recording, operation);
      const body = translated(withCredentials(request));
      const response = await service.fetch(SOAP_PATH, { method: 'POST', headers, body });
      expect(response.status).toBe(200);
      const answered = await response.text();
      const values = valuesOf(answered);
      const recorded = valuesOf(answer);
      expect(values.map(([name]) => name)).toEqual(recorded.map(([name]) => name));
      for (const [at, [name, value]] of values.entries()) {
        expect(value).toMatch(FORMATS[name] ?? /^$/);
        const before = recorded[at]?.[1] ?? '';
        if (name === 'TransactionNumber' || name === 'Token') own.set(before, value);
        // A mask of a token contains its last digits.
        if (name === 'Token') own.set(`599999...${before.slice(-3)}`, `599999...${value.slice(-3)}`);
      }
      expect(withoutValues(answered)).toBe(withoutValues(translated(answer)));
    }
  });
});

/** The client's result or error for a recorded answer. */
async function readRecorded({ namespace, version }: Recording, { operation, answer }: Recording['steps'][number]) {
  const client = createSoapClient({
    endpoint: `https://service.example${SOAP_PATH}`,
    credentials: CREDENTIALS,
    namespace,
    version: version as '1.1' | '1.2',
    fetch: () => {
      const type = version === '1.1' ? 'text/xml' : 'application/soap+xml';
      return Promise.resolve(new Response(answer, { headers: { 'content-type': `${type}; charset=utf-8` } }));
    },
  });
  const method = (operation.charAt(0).toLowerCase() + operation.slice(1)) as keyof SoapClient;
  const call = client[method] as (parameters: object) => Promise<unknown>;
  return call({}).catch(({ code, apiText }: { code: string; apiText?: string }) => ({ code, apiText }));
}

/** Members of the recorded result, or the recorded ERROR. */
function expectedOf({ operation, answer }: Recording['steps'][number]): unknown {
  const [, message] = /<ResponseMessage>([^<]*)</.exec(answer) ?? [];
  if (message !== undefined) return expect.objectContaining({ code: 'api_rejected', apiText: message }) as unknown;
  const [, result] = new RegExp(`<${operation}Result>(.*)</${operation}Result>`).exec(answer) ?? [];
  if (result === undefined) return undefined;
  const names = ['ResponseCode', 'AuthorisationResult', 'TransactionNumber', 'MaskedCardNumber', 'CardType', 'Token'];
  const members = names.flatMap((name) => {
    const [, value] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(result) ?? [];
    return value === undefined ? [] : [[name, value] as const];
  });
  const read = expect.objectContaining(Object.fromEntries(members)) as unknown;
  return operation === 'SearchTransactions' ? [read] : read;
}

describe.each(RECORDINGS)('recorded: $name', (recording) => {
  it('is understood by the client', async () => {
    for (const step of recording.steps) expect(await readRecorded(recording, step)).toEqual(expectedOf(step));
  });
});
