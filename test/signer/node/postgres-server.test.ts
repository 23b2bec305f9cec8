import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

async function ask(url: string, query: string): Promise<Record<string, unknown>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(query);
    return rows[0] ?? {};
  } finally {
    await client.end();
  }
}

describe('the PostgreSQL of the tests', () => {
  it('writes to the disk at each commit', async () => {
    expect(await ask(server.url, 'SHOW fsync')).toEqual({ fsync: 'on' });
    expect(await ask(server.url, 'SHOW synchronous_commit')).toEqual({ synchronous_commit: 'on' });
  });

  it('gives each caller an empty database of its own', async () => {
    const [one, other] = await Promise.all([server.createDatabase(), server.createDatabase()]);
    expect(one).not.toBe(other);
    await ask(one, 'CREATE TABLE visible (id int)');
    await expect(ask(other, 'SELECT * FROM visible')).rejects.toThrow(/does not exist/);
  });

  it('refuses connections without its password', async () => {
    await expect(ask(server.url.replace(/florin:[^@]+/, 'florin:guess'), 'SELECT 1')).rejects.toThrow(/password/);
  });

  it('keeps what it has acknowledged when it is killed, and starts again', async () => {
    const url = await server.createDatabase();
    await ask(url, 'CREATE TABLE kept (id int)');
    await ask(url, 'INSERT INTO kept VALUES (7)');
    await server.crash();
    await expect(ask(url, 'SELECT 1')).rejects.toThrow();
    await server.restart();
    expect(await ask(url, 'SELECT id FROM kept')).toEqual({ id: 7 });
  });
});
