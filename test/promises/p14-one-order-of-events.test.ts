/**
 * P14: the answers to several clients about one order fit one order of events (linearizability). Real processes use one
 * store, and their calls are checked as Jepsen does.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPE, TERMS } from '../signer/terms.js';
import { startPostgres, type PostgresServer } from '../support/postgres-server.js';
import { isLinearizable, type Call, type Model } from './linearizable.js';

const PROCESSES = 3;
const ORDERS = 100;
/** Clients of each process, and calls of each client for each order. */
const CLIENTS = 3;
const CALLS = 12;
/** All processes begin the next order at the same time: milliseconds between two orders. */
const STEP = 30;

/** `attempt` counts from 1. */
type Op =
  | { readonly do: 'read' }
  | { readonly do: 'add' | 'goLive' | 'supersede' | 'expire'; readonly attempt: number; readonly by: string };
/** The claims of the order. */
type State = readonly { readonly attempt: number; readonly by: string; readonly state: string }[];
type Result = State | boolean;

/** The contract of `ClaimStore`, for one order. */
const model: Model<State, Op, Result> = (state, op) => {
  if (op.do === 'read') return [state, state];
  const { attempt, by } = op;
  const claim = state.find((each) => each.attempt === attempt && each.by === by);
  const move = (from: readonly string[], to: string): readonly [State, boolean] => {
    if (!claim || !from.includes(claim.state)) return [state, false];
    return [state.map((each) => (each === claim ? { ...each, state: to } : each)), true];
  };
  if (op.do === 'goLive') return move(['issuing'], 'live');
  if (op.do === 'supersede') return move(['live'], 'superseded');
  if (op.do === 'expire') return move(['live', 'superseded'], 'expired');
  if (state.some((each) => each.attempt === attempt)) return [state, false];
  const added = [...state, { attempt, by, state: 'issuing' }];
  return [added.toSorted((one, other) => one.attempt - other.attempt), true];
};

/** Code of each process, with the built package: clients that read an order, and change what they have read last. */
const CLIENT = `
import { createClaim } from './dist/signer/claims/claim.js';
import { openPostgresStore, openSqliteStore } from './dist/signer/node/index.js';
const task = JSON.parse(process.env.TASK);
const store = task.file ? openSqliteStore(task.file) : await openPostgresStore({ connection: task.connection });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const oneOf = (values) => values[Math.floor(Math.random() * values.length)];
const idOf = (order, attempt, by) => Buffer.from([order, attempt, by].join()).toString('hex').padStart(32, '0');
const answers = {
  read: async (order) =>
    (await store.readOrder(task.scope, String(order))).claims.map(({ attempt, leaseOwner, authKey, state }) => ({ attempt, by: leaseOwner ?? authKey, state })),
  add: (order, { attempt, by }) =>
    store.addClaim(createClaim({ id: idOf(order, attempt, by), reference: crypto.randomUUID(), scope: task.scope, order: String(order), attempt, terms: task.terms, leaseOwner: by, lease: 2 })),
  // goLive clears the owner of the lease; the key has the owner's name.
  goLive: (order, { attempt, by }) => store.goLive(idOf(order, attempt, by), by, { authKey: by, expiresAt: 9 }),
  supersede: (order, { attempt, by }) => store.supersede(idOf(order, attempt, by)),
  expire: (order, { attempt, by }) => store.expire(idOf(order, attempt, by)),
};
const calls = [];
const call = async (order, op) => {
  const calledAt = process.hrtime.bigint();
  const result = await answers[op.do](order, op);
  calls.push({ order, op, result, calledAt: String(calledAt), returnedAt: String(process.hrtime.bigint()) });
  return result;
};
const work = async (order, by) => {
  let claims = [];
  for (let count = 0; count < task.calls; count += 1) {
    const what = oneOf(['read', 'read', 'add', 'goLive', 'supersede', 'expire']);
    const last = claims.at(-1);
    if (what === 'add') await call(order, { do: 'add', attempt: (last?.attempt ?? 0) + 1, by });
    else if (what === 'read' || !last) claims = await call(order, { do: 'read' });
    else await call(order, { do: what, attempt: last.attempt, by: last.by });
  }
};
for (let order = 0; order < task.orders; order += 1) {
  await pause(task.startAt + order * task.step - Date.now());
  await Promise.all(Array.from({ length: task.clients }, (_, client) => work(order, task.name + client)));
}
await store.close();
process.stdout.write(JSON.stringify(calls));
`;

type StoredCall = Omit<Call<Op, Result>, 'calledAt' | 'returnedAt'> & {
  readonly order: number;
  readonly calledAt: string;
  readonly returnedAt: string;
};

async function runProcess(task: object): Promise<StoredCall[]> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CLIENT], {
    env: { ...process.env, TASK: JSON.stringify(task) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return JSON.parse(output) as StoredCall[];
}

/** The calls for each order. */
async function runClients(store: object): Promise<Call<Op, Result>[][]> {
  expect(existsSync('dist/signer/node/index.js'), 'run npm run build first').toBe(true);
  const task = { ...store, scope: SCOPE, terms: TERMS, startAt: Date.now() + 2_000, step: STEP };
  const counts = { orders: ORDERS, clients: CLIENTS, calls: CALLS };
  const names = Array.from({ length: PROCESSES }, (_, index) => 'abc'.charAt(index));
  const calls = (await Promise.all(names.map((name) => runProcess({ ...task, ...counts, name })))).flat();
  return Array.from({ length: ORDERS }, (_, order) =>
    calls
      .filter((call) => call.order === order)
      .map(({ op, result, calledAt, returnedAt }) => ({
        op,
        result,
        calledAt: BigInt(calledAt),
        returnedAt: BigInt(returnedAt),
      })),
  );
}

function expectOneOrder(name: string, orders: readonly Call<Op, Result>[][]): void {
  const overlaps = orders.map(
    (calls) =>
      calls.filter(({ calledAt, returnedAt }) =>
        calls.some((other) => other.calledAt > calledAt && other.calledAt < returnedAt),
      ).length,
  );
  const count = orders.flat().length;
  const atOnce = overlaps.reduce((sum, each) => sum + each, 0);
  const wrong = orders.flatMap((calls, order) => (isLinearizable(calls, model, []) ? [] : [order]));
  console.log(
    `P14 ${name}: ${count} calls for ${ORDERS} orders, ${atOnce} overlapped another call, ${wrong.length} orders are not linearizable`,
  );
  expect(count).toBe(ORDERS * PROCESSES * CLIENTS * CALLS);
  expect(atOnce, 'too few calls overlapped').toBeGreaterThan(count / 10);
  expect(wrong).toEqual([]);
}

describe('P14: one order of events', { timeout: 120_000 }, () => {
  let folder: string;
  let server: PostgresServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'florin-p14-'));
    server = await startPostgres();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('holds for three processes on one SQLite file', async () => {
    expectOneOrder('SQLite', await runClients({ file: join(folder, 'claims.db') }));
  });

  it('holds for three processes on PostgreSQL', async () => {
    expectOneOrder('PostgreSQL', await runClients({ connection: await server.createDatabase() }));
  });

  it('does not hold if a read is older than an answer', () => {
    const at = (calledAt: bigint, returnedAt: bigint, op: Op, result: Result) => ({ op, result, calledAt, returnedAt });
    const add: Op = { do: 'add', attempt: 1, by: 'a' };
    const added = [{ attempt: 1, by: 'a', state: 'issuing' }];
    const overlapping = [at(1n, 5n, add, true), at(2n, 3n, { do: 'read' }, []), at(3n, 4n, { do: 'read' }, added)];
    expect(isLinearizable(overlapping, model, [])).toBe(true);
    expect(isLinearizable([at(1n, 2n, add, true), at(3n, 4n, { do: 'read' }, [])], model, [])).toBe(false);
    expect(isLinearizable([at(1n, 3n, add, true), at(2n, 4n, { ...add, by: 'b' }, true)], model, [])).toBe(false);
  });
});
