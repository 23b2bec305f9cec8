/** Single members of order tokens, and shopper and result tokens. */
import { generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { parseMember } from '../../../src/signer/order-tokens/order-token-claims.js';
import { readMembers } from '../../../src/signer/order-tokens/order-token-members.js';
import { createOrderTokens, type OrderKey } from '../../../src/signer/order-tokens/order-token.js';
import { claimsOf, encode, HEADER, KID, SECRET, writeToken } from '../order-tokens.js';

const NOW = Date.UTC(2026, 10, 21, 20, 0);
const SECONDS = NOW / 1000;
const LONGEST_TOKEN = 4096;

const open = (keys: readonly OrderKey[] = [{ kid: KID, alg: 'HS256', key: SECRET }]) =>
  createOrderTokens({ keys, issuer: 'shop.example', audience: 'florin', clock: { now: () => NOW } });
const claims = (changes: Readonly<Record<string, unknown>> = {}) => claimsOf(changes, NOW);
const read = async (changes: Readonly<Record<string, unknown>>) => (await open()).read(writeToken(claims(changes)));
const wrong = (member: string, reason = 'member_wrong') => ({ status: 'refused', reason, member });

/** The claims of a token that is no order's. */
const plain = (members: Readonly<Record<string, unknown>>) => ({
  ...{ iss: 'shop.example', aud: 'florin', iat: SECONDS, exp: SECONDS + 600 },
  ...members,
});

describe('the table of surcharges', () => {
  it('has the surcharge of each card type, and none for others', async () => {
    expect(await read({ surcharge: 'AX=398 VC=150' })).toMatchObject({
      order: { surcharges: { AX: 398, VC: 150, MC: 0 } },
    });
    expect(await read({ surcharge: 'MC=0' })).toMatchObject({ order: { surcharges: { AX: 0, VC: 0, MC: 0 } } });
    expect(await read({})).not.toHaveProperty('order.surcharges');
  });

  it.each([['AX=1 AX=1'], ['AX=1 '], ['AX'], [''], ['XX=1'], ['AX=-1'], ['AX=1234567890'], [5]])(
    'is not %j',
    async (surcharge) => {
      expect(await read({ surcharge })).toEqual(wrong('surcharge'));
    },
  );
});

describe('the shopper of an order', () => {
  it('has a session, whose saved cards can be used', async () => {
    expect(await read({ shopper: 's1', session: 'x', email: 'a@b' })).toMatchObject({
      order: { shopper: { id: 's1', session: 'x', crn1: 's1', email: 'a@b' } },
    });
    expect(await read({ shopper: 's1', session: 'x' })).not.toHaveProperty('order.shopper.email');
    expect(await read({})).not.toHaveProperty('order.shopper');
  });

  it('needs a session, and a session needs a shopper', async () => {
    expect(await read({ shopper: 's1' })).toEqual(wrong('session', 'member_missing'));
    expect(await read({ session: 'x' })).toEqual(wrong('shopper', 'member_missing'));
  });
});

describe('an order token', () => {
  it('has its other references and its biller, and no e-mail address by default', async () => {
    expect(await read({ crn3: 'three', billerCode: '1042' })).toMatchObject({
      order: { crn3: 'three', billerCode: '1042' },
    });
    expect(await read({})).not.toHaveProperty('order.customerEmail');
  });

  it.each([
    { version: 0 },
    { order: 'o'.repeat(255) },
    { order: 'o' },
    { crn1: 'c'.repeat(50) },
    { crn1: 'c' },
    { crn2: '' },
    { email: 'a@b' },
    { email: `${'a'.repeat(252)}@b` },
    { jti: 'j'.repeat(255) },
    { nbf: SECONDS + 60 },
    { iat: SECONDS + 60, exp: SECONDS + 660 },
    { iat: SECONDS - 899, exp: SECONDS + 1 },
  ])('may have %j', async (changes) => {
    expect(await read(changes)).toMatchObject({ status: 'valid' });
  });

  it.each([
    ['iss', 7],
    ['aud', true],
    ['iat', '1'],
    ['iat', 0],
    ['nbf', '1'],
    ['nbf', 0],
    ['jti', 'a\u007f'],
    ['jti', 'j'.repeat(256)],
    ['crn1', ''],
    ['crn1', 7],
    ['crn2', 7],
    ['currency', 36],
    ['email', '@b'],
    ['email', 'ab@'],
    ['email', 'a b@c'],
    ['email', 'a@b c'],
    ['email', `${'a'.repeat(253)}@b`],
    ['shopperReferences', 7],
    ['shopper', ''],
    ['session', ''],
    ['customer.address.city', 7],
  ])('is refused for %s: %j', async (member, value) => {
    expect(await read({ shopper: 's1', session: 'x', [member]: value })).toEqual(wrong(member));
  });

  it.each([
    ['iss', 'issuer_wrong', { iss: 'other' }],
    ['aud', 'audience_wrong', { aud: 'other' }],
    ['exp', 'lifetime_wrong', { exp: SECONDS }],
    ['exp', 'lifetime_wrong', { exp: SECONDS + 901 }],
    ['iat', 'not_yet_valid', { iat: SECONDS + 61, exp: SECONDS + 600 }],
    ['nbf', 'not_yet_valid', { nbf: SECONDS + 61 }],
    ['exp', 'expired', { iat: SECONDS - 600, exp: SECONDS }],
  ])('names %s in the refusal as %s: %j', async (member, reason, changes) => {
    expect(await read(changes)).toEqual(wrong(member, reason));
  });

  it('of 15 minutes is read, and its lifetime begins at once', async () => {
    expect(await read({ exp: SECONDS + 900 })).toMatchObject({ status: 'valid' });
    expect(await read({ iat: SECONDS + 1, exp: SECONDS + 1 })).toEqual(wrong('exp', 'lifetime_wrong'));
  });

  it('does not quote the name of an unknown member', async () => {
    expect(await read({ ammount: 1 })).toEqual({ status: 'refused', reason: 'member_unknown' });
  });

  it('may have 4,096 characters', async () => {
    const tokens = await open();
    // Base64 has no text of every length, so that header and claims are both padded by blanks.
    const ofLength = (length: number) => {
      for (let pad = 2_500; pad < 4_000; pad += 1) {
        for (const more of ['', ' ', '  ']) {
          const token = writeToken(JSON.stringify(claims()) + ' '.repeat(pad), JSON.stringify(HEADER) + more);
          if (token.length === length) return token;
        }
      }
      throw new Error(`No token has ${length} characters`);
    };
    expect(await tokens.read(ofLength(LONGEST_TOKEN))).toMatchObject({ status: 'valid' });
    expect(await tokens.read(ofLength(LONGEST_TOKEN + 1))).toEqual({ status: 'refused', reason: 'too_long' });
  });

  it.each<[header: object, refusal: object]>([
    [{ ...HEADER, typ: 'JWT' }, wrong('typ', 'malformed')],
    [{ ...HEADER, kid: 'other' }, wrong('kid', 'key_unknown')],
    [{ ...HEADER, kid: 7 }, wrong('kid', 'key_unknown')],
    [{ ...HEADER, alg: 'HS512' }, wrong('alg', 'algorithm_wrong')],
    // A name that the sender chose must not get into a log.
    [
      { ...HEADER, jku: 'https://evil.example' },
      { status: 'refused', reason: 'malformed' },
    ],
  ])('with the header %j says which member is wrong', async (header, refusal) => {
    expect(await (await open()).read(writeToken(claims(), header))).toEqual(refusal);
  });

  it('is refused with a byte that is not UTF-8', async () => {
    const bytes = Buffer.from(JSON.stringify(claims({ crn2: '?' })).replace('?', '\xff'), 'latin1');
    const token = `${encode(HEADER)}.${bytes.toString('base64url')}.AAAA`;
    expect(await (await open()).read(token)).toEqual({ status: 'refused', reason: 'malformed' });
  });

  it('is read with every character of base64url', async () => {
    for (const crn2 of ['>>>???', '???>>>', '~~~ÿÿÿ', 'ÿþ~ÿþ~ÿþ~']) {
      expect(await read({ crn2 })).toMatchObject({ order: { crn2 } });
    }
  });

  it('is checked against the current time without a clock', async () => {
    const tokens = await createOrderTokens({
      ...{ keys: [{ kid: KID, alg: 'HS256', key: SECRET }], issuer: 'shop.example', audience: 'florin' },
    });
    expect(await tokens.read(writeToken(claimsOf()))).toMatchObject({ status: 'valid' });
    expect(await tokens.read(writeToken(claimsOf({}, Date.now() - 1_200_000)))).toEqual(wrong('exp', 'expired'));
  });
});

describe('a shopper token', () => {
  const typ = 'florin-shopper+jwt';
  const readShopper = async (members: object, header: object = { ...HEADER, typ }) =>
    (await open()).readShopper(writeToken(plain({ ...members }), header));

  it('gives the shopper', async () => {
    expect(await readShopper({ shopper: 's1', session: 'x', email: 'a@b' })).toEqual({
      status: 'valid',
      shopper: { id: 's1', session: 'x', crn1: 's1', email: 'a@b' },
    });
    expect(await readShopper({ shopper: 's1', session: 'x' })).toEqual({
      status: 'valid',
      shopper: { id: 's1', session: 'x', crn1: 's1' },
    });
  });

  it('is refused with a wrong member, a wrong time, or as an order token', async () => {
    expect(await readShopper({ session: 'x' })).toEqual(wrong('shopper', 'member_missing'));
    expect(await readShopper({ shopper: 's1' })).toEqual(wrong('session', 'member_missing'));
    expect(await readShopper({ shopper: 's1', session: 'x', order: '1' })).toMatchObject({ reason: 'member_unknown' });
    expect(await readShopper({ shopper: 's1', session: 'x', 'customer.address.city': 'Perth' })).toMatchObject({
      reason: 'member_unknown',
    });
    expect(await readShopper({ shopper: 's1', session: 'x', iss: 'other' })).toEqual(wrong('iss', 'issuer_wrong'));
    expect(await readShopper({ shopper: 's1', session: 'x' }, HEADER)).toEqual(wrong('typ', 'malformed'));
  });
});

describe('a token that asks for a result', () => {
  const typ = 'florin-result+jwt';
  const readQuestion = async (members: object, header: object = { ...HEADER, typ }) =>
    (await open()).readQuestion(writeToken(plain({ ...members }), header));

  it('gives the order', async () => {
    expect(await readQuestion({ order: '1042' })).toEqual({ status: 'valid', order: '1042', testMode: false });
    expect(await readQuestion({ order: '1042', testMode: true })).toMatchObject({ testMode: true });
  });

  it('is refused with a wrong member, a wrong time, or as an order token', async () => {
    expect(await readQuestion({})).toEqual(wrong('order', 'member_missing'));
    expect(await readQuestion({ order: '..' })).toEqual(wrong('order'));
    expect(await readQuestion({ order: '1', amount: 1 })).toMatchObject({ reason: 'member_unknown' });
    expect(await readQuestion({ order: '1', exp: SECONDS + 901 })).toEqual(wrong('exp', 'lifetime_wrong'));
    expect(await readQuestion({ order: '1' }, HEADER)).toEqual(wrong('typ', 'malformed'));
  });
});

describe('a member that is written as a string', () => {
  it.each([
    ['amount', '19900', 19_900],
    ['amount', '007', 7],
    ['version', '0', 0],
    ['crn1', '19900', '19900'],
    ['crn1', 'true', 'true'],
    ['testMode', 'true', true],
    ['testMode', 'false', false],
    ['customer.address.city', 'Perth', 'Perth'],
  ])('%s=%s is %j', (name, text, value) => {
    expect(parseMember(name, text)).toBe(value);
  });

  it.each([
    ['amount', 'x1'],
    ['amount', '1x'],
    ['amount', '-1'],
    ['testMode', 'xtrue'],
    ['testMode', 'truex'],
    ['testMode', 'no'],
    ['order', '..'],
    ['nobody', '1'],
    ['toString', '1'],
  ])('%s=%s is refused', (name, text) => {
    expect(parseMember(name, text)).toBeUndefined();
  });
});

describe('the JSON of a token', () => {
  it.each<[text: string, members: object]>([
    ['{"a":"x"}', { a: 'x' }],
    [' \n{ "a" : true , "b" : false , "c" : -7 } \n', { a: true, b: false, c: -7 }],
    ['{"\\u0061":"\\u00e9\\n"}', { a: 'é\n' }],
    ['{"a":9007199254740991}', { a: 9_007_199_254_740_991 }],
    ['{"a":"1\\""}', { a: '1"' }],
  ])('%j is read', (text, members) => {
    expect(Object.fromEntries(readMembers(text) ?? [])).toEqual(members);
  });

  it.each([
    '',
    '{',
    '{}',
    'x"a":1}',
    '"a":1}',
    '{"a"}',
    '{"a":1',
    '{"a":1,}',
    '{"\\ua":1}',
    '{"a":"\\u00"}',
    '{"a":-0}',
  ])('%j is refused', (text) => {
    expect(readMembers(text)).toBeUndefined();
  });
});

describe('the keys of a shop', () => {
  const jwk = (key: ReturnType<typeof generateKeyPairSync>['publicKey']) => key.export({ format: 'jwk' }) as JWK;
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const otherCurve = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  const ed = generateKeyPairSync('ed25519');
  const x = generateKeyPairSync('x25519');

  it.each<[what: string, key: OrderKey]>([
    ['a secret of 32 bytes', { kid: 'a', alg: 'HS256', key: 's'.repeat(32) }],
    ['a public key on P-256', { kid: 'a', alg: 'ES256', key: jwk(ec.publicKey) }],
    ['a public key on Ed25519', { kid: 'a', alg: 'EdDSA', key: jwk(ed.publicKey) }],
  ])('may be %s', async (_what, key) => {
    await expect(open([key])).resolves.toHaveProperty('read');
  });

  it.each<[what: string, key: OrderKey, error: object]>([
    ['a secret that is a JWK', { kid: 'a', alg: 'HS256', key: jwk(ec.publicKey) }, { name: 'RangeError' }],
    ['a secret of 31 bytes', { kid: 'a', alg: 'HS256', key: 's'.repeat(31) }, { name: 'RangeError' }],
    ['a private key', { kid: 'a', alg: 'ES256', key: jwk(ec.privateKey) }, { name: 'RangeError' }],
    ['a private key on Ed25519', { kid: 'a', alg: 'EdDSA', key: jwk(ed.privateKey) }, { name: 'RangeError' }],
    ['another curve', { kid: 'a', alg: 'ES256', key: jwk(otherCurve.publicKey) }, { name: 'TypeError' }],
    ['a key that does not sign', { kid: 'a', alg: 'EdDSA', key: jwk(x.publicKey) }, { name: 'TypeError' }],
    ['a key of the other kind', { kid: 'a', alg: 'ES256', key: jwk(ed.publicKey) }, { name: 'TypeError' }],
    ['no PEM', { kid: 'a', alg: 'ES256', key: 'x' }, { name: 'TypeError' }],
  ])('may not be %s', async (_what, key, error) => {
    await expect(open([key])).rejects.toMatchObject(error);
  });

  it('belong to a shop and a signer with names', async () => {
    const keys: readonly OrderKey[] = [{ kid: KID, alg: 'HS256', key: SECRET }];
    await expect(createOrderTokens({ keys, issuer: '', audience: 'florin' })).rejects.toThrow('must not be empty');
    await expect(createOrderTokens({ keys, issuer: 'shop', audience: '' })).rejects.toThrow('must not be empty');
  });
});
