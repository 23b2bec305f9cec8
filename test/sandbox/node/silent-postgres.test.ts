/** A sandbox process whose PostgreSQL hangs: calls and shutdown wait for a limited time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandboxProcess } from '../../cli/florin-process.js';
import { startPostgres, type PostgresServer } from '../../support/postgres-server.js';

/** The limit of docs/guides/sandbox.md plus a margin for a busy machine. */
const CLOSE_LIMIT = 30_000 + 3_000;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

it('answers code 900, says so in the log, and ends on SIGTERM', { timeout: 120_000 }, async () => {
  const database = await postgres.createDatabase();
  const { url, stop } = await startSandboxProcess(['--port', '0', '--database', database]);
  const search = async () => {
    const response = await fetch(`${url}/webapi/v3/txns/1`, {
      headers: { authorization: `Basic ${btoa('demo-api|5353109000000000:Demo-Password-1')}` },
    });
    return (await response.json()) as { APIResponse: { ResponseCode: number } };
  };
  expect((await search()).APIResponse.ResponseCode).toBe(201);
  postgres.silence();
  try {
    const answers = await Promise.all([search(), search(), search()]);
    expect(answers.map(({ APIResponse }) => APIResponse.ResponseCode)).toEqual([900, 900, 900]);
    const late = Promise.allSettled([search(), search()]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const from = performance.now();
    const { code, err } = await stop();
    expect(performance.now() - from).toBeLessThan(CLOSE_LIMIT);
    expect(code).toBe(0);
    expect(err).toContain('"event":"database_gone"');
    for (const end of await late) {
      if (end.status === 'fulfilled') expect(end.value.APIResponse.ResponseCode).toBe(900);
    }
  } finally {
    postgres.wake();
  }
});
