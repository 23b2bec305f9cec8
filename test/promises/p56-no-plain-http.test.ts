/**
 * P56: The clients send no credentials, keys or cards over plain http to another machine, unless the shop asks for it by name.
 */
import { describe, expect, it } from 'vitest';
import { createRestClient, createSoapClient } from '../../src/service/index.js';

const credentials = { merchantNumber: '1', username: 'u', password: 'p' };
const CLIENTS = [
  ['REST', (url: string, more = {}) => createRestClient({ baseUrl: url, version: 'v3', ...credentials, ...more })],
  ['SOAP', (url: string, more = {}) => createSoapClient({ endpoint: `${url}/service.asmx`, credentials, ...more })],
] as const;

describe.each(CLIENTS)('P56: the %s client', (_name, create) => {
  it.each(['http://pay.example', 'http://10.0.0.7:4010', 'http://127.0.0.1.evil.example', 'http://[::2]'])(
    'is not made for http to another machine: %s',
    (url) => expect(() => create(url)).toThrow(/^(baseUrl|endpoint) is http to another machine/),
  );

  it.each(['https://pay.example', 'http://127.0.0.1:4010', 'http://localhost', 'http://[::1]:1'])(
    'is created for https, and for http on this machine: %s',
    (url) => expect(() => create(url)).not.toThrow(),
  );

  it('is created for http to another machine with allowPlainHttp', () => {
    expect(() => create('http://sandbox:4010', { allowPlainHttp: true })).not.toThrow();
  });
});
