/**
 * Walks docs/guides/runbook.md: each heading is a symptom that is produced here, with a real service, store and commands, and
 * what the page says to look for is there. A heading or a command without a walk fails.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/node/sqlite.js';
import type { TxnResp } from '../../src/service/index.js';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import type { Health } from '../../src/signer/monitoring/health.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { spawnFlorin, waitForEnd } from '../cli/florin-process.js';
import { NOBODYS_PORT } from '../support/free-port.js';
import { startLossyProxy, type LossyProxy } from './lossy-proxy.js';
import { startService, type Service } from './service-on-a-port.js';
import { createShop, orderOf, ORIGIN, type Shop } from './shop.js';
import { readUnchecked, SECRETS, startCallbackShop, writeConfig, type CallbackShop } from './sidecar-process.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/guides/runbook.md'), 'utf8');
const headings = [...PAGE.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
const sectionOf = (heading: string) => PAGE.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
/** The commands of the page, without their flags and values. */
const commandsOf = (text: string) =>
  new Set([...text.matchAll(/florin(?:-server)? (doctor|txn \w+|signer \w+)/g)].map(([, command = '']) => command));

let service: Service;
let line: LossyProxy;
let callbacks: CallbackShop;
let folder = '';
let config = '';
let store: ClaimStore;
let shop: Shop;
let serial = 0;
let order = '';
const ran = new Set<string>();

beforeAll(async () => {
  service = await startService();
  line = await startLossyProxy(service.url);
  callbacks = await startCallbackShop();
});
afterAll(async () => {
  callbacks.close();
  await line.close();
  await service.close();
});
beforeEach(() => {
  serial += 1;
  order = `walk-${serial}`;
  folder = mkdtempSync(join(tmpdir(), 'florin-runbook-'));
  config = writeConfig(folder, { serviceUrl: line.url, callbackUrl: callbacks.url });
  open();
});
afterEach(async () => {
  line.lose = () => undefined;
  line.alter = (body) => body;
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The signer whose store `florin signer` has too. */
function open(options: Partial<SignerOptions> = {}): void {
  store = openSqliteStore(join(folder, 'claims.sqlite'));
  shop = createShop(service.accountAt(line.url), {
    store,
    secret: SECRETS.CLAIM_SECRET,
    clock: { now: () => Date.now() },
    ...options,
  });
  shop.orders.set(order, orderOf(order));
}

async function openAgain(options: Partial<SignerOptions>): Promise<void> {
  await store.close();
  open(options);
}

/** Runs a command of the page, which stands in it in this form. */
async function run(command: string, ...args: readonly string[]) {
  ran.add(command);
  const words = [...command.split(' '), ...args];
  const env = {
    ...SECRETS,
    ...{ FLORIN_BASE_URL: line.url, FLORIN_USERNAME: 'demo-api', FLORIN_PASSWORD: 'Demo-Password-1' },
    FLORIN_MERCHANT_NUMBER: '5353109000000000',
  };
  const { code, err, out } = await waitForEnd(spawnFlorin(words, undefined, env));
  const log = err.split('\n').filter((text) => text.startsWith('{'));
  return { code, out, err, log: log.map((text) => JSON.parse(text) as Record<string, unknown>) };
}

async function pay(name = order) {
  const { authKey, claim } = await shop.grant(name);
  const { ResultKey } = await service.pay(authKey);
  return { authKey, claim, resultKey: ResultKey ?? '' };
}

async function payAndTell(name = order) {
  const { claim, resultKey } = await pay(name);
  return shop.result(claim, resultKey);
}

const events = () => shop.log.map(({ event }) => event);
const told = (name = order) =>
  callbacks.tokens
    .map(readUnchecked)
    .filter((body) => body['order'] === name)
    .map((body) => body['event']);
const health = async () => {
  const response = await shop.signer.fetch(new Request(`${ORIGIN}/pay/health`));
  return { code: response.status, ...((await response.json()) as Health) };
};
const withoutRows = (text: string) => JSON.stringify({ ...(JSON.parse(text) as object), TxnRespList: [] });
const otherReferences = (text: string, path: string) =>
  path.endsWith('/txns/search') ? text.replaceAll(/"MerchantReference":"[^"]*"/g, '"MerchantReference":"other"') : text;

const WALKS: Readonly<Record<string, () => Promise<void>>> = {
  async '"I paid, but the shop says I did not"'() {
    await pay();
    expect(shop.outcomes).toEqual([]);
    const found = await run('txn search', '--crn1', `ORDER-${order}`, '--json');
    const [txn] = JSON.parse(found.out) as TxnResp[];
    expect(txn).toMatchObject({ ResponseCode: '0', Amount: 19900 });
    expect((await run('txn search', '--reference', txn?.MerchantReference ?? '')).out).toContain(txn?.TxnNumber);
    const { code, log } = await run('signer reconcile', '--now', '--config', config);
    expect(code).toBe(0);
    expect(log).toContainEqual({
      time: expect.any(String) as string,
      ...{ level: 'info', event: 'payment', order, kind: 'paid', foundBy: 'reconciliation', amount: 19900 },
      ...{ currency: 'AUD', txnNumber: txn?.TxnNumber, reference: txn?.MerchantReference },
      lateSeconds: expect.any(Number) as number,
    });
    expect(told()).toEqual(['paid']);
  },
  async '"Checking your payment" does not end'() {
    const { claim, resultKey } = await pay();
    line.lose = () => 'request';
    for (let call = 0; call < 10; call += 1) await shop.result(claim, resultKey).catch(() => undefined);
    expect((await health()).service.circuit).toBe('open');
  },
  async '`onMismatch` was called'() {
    const kinds = [...sectionOf('`onMismatch` was called').matchAll(/^\| `(\w+)`/gm)].map(([, kind]) => kind);
    expect(kinds).toEqual([
      ...['paid_twice', 'paid_superseded', 'result_mismatch', 'paid_reversed', 'claim_lost', 'foreign_result'],
    ]);
    await openAgain({ currentTerms: async () => ({ amount: { minor: 25_000, currency: 'AUD' } }) });
    await payAndTell();
    expect(shop.mismatches).toMatchObject([{ kind: 'paid_superseded', order, current: { amount: { minor: 25_000 } } }]);
    const [txn] = JSON.parse((await run('txn search', '--crn1', `ORDER-${order}`, '--json')).out) as TxnResp[];
    const refund = [txn?.TxnNumber ?? '', '--amount', '19900', '--reference', `${order}-twice`];
    expect(await run('txn refund', ...refund)).toMatchObject({ code: 0 });
  },
  async '`txn_number_taken`'() {
    await payAndTell();
    const taken = shop.paid[0]?.txnNumber ?? '';
    shop.orders.set('other', orderOf('other'));
    const { claim, resultKey } = await pay('other');
    line.alter = (text) => text.replaceAll(/"TxnNumber":"\d+"/g, `"TxnNumber":"${taken}"`);
    await shop.result(claim, resultKey);
    expect(events()).toContain('txn_number_taken');
  },
  async '`clocks_apart`'() {
    await openAgain({
      store: openSqliteStore(join(folder, 'claims.sqlite'), { clock: { now: () => Date.now() + 90_000 } }),
    });
    await shop.grant(order);
    expect(events()).toContain('clocks_apart');
    expect(await health()).toMatchObject({ status: 'degraded', reasons: ['clocks_apart'] });
  },
  async '`follow_ups_unclear`'() {
    const { claim } = await pay();
    let searches = 0;
    line.alter = (text, path) => (path.endsWith('/txns/search') && (searches += 1) > 1 ? withoutRows(text) : text);
    await shop.result(claim);
    expect([events(), shop.paid]).toEqual([expect.arrayContaining(['follow_ups_unclear']), []]);
    line.alter = (text) => text;
    await shop.signer.reconcileNow();
    expect(shop.paid).toHaveLength(1);
  },
  async '`search_unclear`'() {
    const { authKey, claim } = await pay();
    line.alter = otherReferences;
    expect((await shop.result(claim)).status).toBe('pending');
    expect(events()).toContain('search_unclear');
    expect((await shop.grant(order)).authKey).toBe(authKey);
    const searches = await run('doctor');
    expect(searches).toMatchObject({ code: 6, out: expect.stringMatching(/search/) as string });
  },
  async '`outcome_unreadable`'() {
    const own = await startService();
    const its = await startLossyProxy(own.url);
    await openAgain({ service: own.accountAt(its.url), clock: own.clock });
    const { authKey, claim } = await shop.grant(order);
    await own.pay(authKey);
    its.alter = (body) => body.replaceAll('"ResponseCode":"0"', '"ResponseCode":"ZZ"');
    await own.advanceClock(2 * 3_600);
    expect((await shop.result(claim)).status).toBe('review');
    expect(events()).toContain('outcome_unreadable');
    its.alter = (body) => body;
    await shop.signer.reconcile();
    expect([shop.paid, shop.mismatches]).toMatchObject([[{ order }], []]);
    await Promise.all([its.close(), own.close()]);
  },
  async '`signer audit`'() {
    await payAndTell();
    const database = openSqlite(join(folder, 'claims.sqlite'));
    database.exec(`UPDATE entry SET txn = json_set(txn, '$.Amount', 1) WHERE order_id = '${order}'`);
    database.close();
    const from = new Date(Date.now() - 60_000).toISOString();
    const audit = await run('signer audit', '--from', from, '--config', config, '--json');
    const { findings } = JSON.parse(audit.out) as { findings: { kind: string; order: string | null }[] };
    expect([audit.code, findings.find((finding) => finding.order === order)]).toEqual([
      6,
      expect.objectContaining({ kind: 'differs', members: ['Amount'] }),
    ]);
    const kinds = [...sectionOf('`signer audit`').matchAll(/^\| `(\w+)`/gm)].map(([, kind]) => kind);
    expect(Object.keys(JSON.parse(audit.out) as object)).toEqual(['read', 'foreign', ...kinds, 'findings']);
    expect((await run('signer audit', '--from', from, '--config', config)).out).toMatch(/^differs .*Amount$/m);
    line.lose = () => 'request';
    const broken = await run('signer audit', '--from', from, '--config', config);
    expect([broken.code, broken.err]).toEqual([5, expect.stringContaining(`go on from ${from}`)]);
  },
  async '`callback_failed`'() {
    await openAgain({ onPaid: () => Promise.reject(new Error('no order table')) });
    await payAndTell();
    expect(shop.log).toContainEqual(
      expect.objectContaining({ event: 'callback_failed', message: 'no order table', order }),
    );
  },
  async '`callback_timed_out`'() {
    await openAgain({ onPaid: () => new Promise(() => undefined), callbackTimeoutSeconds: 0.2 });
    await payAndTell();
    expect(events()).toContain('callback_timed_out');
    expect(await health()).toMatchObject({ status: 'degraded', callbackTimedOutAt: expect.any(String) as string });
  },
  async '`service_call_failed`, circuit `open`, health `degraded`'() {
    line.lose = () => 'request';
    for (let call = 0; call < 10; call += 1) await shop.authkey(order).catch(() => undefined);
    const refused = await shop.post('authkey', { order });
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([503, true]);
    expect(events()).toContain('service_call_failed');
    expect(await health()).toMatchObject({ status: 'degraded', service: { circuit: 'open' } });
    expect((await run('doctor')).code).toBe(6);
  },
  async '`odd_answer`'() {
    line.alter = (body) => body.replace(/"RRN":(null|"[^"]*")/g, '"RRN":1042');
    shop.orders.set('second', orderOf('second'));
    expect([await payAndTell(), await payAndTell('second')]).toMatchObject([
      { status: 'approved' },
      { status: 'approved' },
    ]);
    const odd = { level: 'warn', event: 'odd_answer', path: 'TxnResp.RRN', rule: 'type', call: 'getResult', times: 1 };
    expect(shop.log.filter(({ path }) => path === odd.path)).toEqual([odd]);
    shop.orders.set('other', orderOf('other'));
    const { claim, resultKey } = await pay('other');
    line.alter = (body) => body.replace(/"Amount":\d+/g, '"Amount":"9.90"');
    const { status } = await shop.post('result', { claim, resultKey });
    expect([status, shop.log.at(-1)?.['message']]).toEqual([503, expect.stringContaining('Amount must be')]);
  },
  async 'Health `failing`'() {
    await store.close();
    expect(await health()).toMatchObject({ code: 503, status: 'failing' });
    expect((await shop.post('authkey', { order })).status).toBe(503);
  },
  async '`store_awaited`'() {
    const postgres = { env: 'DATABASE' };
    const file = writeConfig(
      folder,
      { serviceUrl: line.url, callbackUrl: callbacks.url },
      { store: { postgres }, storeWaitSeconds: 1 },
    );
    const env = { ...SECRETS, DATABASE: `postgres://shop@127.0.0.1:${NOBODYS_PORT}/shop` };
    const { code, err } = await waitForEnd(spawnFlorin(['signer', '--config', file], undefined, env));
    expect([code, err]).toEqual([1, expect.stringMatching(/"event":"store_awaited".*ECONNREFUSED/)]);
  },
  async 'Health `degraded`, `service_refuses`'() {
    await openAgain({ service: { ...service.accountAt(line.url), password: 'Wrong-Password-1' } });
    await shop.post('authkey', { order });
    expect(await health()).toMatchObject({
      ...{ code: 200, status: 'degraded', reasons: ['service_refuses'] },
      service: { refusals: { 1: 1 } },
    });
  },
  async '`card_testing`, `isThrottled: true`'() {
    await openAgain({ rateLimit: { declines: { calls: 1, seconds: 60 } } });
    for (let decline = 0; decline < 3; decline += 1) {
      const { authKey, claim } = await shop.grant(order);
      const { ResultKey } = await service.pay(authKey, { ExpiryDateMonth: '99', ExpiryDateYear: '51' });
      await shop.result(claim, ResultKey);
    }
    expect(events()).toContain('card_testing');
    expect((await health()).isThrottled).toBe(true);
  },
  async 'Everybody gets 429'() {
    await openAgain({ rateLimit: { client: { calls: 1, seconds: 60 } } });
    const statuses = [];
    for (let call = 0; call < 2; call += 1) statuses.push((await shop.post('authkey', { order })).status);
    expect([statuses[1], (await health()).reasons]).toEqual([429, ['clients_unknown']]);
  },
  async '`price_order_failed`, `limits_failed`, `authorise_token_failed`, `challenge_failed`, `return_to_failed`'() {
    const fail = () => Promise.reject(new Error('the database is away'));
    await openAgain({
      ...{ authoriseToken: fail, onTokenStored: () => undefined, challenge: fail },
      // Throttled from the first call on; it cannot count.
      rateLimit: { declines: { take: fail, giveBack: fail, peek: async () => 1_000 } },
    });
    await shop.post('cards', {});
    await shop.post('authkey', { order });
    const names = events();
    await openAgain({ priceOrder: fail });
    await shop.post('authkey', { order });
    names.push(...events());
    await openAgain({ returnTo: fail, rateLimit: { declines: { take: fail, giveBack: fail, peek: async () => 0 } } });
    const { authKey, claim } = await shop.grant(order);
    const { ResultKey } = await service.pay(authKey, { ExpiryDateMonth: '99', ExpiryDateYear: '51' });
    await shop.signer.fetch(new Request(`${ORIGIN}/pay/return?claim=${claim}&ResponseCode=0&ResultKey=${ResultKey}`));
    const heading =
      '`price_order_failed`, `limits_failed`, `authorise_token_failed`, `challenge_failed`, `return_to_failed`';
    const named = [...heading.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect([...names, ...events()]).toEqual(expect.arrayContaining(named));
  },
  async 'Shoppers see "This shop cannot take cards at the moment"'() {
    await openAgain({ service: { ...service.accountAt(line.url), password: 'Wrong-Password-1' } });
    const { body, status } = await shop.post<{ error: { code: string } }>('authkey', { order });
    expect([status, body.error.code]).toEqual([500, 'configuration_invalid']);
    expect(shop.log).toContainEqual(expect.objectContaining({ event: 'service_call_failed', apiCode: 1 }));
  },
  async 'After the signer was down, or restored from a backup'() {
    await payAndTell();
    const database = openSqlite(join(folder, 'claims.sqlite'));
    database.exec('DELETE FROM entry; DELETE FROM claim');
    database.close();
    const from = new Date(Date.now() - 60_000).toISOString();
    const audit = await run('signer audit', '--from', from, '--config', config, '--json');
    expect((JSON.parse(audit.out) as { lost: number }).lost).toBeGreaterThan(0);
    await run('signer reconcile', '--now', '--config', config);
    expect(told()).toEqual(['claim_lost']);
  },
  async 'Changing secrets'() {
    const { claim } = await shop.grant(order);
    await openAgain({ secret: SECRETS.OTHER_SECRET, otherSecret: SECRETS.CLAIM_SECRET });
    expect((await shop.result(claim)).status).toBe('open');
    expect((await payAndTell()).status).toBe('approved');
    const secrets = await run('signer secrets', '--config', config, '--json');
    expect(JSON.parse(secrets.out)).toMatchObject([
      { name: 'secret', keyId: expect.stringMatching(/^[\da-f]{8}$/) as string },
    ]);
  },
  async 'A person asks to be forgotten, and `retention_failed`'() {
    expect((await payAndTell()).status).toBe('approved');
    const { code } = await run('signer forget', '--order', order, '--test', '--config', config);
    expect(code).toBe(0);
    const failing = { ...store, removeSettled: () => Promise.reject(new Error('permission denied for table claim')) };
    const { signer, log } = createShop(service.accountAt(line.url), { store: failing, retention: 90 });
    await signer.reconcile();
    expect(log).toContainEqual(
      expect.objectContaining({ event: 'retention_failed', message: expect.any(String) as string }),
    );
  },
  async 'What to watch'() {
    await shop.signer.reconcile();
    expect(await health()).toMatchObject({
      status: 'ok',
      isThrottled: false,
      reconciledAt: expect.any(String) as string,
    });
  },
};

describe('the runbook', { timeout: 90_000 }, () => {
  it('has a walk for each of its headings', () => {
    expect(Object.keys(WALKS)).toEqual(headings);
  });
  it.each(Object.keys(WALKS))('%s', (heading) => WALKS[heading]!());
  it('has no command that no walk has run', () => {
    expect([...ran].sort()).toEqual([...commandsOf(PAGE)].sort());
  });
});
