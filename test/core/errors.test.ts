import { describe, expect, it } from 'vitest';
import { runInNewContext } from 'node:vm';
import { FlorinError, type FlorinErrorCode, audienceOf, isFlorinError } from '../../src/core/errors.js';

describe('FlorinError', () => {
  it.each<[FlorinErrorCode, string]>([
    ['card_declined', 'shopper'],
    ['api_rejected', 'merchant'],
    ['service_timeout', 'network'],
    ['result_mismatch', 'merchant'],
    ['internal_error', 'internal'],
  ])('%s is for the %s', (code, audience) => {
    expect(new FlorinError(code, 'x').audience).toBe(audience);
    expect(audienceOf(code)).toBe(audience);
  });

  it('is an error with a name, a code, a cause and a stack', () => {
    const cause = new TypeError('fetch failed');
    const error = new FlorinError('service_unreachable', 'No answer', { cause });
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe('FlorinError: No answer');
    expect(error.cause).toBe(cause);
    expect(error.stack).toContain('errors.test');
  });

  it('carries the code of the service', () => {
    expect(new FlorinError('api_rejected', 'Invalid amount', { apiCode: 110 }).apiCode).toBe(110);
    expect(new FlorinError('api_rejected', 'x').apiCode).toBeUndefined();
  });

  it('does not print its cause as JSON', () => {
    const error = new FlorinError('internal_error', 'x', { cause: { secret: 'y' } });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect('cause' in new FlorinError('internal_error', 'x')).toBe(false);
  });
});

describe('isFlorinError', () => {
  it('recognises a FlorinError', () => {
    expect(isFlorinError(new FlorinError('rate_limited', 'x'))).toBe(true);
  });

  it('recognises one of another realm or another copy by name and shape', () => {
    const foreign: unknown = runInNewContext(
      `Object.assign(new Error('x'), { name: 'FlorinError', code: 'rate_limited', audience: 'network' })`,
    );
    expect(foreign).not.toBeInstanceOf(Error);
    expect(isFlorinError(foreign)).toBe(true);
  });

  it.each([
    [null],
    [undefined],
    ['FlorinError'],
    [new Error('x')],
    [Object.assign(new Error('x'), { code: 'rate_limited' })],
    [{ name: 'FlorinError', message: 'x', code: 'no_such_code' }],
    [{ name: 'FlorinError', message: 'x', code: 'toString' }],
    [{ name: 'FlorinError', code: 'rate_limited' }],
  ])('refuses %j', (value) => {
    expect(isFlorinError(value)).toBe(false);
  });
});
