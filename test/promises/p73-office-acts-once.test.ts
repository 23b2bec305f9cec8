/**
 * P73: a lost answer of the back office never doubles an action. Each action needs an Idempotency-Key, and is carried out
 * once for each key: in parallel, after a restart, and after an interruption.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OFFICE_ROWS } from '../../src/sandbox/backoffice/office-handler.js';
import { openStore } from '../../src/sandbox/node/open-store.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { ADMINISTRATOR, MANAGER, OfficeCaller, SEED, type OfficeAnswer } from '../sandbox/office-caller.js';
import { stoppedClock } from '../sandbox/service-under-test.js';
import { batchFile, detail } from '../sandbox/soap/file-caller.js';

const ACTIONS = OFFICE_ROWS.filter(({ action }) => action);
const LIST = { search: {}, order: 'newest_first', offset: 0, limit: 100, upTo: null };
/** Endpoints by other methods than GET that change nothing. */
const QUERIES = /^POST \/(session|dashboard|settlement|.*\/search|.*\/records|tokens\/:id\/copy)$|^DELETE \/session$/;

let folder: string;
let database: string;
let office: OfficeCaller;

async function open(): Promise<OfficeCaller> {
  const store = await openStore({ database, seed: [SEED] });
  const caller = new OfficeCaller(createSandbox({ store, clock: stoppedClock() }));
  await caller.signIn();
  return caller;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-p73-'));
  database = join(folder, 'sandbox.sqlite');
  office = await open();
});
afterEach(async () => {
  await office.sandbox.close();
  rmSync(folder, { recursive: true });
});

const key = (value: string) => ({ 'Idempotency-Key': value });
const isReplayed = ({ headers }: OfficeAnswer) => headers.get('idempotency-replayed') === 'true';
const total = async () => (await office.call('POST /transactions/search', LIST)).body.total as number;

async function webhook(): Promise<string> {
  const rest = (path: string, body: object) => office.rest('demo-api', 'Demo-Password-1', path, body);
  const { AuthKey } = await rest('/txns/processtxnauthkey', {
    ProcessTxnData: { Action: 'payment', TestMode: true, Amount: 10_000, Currency: 'AUD' },
    RedirectionUrl: 'https://shop.example/back',
    WebHookUrl: 'https://shop.example/hook',
  });
  const CardDetails = { CardNumber: '5123456789012346', ExpiryDateMonth: '05', ExpiryDateYear: '30', Cvn: '123' };
  await rest(`/txns/withauthkey/${AuthKey}`, { TxnReq: { CardDetails } });
  return (await office.call('POST /webhooks/search', { state: null })).body[0].id;
}

const ofTransaction = (action: string, body: object) => async () => {
  const original = await office.pay({ Action: action === 'capture' ? 'preauth' : 'payment', StoreCard: true });
  return [`/transactions/${original}/${action}`, body] as const;
};

/** Actions by what they do, each with a count of its effects. */
const EFFECTS = {
  refund: { prepare: ofTransaction('refund', { amount: 4_000 }), count: total },
  capture: { prepare: ofTransaction('capture', { amount: 10_000 }), count: total },
  reversal: { prepare: ofTransaction('reversal', { amount: 10_000 }), count: total },
  tokenise: {
    prepare: ofTransaction('token', {}),
    count: async () => (await office.call('POST /tokens/search', { search: {} })).body.tokens.length,
  },
  'batch upload': {
    prepare: async () => ['/batches', { filename: 'a.csv', content: batchFile([detail()]) }] as const,
    count: async () => (await office.call('GET /batches')).body.batches.length,
  },
  'look-up upload': {
    prepare: async () =>
      ['/lookups', { filename: 'a.csv', content: 'CRN1,CRN2,CRN3,Amount,Name\r\n1,,,,\r\n' }] as const,
    count: async () => (await office.call('POST /lookups/search', {})).body.files.length,
  },
  clock: {
    prepare: async () => ['/sandbox/clock', { advanceSeconds: 60 }] as const,
    count: async () => (await office.call('GET /sandbox')).body.ahead / 60_000,
  },
  fault: {
    prepare: async () => ['/sandbox/faults', { operation: 'T1', kind: 'delay', seconds: 1 }] as const,
    count: async () => (await office.call('GET /sandbox')).body.faults.length,
  },
} as const;

describe('P73: the back office acts once', () => {
  it('every endpoint that changes something is an action', () => {
    const others = OFFICE_ROWS.filter(({ verb, action }) => verb !== 'GET' && !action);
    expect(others.map(({ verb, path }) => `${verb} ${path}`).filter((name) => !QUERIES.test(name))).toEqual([]);
    expect(ACTIONS.length).toBeGreaterThan(15);
  });

  it('every action needs a key', async () => {
    for (const { verb, path } of ACTIONS) {
      for (const bad of ['', 'x'.repeat(256)]) {
        const { status, body } = await office.send(verb, path.replace(/:\w+/g, '10001'), {}, key(bad));
        expect({ verb, path, status, ...body }).toMatchObject({
          status: 400,
          message: expect.stringContaining('-Key'),
        });
      }
    }
  });

  it.each(Object.entries(EFFECTS))('%s: one effect, in parallel and later', async (_name, { prepare, count }) => {
    const [path, body] = await prepare();
    const before = await count();
    const send = () => office.send('POST', path, body, key('pressed'));
    const answers = await Promise.all([send(), send(), send(), send()]);
    const done = answers.filter(({ status }) => status === 200);
    const first = done.find((answer) => !isReplayed(answer));
    for (const { status, body: refusal } of answers) {
      if (status !== 200) expect({ status, ...refusal }).toMatchObject({ status: 409, isUncertain: true });
    }
    const again = await send();
    expect(again).toMatchObject({ status: 200, body: first?.body });
    expect(isReplayed(again)).toBe(true);
    expect((await count()) - before).toBe(1);
  });

  it('a webhook is sent again once', async () => {
    const id = await webhook();
    const send = () => office.send('POST', `/webhooks/${id}/resend`, {}, key('again'));
    expect(await send()).toMatchObject({ status: 200, body: { ok: true } });
    await office.sandbox.control.advanceClock(600);
    const due = async () => (await office.call('POST /webhooks/search', { state: null })).body[0].dueAt;
    const before = await due();
    expect(isReplayed(await send())).toBe(true);
    expect(await due()).toBe(before);
  });

  it('after a restart, and in another process with the same database', async () => {
    const original = await office.pay();
    const path = `/transactions/${original}/refund`;
    const first = await office.send('POST', path, { amount: 4_000 }, key('k'));
    const other = await open();
    expect((await other.send('POST', path, { amount: 4_000 }, key('k'))).body).toEqual(first.body);
    await other.sandbox.close();
    await office.sandbox.close();
    office = await open();
    const again = await office.send('POST', path, { amount: 4_000 }, key('k'));
    expect(again.body).toEqual(first.body);
    expect(await total()).toBe(2);
  });

  it('an interrupted action may have been carried out, and is not carried out again', async () => {
    const path = `/transactions/${await office.pay()}/refund`;
    await office.send('POST', path, { amount: 4_000 }, key('k'));
    // As if the process had ended between the refund and the end of the call.
    const file = new DatabaseSync(database);
    file.exec('update keyed_call set status = null, answer = null');
    file.close();
    const again = await office.send('POST', path, { amount: 4_000 }, key('k'));
    expect(again).toMatchObject({ status: 409, body: { isUncertain: true } });
    expect(await total()).toBe(2);
  });

  it('a refused action leaves its key free, another action does not get it, and each user has own keys', async () => {
    const path = `/transactions/${await office.pay()}/refund`;
    expect((await office.send('POST', path, { amount: -1 }, key('k'))).status).toBe(400);
    expect((await office.send('POST', path, { amount: 4_000 }, key('k'))).body.status).toBe('approved');
    expect((await office.send('POST', path, { amount: 5_000 }, key('k'))).status).toBe(422);
    const manager = new OfficeCaller(office.sandbox);
    await manager.signIn(MANAGER);
    expect((await manager.send('POST', path, { amount: 5_000 }, key('k'))).body.status).toBe('approved');
    expect(await total()).toBe(3);
  });

  it('deleting the data is done once, and deletes the stored answers', async () => {
    const path = `/transactions/${await office.pay({ Crn1: 'a name in it' })}/refund`;
    await office.send('POST', path, { amount: 4_000 }, key('k'));
    await office.send('POST', '/sandbox/reset', {}, key('r'));
    await office.pay();
    expect(isReplayed(await office.send('POST', '/sandbox/reset', {}, key('r')))).toBe(true);
    expect(await total()).toBe(1);
    const file = new DatabaseSync(database);
    expect(JSON.stringify(file.prepare('select * from keyed_call').all())).not.toContain('a name in it');
    file.close();
  });

  it('stores no password and no key', async () => {
    const user = { username: 'shop', emailAddress: 'a@shop.example', permissions: ['API'] };
    const send = () =>
      office.send('POST', '/users', { ...user, ownPassword: ADMINISTRATOR.password }, key('the key of this press'));
    const { password } = (await send()).body;
    expect(await send()).toMatchObject({ status: 409, body: { message: expect.stringContaining('done already') } });
    const file = new DatabaseSync(database);
    const stored = JSON.stringify(file.prepare('select * from keyed_call').all());
    file.close();
    expect(stored).toContain('POST /users');
    for (const secret of [password, ADMINISTRATOR.password, 'the key of']) expect(stored).not.toContain(secret);
  });
});
