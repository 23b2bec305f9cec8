/**
 * P77: An audit finds what the store has lost or believes wrongly, and names it: it reads every transaction of the service, and
 * owes nothing to the store's own lists. The holes are made in the file of a real store.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/node/sqlite.js';
import { createRestClient, type TxnResp } from '../../src/service/index.js';
import type { ClaimStore } from '../../src/signer/claims/claim-store.js';
import type { Health } from '../../src/signer/monitoring/health.js';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import type { SignerOptions } from '../../src/signer/signer-options.js';
import { startLossyProxy, type LossyProxy } from '../signer/lossy-proxy.js';
import { startService, type Service } from '../signer/service-on-a-port.js';
import { createShop, orderOf, ORIGIN, type Shop } from '../signer/shop.js';

const DAY = 86_400;

let service: Service;
let line: LossyProxy;
let folder = '';
let store: ClaimStore;
let shop: Shop;
let from: Date;
/** Names of the orders are those of one test. */
let serial = 0;
const name = (order: string) => `${order}-${serial}`;

beforeAll(async () => {
  service = await startService();
  line = await startLossyProxy(service.url);
});
afterAll(async () => {
  await line.close();
  await service.close();
});
beforeEach(async () => {
  // An audit reads two hours more, a daily one two days: none reads the payments of the test before.
  await service.advanceClock(5 * DAY);
  serial += 1;
  folder = mkdtempSync(join(tmpdir(), 'florin-audited-'));
  from = new Date(service.clock.now() - 1_000);
  [shop, store] = open();
});
afterEach(async () => {
  line.lose = () => undefined;
  line.alter = (body) => body;
  await store.close();
  rmSync(folder, { recursive: true });
});

/** One of the processes. */
function open(options: Partial<SignerOptions> = {}): [Shop, ClaimStore] {
  const opened = openSqliteStore(join(folder, 'claims.db'), { clock: service.clock });
  return [createShop(service.accountAt(line.url), { clock: service.clock, store: opened, ...options }), opened];
}

async function pay(order: string, of = shop): Promise<string> {
  of.orders.set(name(order), orderOf(name(order)));
  const { authKey, claim } = await of.grant(name(order));
  const { ResultKey } = await service.pay(authKey);
  expect((await of.result(claim, ResultKey)).status).toBe('approved');
  return of.paid.at(-1)?.txnNumber ?? '';
}

/** Damages the store behind the signer's back. */
function damage(...statements: readonly string[]): void {
  const database = openSqlite(join(folder, 'claims.db'));
  try {
    for (const statement of statements) database.exec(statement);
  } finally {
    database.close();
  }
}

const audit = () => shop.signer.auditPayments({ from });
const found = async () =>
  (await audit()).findings.map(({ kind, members, order }) => [kind, order, ...members].join(' ')).sort();
const logged = (event: string, of = shop) => of.log.filter((entry) => entry.event === event);

function alterRows(change: (rows: readonly TxnResp[]) => readonly TxnResp[]): void {
  line.alter = (text, path) => {
    if (!path.endsWith('/txns/search')) return text;
    const answer = JSON.parse(text) as { TxnRespList?: TxnResp[] };
    return JSON.stringify({ ...answer, TxnRespList: change(answer.TxnRespList ?? []) });
  };
}

describe('P77: an audit', () => {
  it('finds nothing where nothing is wrong', async () => {
    await pay('a');
    await pay('b');
    expect(await audit()).toMatchObject({ read: 2, foreign: 0, findings: [] });
  });

  it('finds each kind of hole, and leaves alone what is right', async () => {
    for (const order of ['right', 'lost', 'amount', 'currency', 'mode', 'outcome']) await pay(order);
    const expired = await payUnasked('expired');
    const ours = (order: string) => `order_id = '${name(order)}'`;
    damage(
      `DELETE FROM entry WHERE ${ours('lost')}`,
      `DELETE FROM claim WHERE ${ours('lost')}`,
      `UPDATE entry SET txn = json_set(txn, '$.Amount', 1) WHERE ${ours('amount')}`,
      `UPDATE entry SET txn = json_set(txn, '$.Currency', 'NZD') WHERE ${ours('currency')}`,
      `UPDATE entry SET txn = json_set(txn, '$.IsTestTxn', json('false')) WHERE ${ours('mode')}`,
      `UPDATE entry SET txn = json_set(txn, '$.ResponseCode', '5') WHERE ${ours('outcome')}`,
      `UPDATE claim SET state = 'expired' WHERE id = '${expired}'`,
      `INSERT INTO entry SELECT scope, '999999999', claim_id, order_id, 'declined', '[]', NULL, '{}', recorded_at, 'none', 0, 0
        FROM entry WHERE ${ours('right')}`,
    );
    const stranger = createShop(service.accountAt(line.url), {
      ...{ clock: service.clock, secret: 'the secret of quite another signer' },
    });
    await pay('foreign', stranger);
    const audited = await audit();
    expect(audited).toMatchObject({ read: 8, foreign: 1, lost: 1, found: 1, differs: 4, missing: 1, undecided: 0 });
    expect(audited.findings.map(({ kind, members, order }) => [kind, order, ...members].join(' ')).sort()).toEqual([
      `differs ${name('amount')} Amount`,
      `differs ${name('currency')} Currency`,
      `differs ${name('mode')} IsTestTxn`,
      `differs ${name('outcome')} ResponseCode`,
      `found ${name('expired')}`,
      'lost ',
      `missing ${name('right')}`,
    ]);
    await shop.signer.reconcile();
    const told = shop.mismatches.map(({ kind, order }) => [kind, order]).sort();
    expect([told, shop.paid.map(({ order }) => order)]).toEqual([
      [['claim_lost', name('lost')]],
      ['right', 'lost', 'amount', 'currency', 'mode', 'outcome', 'expired'].map(name),
    ]);
    expect(shop.outcomes.slice(-2)).toMatchObject([
      { order: name('lost'), kind: 'claim_lost', foundBy: 'audit' },
      { order: name('expired'), kind: 'paid', foundBy: 'audit', amount: 19900, currency: 'AUD' },
    ]);
    expect(await found()).toHaveLength(5);
  });

  it('names a payment that the shop has not confirmed for ten minutes', async () => {
    await store.close();
    let isDown = true;
    const onPaid = () => (isDown ? Promise.reject(new Error('the shop is down')) : undefined);
    [shop, store] = open({ onPaid });
    shop.orders.set(name('a'), orderOf(name('a')));
    const { authKey, claim } = await shop.grant(name('a'));
    await shop.result(claim, (await service.pay(authKey)).ResultKey);
    expect(await found()).toEqual([]);
    await service.advanceClock(700);
    expect(await found()).toEqual([`untold ${name('a')}`]);
    isDown = false;
    await shop.signer.reconcile();
    expect(await found()).toEqual([]);
  });

  describe('reads refunds, adopts none, and names those of more than their payment:', () => {
    let txnNumber = '';
    let first = '';
    const follow = (Action: 'refund' | 'reversal', OriginalTxnNumber = txnNumber) =>
      createRestClient({ ...service.accountAt(service.url), version: 'v3' }).processTransaction({
        ...{ Action, Amount: 500, Currency: 'AUD', TestMode: true, OriginalTxnNumber },
      });
    const refund = () => follow('refund');
    /** The service itself refuses such refunds. */
    const enlarge = (minor: number) =>
      alterRows((rows) => rows.map((row) => (row.Action === 'refund' ? { ...row, Amount: minor } : row)));
    beforeEach(async () => {
      txnNumber = await pay('a');
      first = (await refund()).TxnNumber ?? '';
    });

    it('one', async () => {
      expect(await audit()).toMatchObject({ read: 2, findings: [] });
      enlarge(20_000);
      expect((await audit()).findings).toMatchObject([{ kind: 'differs', members: ['Amount'] }]);
    });

    it('two together', async () => {
      const { TxnNumber: second } = await refund();
      enlarge(9_950);
      expect(await audit()).toMatchObject({ read: 3, findings: [] });
      enlarge(9_951);
      expect((await audit()).findings).toMatchObject([{ kind: 'differs', members: ['Amount'], txnNumber: second }]);
    });

    it('but not one that was reversed', async () => {
      expect((await follow('reversal', first)).ResponseCode).toBe('0');
      await refund();
      enlarge(9_951);
      expect(await audit()).toMatchObject({ read: 4, findings: [] });
      await refund();
      expect((await audit()).findings).toMatchObject([{ kind: 'differs', members: ['Amount'] }]);
    });

    it('of a payment before the period', async () => {
      await service.advanceClock(2 * DAY);
      from = new Date(service.clock.now() - 1_000);
      await refund();
      expect(await audit()).toMatchObject({ read: 1, findings: [] });
      enlarge(20_000);
      expect((await audit()).findings).toMatchObject([{ kind: 'differs', members: ['Amount'] }]);
    });
  });

  it('is the same with rows that come twice and in another order', async () => {
    await pay('a');
    const lost = await pay('b');
    damage(`DELETE FROM entry WHERE order_id = '${name('b')}'`, `DELETE FROM claim WHERE order_id = '${name('b')}'`);
    alterRows((rows) => [...rows.toReversed(), ...rows]);
    expect(await audit()).toMatchObject({ read: 2, findings: [{ kind: 'lost', txnNumber: lost }] });
  });

  it('compares a payment whose reference the service has lost or changed', async () => {
    await pay('a');
    alterRows((rows) => rows.map((row) => ({ ...row, MerchantReference: 'other', Amount: 1 })));
    expect(await audit()).toMatchObject({ foreign: 1, findings: [{ members: ['Amount', 'MerchantReference'] }] });
  });

  it('compares a payment of its period that was recorded after it', async () => {
    await payUnasked('a');
    const to = new Date(service.clock.now() + 1_000);
    await service.advanceClock(600);
    await shop.signer.reconcileNow();
    alterRows((rows) => rows.map((row) => ({ ...row, Amount: 1 })));
    expect(await shop.signer.auditPayments({ from, to })).toMatchObject({
      differs: 1,
      findings: [{ members: ['Amount'] }],
    });
  });

  it('does not call a payment fine that it sees and a search by its reference does not', async () => {
    await payUnasked('a');
    let searches: readonly string[] = ['MerchantReference', 'Crn1'];
    line.alter = (text, _path, request) =>
      searches.some((member) => request.includes(`"${member}":`))
        ? JSON.stringify({ APIResponse: { ResponseCode: 209, ResponseText: 'Search returned nothing' } })
        : text;
    expect(await found()).toEqual([`undecided ${name('a')}`]);
    searches = ['MerchantReference'];
    expect(await found()).toEqual([`found ${name('a')}`]);
  });

  it('leaves alone what the service answers of other times', async () => {
    const before = createShop(service.accountAt(line.url), { clock: service.clock });
    await pay('a', before);
    const old = await createRestClient({ ...service.accountAt(service.url), version: 'v3' }).searchTransactions({});
    await service.advanceClock(DAY);
    from = new Date(service.clock.now() - 1_000);
    await pay('b');
    alterRows((rows) => [...rows, ...old]);
    expect(await audit()).toMatchObject({ read: 1, findings: [] });
  });

  it('does not search the future', async () => {
    await pay('a');
    const searched = line.calls.T3;
    const to = new Date(service.clock.now() + 3650 * DAY * 1000);
    expect(await shop.signer.auditPayments({ from, to })).toMatchObject({ read: 1, findings: [] });
    expect(line.calls.T3 - searched).toBeLessThanOrEqual(2);
  });

  it('that the service or the store ends half way says from when to go on', async () => {
    await service.advanceClock(2 * DAY);
    await pay('a');
    let searches = 0;
    line.lose = (_call, _method, path) =>
      path.endsWith('/txns/search') && (searches += 1) > 1 ? 'request' : undefined;
    const secondDay = new Date(from.getTime() + DAY * 1000).toISOString();
    await expect(audit()).rejects.toThrow(`the service did not answer: go on from ${secondDay}`);
    line.lose = () => undefined;
    await store.close();
    await expect(audit()).rejects.toThrow(/the store failed \(.*\): go on from/);
  });
});

/** Pays with a key whose result nobody asks for. Returns the claim's id. */
async function payUnasked(order: string): Promise<string> {
  shop.orders.set(name(order), orderOf(name(order)));
  const { authKey } = await shop.grant(name(order));
  await service.pay(authKey);
  const { claims } = await store.readOrder(shop.scope, name(order));
  return claims[0]?.id ?? '';
}

async function health(of = shop): Promise<Health> {
  return (await of.signer.fetch(new Request(`${ORIGIN}/pay/health`))).json() as Promise<Health>;
}

describe('P77: once a day, reconciliations audit the last two days', () => {
  it('in parts, which several processes share, from a day after the first one on', async () => {
    const [other, otherStore] = open();
    await shop.signer.reconcile();
    expect((await health()).lastAudit).toBe(null);
    const lost = await pay('a');
    damage(`DELETE FROM entry`, `DELETE FROM claim`);
    await service.advanceClock(DAY + 60);
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([shop.signer.reconcile(), other.signer.reconcile()]);
    }
    const audited = [...logged('audited'), ...logged('audited', other)];
    expect(audited).toHaveLength(5);
    expect([...logged('audit_finding'), ...logged('audit_finding', other)]).toMatchObject([
      { kind: 'lost', txnNumber: lost, level: 'error' },
    ]);
    const { lastAudit } = await health(other);
    expect(lastAudit).toEqual({ at: expect.any(String) as string, differences: 1 });
    for (let round = 0; round < 3; round += 1) await shop.signer.reconcile();
    expect(logged('audited').length + logged('audited', other).length).toBe(5);
    expect(shop.mismatches.length + other.mismatches.length).toBe(1);
    await otherStore.close();
  });

  it('and try a part again after the service had failed', async () => {
    await shop.signer.reconcile();
    await service.advanceClock(DAY + 60);
    line.lose = () => 'request';
    await shop.signer.reconcile();
    line.lose = () => undefined;
    expect([logged('audit_failed').length, logged('audited').length]).toEqual([1, 0]);
    await shop.signer.reconcile();
    expect(logged('audited')).toEqual([]);
    await service.advanceClock(601);
    await shop.signer.reconcile();
    expect(logged('audited')).toHaveLength(1);
    // A day later the unfinished one gives way to a new one.
    await service.advanceClock(10 * DAY);
    for (let round = 0; round < 9; round += 1) await shop.signer.reconcile();
    expect(logged('audited')).toHaveLength(9);
    const begun = Date.parse(String(logged('audited')[1]?.to)) - 6 * 3_600_000;
    expect(begun).toBeGreaterThan(service.clock.now() - 2 * DAY * 1000 - 60_000);
  });

  it('and a clock that was ahead does not put them off', async () => {
    await store.close();
    let ahead = 400 * DAY * 1000;
    store = openSqliteStore(join(folder, 'claims.db'), { clock: { now: () => service.clock.now() + ahead } });
    shop = createShop(service.accountAt(line.url), { clock: service.clock, store });
    await shop.signer.reconcile();
    ahead = 0;
    await shop.signer.reconcile();
    expect(logged('audited')).toHaveLength(1);
  });

  it('and do not take the payments of an earlier store for lost', async () => {
    const database = () => openSqliteStore(join(folder, 'moved.db'), { clock: service.clock });
    await pay('a');
    await store.close();
    await service.advanceClock(600);
    [shop, store] = open({ store: database() });
    await shop.signer.reconcile();
    await service.advanceClock(60);
    await pay('b');
    for (let day = 0; day < 3; day += 1) {
      await service.advanceClock(DAY + 60);
      for (let round = 0; round < 9; round += 1) await shop.signer.reconcile();
    }
    expect([logged('audit_finding'), shop.mismatches]).toEqual([[], []]);
    expect(logged('audited').reduce((sum, { read }) => sum + Number(read), 0)).toBe(1);
  });

  it('unless the option is off', async () => {
    await store.close();
    [shop, store] = open({ dailyAudit: false });
    await shop.signer.reconcile();
    await service.advanceClock(DAY + 60);
    await shop.signer.reconcile();
    expect(logged('audited')).toEqual([]);
  });
});
