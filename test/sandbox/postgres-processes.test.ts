/** Several sandbox processes on one PostgreSQL: P1, P7, P9 and P17 across them. P41 is in store/postgres-store.test.ts. */
import { setTimeout as pause } from 'node:timers/promises';
import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSandboxProcess, type SandboxProcess } from '../cli/florin-process.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { RestCaller, type Json } from './rest-caller.js';
import type { ServiceUnderTest } from './service-under-test.js';
import { CREDENTIALS, SoapCaller, textIn } from './soap/soap-caller.js';
import { startReceiver } from './webhooks/receiver.js';

const PROCESSES = 3;
const USES = 1_000;
const ROUNDS = 8;
/** Concurrent refunds of one payment: five times its amount. */
const REFUNDS = 30;
const WEBHOOKS = 60;
/** A lease that is short enough for a test, and longer than an attempt. */
const LEASE_SECONDS = 10;
const ATTEMPT_SECONDS = 9;

let server: PostgresServer;
let folder: string;
let processes: readonly SandboxProcess[];
let callers: readonly RestCaller[];
beforeAll(async () => {
  server = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'florin-postgres-'));
  const config = join(folder, 'sandbox.json');
  writeFileSync(
    config,
    JSON.stringify({ settings: { webhookLeaseSeconds: LEASE_SECONDS, webhookTimeoutSeconds: ATTEMPT_SECONDS } }),
  );
  const database = await server.createDatabase();
  const args = ['--port', '0', '--config', config];
  // All start at once on an empty database, and one creates the tables. Two get the database from the environment.
  process.env['DATABASE_URL'] = database;
  const named = Array.from({ length: PROCESSES }, (_, index) =>
    index === 0 ? [...args, '--database', database] : args,
  );
  processes = await Promise.all(named.map((each) => startSandboxProcess(each)));
  process.env['DATABASE_URL'] = '';
  callers = processes.map((each) => callerOf(each));
}, 90_000);
afterAll(async () => {
  for (const each of processes) if (each.child.exitCode === null) await each.stop();
  rmSync(folder, { recursive: true });
  await server.stop();
});

function callerOf({ url }: SandboxProcess, version: 'v2' | 'v3' = 'v3'): RestCaller {
  return new RestCaller(serviceAt(url), version);
}

function serviceAt(url: string): ServiceUnderTest {
  return { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) } as ServiceUnderTest;
}

function countCodes(answers: readonly Json[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { APIResponse } of answers) {
    const { ResponseCode } = APIResponse as { readonly ResponseCode: number };
    counts[ResponseCode] = (counts[ResponseCode] ?? 0) + 1;
  }
  return counts;
}

describe('sandbox processes on one PostgreSQL', () => {
  it(`P1: ${USES} uses of one key at once in three processes make one transaction`, { timeout: 120_000 }, async () => {
    const both = processes.flatMap((each) => [callerOf(each, 'v2'), callerOf(each, 'v3')]);
    const key = await callers[1]!.key({ Crn1: 'one key' });
    const answers = await Promise.all(
      Array.from({ length: USES }, (_, index) => both[index % both.length]!.submit(key)),
    );
    expect(countCodes(answers)).toEqual({ 0: 1, 207: USES - 1 });
    for (const caller of both) expect((await caller.search({ Crn1: 'one key' })).TxnRespList).toHaveLength(1);
  });

  it('numbers are unique and ascending, and receipts are unique', { timeout: 120_000 }, async () => {
    const numbers: number[] = [];
    const receipts = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const highest = Math.max(0, ...numbers);
      const made: Json[] = await Promise.all(
        Array.from({ length: 20 }, (_, index) => callers[index % PROCESSES]!.made()),
      );
      for (const { TxnNumber, ReceiptNumber } of made) {
        // A request after a response gets a higher number, in any process.
        expect(Number(TxnNumber)).toBeGreaterThan(highest);
        numbers.push(Number(TxnNumber));
        receipts.add(String(ReceiptNumber));
      }
    }
    expect(new Set(numbers).size).toBe(ROUNDS * 20);
    expect(receipts.size).toBe(ROUNDS * 20);
  });

  it('P7: refunds at once in three processes never exceed the payment', { timeout: 120_000 }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const payment = await callers[0]!.made({ Amount: 6_000 });
      const refunds: Json[] = await Promise.all(
        Array.from({ length: REFUNDS }, (_, index) => callers[index % PROCESSES]!.follow('refund', payment, 1_000)),
      );
      const inOrder = refunds.sort((one, other) => Number(one.TxnNumber) - Number(other.TxnNumber));
      const codes = inOrder.map(({ ResponseCode }) => String(ResponseCode));
      // The six with the lowest numbers came first, so they were approved.
      expect(codes).toEqual([...Array<string>(6).fill('0'), ...Array<string>(REFUNDS - 6).fill('PT_R4')]);
    }
    const preauth = await callers[0]!.made({ Action: 'preauth', Amount: 5_000 });
    const ends: Json[] = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        callers[index % PROCESSES]!.follow(index % 4 < 2 ? 'capture' : 'reversal', preauth, 5_000),
      ),
    );
    expect(ends.filter(({ ResponseCode }) => ResponseCode === '0')).toHaveLength(1);
  });

  it('a login of SOAP in one is known in all, until it ends in one', async () => {
    const [one, two, three] = processes.map(({ url }) => new SoapCaller(serviceAt(url)));
    const response = await one!.send('Login', CREDENTIALS);
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
    const askBank = async (caller: SoapCaller) =>
      textIn(await caller.call('IsBankAvailable', { bankId: 1 }, { cookie }), 'ResponseCode');
    expect(await askBank(two!)).toBe('SUCCESS');
    await three!.call('Logout', {}, { cookie });
    expect(await askBank(one!)).toBe('ERROR');
  });

  it('P17: all send webhooks, each is sent once, and no more than four at a time', { timeout: 120_000 }, async () => {
    const receiver = await startReceiver(
      () => 200,
      () => pause(50),
    );
    const pay = async (index: number) => {
      const caller = callers[index % PROCESSES]!;
      const key = await caller.key({ Crn1: `webhook ${index}` }, { WebHookUrl: `${receiver.url}/${index}` });
      expect((await caller.submit(key)).APIResponse.ResponseCode).toBe(0);
    };
    await Promise.all(Array.from({ length: WEBHOOKS }, (_, index) => pay(index)));
    const paths = () => receiver.received.map(({ path }) => path);
    await expect.poll(() => new Set(paths()).size, { timeout: 60_000, interval: 100 }).toBe(WEBHOOKS);
    // Time for a possible second call.
    await pause(300);
    expect(paths()).toHaveLength(WEBHOOKS);
    expect(receiver.most()).toBeLessThanOrEqual(4);
    await receiver.close();
  });

  it(
    'P9: after kill -9 of one, the others continue and send its webhooks, and nothing is lost',
    { timeout: 120_000 },
    async () => {
      let isDead = false;
      const receiver = await startReceiver(({ path }) => (path === '/held' && !isDead ? 'hang' : 200));
      const [dying, living] = processes as [SandboxProcess, SandboxProcess];
      const acknowledged: { readonly txnNumber: string; readonly amount: number }[] = [];
      let isOver = false;
      const load = async (target: SandboxProcess, name: string): Promise<void> => {
        const caller = callerOf(target);
        for (let count = 1; !isOver; count += 1) {
          const amount = count * 100;
          const { TxnNumber } = await caller.made({ Amount: amount, Crn1: name });
          acknowledged.push({ txnNumber: String(TxnNumber), amount });
        }
      };
      const doomed = ['a', 'b', 'c', 'd'].map((name) => load(dying, name).catch(() => undefined));
      const others = ['e', 'f', 'g', 'h'].map((name) => load(living, name));
      while (acknowledged.length < 100) await pause(5);
      const held = await callerOf(dying).key({}, { WebHookUrl: `${receiver.url}/held` });
      await callerOf(dying).submit(held);
      await expect.poll(() => receiver.received.length, { timeout: 30_000, interval: 20 }).toBe(1);
      await dying.stop('SIGKILL');
      isDead = true;
      const soFar = acknowledged.length;
      await Promise.all(doomed);
      while (acknowledged.length < soFar + 50) await pause(5);
      isOver = true;
      await Promise.all(others);

      const caller = callerOf(living);
      for (const { txnNumber, amount } of acknowledged) {
        expect((await caller.get(txnNumber)).TxnResp?.Amount).toBe(amount);
      }
      // Its lease expires, and the next webhook wakes the sender.
      await expect
        .poll(
          async () => {
            const key = await caller.key({}, { WebHookUrl: `${receiver.url}/woken` });
            await caller.submit(key);
            return receiver.received.filter(({ path }) => path === '/held').length;
          },
          { timeout: 60_000, interval: 500 },
        )
        .toBe(2);
      console.log(`kill -9 of one of three processes: ${acknowledged.length} acknowledged, none lost`);
      await receiver.close();
    },
  );
});
