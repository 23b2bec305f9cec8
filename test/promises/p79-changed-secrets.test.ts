/**
 * P79: A change of the signer's secret, of the service's password or of the frame's key loses no shopper: whoever pays
 * meanwhile gets the outcome, and the shop is told once. Three signers of one shop restart one after the other, as in a
 * rolling restart, in the steps of docs/guides/runbook.md#changing-secrets, while shoppers pay.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifySignedKey } from '../../src/channel/signed-key.js';
import type { FetchInit } from '../../src/service/exchange.js';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import { createFramePage } from '../../src/signer/frame/frame-page.js';
import { generateFrameKeys } from '../../src/signer/frame/frame-keys.js';
import { readSecretsInUse } from '../../src/signer/node/secrets-in-use.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import type { ServiceAccount } from '../../src/signer/service/service-account.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { createShop, orderOf, ORIGIN, type Shop } from '../signer/shop.js';

const OLD = 'the old secret of the shop, for tests only';
const FRESH = 'the next secret of the shop, for tests only';
const SECRETS: readonly Partial<SignerOptions>[] = [
  { secret: OLD },
  { secret: OLD, otherSecret: FRESH },
  { secret: FRESH, otherSecret: OLD },
  { secret: FRESH },
];
const SIGNERS = 3;
/** Shoppers that begin while one signer restarts. */
const SHOPPERS = 8;
/** What a shopper, or the service, does after the payment. */
const WAYS = ['asks', 'returns', 'webhook', 'leaves'] as const;

interface Paying {
  readonly order: string;
  readonly claim: string;
  readonly resultKey: string | null;
  readonly way: (typeof WAYS)[number];
}

let service: Service;
let folder = '';
let file = '';
let stores: ClaimStore[] = [];
let signers: Shop[] = [];
/** All that have run: a signer finishes its calls after another has taken its place. */
let shops: Shop[] = [];
let webhooks: Map<string, string>;
let serial = 0;
let begun: string[] = [];

beforeEach(async () => {
  service = await startService();
  folder = mkdtempSync(join(tmpdir(), 'florin-changed-'));
  file = join(folder, 'claims.db');
  webhooks = new Map();
  [stores, signers, shops, begun] = [[], [], [], []];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await service.close();
  rmSync(folder, { recursive: true });
});

/** Notes where the service sends the webhook of an order. */
async function noteWebhook(url: string, init: FetchInit): Promise<Response> {
  if (url.endsWith('/processtxnauthkey')) {
    const { ProcessTxnData, WebHookUrl } = JSON.parse(init.body ?? '') as {
      readonly ProcessTxnData: { readonly Crn1: string };
      readonly WebHookUrl: string;
    };
    webhooks.set(ProcessTxnData.Crn1, WebHookUrl);
  }
  return fetch(url, init);
}

function start(options: Partial<SignerOptions>, account: Partial<ServiceAccount> = {}): Shop {
  const store = openSqliteStore(file, { clock: service.clock });
  const shop = createShop(
    { ...service.accountAt(service.url), fetch: noteWebhook, ...account },
    {
      ...{ clock: service.clock, store, webhooks: true, priceOrder: (_request, order) => orderOf(order) },
      ...options,
    },
  );
  stores.push(store);
  shops.push(shop);
  return shop;
}

const startAll = (options: Partial<SignerOptions>, account?: Partial<ServiceAccount>) => {
  signers = Array.from({ length: SIGNERS }, () => start(options, account));
};
const pick = (): Shop => signers[(serial += 1) % SIGNERS] as Shop;

async function begin(): Promise<Paying> {
  const shop = pick();
  const order = `changed-${serial}`;
  const way = WAYS[begun.push(order) % WAYS.length] ?? 'asks';
  const { authKey, claim } = await shop.grant(order);
  const { ResultKey } = await service.pay(authKey);
  return { order, claim, resultKey: ResultKey, way };
}

async function end({ order, claim, resultKey, way }: Paying): Promise<void> {
  const shop = pick();
  if (way === 'asks') expect((await shop.result(claim, resultKey)).status, order).toBe('approved');
  if (way === 'returns') {
    const query = new URLSearchParams({ claim, ResultKey: resultKey ?? '' });
    expect((await shop.signer.fetch(new Request(`${ORIGIN}/pay/return?${query}`))).status, order).toBe(303);
  }
  if (way === 'webhook') {
    const work: Promise<void>[] = [];
    const request = new Request(webhooks.get(`ORDER-${order}`) ?? '', { method: 'POST', body: '{}' });
    const waitUntil = (each: Promise<void>) => void work.push(each);
    expect((await shop.signer.fetch(request, { waitUntil })).status, order).toBe(200);
    await Promise.all(work);
    expect(told(), `the webhook of ${order}`).toContain(order);
  }
}

const beginAll = () => Promise.all(Array.from({ length: SHOPPERS }, begin));
const endAll = (all: readonly Paying[]) => Promise.all(all.map(end));
const told = () => shops.flatMap(({ paid }) => paid.map(({ order }) => order));

/** Restarts one signer after the other, under load; `under` way are those that pay since the step before. */
async function roll(restart: () => Shop, underWay: readonly Paying[]): Promise<readonly Paying[]> {
  let rest = underWay;
  const later: Paying[] = [];
  for (let place = 0; place < SIGNERS; place += 1) {
    const [next, ends] = [beginAll(), endAll(rest.slice(0, SHOPPERS))];
    signers[place] = restart();
    await ends;
    later.push(...(await next));
    rest = rest.slice(SHOPPERS);
  }
  await endAll(rest);
  return later;
}

/** Every order that has begun was told once, also those whose shopper has left. */
async function expectAllTold(): Promise<void> {
  await signers[0]?.signer.reconcileNow();
  expect(told().sort()).toEqual([...begun].sort());
  expect(shops.flatMap(({ mismatches }) => mismatches)).toEqual([]);
}

/** How many open attempts the old secret has signed. */
async function openOfOld(): Promise<number | undefined> {
  const { baseUrl, merchantNumber } = service.accountAt(service.url);
  const [, old] = await readSecretsInUse({
    service: { baseUrl, merchantNumber },
    ...{ secret: FRESH, otherSecret: OLD, store: { sqlite: file } },
  });
  return old?.open;
}

describe('P79: under load, a change', () => {
  it('of the secret loses no shopper', async () => {
    const [first = {}, second = {}, third = {}, last = {}] = SECRETS;
    startAll(first);
    const before = await roll(() => start(second), await beginAll());
    const signedBefore = await roll(() => start(third), before);
    expect(await openOfOld()).toBeGreaterThan(0);
    await endAll(signedBefore);
    await signers[0]?.signer.reconcileNow();
    expect(await openOfOld()).toBe(0);
    const after = await roll(() => start(last), await beginAll());
    await endAll(after);
    await expectAllTold();
  }, 60_000);

  it('of the service’s password loses no shopper', async () => {
    const fresh = 'Demo-Password-2';
    const change = (password: string) =>
      service.control.saveUser('5353109000000000', {
        username: 'demo-api',
        permissions: ['API'],
        isActive: true,
        password,
      });
    startAll({});
    const before = await roll(() => start({}, { otherPassword: fresh }), await beginAll());
    const [underWay] = await Promise.all([beginAll(), endAll(before), change(fresh)]);
    await endAll(await roll(() => start({}, { password: fresh }), underWay));
    await expectAllTold();
  }, 60_000);

  it('of the frame’s key is accepted by every frame', async () => {
    const [old, fresh] = [await generateFrameKeys(), await generateFrameKeys()];
    const settings = { parents: [ORIGIN], serviceOrigin: service.url, script: 'page()' };
    let publicKeys = [old.publicKey];
    /** A shopper whose frame is loaded now, and whose key is signed later. */
    const loadFrame = async () => {
      const response = await createFramePage({ ...settings, publicKeys }).fetch(
        new Request('https://card.shop.example/frame.html'),
      );
      const [, json = ''] = /id="florin">(.*?)<\/script>/.exec(await response.text()) ?? [];
      return (JSON.parse(json) as { readonly publicKeys: readonly JsonWebKey[] }).publicKeys;
    };
    const use = async (keys: readonly JsonWebKey[]) => {
      const { signedKey = '', authKey } = await pick().grant(`framed-${serial}`);
      const rules = { publicKeys: keys, serviceOrigin: service.url, now: () => service.clock.now() / 1000 };
      expect((await verifySignedKey(signedKey, rules)).authKey).toBe(authKey);
    };
    const loadAll = () => Promise.all(Array.from({ length: SHOPPERS }, loadFrame));
    startAll({ frame: { signingKey: old.privateKey } });
    const known = await loadAll();
    publicKeys = [old.publicKey, fresh.publicKey];
    await Promise.all(known.map(use));
    const knowBoth = await loadAll();
    for (let place = 0; place < SIGNERS; place += 1) {
      signers[place] = start({ frame: { signingKey: fresh.privateKey } });
      await Promise.all(knowBoth.map(use));
    }
    publicKeys = [fresh.publicKey];
    await Promise.all([...knowBoth, ...(await loadAll())].map(use));
  }, 60_000);

  it('of the secret leaves references known as the signer’s, until the old one is removed', async () => {
    startAll({ secret: OLD });
    const from = new Date(service.clock.now());
    await begin();
    const lost = async (options: Partial<SignerOptions>) => {
      file = join(folder, `restored-${(serial += 1)}.db`);
      return (await start(options).signer.auditPayments({ from })).lost;
    };
    expect(await lost({ secret: FRESH, otherSecret: OLD })).toBe(1);
    expect(await lost({ secret: FRESH })).toBe(0);
  });
});
