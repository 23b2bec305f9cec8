import { describe, expect, it } from 'vitest';
import { assertNoCardNumber, readTestCard } from '../../src/cli/card-guard.js';
import { CommandEnd, exitCodeOf, isOutcomeUnknown } from '../../src/cli/exit-codes.js';
import { createRestClient, FlorinError } from '../../src/service/index.js';

describe('a card number on the command line', () => {
  it.each([
    ['pay', '--reference', '4111111111111111'],
    ['pay', '--reference', 'card 4111 1111 1111 1111 of a buyer'],
    ['pay', '--crn1=4111-1111-1111-1111'],
    ['authkey', '--crn1', '378282246310005'],
    ['soap', 'op', '30569309025904'],
    ['--', '5555555555554444'],
  ])('is refused: %s %s %s', (...args) => {
    expect(() => assertNoCardNumber(args)).toThrow('must not be on the command line');
  });

  it.each([
    ['pay', '--reference', '4111111111111112'],
    ['pay', '--merchant-number', '5353109000000000'],
    ['pay', '--token', '5999991234567890'],
    ['txn', 'get', '4111111111111111'],
    ['txn', 'search', '--from', '2026-11-01T00:00:00'],
    ['txn', 'search', '--reference', 'florin-cli-3e2b1c40-1d2f-4c6e-9a60-0123456789ab'],
  ])('is not %s %s %s', (...args) => {
    expect(() => assertNoCardNumber(args)).not.toThrow();
  });

  it('may be a test card only for a service on this machine', () => {
    for (const url of ['http://127.0.0.1:4010', 'http://localhost', 'http://[::1]:4010']) {
      expect(readTestCard('5123 4567 8901 2346', url)).toBe('5123456789012346');
    }
    for (const url of ['https://pay.example', 'http://127.0.0.1.evil.example', 'http://localhost.example', 'none']) {
      expect(() => readTestCard('5123456789012346', url)).toThrow('only for a service on this machine');
    }
    expect(() => readTestCard('4111111111111111', 'http://127.0.0.1')).toThrow(CommandEnd);
  });
});

describe('an exit code', () => {
  it.each([
    [new TypeError('x'), 1],
    [new FlorinError('api_rejected', 'x', { apiCode: 118 }), 3],
    [new FlorinError('service_unreachable', 'x'), 4],
    [new FlorinError('service_timeout', 'x'), 4],
    [new CommandEnd(5, 'x'), 5],
  ])('of %s is %d', (error, code) => {
    expect(exitCodeOf(error)).toBe(code);
  });

  it.each([
    [new FlorinError('service_timeout', 'x'), true],
    [new FlorinError('service_unreachable', 'x'), true],
    [new FlorinError('service_unreachable', 'x', { cause: new Error('TypeError, SocketError UND_ERR_SOCKET') }), true],
    [new FlorinError('service_unreachable', 'x', { cause: new Error('TypeError, Error ECONNRESET') }), true],
    [new FlorinError('service_unreachable', 'x', { cause: new Error('TypeError, Error ECONNREFUSED') }), false],
    [new FlorinError('service_unreachable', 'x', { cause: new Error('TypeError, Error ENOTFOUND') }), false],
    [new FlorinError('api_rejected', 'x'), false],
    [new TypeError('x'), false],
  ])('is unknown after %s: %s', (error, isUnknown) => {
    expect(isOutcomeUnknown(error)).toBe(isUnknown);
  });

  it.each([
    ['read', 'EHOSTUNREACH', true],
    ['write', 'ENETUNREACH', true],
    ['connect', 'EHOSTUNREACH', false],
    ['getaddrinfo', 'ENOTFOUND', false],
  ])('is unknown after a payment whose connection failed in a %s by %s: %s', async (syscall, code, isUnknown) => {
    const client = createRestClient({
      ...{ version: 'v3', baseUrl: 'https://service.example' },
      ...{ merchantNumber: '5353109000000000', username: 'api-user', password: 'secret' },
      fetch: () => {
        const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
        return Promise.reject(new TypeError('fetch failed', { cause }));
      },
    });
    const CardDetails = { CardNumber: '5999991234567890' };
    const payment = { Action: 'payment', Amount: 100, Crn1: '1', CardDetails } as const;
    const error = await client.processTransaction(payment).catch((reason: unknown) => reason);
    expect(isOutcomeUnknown(error)).toBe(isUnknown);
  });
});
