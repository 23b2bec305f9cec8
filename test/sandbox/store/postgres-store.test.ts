import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AuthKey } from '../../../src/sandbox/auth-key.js';
import type { LogEntry } from '../../../src/sandbox/log.js';
import { openPostgresStore } from '../../../src/sandbox/node/open-postgres-store.js';
import { startSandbox } from '../../../src/sandbox/node/start-sandbox.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { CLEARED_TABLE_NAMES } from '../cleared-tables.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';
import { RestCaller } from '../rest-caller.js';
import type { ServiceUnderTest } from '../service-under-test.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

const KEY = {
  ...{ authKey: 'k', merchantId: 1, redirectionUrl: null, webHookUrl: null, createdAt: 0, expiresAt: 1, usedAt: null },
  terms: {},
} as AuthKey;
const DOWN = { ResponseCode: 900, ResponseText: 'One or more sub-systems are currently unavailable' };

async function ask(database: string, ...statements: string[]): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: database });
  await client.connect();
  let rows: readonly Record<string, unknown>[] = [];
  for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
  await client.end();
  return rows;
}

async function openService(database: string) {
  const entries: LogEntry[] = [];
  const log = (entry: LogEntry): void => void entries.push(entry);
  const sandbox = createSandbox({ store: await openPostgresStore({ database, log }), log });
  const fetch = (path: string, init?: RequestInit) => sandbox.fetch(new Request(`http://sandbox.test${path}`, init));
  const v3 = new RestCaller({ fetch } as unknown as ServiceUnderTest);
  return { sandbox, fetch, v3, entries, close: () => sandbox.close() };
}

/** A proxy to the server that can hang in the middle, like a network. */
async function startWire(target: string) {
  const { port } = new URL(target);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const wire = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => (near.destroy(), far.destroy()));
    }
    near.on('data', (data) => !isSilent && far.write(data));
    far.on('data', (data) => !isSilent && near.write(data));
  }).listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const url = new URL(target);
  url.port = String((wire.address() as AddressInfo).port);
  return {
    url: url.href,
    setSilent: (value: boolean) => (isSilent = value),
    close() {
      for (const socket of sockets) socket.destroy();
      wire.close();
    },
  };
}

describe('a database on PostgreSQL', () => {
  it('is created by one of many concurrent processes, and is the same for all', async () => {
    const database = await server.createDatabase();
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore({ database })));
    expect(new Set(stores.map(({ fingerprintKey }) => fingerprintKey)).size).toBe(1);
    for (const store of stores) {
      expect(await store.read((view) => view.listMerchants())).toHaveLength(1);
      await store.close();
    }
  });

  it('closes as soon as its connections are closed', async () => {
    const store = await openPostgresStore({ database: await server.createDatabase() });
    // Their time limit never ends.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      await expect(store.close()).resolves.toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it('holds any number of sandboxes, each in a schema of its own', async () => {
    const database = await server.createDatabase();
    const one = await openService(`${database}?schema=run_1`);
    const other = await openService(`${database}?schema=run_2`);
    await one.v3.made();
    expect((await one.v3.search()).TxnRespList).toHaveLength(1);
    expect((await other.v3.search()).TxnRespList).toHaveLength(0);
    await one.close();
    await other.close();
    const tables = await ask(
      database,
      "select distinct table_schema from information_schema.tables where table_name = 'txn'",
    );
    expect(tables.map(({ table_schema }) => table_schema).sort()).toEqual(['run_1', 'run_2']);
  });

  it('keeps payments and continues the numbers when it is opened again', async () => {
    const database = await server.createDatabase();
    const first = await openService(database);
    const made = await first.v3.made();
    await first.close();
    const second = await openService(database);
    expect((await second.v3.get(made.TxnNumber)).TxnResp).toEqual(made);
    expect(Number((await second.v3.made()).TxnNumber)).toBeGreaterThan(Number(made.TxnNumber));
    await second.close();
  });

  it('is chosen by DATABASE_URL, and a file by its name', async () => {
    const database = await server.createDatabase();
    process.env['DATABASE_URL'] = database;
    const running = await startSandbox();
    const inMemory = await startSandbox({ database: ':memory:' });
    process.env['DATABASE_URL'] = '';
    const callerOf = ({ url }: { url: string }) =>
      new RestCaller({ fetch: (path: string, init?: RequestInit) => fetch(url + path, init) } as ServiceUnderTest);
    await callerOf(running).made();
    await callerOf(inMemory).made();
    await running.close();
    await inMemory.close();
    expect(await ask(database, 'select 1 from florin_sandbox.txn')).toHaveLength(1);
  });

  it('stores text with a character that PostgreSQL cannot hold', async () => {
    const store = await openPostgresStore({ database: await server.createDatabase() });
    await store.write((unit) => unit.addAuthKey({ ...KEY, redirectionUrl: 'a\0b' }));
    expect(await store.read((view) => view.findAuthKey('k'))).toMatchObject({ redirectionUrl: 'a\uFFFDb' });
    expect(await store.read((view) => view.findAuthKey('k\0'))).toBeUndefined();
    await store.close();
  });

  it('deletes a merchant’s data in every table, except its users', async () => {
    const database = await server.createDatabase();
    await (await openPostgresStore({ database })).close();
    const known = await ask(
      database,
      "select table_name from information_schema.columns where table_schema = 'florin_sandbox' and column_name = 'merchant_id'",
    );
    expect(known.map(({ table_name }) => table_name).sort()).toEqual(['api_user', ...CLEARED_TABLE_NAMES].sort());
  });

  it.each([
    [
      'another program’s',
      ['create schema florin_sandbox', 'create table florin_sandbox.songs (name text)'],
      /belongs to another program/,
    ],
    [
      'another Florin’s',
      [
        'create schema florin_sandbox',
        'create table florin_sandbox.meta (name text, value text)',
        "insert into florin_sandbox.meta values ('schema_version', '99')",
      ],
      /was made by another version of Florin: use that version, or delete it and start empty$/,
    ],
    [
      'not durable',
      ['alter role florin set synchronous_commit = off'],
      /has synchronous_commit off: it may lose payments/,
    ],
  ])('is refused in one line when it is %s', async (_, statements, message) => {
    const database = await server.createDatabase();
    await ask(database, ...statements);
    const refusal = await openPostgresStore({ database }).catch((error: unknown) => error as Error);
    await ask(database, 'alter role florin reset synchronous_commit');
    expect((refusal as Error).message).toMatch(message);
    expect((refusal as Error).message).not.toContain('\n');
  });

  it('is refused with a message without its password', async () => {
    const { password } = new URL(server.url);
    const wrong = ['postgres://florin:not-the-password@127.0.0.1:1/postgres', `${server.url}?schema=Not+A+Schema`];
    for (const database of [...wrong, server.url.replace(password, 'not-the-password')]) {
      const refusal = (await openPostgresStore({ database }).catch((error: unknown) => error)) as Error;
      expect(refusal).toBeInstanceOf(Error);
      expect(refusal.message).not.toMatch(new RegExp(`not-the-password|${password}|\n`));
    }
  });
});

describe('units of work on PostgreSQL', () => {
  it('are retried after a deadlock', async () => {
    const database = await server.createDatabase();
    const service = await openService(database);
    const [one, two] = [Number((await service.v3.made()).TxnNumber), Number((await service.v3.made()).TxnNumber)];
    await service.close();
    const both = await openPostgresStore({ database });
    let holding = 0;
    let runs = 0;
    const holdBoth = (first: number, second: number) =>
      both.write(async (unit) => {
        runs += 1;
        await unit.lockTransaction(1, first);
        holding += 1;
        // In the first attempt, each waits until the other holds its lock.
        while (holding < 2) await new Promise((wake) => setTimeout(wake, 5));
        return (await unit.lockTransaction(1, second))?.txnNumber;
      });
    expect(await Promise.all([holdBoth(one, two), holdBoth(two, one)])).toEqual([two, one]);
    expect(runs).toBe(3);
    await both.close();
  });

  it('are rolled back when they fail, and are not visible before their commit', async () => {
    const store = await openPostgresStore({ database: await server.createDatabase() });
    let seenInside: unknown;
    const refused = store.write(async (unit) => {
      await unit.addAuthKey(KEY);
      seenInside = await store.read((view) => view.findAuthKey('k'));
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(seenInside).toBeUndefined();
    expect(await store.read((view) => view.findAuthKey('k'))).toBeUndefined();
    await store.close();
  });

  it('see their own writes, and are stored as a whole or not at all', async () => {
    const store = await openPostgresStore({ database: await server.createDatabase() });
    const add = (...names: readonly string[]) =>
      store.write(async (unit) => {
        for (const authKey of names) await unit.addAuthKey({ ...KEY, authKey });
      });
    const seenInside = await store.write(async (unit) => {
      await unit.addAuthKey(KEY);
      return unit.findAuthKey('k');
    });
    expect(seenInside).toMatchObject(KEY);
    await expect(add('one', 'other', 'k')).rejects.toThrow('duplicate key');
    await add('two', 'three');
    const found = ['one', 'other', 'two', 'three'].map((key) => store.read((view) => view.findAuthKey(key)));
    expect((await Promise.all(found)).map((key) => key?.authKey)).toEqual([undefined, undefined, 'two', 'three']);
    await store.close();
  });

  it('continue when another process has added columns', async () => {
    const database = await server.createDatabase();
    const store = await openPostgresStore({ database });
    const read = () =>
      store.read(async (view) => [
        await view.findMerchant(1),
        await view.findFrameEntry('k'),
        await view.findToken(1, 't'),
      ]);
    const before = await read();
    const tables = ['merchant', 'frame_entry', 'token', 'auth_key', 'txn'];
    await ask(database, ...tables.map((table) => `alter table florin_sandbox.${table} add column later text`));
    expect(await read()).toEqual(before);
    await store.close();
  });
});

describe('an unreachable server', () => {
  it('gives code 900 and an unhealthy sandbox, and nothing acknowledged is lost', { timeout: 90_000 }, async () => {
    const own = await startPostgres();
    const { v3, fetch, entries, close } = await openService(await own.createDatabase());
    const made = await v3.made();
    const key = await v3.key();
    await own.crash();
    const answers = await Promise.all([v3.process(), v3.submit(key), v3.search(), v3.get(made.TxnNumber), v3.askKey()]);
    for (const { APIResponse } of answers) expect(APIResponse).toEqual(DOWN);
    const health = await fetch('/health');
    expect([health.status, await health.json()]).toEqual([503, { status: 'database_failed' }]);
    expect((await fetch('/ready')).status).toBe(503);
    await own.restart();
    expect((await v3.get(made.TxnNumber)).TxnResp).toEqual(made);
    expect((await v3.submit(key)).APIResponse.ResponseCode).toBe(0);
    expect(await (await fetch('/health')).json()).toEqual({ status: 'ok' });
    expect((await fetch('/ready')).status).toBe(200);
    const heard = entries.map(({ event }) => event).filter((event) => event.startsWith('database_'));
    expect(heard).toEqual(['database_gone', 'database_back']);
    await close();
    await own.stop();
  });

  it('gives code 900 also when it hangs, for waiting calls too', { timeout: 60_000 }, async () => {
    const wire = await startWire(await server.createDatabase());
    const { v3, close } = await openService(`${wire.url}?query_timeout=1500`);
    const made = await v3.made();
    wire.setSilent(true);
    const answers = await Promise.all(Array.from({ length: 40 }, () => v3.process()));
    for (const { APIResponse } of answers) expect(APIResponse).toEqual(DOWN);
    wire.setSilent(false);
    // A busy machine may hang for a while.
    await expect.poll(async () => (await v3.get(made.TxnNumber)).TxnResp).toEqual(made);
    await expect.poll(async () => (await v3.process()).APIResponse.ResponseCode).toBe(0);
    await close();
    wire.close();
  });
});
