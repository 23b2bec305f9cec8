import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAuthorization, writeAuthorization } from '../../../src/wire/rest/credentials.js';
import { WireError } from '../../../src/wire/rest/wire-error.js';

const demo = { username: 'demo-api', merchantNumber: '5353109000000000', password: 'Demo-Password-1' };
const header = Buffer.from('demo-api|5353109000000000:Demo-Password-1').toString('base64');

describe('the Authorization header', () => {
  it('is the Base64 of username, bar, merchant number, colon, password', () => {
    expect(writeAuthorization(demo)).toBe(header);
  });

  it.each([
    ['bare', header],
    ['with the scheme Basic', `Basic ${header}`],
    ['with the scheme in small letters', `basic  ${header}`],
    ['between blanks', ` ${header} `],
    ['without padding', header.replace(/=+$/, '')],
  ])('reads %s', (_name, value) => {
    expect(readAuthorization(value)).toEqual(demo);
  });

  it('keeps a colon in the user name, and bars and colons in the password', () => {
    const odd = { username: 'shop:api', merchantNumber: '1', password: 'a:b|c:' };
    expect(readAuthorization(writeAuthorization(odd))).toEqual(odd);
  });

  it('does not drop a byte order mark at the start', () => {
    const marked = { ...demo, username: '\ufeffdemo' };
    expect(readAuthorization(writeAuthorization(marked))).toEqual(marked);
  });

  it('reads every name and password that it writes', () => {
    // All code points except surrogates.
    const part = fc.string({ unit: 'binary', minLength: 1 });
    const name = part.filter((text) => !text.includes('|'));
    const merchantNumber = name.filter((text) => !text.includes(':'));
    fc.assert(
      fc.property(fc.record({ username: name, merchantNumber, password: part }), (credentials) => {
        expect(readAuthorization(writeAuthorization(credentials))).toEqual(credentials);
      }),
    );
  });

  it('agrees with a second implementation for text outside ASCII', () => {
    const credentials = { username: 'wähler', merchantNumber: '5353', password: '密码🔑' };
    expect(writeAuthorization(credentials)).toBe(Buffer.from('wähler|5353:密码🔑', 'utf8').toString('base64'));
  });

  it.each([
    ['absent', null],
    ['empty', ''],
    ['only a scheme', 'Basic '],
    ['no Base64', 'Demo-Password-1 !!'],
    ['no UTF-8', Buffer.from([0xff, 0x7c, 0x31, 0x3a, 0xfe]).toString('base64')],
    ['without a bar', Buffer.from('demo-api5353:Demo-Password-1').toString('base64')],
    ['without a colon', Buffer.from('demo-api|5353').toString('base64')],
    ['without a user name', Buffer.from('|5353:Demo-Password-1').toString('base64')],
    ['without a password', Buffer.from('demo-api|5353:').toString('base64')],
    ['longer than any real one', 'A'.repeat(4_097)],
    ['another scheme', `Bearer ${header}`],
  ])('refuses a header that is %s, without quoting it', (_name, value) => {
    const error = refusalOf(() => readAuthorization(value));
    expect(error).toBeInstanceOf(WireError);
    expect((error as WireError).problems).toEqual([
      { path: ['Authorization'], rule: 'format', expected: 'base64(username|merchantNumber:password)' },
    ]);
    expect((error as WireError).cause).toBeUndefined();
    expect(String(error)).not.toContain('Password-1');
  });

  it.each([
    ['a bar in the user name', { ...demo, username: 'a|b' }],
    ['a colon in the merchant number', { ...demo, merchantNumber: '1:2' }],
    ['an empty password', { ...demo, password: '' }],
    ['half a character', { ...demo, password: '\ud800' }],
  ])('does not write %s', (_name, credentials) => {
    expect(() => writeAuthorization(credentials)).toThrow(TypeError);
  });
});

function refusalOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was refused');
}
