/**
 * Stores as an earlier build wrote them (test/vectors/stored-45dd993/README.md): a copy for each
 * test.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { startPostgres } from './postgres-server.js';
import facts from '../vectors/stored-45dd993/facts.json' with { type: 'json' };

export type StoredFacts = (typeof facts)['sqlite'];

/** Copies for one kind of database. */
export interface StoredFiles {
  readonly facts: StoredFacts;
  /**
   * The location of a new copy: a file, or the URL of a database. In PostgreSQL both are schemas of
   * one database.
   */
  copy(): Promise<{ readonly signer: string; readonly sandbox: string }>;
  /** Removes all copies. */
  remove(): Promise<void>;
}

const readVector = (name: string) => readFileSync(join(import.meta.dirname, '../vectors/stored-45dd993', name));

function storedInSqlite(): Promise<StoredFiles> {
  const folders: string[] = [];
  return Promise.resolve({
    facts: facts.sqlite,
    copy() {
      const folder = mkdtempSync(join(tmpdir(), 'florin-stored-'));
      folders.push(folder);
      const [signer, sandbox] = ['signer', 'sandbox'].map((name) => {
        const file = join(folder, `${name}.sqlite`);
        writeFileSync(file, gunzipSync(readVector(`${name}.sqlite.gz`)));
        return file;
      }) as [string, string];
      return Promise.resolve({ signer, sandbox });
    },
    remove() {
      for (const folder of folders) rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
}

async function storedInPostgres(): Promise<StoredFiles> {
  const server = await startPostgres();
  return {
    facts: facts.postgres,
    async copy() {
      const url = await server.createDatabase();
      const client = new Client({ connectionString: url });
      await client.connect();
      for (const name of ['signer', 'sandbox']) await client.query(readVector(`${name}.postgres.sql`).toString());
      await client.end();
      return { signer: url, sandbox: url };
    },
    remove: () => server.stop(),
  };
}

/** Each kind of database by its name. */
export const STORED_IN = [
  ['SQLite', storedInSqlite],
  ['PostgreSQL', storedInPostgres],
] as const;
