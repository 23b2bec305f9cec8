import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerMessage, answerRefusal } from '../../../src/wire/soap/http-answer.js';
import type { HttpAnswer } from '../../../src/wire/soap/http-answer.js';
import { OPERATION_NAMES } from '../../../src/wire/soap/operations.js';
import { readCall } from '../../../src/wire/soap/read-call.js';
import type { SoapCall } from '../../../src/wire/soap/read-call.js';
import { isRefusal, routeMethod } from '../../../src/wire/soap/route.js';
import { writeResponse } from '../../../src/wire/soap/write-response.js';
import { writeWsdl } from '../../../src/wire/soap/wsdl.js';
import { findOutsideClients } from './outside-clients/find-clients.js';
import { sampleRequest, sampleResponse } from './sample-pairs.js';

/** Where FLORIN_OUTSIDE_CLIENTS is `required`, as in CI, a client that is not installed is a failure. */
const isRequired = process.env['FLORIN_OUTSIDE_CLIENTS'] === 'required';

let server: Server;
let address = '';
const calls: SoapCall[] = [];

/** The wire without operations: it records each call and answers with the sample. */
async function answer(
  method: string,
  url: URL,
  headers: Headers,
  body: ReadableStream<Uint8Array>,
): Promise<HttpAnswer> {
  const route = routeMethod(method, url.searchParams);
  if (isRefusal(route)) return answerRefusal(route);
  if (route.page !== 'call') return answerMessage('1.1', writeWsdl(address));
  const call = await readCall(headers, body);
  if (isRefusal(call)) return answerRefusal(call);
  calls.push(call);
  const { version, operation } = call;
  return answerMessage(version, writeResponse(operation, sampleResponse(operation).value, { version }));
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const body = Readable.toWeb(request) as unknown as ReadableStream<Uint8Array>;
    void answer(request.method ?? '', new URL(request.url ?? '', address), headers, body).then((given) => {
      response.writeHead(given.status, given.headers).end(given.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/evolve/service_1_4_4.asmx`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each(findOutsideClients().map((client) => [client.name, client] as const))('%s', (name, client) => {
  const isMissing = client.call === undefined && !isRequired;
  const call = client.call ?? (() => Promise.reject(new Error(`${name} is not installed: ${client.install}`)));
  const title = isMissing ? ` (skipped: ${client.install})` : '';

  test.skipIf(isMissing).each([
    ['1.1', 'Service_1_4_4Soap'],
    ['1.2', 'Service_1_4_4Soap12'],
  ] as const)(`reads the WSDL, and calls all 25 operations in SOAP %s${title}`, async (version, port) => {
    calls.length = 0;
    const work = OPERATION_NAMES.map((operation) => ({ operation, parameters: sampleRequest(operation).json }));
    const answers = await call({ wsdl: `${address}?WSDL`, port, calls: work });
    expect(calls).toEqual(
      OPERATION_NAMES.map((operation) => ({ version, operation, parameters: sampleRequest(operation).value })),
    );
    expect(answers).toEqual(OPERATION_NAMES.map((operation) => sampleResponse(operation).json));
  });

  test.skipIf(isMissing)(`understands a fault in both versions${title}`, async () => {
    for (const port of ['Service_1_4_4Soap', 'Service_1_4_4Soap12']) {
      const faulty = { operation: 'Login', parameters: { username: 'u' } };
      const wrong = { operation: 'RetrieveBatchStatistics', parameters: { timePeriod: { long: '99999999999' } } };
      const [, fault] = await call({ wsdl: `${address}?WSDL`, port, calls: [faulty, wrong] });
      expect(fault).toMatchObject({
        fault: expect.stringContaining('Value was either too large or too small for an Int32.'),
      });
    }
  });
});
