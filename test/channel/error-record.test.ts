import { describe, expect, it } from 'vitest';
import { readErrorRecord, writeErrorRecord } from '../../src/channel/error-record.js';
import { FlorinError } from '../../src/core/errors.js';

describe('an error for the page', () => {
  it('is its code and its message, and nothing else', () => {
    const error = new FlorinError('key_refused', 'The signed key holds no key', {
      apiCode: 207,
      cause: { number: '4111' },
    });
    expect(writeErrorRecord(error)).toEqual({ code: 'key_refused', message: 'The signed key holds no key' });
  });

  it.each<[what: string, thrown: unknown]>([
    ['an error that quotes what it choked on', new SyntaxError('Unexpected token in "4111111111111111"')],
    ['a text', '4111111111111111'],
    ['nothing', undefined],
    ['an object', { code: 'x', message: '4111111111111111' }],
    ['one that only looks like ours', Object.assign(new Error('4111'), { name: 'FlorinError', code: 'no_such_code' })],
  ])('does not contain %s', (_what, thrown) => {
    expect(writeErrorRecord(thrown)).toEqual({ code: 'internal_error', message: 'The frame failed' });
  });

  it.each([
    ['4111111111111111', '…'],
    ['Number 4111 1111 1111 1111 is wrong', 'Number … is wrong'],
    ['Number 4111-1111-1111-1111, expiry', 'Number …, expiry'],
    ['Number ٤١١١١١١١١١١١١١١١', 'Number …'],
    ['at most 4096 characters', 'at most 4096 characters'],
    ['11 of 12, 1 left', '11 of 12, 1 left'],
  ])('has no long row of digits: %s', (message, crossed) => {
    expect(writeErrorRecord(new FlorinError('field_invalid', message)).message).toBe(crossed);
  });

  it('is not longer than 300 characters', () => {
    expect(writeErrorRecord(new FlorinError('field_invalid', 'x'.repeat(5000))).message).toHaveLength(300);
  });
});

describe('a record that arrives', () => {
  it('becomes an error of its code', () => {
    const error = readErrorRecord({ code: 'key_expired', message: 'over', stack: 'at …' });
    expect(error).toBeInstanceOf(FlorinError);
    expect([error.code, error.audience, error.message]).toEqual(['key_expired', 'shopper', 'over']);
    expect(error.stack).not.toContain('at …');
  });

  it.each([
    [null],
    [undefined],
    ['text'],
    [7],
    [[]],
    [{}],
    [{ code: 'no_such_code', message: 'x' }],
    [{ code: 'toString', message: 'x' }],
    [{ code: 'key_expired' }],
    [{ code: 'key_expired', message: { toString: 1 } }],
  ])('and is %j is an internal error', (record) => {
    expect(readErrorRecord(record).code).toBe('internal_error');
  });
});
