import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OPERATION_NAMES } from '../../../src/wire/soap/operations.js';
import { SOAP_NAMESPACES } from '../../../src/wire/soap/namespaces.js';
import { readRequest } from '../../../src/wire/soap/read-request.js';
import { readResponse } from '../../../src/wire/soap/read-response.js';
import { writeRequest } from '../../../src/wire/soap/write-request.js';
import { writeResponse } from '../../../src/wire/soap/write-response.js';
import { requestOf, responseOf } from './arbitrary-values.js';
import { read } from './messages.js';

const dress = fc.record({
  version: fc.constantFrom('1.1' as const, '1.2' as const),
  namespaces: fc.constantFrom(SOAP_NAMESPACES, { service: 'urn:other & more', common: 'urn:x' }),
});

describe.each(OPERATION_NAMES)('%s', (operation) => {
  test('reads every request that it writes unchanged', () => {
    fc.assert(
      fc.property(requestOf(operation), dress, (request, { version, namespaces }) => {
        const envelope = read(writeRequest(operation, request, { version, namespaces }));
        expect(envelope.version).toBe(version);
        expect(readRequest(operation, envelope.body, namespaces)).toEqual(request);
      }),
      { numRuns: 60 },
    );
  });

  test('reads every answer that it writes unchanged', () => {
    fc.assert(
      fc.property(responseOf(operation), dress, (response, { version, namespaces }) => {
        const envelope = read(writeResponse(operation, response, { version, namespaces }));
        expect(readResponse(operation, envelope, namespaces)).toEqual({ kind: 'response', response });
      }),
      { numRuns: 60 },
    );
  });
});
