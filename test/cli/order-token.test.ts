import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrderTokens } from '../../src/signer/order-tokens/order-token.js';
import { claimsOf, HEADER, KID, SECRET, writeToken } from '../signer/order-tokens.js';
import { spawnFlorin, waitForEnd } from './florin-process.js';

const PAIR = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PUBLIC_KEY = PAIR.publicKey.export({ type: 'spki', format: 'pem' }) as string;
const PRIVATE_KEY = PAIR.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

const CONFIG = {
  service: {
    baseUrl: 'https://service.example',
    merchantNumber: '1',
    username: 'u',
    password: { env: 'TEST_PASSWORD' },
  },
  secret: { env: 'TEST_CLAIMS' },
  publicUrl: 'https://shop.example/pay',
  merchantName: 'Shop',
  orders: {
    issuer: 'shop.example',
    audience: 'florin',
    keys: [
      { kid: KID, alg: 'HS256', key: { env: 'TEST_ORDERS' } },
      { kid: 'public', alg: 'ES256', key: { env: 'TEST_PUBLIC' } },
    ],
  },
  callbacks: { url: 'http://127.0.0.1:9/', kid: 'c', alg: 'HS256', key: { env: 'TEST_CALLBACKS' } },
  listen: { port: 0 },
};

describe('florin order-token', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'florin-token-'));
    writeFileSync(join(folder, 'florin.config.json'), JSON.stringify(CONFIG));
    writeFileSync(join(folder, 'private.pem'), PRIVATE_KEY);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const spawnIn = (args: readonly string[], env: NodeJS.ProcessEnv = {}, stdin?: 'pipe') => {
    const secrets = {
      TEST_PASSWORD: 'a password of the tests',
      TEST_CLAIMS: 'a claim secret of the shop, for tests only',
      TEST_ORDERS: SECRET,
      TEST_PUBLIC: PUBLIC_KEY,
      TEST_CALLBACKS: 'a callback secret of the shop, for tests only',
    };
    return spawnFlorin(['order-token', ...args], folder, { ...secrets, ...env }, stdin);
  };
  const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => waitForEnd(spawnIn(args, env));
  const tokens = () =>
    createOrderTokens({
      issuer: 'shop.example',
      audience: 'florin',
      keys: [
        { kid: KID, alg: 'HS256', key: SECRET },
        { kid: 'public', alg: 'ES256', key: PUBLIC_KEY },
      ],
    });

  it.each([
    ['the secret of the configuration', [], {}],
    ['a private key in a file', ['--kid', 'public', '--key-file', 'private.pem'], {}],
    ['a private key of the environment', ['--kid', 'public'], { FLORIN_ORDER_KEY: PRIVATE_KEY }],
  ])('make signs by %s', async (_title, options, env) => {
    const members = ['order=1042', 'amount=19900', 'testMode=true', 'customer.address.city=Perth'];
    const { code, out, err } = await run(['make', ...members, ...options], env);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(await (await tokens()).read(out.trim())).toMatchObject({
      status: 'valid',
      order: { order: '1042', crn1: '1042', amount: { minor: 19900, currency: 'AUD' }, testMode: true },
    });
  });

  it('read takes a token from a pipe that is slow', async () => {
    const child = spawnIn(['read'], {}, 'pipe');
    const ended = waitForEnd(child);
    const { out } = await run(['make', 'order=1042', 'amount=19900']);
    child.stdin?.end(out);
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    [['order=1', 'amonut=5'], 'Tokens have no member amonut; did you mean amount? The members are '],
    [['order=1', 'amount=5.00'], 'amount has a wrong value: '],
    [['order=1', 'amount'], 'amount is not of the form member=value'],
    [['order=1'], 'The signer would refuse it: member_missing (amount): a member is missing'],
    [['order=1', 'amount=5', '--kid', 'publik'], 'There is no key publik; did you mean public? The keys are '],
    [
      ['order=1', 'amount=5', '--kid', 'public'],
      'The key public is for ES256: the configuration has its public half. ',
    ],
  ])('make %j is refused', async (args, message) => {
    const { code, out, err } = await run(['make', ...args]);
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(`florin: ${message}`) as string,
    });
  });

  it('read prints the members of a token and that it is valid, also of a shopper token', async () => {
    const order = await run(['read', writeToken(claimsOf())]);
    expect(order).toMatchObject({ code: 0, err: '' });
    expect(order.out).toMatch(/^Verdict +valid\n[^]*\norder +1042\namount +19900\n/);
    const common = { iss: 'shop.example', aud: 'florin', iat: claimsOf()['iat'], exp: claimsOf()['exp'] };
    const shopper = writeToken({ ...common, shopper: 'mia', session: '1' }, { ...HEADER, typ: 'florin-shopper+jwt' });
    expect((await run(['read', '--json', shopper])).out).toContain('{"status":"valid","shopper":{"id":"mia"');
  });

  it.each([
    ['another secret', writeToken(claimsOf(), HEADER, 'another secret of thirty-two bytes or more'), 'signature_wrong'],
    ['another audience', writeToken(claimsOf({ aud: 'x' })), 'audience_wrong (aud)'],
    ['an old one', writeToken(claimsOf({}, Date.now() - 3_600_000)), 'expired (exp)'],
    ['no token', 'hello', 'malformed'],
  ])('read reports why %s is refused', async (_title, token, reason) => {
    const { code, err } = await run(['read', token]);
    expect({ code, err }).toEqual({
      code: 6,
      err: expect.stringContaining(`The token is refused: ${reason}: `) as string,
    });
  });

  it('no message contains a secret', async () => {
    const said = await run(['read', 'x'], { TEST_ORDERS: 'short' });
    expect(said).toMatchObject({ code: 1, out: '' });
    expect(said.err).not.toContain('short ');
    expect(said.err).toContain('at least 32 bytes');
  });
});
