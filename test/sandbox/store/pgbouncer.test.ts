/** The sandbox's store behind a real PgBouncer in transaction mode that keeps no prepared statements. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../../src/sandbox/node/open-postgres-store.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '../../support/pgbouncer.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';
import { RestCaller } from '../rest-caller.js';
import type { ServiceUnderTest } from '../service-under-test.js';

describe.skipIf(!hasPgBouncer())('behind PgBouncer', () => {
  let server: PostgresServer;
  let pooler: PgBouncer;
  beforeAll(async () => {
    server = await startPostgres();
    pooler = await startPgBouncer(server.url);
  });
  afterAll(async () => {
    await pooler.stop();
    await server.stop();
  });

  async function openSandbox(database: string) {
    const sandbox = createSandbox({ store: await openPostgresStore({ database }) });
    const fetch = (path: string, init?: RequestInit) => sandbox.fetch(new Request(`http://sandbox.test${path}`, init));
    return { v3: new RestCaller({ fetch } as unknown as ServiceUnderTest), close: () => sandbox.close() };
  }

  it('two processes make and read payments at once with ?pgbouncer=true', async () => {
    const database = `${pooler.urlOf(await server.createDatabase())}?pgbouncer=true`;
    const sandboxes = [await openSandbox(database), await openSandbox(database)];
    const fifteen = () => Promise.all(Array.from({ length: 15 }, (_, index) => sandboxes[index % 2]!.v3.made()));
    // More at once wait longer than the store's ten seconds on a busy machine.
    const made = [...(await fifteen()), ...(await fifteen()), ...(await fifteen()), ...(await fifteen())];
    expect(new Set(made.map(({ TxnNumber }) => TxnNumber)).size).toBe(60);
    const read = await Promise.all(made.map(({ TxnNumber }, index) => sandboxes[(index + 1) % 2]!.v3.get(TxnNumber)));
    expect(read.map(({ TxnResp }) => TxnResp)).toEqual(made);
    for (const sandbox of sandboxes) await sandbox.close();
  });

  it('another value is refused in one line', async () => {
    const database = `${pooler.urlOf(server.url)}?pgbouncer=yes`;
    await expect(openPostgresStore({ database })).rejects.toThrow(/^The option pgbouncer .* must be true or false$/);
  });
});
