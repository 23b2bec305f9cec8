import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import { describe, expect, it } from 'vitest';
import { createOrderTokens, type OrderKey } from '../../../src/signer/order-tokens/order-token.js';
import { claimsOf, encode, HEADER, KID, SECRET, writeKeyToken, writeToken } from '../order-tokens.js';

const NOW = Date.UTC(2026, 10, 21, 20, 0);
const clock = { now: () => NOW };
const claims = (changes: Readonly<Record<string, unknown>> = {}) => claimsOf(changes, NOW);
const without = (member: string) => Object.fromEntries(Object.entries(claims()).filter(([name]) => name !== member));
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const jwk = (key: KeyObject) => key.export({ format: 'jwk' }) as JWK;
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const KEYS: readonly OrderKey[] = [
  { kid: KID, alg: 'HS256', key: SECRET },
  { kid: 'next', alg: 'HS256', key: 'the secret that takes its place one day' },
  { kid: 'ec', alg: 'ES256', key: pem(ec.publicKey) },
  { kid: 'ed', alg: 'EdDSA', key: jwk(ed.publicKey) },
];
const open = (keys: readonly OrderKey[] = KEYS) =>
  createOrderTokens({ keys, issuer: 'shop.example', audience: 'florin', clock });
const read = async (token: string) => (await open()).read(token);

describe('an order token', () => {
  it('gives the order that the shop signed', async () => {
    const token = writeToken(
      claims({ crn2: 'zwei ü', email: 'buyer@shop.example', version: 7, nbf: NOW / 1000 - 5, jti: 'x' }),
    );
    expect(await read(token)).toEqual({
      status: 'valid',
      order: {
        order: '1042',
        amount: { minor: 19900, currency: 'AUD' },
        crn1: 'ORDER-1042',
        crn2: 'zwei ü',
        crn3: '',
        billerCode: '',
        testMode: true,
        version: '7',
        customerEmail: 'buyer@shop.example',
      },
    });
  });

  it('has the action, and the references that the shopper may type', async () => {
    const reading = await read(
      writeToken(claims({ action: 'preauth', person: true, shopperReferences: 'crn2:required:digits:4-6 crn3' })),
    );
    expect(reading).toMatchObject({
      order: {
        action: 'preauth',
        isPerson: true,
        shopperReferences: [
          { name: 'crn2', isRequired: true, longest: 6, pattern: /\d{4,6}/ },
          { name: 'crn3', isRequired: false, longest: 50, pattern: /.{1,50}/ },
        ],
      },
    });
    expect(await read(writeToken(claims({ action: 'verify_only', amount: 0 })))).toMatchObject({
      order: { action: 'verify_only', amount: { minor: 0 } },
    });
  });

  it('may have the amount 0 for any action: the signer answers that there is nothing to pay', async () => {
    for (const action of ['payment', 'preauth'] as const) {
      expect(await read(writeToken(claims({ action, amount: 0 })))).toMatchObject({ order: { amount: { minor: 0 } } });
    }
  });

  it.each([
    [{ action: 'verify_only' }, 'amount'],
    [{ action: 'verify_only', amount: 0, surcharge: 'AX=1' }, 'surcharge'],
    [{ action: 'refund' }, 'action'],
    [{ action: '' }, 'action'],
    [{ person: 'true' }, 'person'],
  ])('with %j is refused', async (changes, member) => {
    expect(await read(writeToken(claims(changes)))).toEqual({ status: 'refused', reason: 'member_wrong', member });
  });

  it.each([
    '',
    'crn4',
    'crn2 ',
    'crn2  crn3',
    'crn2 crn2',
    'crn2:51',
    'crn2:0',
    'crn2:6-4',
    'crn2:0-4',
    'crn2:digits:required',
  ])('with the references "%s" is refused', async (shopperReferences) => {
    expect(await read(writeToken(claims({ shopperReferences })))).toEqual({
      ...{ status: 'refused', reason: 'member_wrong', member: 'shopperReferences' },
    });
  });

  it.each(['.', '..', '1042\0', '\0', '\ud800', '\udc00x', 'x\ud83d'])(
    'with an order name that a store or URL cannot contain is refused: %j',
    async (order) => {
      // JSON.stringify escapes half a surrogate pair; UTF-8 cannot have one.
      const reading = await read(writeToken(claims({ order })));
      expect(reading).toEqual({ status: 'refused', reason: 'member_wrong', member: 'order' });
    },
  );

  it.each(['...', '..1', 'a..b', '订单 7 \u{1f9e6}'])('with an unusual order is read: %s', async (order) => {
    expect(await read(writeToken(claims({ order })))).toMatchObject({ order: { order } });
  });

  it('is live unless it has testMode', async () => {
    expect(await read(writeToken(without('testMode')))).toMatchObject({ order: { testMode: false } });
  });

  it.each([
    ['a second secret', writeToken(claims(), { ...HEADER, kid: 'next' }, 'the secret that takes its place one day')],
    ['ES256', writeKeyToken(claims(), { ...HEADER, alg: 'ES256', kid: 'ec' }, ec.privateKey)],
    ['EdDSA', writeKeyToken(claims(), { ...HEADER, alg: 'EdDSA', kid: 'ed' }, ed.privateKey)],
    [
      'blanks and escapes in its JSON',
      writeToken(JSON.stringify(claims(), null, 2).replace('"order"', '"\\u006frder"')),
    ],
  ])('is read with %s', async (_name, token) => {
    expect(await read(token)).toMatchObject({ status: 'valid', order: { order: '1042' } });
  });

  it.each([
    ['alg none', `${encode({ ...HEADER, alg: 'none' })}.${encode(claims())}.`, 'malformed'],
    ['alg none and a signature', writeToken(claims(), { ...HEADER, alg: 'none' }), 'algorithm_wrong'],
    ['another HMAC than its key has', writeToken(claims(), { ...HEADER, alg: 'HS512' }), 'algorithm_wrong'],
    [
      'the public key as the secret, as HS256',
      writeToken(claims(), { ...HEADER, kid: 'ec' }, pem(ec.publicKey)),
      'algorithm_wrong',
    ],
    [
      'the public key as the secret, called ES256',
      writeToken(claims(), { ...HEADER, alg: 'ES256', kid: 'ec' }, pem(ec.publicKey)),
      'signature_wrong',
    ],
    ['an HS256 kid and ES256', writeKeyToken(claims(), { ...HEADER, alg: 'ES256' }, ec.privateKey), 'algorithm_wrong'],
    ['a foreign secret', writeToken(claims(), HEADER, 'a secret that somebody else thought of'), 'signature_wrong'],
    ['no kid', writeToken(claims(), { alg: 'HS256', typ: HEADER.typ }), 'key_unknown'],
    ['a path as kid', writeToken(claims(), { ...HEADER, kid: '../../dev/null' }, ''), 'key_unknown'],
    ['the name of a member of objects as kid', writeToken(claims(), { ...HEADER, kid: '__proto__' }), 'key_unknown'],
    ['a kid with a quote for SQL', writeToken(claims(), { ...HEADER, kid: "x' OR '1'='1" }), 'key_unknown'],
    ['a key in its header', writeToken(claims(), { ...HEADER, jku: 'https://evil.example/keys' }), 'malformed'],
    [
      'a critical extension',
      writeToken(claims(), `{"alg":"HS256","typ":"${HEADER.typ}","kid":"${KID}","b64":false}`),
      'malformed',
    ],
    ['another type', writeToken(claims(), { ...HEADER, typ: 'JWT' }), 'malformed'],
    [
      'two algorithms',
      writeToken(claims(), `{"alg":"none","alg":"HS256","typ":"${HEADER.typ}","kid":"${KID}"}`),
      'malformed',
    ],
    ['an unsigned byte more', `${writeToken(claims())}A`, 'signature_wrong'],
    ['four parts', `${writeToken(claims())}.x`, 'malformed'],
    ['no parts', 'order 1042', 'malformed'],
    ['padding', writeToken(claims()).replace('.', '=.'), 'malformed'],
    ['4,097 characters', writeToken(claims({ jti: 'x'.repeat(4000) })), 'too_long'],
    ['two amounts', writeToken(JSON.stringify(claims()).replace('{', '{"amount":1,')), 'malformed'],
    ['two amounts, one escaped', writeToken(JSON.stringify(claims()).replace('{', '{"\\u0061mount":1,')), 'malformed'],
    ['an object in its claims', writeToken(claims({ crn2: {} })), 'malformed'],
    ['a list of audiences', writeToken(claims({ aud: ['florin', 'x'] })), 'malformed'],
    ['something after its claims', writeToken(`${JSON.stringify(claims())}{}`), 'malformed'],
    ['half a text', writeToken('{"order":"10'), 'malformed'],
    ['another issuer', writeToken(claims({ iss: 'other.example' })), 'issuer_wrong'],
    ['another audience', writeToken(claims({ aud: 'florin-2' })), 'audience_wrong'],
    ['an end that is over', writeToken(claims({ iat: NOW / 1000 - 600, exp: NOW / 1000 })), 'expired'],
    ['16 minutes', writeToken(claims({ exp: NOW / 1000 + 960 })), 'lifetime_wrong'],
    ['an end before its start', writeToken(claims({ exp: NOW / 1000 - 1 })), 'lifetime_wrong'],
    ['a start two minutes ahead', writeToken(claims({ iat: NOW / 1000 + 120 })), 'not_yet_valid'],
    ['a start to come', writeToken(claims({ nbf: NOW / 1000 + 300 })), 'not_yet_valid'],
    ['a member nobody knows', writeToken(claims({ ammount: 1 })), 'member_unknown'],
  ])('with %s is refused', async (_name, token, reason) => {
    expect(await read(token)).toMatchObject({ status: 'refused', reason });
  });

  it.each(['iss', 'aud', 'iat', 'exp', 'order', 'amount', 'currency', 'version', 'crn1'])(
    'without %s is refused',
    async (member) => {
      expect(await read(writeToken(without(member)))).toEqual({ status: 'refused', reason: 'member_missing', member });
    },
  );

  it.each([
    ['amount', '199.00', 'malformed'],
    ['amount', '1e4', 'malformed'],
    ['amount', '19900.0', 'malformed'],
    ['amount', '007', 'malformed'],
    ['amount', '9007199254740993', 'malformed'],
    ['amount', '100000000000000000000', 'malformed'],
    ['amount', 'null', 'malformed'],
    ['amount', '-1', 'member_wrong'],
    ['amount', '"19900"', 'member_wrong'],
    ['amount', 'true', 'member_wrong'],
    ['currency', '"aud"', 'member_wrong'],
    ['currency', '"XXX"', 'member_wrong'],
    ['version', '-1', 'member_wrong'],
    ['version', '"1"', 'member_wrong'],
    ['order', '""', 'member_wrong'],
    ['order', '"a\\nb"', 'member_wrong'],
    ['order', `"${'o'.repeat(256)}"`, 'member_wrong'],
    ['crn1', `"${'c'.repeat(51)}"`, 'member_wrong'],
    ['email', '"no address"', 'member_wrong'],
    ['testMode', '"false"', 'member_wrong'],
    ['exp', '0', 'member_wrong'],
  ])('with %s %s is refused', async (member, text, reason) => {
    const body = JSON.stringify(claims({ [member]: '@' })).replace('"@"', () => text);
    expect(await read(writeToken(body))).toMatchObject({ status: 'refused', reason });
  });

  it.each([
    [{ kid: 'a/b', alg: 'HS256', key: SECRET }, /kid must be/],
    [{ kid: 'a', alg: 'HS256', key: 'short' }, /"a" must be a secret of at least 32 bytes/],
    [{ kid: 'a', alg: 'HS256', key: pem(ec.publicKey) }, /not a PEM/],
    [{ kid: 'a', alg: 'RS256' as 'ES256', key: SECRET }, /must be HS256, ES256 or EdDSA/],
    [{ kid: 'a', alg: 'ES256', key: pem(ed.publicKey) }, /must be a public key for ES256/],
    [{ kid: 'a', alg: 'EdDSA', key: jwk(ec.publicKey) }, /must be a public key for EdDSA/],
    [{ kid: 'a', alg: 'ES256', key: jwk(ec.privateKey) }, /must be the public key/],
  ] satisfies [OrderKey, RegExp][])('a key like %o is refused at the start, and is not quoted', async (key, says) => {
    const error = await open([key]).then(
      () => new Error('taken'),
      (refusal: unknown) => refusal as Error,
    );
    expect(error.message).toMatch(says);
    expect(error.message).not.toContain(SECRET);
  });

  it('needs different kids', async () => {
    await expect(open([KEYS[0]!, KEYS[0]!])).rejects.toThrow('twice');
    await expect(open([])).rejects.toThrow('must not be empty');
  });
});
