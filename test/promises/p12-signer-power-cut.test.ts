/**
 * P12, for the signer's claims in SQLite: only the second of a key's two commits waits for the disk
 * (docs/decisions/0001-store.md). A key that has left the signer survives a power cut. A claim
 * without a key survives `kill -9`, and a power cut removes it completely.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../src/signer/node/sqlite-store.js';
import { accountAt, startFaultyService, type FaultyService } from '../signer/faulty-service.js';
import { createShop, orderOf, shopClock, testScopeOf } from '../signer/shop.js';
import { waitForOutput } from '../support/process-output.js';
import { canTrace, LazyDisk, readTrace, type Step, tracing } from './traced-disk.js';
import { trials } from './trials.js';

const PROGRAM = fileURLToPath(new URL('../bench/signer-process.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/signer/node/index.js', import.meta.url));
const DATABASE = 'claims.db';
const ANSWERED_KEY = /^(?=.*"order":"(?<order>[^"]+)")(?=.*"authKey":"(?<authKey>[\da-f-]{36})")/s;

const isTraced = canTrace();
if (!isTraced)
  console.log('P12 of the signer is skipped but for kill -9: there is no strace here, or it may not trace');

let folder: string;
let service: FaultyService;
let signer: SignerProcess | undefined;

interface SignerProcess {
  ask(order: string): Promise<Response>;
  kill(): Promise<void>;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'florin-p12-'));
  service = await startFaultyService();
});
afterEach(async () => {
  await signer?.kill();
  signer = undefined;
  await service.close();
  rmSync(folder, { recursive: true });
});

async function startSigner(before: readonly string[] = []): Promise<SignerProcess> {
  if (!existsSync(BUILT)) throw new Error('dist/signer is missing: run `npm run build` first');
  const [program = '', ...args] = [...before, process.execPath, PROGRAM];
  const child: ChildProcess = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  child.stdin?.write(`${JSON.stringify({ service: accountAt(service), database: join(folder, DATABASE) })}\n`);
  const [, url = ''] = await waitForOutput(child, /^ready (\S+)$/m);
  return {
    ask: (order) =>
      fetch(`${url}/pay/authkey`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order }),
      }),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Kills the process while the service is asked for the key of an order. */
async function killBeforeTheKey(order: string): Promise<void> {
  service.keyDelay = 3000;
  const asked = service.calls.T4;
  const lost = signer?.ask(order).catch(() => undefined);
  await expect.poll(() => service.calls.T4, { interval: 5, timeout: 10_000 }).toBe(asked + 1);
  await signer?.kill();
  await lost;
  service.keyDelay = 0;
}

/** The program's orders are in live mode. */
const liveScope = () => testScopeOf(accountAt(service)).replace(/test$/, 'live');
const readSteps = () => readTrace(readFileSync(join(folder, 'trace'), 'utf8'));
const keyOf = (step: Step) => (step.do === 'send' ? ANSWERED_KEY.exec(step.text)?.groups : undefined);

describe('P12: a claim without its key', { timeout: 120_000 }, () => {
  it('is kept after a kill of the process', async () => {
    signer = await startSigner();
    await killBeforeTheKey('1042');
    const store = openSqliteStore(join(folder, DATABASE), { clock: shopClock });
    expect((await store.readOrder(liveScope(), '1042')).claims).toMatchObject([
      { attempt: 1, state: 'issuing', authKey: null },
    ]);
    await store.close();
  });

  it.skipIf(!isTraced)('is taken back whole by a power cut: the order begins again', async () => {
    signer = await startSigner(tracing(join(folder, 'trace')));
    expect((await signer.ask('1041')).status).toBe(200);
    await killBeforeTheKey('1042');
    const disk = new LazyDisk();
    for (const step of readSteps()) disk.take(step);
    const store = openSqliteStore(disk.leave(DATABASE, join(folder, 'left')), { clock: shopClock });
    expect((await store.readOrder(liveScope(), '1041')).claims).toMatchObject([{ state: 'live' }]);
    expect((await store.readOrder(liveScope(), '1042')).claims).toEqual([]);
    const shop = createShop(accountAt(service), { store });
    shop.orders.set('1042', orderOf('1042'));
    await shop.grant('1042');
    expect((await store.readOrder(shop.scope, '1042')).claims).toMatchObject([{ attempt: 1, state: 'live' }]);
    await store.close();
  });
});

describe.skipIf(!isTraced)('P12: a key that was answered', { timeout: 120_000 }, () => {
  it('is in the file as a power cut at that moment leaves it, for one wait for the disk', async () => {
    const alone = trials(30);
    const together = trials(60);
    signer = await startSigner(tracing(join(folder, 'trace')));
    for (let order = 0; order < alone; order += 1) expect((await signer.ask(`alone-${order}`)).status).toBe(200);
    const asked = Array.from({ length: together }, (_, order) => signer!.ask(`together-${order}`));
    for (const response of await Promise.all(asked)) expect(response.status).toBe(200);
    // An answer can arrive before strace has recorded the return of the call that sent it; a kill
    // at that moment would lose the record.
    await expect.poll(() => readSteps().filter(keyOf).length, { timeout: 20_000 }).toBe(alone + together);
    await signer.kill();

    const disk = new LazyDisk();
    const syncs: number[] = [];
    for (const step of readSteps()) {
      disk.take(step);
      const answer = keyOf(step);
      if (!answer) continue;
      const { order = '', authKey } = answer;
      syncs.push(disk.syncs.get(`${DATABASE}-wal`) ?? 0);
      const store = openSqliteStore(disk.leave(DATABASE, join(folder, `left-${syncs.length}`)));
      expect((await store.readOrder(liveScope(), order)).claims).toMatchObject([{ authKey, state: 'live' }]);
      await store.close();
    }
    const waits = (syncs[alone - 1] ?? 0) - (syncs[0] ?? 0);
    console.log(`P12: ${syncs.length} keys, ${waits + 1} waits for the disk for ${alone} asked for one at a time`);
    expect(syncs).toHaveLength(alone + together);
    expect(waits).toBe(alone - 1);
  });
});
