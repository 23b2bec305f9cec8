/**
 * P12: power loss, as far as one machine can show it: no answer is sent before the write-ahead log
 * with its transaction was synced. `strace` (Debian) records the order of both system calls.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RestCaller } from '../sandbox/rest-caller.js';
import { serviceAt, startSandboxChild } from './sandbox-process.js';
import { trials } from './trials.js';

const CLIENTS = 8;
const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
if (!canTrace) console.log('P12 is skipped: there is no strace here, or it may not trace');

describe.skipIf(!canTrace)('P12: an answer is never ahead of the disk', () => {
  it('in any order of writes, syncs and answers', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-p12-'));
    const trace = join(folder, 'trace');
    const calls = trials(400);
    // Only the main thread, where SQLite runs and answers are sent: with several threads strace may
    // write a call in two parts.
    const before = [
      'strace',
      '-D',
      '-y',
      '-s',
      '2000',
      '-o',
      trace,
      '-e',
      'trace=pwrite64,fdatasync,fsync,write,writev,sendto',
    ];
    const running = await startSandboxChild({ database: join(folder, 'sandbox.sqlite') }, { before });
    const caller = new RestCaller(serviceAt(running.url));
    let left = calls;
    const client = async (): Promise<void> => {
      while (left > 0) {
        left -= 2;
        await caller.made();
        await caller.submit(await caller.key());
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await running.stop();
    const seen = { writes: 0, syncs: 0, answers: 0, early: 0 };
    let isSynced = true;
    for (const line of readFileSync(trace, 'utf8').split('\n')) {
      if (/\bpwrite64\(\d+<[^>]*-wal>/.test(line)) {
        seen.writes += 1;
        isSynced = false;
      } else if (/\bf(data)?sync\(\d+<[^>]*-wal>\)/.test(line)) {
        seen.syncs += 1;
        isSynced = true;
      } else if (/\b(write|writev|sendto)\(\d+<(TCP|socket):.*\\"(TxnNumber|ResultKey|AuthKey)\\":\\"/.test(line)) {
        seen.answers += 1;
        if (!isSynced) seen.early += 1;
      }
    }
    rmSync(folder, { recursive: true });
    console.log(
      `P12 (no seed): ${Object.entries(seen)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}`,
    );
    expect(seen.early).toBe(0);
    expect(seen.answers).toBeGreaterThanOrEqual(calls);
    expect(seen.syncs).toBeGreaterThan(calls / CLIENTS / 2);
  }, 120_000);
});
