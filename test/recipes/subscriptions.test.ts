/** docs/recipes/subscriptions.md: its files as processes, against the sandbox. No month is charged twice. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRestClient, type TxnResp } from '../../src/service/index.js';
import { waitForEnd } from '../cli/florin-process.js';
import { startService, type Service, type Submission } from '../signer/service-on-a-port.js';
import { TEST_CARD } from '../signer/shopper.js';
import { waitForOutput } from '../support/process-output.js';
import { readRecipe, ROOT, writeRecipe, type RecipeFolder } from './recipe.js';

const PAGE = readFileSync(join(ROOT, 'docs/recipes/subscriptions.md'), 'utf8');

/** The shop around the recipe's options: the login is a header. */
const SHOP = `
  import { createServer } from 'node:http';
  import { createSigner } from 'florin-server/signer';
  import { createListener, openSqliteStore } from 'florin-server/signer/node';
  import { subscriptionOptions } from './subscription-options.js';
  const { FLORIN_BASE_URL: baseUrl, FLORIN_MERCHANT_NUMBER: merchantNumber } = process.env;
  const customer = (request) => request.headers.get('x-customer');
  const signer = createSigner({
    service: { baseUrl, merchantNumber, username: process.env.FLORIN_USERNAME, password: process.env.FLORIN_PASSWORD },
    store: openSqliteStore('claims.sqlite'),
    secret: 'a secret of the shop, for tests only, long enough',
    publicUrl: 'http://127.0.0.1/pay',
    merchantName: 'Example Shop',
    webhooks: false,
    onMismatch: (report) => console.error(report),
    ...subscriptionOptions((request) => customer(request) && { customer: customer(request), session: 'login 1' }),
  });
  const server = createServer(createListener(signer));
  server.listen(0, '127.0.0.1', () => console.log('shop at http://127.0.0.1:' + server.address().port));
`;

let service: Service;
let shop: RecipeFolder;
let url = '';
let database: InstanceType<typeof DatabaseSync>;
let serial = 0;
let id = '';

beforeAll(async () => {
  service = await startService();
  shop = writeRecipe({ ...readRecipe('once', 'subscriptions'), 'shop.js': SHOP }, service.url);
  [, url = ''] = await waitForOutput(shop.start(process.execPath, ['shop.js']), /shop at (\S+)\n/);
  database = new DatabaseSync(join(shop.path, 'shop.sqlite'), { timeout: 5000 });
}, 60_000);
afterAll(async () => {
  database.close();
  shop.remove();
  await service.close();
});
beforeEach(() => {
  serial += 1;
  id = `sub-${serial}`;
});
afterEach(() => service.control.clearFaults());

async function post(path: string, customer: string, body: object) {
  const response = await fetch(`${url}/pay/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-customer': customer },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Sends the card as the page does: `StoreCard` is the box. */
async function submit(submitUrl: string, StoreCard: boolean): Promise<string> {
  const CardDetails = { ...TEST_CARD, Cvn: '123' };
  const response = await fetch(submitUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ TxnReq: { CardDetails, StoreCard } }),
  });
  return ((await response.json()) as Submission).ResultKey ?? '';
}

const add = (cents: number) =>
  database.prepare('INSERT INTO subscription (id, customer, cents) VALUES (?, ?, ?)').run(id, `customer ${id}`, cents);

async function pay(storeCard: boolean) {
  const { status, body } = await post('authkey', `customer ${id}`, { order: id, storeCard });
  expect(status).toBe(200);
  const ResultKey = await submit(String(body['submitUrl']), storeCard);
  const result = await post('result', `customer ${id}`, { claim: body['claim'], resultKey: ResultKey });
  expect(result.body).toMatchObject({ status: 'approved' });
}

/** A subscription whose card was saved in an earlier month. */
async function subscribe(cents = 2000): Promise<void> {
  add(cents);
  // The first payment is approved, whatever the later ones are.
  database.prepare('UPDATE subscription SET cents = 2000 WHERE id = ?').run(id);
  await pay(true);
  database.prepare("UPDATE subscription SET cents = ?, first_month = '2020-01' WHERE id = ?").run(cents, id);
}

const stateOf = () => database.prepare('SELECT state FROM charge WHERE name LIKE ?').get(`${id} %`)?.['state'];
const forgetTime = () => database.prepare('UPDATE sent SET at = at - 1000').run();

async function chargesOf(): Promise<readonly TxnResp[]> {
  const client = createRestClient({ ...service.accountAt(service.url), version: 'v3' });
  const found = await client.searchTransactions({ Crn1: `customer ${id}` });
  return found.filter(({ MerchantReference }) => MerchantReference?.startsWith(`${id} `));
}

/** Kills a job at a point that the service shows. */
async function killJobWhen(isThere: () => boolean | Promise<boolean>): Promise<void> {
  const job: ChildProcess = shop.start(process.execPath, ['charge.js']);
  const ended = waitForEnd(job);
  await vi.waitUntil(isThere, { timeout: 30_000, interval: 20 });
  expect(stateOf()).toBe('due');
  job.kill('SIGKILL');
  await ended;
}

describe('a subscription', { timeout: 60_000 }, () => {
  it('saves the card with the first payment, and is charged from the next month on', async () => {
    add(2000);
    await pay(true);
    expect(await shop.run('charge.js')).toMatchObject({ code: 0, out: '', err: '' });
    expect(await chargesOf()).toEqual([]);
    database.prepare("UPDATE subscription SET first_month = '2020-01' WHERE id = ?").run(id);
    const month = new Date().toISOString().slice(0, 7);
    expect(await shop.run('charge.js')).toMatchObject({ out: `${id} ${month} try 1: paid\n`, err: '' });
    expect(await shop.run('charge.js')).toMatchObject({ out: '', err: '' });
    expect(await chargesOf()).toMatchObject([{ ResponseCode: '0', Amount: 2000, SubType: 'recurring' }]);
  });

  it('is not charged without the shopper’s consent', async () => {
    add(2000);
    await pay(false);
    database.prepare("UPDATE subscription SET first_month = '2020-01' WHERE id = ?").run(id);
    expect(await shop.run('charge.js')).toMatchObject({ out: '', err: '' });
    expect(await chargesOf()).toEqual([]);
  });

  it('is not charged by the consent to another one of the customer', async () => {
    await subscribe();
    const customer = `customer ${id}`;
    const other = `${id}-other`;
    database.prepare('INSERT INTO subscription (id, customer, cents) VALUES (?, ?, 2000)').run(other, customer);
    const { body } = await post('authkey', customer, { order: other, storeCard: false });
    const resultKey = await submit(String(body['submitUrl']), false);
    const result = await post('result', customer, { claim: body['claim'], resultKey });
    expect(result.body).toMatchObject({ status: 'approved' });
    database.prepare("UPDATE subscription SET first_month = '2020-01' WHERE id = ?").run(other);
    const month = new Date().toISOString().slice(0, 7);
    expect(await shop.run('charge.js')).toMatchObject({ out: `${id} ${month} try 1: paid\n`, err: '' });
  });

  it('is priced for its own customer only', async () => {
    add(2000);
    expect((await post('authkey', 'another customer', { order: id })).status).toBe(403);
  });

  it('is charged once by two jobs at the same time', async () => {
    await subscribe();
    await Promise.all([shop.run('charge.js'), shop.run('charge.js')]);
    await shop.run('charge.js');
    expect([stateOf(), await chargesOf()]).toMatchObject(['paid', [{ ResponseCode: '0' }]]);
  });

  it('is charged once if the job is killed after the charge', async () => {
    await subscribe();
    service.control.addFault({ operation: 'T1', kind: 'timeout_after', times: 1 });
    await killJobWhen(async () => (await chargesOf()).length === 1);
    forgetTime();
    expect((await shop.run('charge.js')).out).toContain(': paid');
    expect(await chargesOf()).toHaveLength(1);
  });

  it('is charged once if the job is killed before the service has the request', async () => {
    await subscribe();
    service.control.addFault({ operation: 'T1', kind: 'timeout_before', times: 1 });
    await killJobWhen(() => service.control.listFaults().length === 0);
    // It may still be on its way.
    expect((await shop.run('charge.js')).err).toContain('the outcome is not known yet');
    expect(await chargesOf()).toEqual([]);
    forgetTime();
    expect((await shop.run('charge.js')).out).toContain(': paid');
    expect(await chargesOf()).toHaveLength(1);
  });

  it('is charged once if the answer is lost, and if the search fails too', async () => {
    await subscribe();
    service.control.addFault({ operation: 'T1', kind: 'drop_after', times: 1 });
    expect((await shop.run('charge.js')).err).toContain('did not answer');
    service.control.addFault({ operation: 'T3', kind: 'error_before', times: 1 });
    forgetTime();
    await shop.run('charge.js');
    expect([stateOf(), await chargesOf()]).toMatchObject(['due', [{ ResponseCode: '0' }]]);
    expect((await shop.run('charge.js')).out).toContain(': paid');
    expect(await chargesOf()).toHaveLength(1);
  });

  it('is charged at once when a refusal has ended', async () => {
    await subscribe();
    expect((await shop.run('charge.js', { FLORIN_PASSWORD: 'wrong' })).err).toContain('Invalid login details');
    expect((await shop.run('charge.js')).out).toContain(': paid');
  });

  it('stays declined, and is tried again with another reference only', async () => {
    await subscribe(2051);
    expect((await shop.run('charge.js')).out).toContain(': declined');
    expect((await shop.run('charge.js')).out).toBe('');
    const month = new Date().toISOString().slice(0, 7);
    const [, statement = ''] = /`(UPDATE charge SET state[^`]+)`/.exec(PAGE) ?? [];
    const retry = () => database.prepare(statement.replace('sub-7 2026-12', `${id} ${month}`)).run();
    retry();
    // Nobody has declined the second try yet, which may be on its way.
    retry();
    expect((await shop.run('charge.js')).out).toBe(`${id} ${month} try 2: declined\n`);
    expect(await chargesOf()).toHaveLength(2);
  });

  it('is charged once, however late a lost answer is asked for', async () => {
    await subscribe();
    service.control.addFault({ operation: 'T1', kind: 'drop_after', times: 1 });
    expect((await shop.run('charge.js')).err).toContain('did not answer');
    const before = await chargesOf();
    expect(before).toHaveLength(1);
    // A search without dates finds 18 months.
    await service.advanceClock(600 * 86_400);
    forgetTime();
    expect((await shop.run('charge.js')).out).toContain(': paid');
    const paid = database.prepare('SELECT txn_number FROM charge WHERE name LIKE ?').get(`${id} %`);
    expect(paid).toMatchObject({ txn_number: before[0]?.TxnNumber });
    expect(await chargesOf()).toEqual([]);
  });
});
