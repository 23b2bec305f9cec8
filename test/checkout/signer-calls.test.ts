/** Answers of the signer: one of another shape is refused as a whole. refusals.test.ts has its refusals. */
import { describe, expect, it } from 'vitest';
import { askSaved, askTokenKey, askTokenResult } from '../../src/checkout/saving-calls.js';
import { askKey, askResult } from '../../src/checkout/signer-calls.js';
import { browserTimers } from '../../src/checkout/timers.js';
import { approved, CLAIM, declined, grant, receipt, simple } from './scripted-server.js';

const SIGNER = 'https://shop.example/pay';
const SAVED = {
  handle: 'h',
  kind: 'card',
  type: 'VC',
  lastDigits: '769',
  expiry: '0539',
  isExpired: false,
  holderName: '',
};

function answering(json: unknown) {
  return { fetch: async () => Response.json(json), timers: browserTimers, signal: new AbortController().signal };
}

const without = (value: object, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
const unreadable = { code: 'signer_unreachable' };

describe('a key to pay', () => {
  const ask = (json: unknown) => askKey(SIGNER, { order: '1042' }, answering(json));
  const key = grant('https://service.example');

  it.each([
    key,
    { ...key, surcharge: { minor: 199, currency: 'AUD' }, surcharges: { VC: 199, MC: 0 } },
    { ...key, unknown: 'member' },
    approved(),
    simple('pending'),
  ])('is read: %j', async (json) => {
    expect(await ask(json)).toEqual(json);
  });

  it.each(['status', 'order', 'claim', 'authKey', 'submitUrl', 'amount', 'expiresInSeconds'])(
    'is refused without %s',
    async (name) => {
      await expect(ask(without(key, name))).rejects.toMatchObject(unreadable);
    },
  );

  it.each([
    { amount: { minor: 19900 } },
    { amount: { minor: 19900, currency: 'aud' } },
    { amount: { minor: 19900, currency: 'AUDX' } },
    { amount: { minor: 19900, currency: 'XAUD' } },
    { amount: { minor: '19900', currency: 'AUD' } },
    { amount: null },
    { surcharge: { minor: 199 } },
    { surcharges: { VC: 199, MC: 1.5 } },
    { surcharges: { VC: '199', MC: 0 } },
    { authKey: 7 },
  ])('is refused with %j', async (changes) => {
    await expect(ask({ ...key, ...changes })).rejects.toMatchObject(unreadable);
  });

  it.each([null, 'granted', [], {}])('is not %j', async (json) => {
    await expect(ask(json)).rejects.toMatchObject(unreadable);
  });
});

describe('a result', () => {
  const ask = (json: unknown) => askResult(SIGNER, { claim: CLAIM }, answering(json));
  const withReceipt = (changes: object) => ({ ...approved(), receipt: { ...receipt(), ...changes } });

  it.each([
    approved(),
    declined(),
    { ...declined(), status: 'failed' },
    simple('open'),
    simple('expired'),
    simple('review'),
    simple('pending'),
  ])('is read: %j', async (json) => {
    expect(await ask(json)).toEqual(json);
  });

  it.each(['order', 'merchantName', 'receiptNumber', 'processedAt', 'amount', 'references'])(
    'is refused when its receipt has no %s',
    async (name) => {
      const json = { ...approved(), receipt: without(receipt(), name) };
      await expect(ask(json)).rejects.toMatchObject(unreadable);
    },
  );

  it.each([
    without(approved(), 'claim'),
    without(approved(), 'receipt'),
    { ...approved(), claim: 7 },
    { ...approved(), status: 'approved!' },
    { ...approved(), status: 'not approved' },
    { ...simple('open'), status: 'reopen' },
    { ...simple('open'), status: 'opened' },
    { ...simple('pending'), retryAfterSeconds: '4' },
    { ...simple('pending'), status: 'depending' },
    { ...simple('review'), claim: '' },
    withReceipt({ receiptNumber: 7 }),
    withReceipt({ references: '1042' }),
    { status: 'stored', claim: CLAIM, card: SAVED },
  ])('is refused: %j', async (json) => {
    await expect(ask(json)).rejects.toMatchObject(unreadable);
  });
});

describe('a key to save', () => {
  const ask = (json: unknown) => askTokenKey(SIGNER, { task: 'add', kind: 'card' }, answering(json));
  const key = without(grant('https://service.example'), 'amount');

  it.each([key, { ...key, card: SAVED }])('is read: %j', async (json) => expect(await ask(json)).toEqual(json));

  it.each([
    without(key, 'claim'),
    { ...key, status: 'open' },
    { ...key, card: without(SAVED, 'handle') },
    { ...key, card: null },
    { status: 'stored', claim: CLAIM, card: SAVED },
  ])('is refused: %j', async (json) => {
    await expect(ask(json)).rejects.toMatchObject(unreadable);
  });
});

describe('a result of saving', () => {
  const ask = (json: unknown) => askTokenResult(SIGNER, { claim: CLAIM }, answering(json));
  const stored = { status: 'stored', claim: CLAIM, card: SAVED };

  it.each([stored, simple('open'), simple('pending')])('is read: %j', async (json) =>
    expect(await ask(json)).toEqual(json),
  );

  it.each(['handle', 'kind', 'type', 'lastDigits', 'expiry', 'holderName'])(
    'is refused when its entry has no %s',
    async (name) => {
      await expect(ask({ ...stored, card: without(SAVED, name) })).rejects.toMatchObject(unreadable);
    },
  );

  it('may name the other entries of the same card', async () => {
    const named = { ...stored, card: { ...SAVED, others: ['g', 'i'] } };
    expect(await ask(named)).toEqual(named);
  });

  it.each([['g', 7], 'g', [null]])('is refused when the other entries are %j', async (others) => {
    await expect(ask({ ...stored, card: { ...SAVED, others } })).rejects.toMatchObject(unreadable);
  });

  it.each([without(stored, 'claim'), without(stored, 'card'), { ...stored, status: 'approved' }, approved()])(
    'is refused: %j',
    async (json) => {
      await expect(ask(json)).rejects.toMatchObject(unreadable);
    },
  );
});

it('the signer is asked at the path of each call', async () => {
  const paths: string[] = [];
  const network = {
    ...answering({ cards: [SAVED] }),
    fetch: async (url: unknown) => {
      paths.push(String(url));
      return Response.json({ cards: [SAVED] });
    },
  };
  const calls = [
    askKey(SIGNER, { order: '1042' }, network),
    askResult(SIGNER, { claim: CLAIM }, network),
    askTokenKey(SIGNER, { task: 'add', kind: 'card' }, network),
    askTokenResult(SIGNER, { claim: CLAIM }, network),
  ];
  await Promise.allSettled(calls);
  expect(await askSaved(SIGNER, 'h', network)).toEqual(SAVED);
  expect(paths.map((path) => path.slice(SIGNER.length))).toEqual([
    '/authkey',
    '/result',
    '/tokenkey',
    '/tokenresult',
    '/cards',
  ]);
});
