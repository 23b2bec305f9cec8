/** The sidecar with saved cards and surcharges, on PostgreSQL and with limits in Redis; the service is a sandbox. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSidecarConfig } from '../../src/signer/node/sidecar-config.js';
import { readSecretsInUse } from '../../src/signer/node/secrets-in-use.js';
import { startSidecar, type RunningSidecar } from '../../src/signer/node/sidecar.js';
import type { SignerLogEntry } from '../../src/signer/signer-options.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { hasRedis, startRedis, type RedisServer } from '../support/redis-server.js';
import { claimsOf, HEADER, SECRET, writeToken } from './order-tokens.js';
import { startService, type Service } from './service-on-a-port.js';
import { storeAt } from './shopper.js';
import { readUnchecked, SECRETS, sidecarConfig, startCallbackShop, type CallbackShop } from './sidecar-process.js';

const isRedisThere = hasRedis();
const SHOPPER_HEADER = { ...HEADER, typ: 'florin-shopper+jwt' };

let folder: string;
let service: Service;
let shop: CallbackShop;
let postgres: PostgresServer;
let database: string;
let redis: RedisServer | undefined;
let sidecars: RunningSidecar[] = [];
const log: SignerLogEntry[] = [];

const start = async (changes: Readonly<Record<string, unknown>> = {}) => {
  const config = sidecarConfig(
    { serviceUrl: service.url, callbackUrl: shop.url },
    {
      store: { postgres: { env: 'DATABASE' }, schema: 'sidecar_test' },
      ...(redis && { redis: { url: redis.url, prefix: 'sidecar' } }),
      surcharges: true,
      savedCards: {},
      listen: { port: 0, proxies: 1 },
      reconcileSeconds: 60,
      ...changes,
    },
  );
  const env = { ...SECRETS, DATABASE: database };
  const sidecar = await startSidecar(readSidecarConfig(config, { folder, env }), (entry) => void log.push(entry));
  sidecars.push(sidecar);
  return sidecar;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-sidecar-stores-'));
  [service, shop, postgres, redis] = await Promise.all([
    startService(),
    startCallbackShop(),
    startPostgres(),
    isRedisThere ? startRedis() : undefined,
  ]);
  database = await postgres.createDatabase();
  await Promise.all([start(), start()]);
}, 120_000);
afterAll(async () => {
  await Promise.all(sidecars.map((sidecar) => sidecar.close()));
  sidecars = [];
  await service.close();
  shop.close();
  await redis?.stop();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Members that the tests read. */
interface Body {
  readonly [member: string]: unknown;
  readonly error: { readonly code: string };
  readonly card: { readonly handle: string };
  readonly cards: readonly unknown[];
}

interface Answer {
  readonly status: number;
  readonly body: Body;
}

/** Each call is another client's, so that only the limit of an order counts here. */
let clients = 0;

async function post(path: string, body: unknown, { cookie = '', at = 0 } = {}): Promise<Answer> {
  const response = await fetch(`${sidecars[at]!.url}/pay/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${(clients += 1) >> 8}.${clients & 255}`,
      ...(cookie && { cookie }),
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

const tokenOf = (order: string, changes: Readonly<Record<string, unknown>> = {}) =>
  writeToken(claimsOf({ order, crn1: `ORDER-${order}`, ...changes }));
const cookieOf = (
  changes: Readonly<Record<string, unknown>> = {},
  header: unknown = SHOPPER_HEADER,
  secret = SECRET,
) => {
  const { iss, aud, iat, exp } = claimsOf();
  const claims = { iss, aud, iat, exp, shopper: 'ann', session: 'ann-1', ...changes };
  return `a=1; florin_shopper=${writeToken(claims, header, secret)}; b=2`;
};
/** Stores a card as ann's, and answers its handle. */
async function storeCard(): Promise<string> {
  const key = await post('tokenkey', { task: 'add' }, { cookie: cookieOf() });
  await storeAt(String(key.body['submitUrl']));
  const stored = await post('tokenresult', { claim: key.body['claim'] }, { cookie: cookieOf() });
  return stored.body.card.handle;
}

describe('the sidecar on PostgreSQL', { timeout: 60_000 }, () => {
  it('gives one key for an order in both processes, and reports its payment once', async () => {
    const token = tokenOf('5001');
    const keys = await Promise.all(
      Array.from({ length: 10 }, (_each, index) => post('authkey', { order: token }, { at: index % 2 })),
    );
    expect(new Set(keys.map(({ body }) => body['authKey'])).size).toBe(1);
    const { body } = keys[0]!;
    const { ResultKey } = await service.pay(String(body['authKey']));
    const question = { claim: body['claim'], resultKey: ResultKey };
    const results = await Promise.all([0, 1, 0, 1].map((at) => post('result', question, { at })));
    expect(results.map((result) => result.body['status'])).toEqual(Array(4).fill('approved'));
    expect(shop.tokens.map(readUnchecked).filter(({ order }) => order === '5001')).toHaveLength(1);
  });
});

it('which secret its attempts need is read from PostgreSQL too', async () => {
  await post('authkey', { order: tokenOf('5002') });
  const settings = {
    ...{ service: { baseUrl: service.url, merchantNumber: '5353109000000000' } },
    ...{ secret: SECRETS.CLAIM_SECRET, otherSecret: SECRETS.OTHER_SECRET },
  };
  const inSchema = async (schema: string) => {
    const uses = await readSecretsInUse({ ...settings, store: { postgres: database, schema } });
    return uses.map(({ open }) => open);
  };
  const [own = 0, other] = await inSchema('sidecar_test');
  expect([own > 0, other]).toEqual([true, 0]);
  expect(await inSchema('not_there')).toEqual([0, 0]);
});

describe('a surcharge', { timeout: 60_000 }, () => {
  const surcharge = 'AX=398 MC=200';

  it('is taken from the token by card type, and is fixed in the key', async () => {
    const order = tokenOf('5101', { surcharge });
    const first = await post('authkey', { order });
    expect(first.body).toMatchObject({
      amount: { minor: 19900 },
      surcharges: { AX: 398, MC: 200, VC: 0, DC: 0, JC: 0 },
    });
    const { body } = await post('authkey', { order, cardType: 'MC' });
    expect(body).toMatchObject({ amount: { minor: 20100 }, surcharge: { minor: 200, currency: 'AUD' } });
    const { ResultKey } = await service.pay(String(body['authKey']));
    const result = await post('result', { claim: body['claim'], resultKey: ResultKey });
    expect(result.body).toMatchObject({ status: 'approved', receipt: { amount: { minor: 20100 } } });
  });

  it.each(['MC', 'MC=', 'MC=1.5', 'MC=-1', 'XX=1', 'MC=1 MC=2', 'MC=1  AX=1', ' MC=1', 'MC=1 ', 'mc=1', '', 7])(
    '%j is refused with the token',
    async (wrong) => {
      const { status, body } = await post('authkey', { order: tokenOf('5102', { surcharge: wrong }) });
      expect([status, body.error.code]).toEqual([403, 'order_refused']);
      expect(log.at(-1)).toMatchObject({ event: 'order_token_refused', reason: 'member_wrong', member: 'surcharge' });
    },
  );

  it('is refused, not ignored, if the configuration does not allow any', async () => {
    await start({ surcharges: false, redis: undefined });
    const { status } = await post('authkey', { order: tokenOf('5103', { surcharge }) }, { at: 2 });
    expect(status).toBe(403);
    expect(log.at(-1)).toMatchObject({ event: 'order_token_refused', reason: 'member_unknown', member: 'surcharge' });
    const { body } = await post('authkey', { order: tokenOf('5104') }, { at: 2 });
    expect(body).toMatchObject({ status: 'granted' });
    expect(body).not.toHaveProperty('surcharges');
  });
});

describe('saved cards', { timeout: 60_000 }, () => {
  it('are stored, listed and removed by the shopper’s token in the cookie, and the shop is notified', async () => {
    const handle = await storeCard();
    const told = shop.tokens.map(readUnchecked).findLast(({ event }) => event === 'token_stored');
    expect(told).toMatchObject({ task: 'add', shopper: 'ann', cardType: 'MC', iss: 'florin', aud: 'shop.example' });
    expect(String(told?.['dvToken'])).toMatch(/^599999\d{10}$/);
    const listed = await post('cards', {}, { cookie: cookieOf(), at: 1 });
    expect(JSON.stringify(listed.body)).not.toContain('599999');
    expect(listed.body.cards.length).toBeGreaterThan(0);
    expect((await post('cards', {}, { cookie: cookieOf({ shopper: 'bob', session: 'bob-1' }) })).body.cards).toEqual(
      [],
    );
    const removed = await post('cards/remove', { card: handle }, { cookie: cookieOf() });
    expect(removed.body.cards).toHaveLength(listed.body.cards.length - 1);
  });

  it('pay only an order whose token names their shopper and session', async () => {
    const card = await storeCard();
    const hers = tokenOf('5201', { shopper: 'ann', session: 'ann-1' });
    const granted = await post('authkey', { order: hers, card });
    expect(granted.body).toMatchObject({ status: 'granted', card: { lastDigits: '346' } });
    const { ResultKey } = await service.pay(String(granted.body['authKey']), { CardNumber: '' });
    const result = await post('result', { claim: granted.body['claim'], resultKey: ResultKey });
    expect(result.body).toMatchObject({ status: 'approved', order: '5201' });
    const others = [
      tokenOf('5202', { shopper: 'ann', session: 'ann-2' }),
      tokenOf('5203', { shopper: 'bob', session: 'ann-1' }),
    ];
    for (const order of others) {
      expect(await post('authkey', { order, card })).toMatchObject({
        status: 403,
        body: { error: { code: 'card_refused' } },
      });
    }
    expect((await post('authkey', { order: tokenOf('5204'), card })).body.error.code).toBe('shopper_refused');
  });

  it.each([
    ['no cookie', ''],
    ['a token of another key', cookieOf({}, SHOPPER_HEADER, 'a secret that somebody else thought of')],
    ['an order’s token', `florin_shopper=${tokenOf('5301', { shopper: 'ann', session: 'ann-1' })}`],
    ['a token that has run out', cookieOf({ iat: 1_700_000_000, exp: 1_700_000_600 })],
    ['a token without a session', cookieOf({ session: undefined })],
    ['a cookie that stands twice', `${cookieOf()}; ${cookieOf({ shopper: 'bob' })}`],
  ])('are not available with %s', async (_name, cookie) => {
    expect(await post('cards', {}, { cookie })).toMatchObject({
      status: 401,
      body: { error: { code: 'shopper_refused' } },
    });
  });

  it('need a session in the order’s token; a shopper’s token is refused for an order', async () => {
    const half = await post('authkey', { order: tokenOf('5302', { shopper: 'ann' }) });
    expect(half.body.error.code).toBe('order_refused');
    const [, token = ''] = /florin_shopper=([^;]+)/.exec(cookieOf()) ?? [];
    expect((await post('authkey', { order: token })).body.error.code).toBe('order_refused');
  });
});

describe.skipIf(!isRedisThere)('limits in Redis', { timeout: 60_000 }, () => {
  it('are counted together for both processes', async () => {
    const order = tokenOf('5401');
    const asked = await Promise.all(
      Array.from({ length: 70 }, (_each, index) => post('authkey', { order }, { at: index % 2 })),
    );
    // 60 requests for one order in ten minutes, in all.
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(10);
    const client = await createClient({ url: redis!.url }).connect();
    const keys = await client.keys('sidecar:order:*');
    expect(keys.length).toBeGreaterThan(0);
    client.destroy();
  });
});
