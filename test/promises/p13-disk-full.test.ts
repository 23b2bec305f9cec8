/**
 * P13: with a full disk the sandbox refuses calls, keeps what it has acknowledged, and works again
 * when there is space. A limit of the file size (`prlimit` of util-linux) simulates the full disk:
 * a write then fails in the same way.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RestCaller, type Json } from '../sandbox/rest-caller.js';
import { serviceAt, startSandboxChild } from './sandbox-process.js';
import { createChance, report, trials } from './trials.js';

/** Limits the file size in bytes; the process ignores the signal that comes with it. */
function limitFiles(pid: number, bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  if (status !== 0) throw new Error(String(stderr));
}

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
if (!hasPrlimit) console.log('P13 is skipped: there is no prlimit (util-linux)');

describe.skipIf(!hasPrlimit)('P13: a full disk', () => {
  it('refuses calls, loses nothing, and works again afterwards', async () => {
    const chance = createChance();
    const moments = trials(20);
    const folder = mkdtempSync(join(tmpdir(), 'florin-p13-'));
    const database = join(folder, 'sandbox.sqlite');
    const running = await startSandboxChild({ database }, { before: ['sh', '-c', `trap '' XFSZ; exec "$@"`, 'sh'] });
    const pid = running.child.pid ?? 0;
    const caller = new RestCaller(serviceAt(running.url));
    const acknowledged: string[] = [];
    let refused = 0;
    for (let moment = 0; moment < moments; moment += 1) {
      limitFiles(pid, statSync(`${database}-wal`).size + chance.whole(0, 150_000));
      for (let tries = 0; tries < 200; tries += 1) {
        const answers: Json[] = await Promise.all([caller.process(), caller.process(), caller.process()]);
        const failed = answers.filter(({ APIResponse }) => APIResponse.ResponseCode !== 0);
        for (const { APIResponse, TxnResp } of answers)
          if (APIResponse.ResponseCode === 0) acknowledged.push(TxnResp.TxnNumber);
        expect(failed.map(({ APIResponse }) => APIResponse.ResponseCode)).toEqual(failed.map(() => 999));
        refused += failed.length;
        if (failed.length > 0) break;
      }
      limitFiles(pid, 'unlimited');
      acknowledged.push((await caller.made()).TxnNumber);
    }
    let lost = 0;
    for (const txnNumber of acknowledged) if ((await caller.get(txnNumber)).APIResponse.ResponseCode !== 0) lost += 1;
    await running.stop();
    const again = await startSandboxChild({ database });
    const { TxnRespList } = await new RestCaller(serviceAt(again.url)).search();
    await again.stop();
    rmSync(folder, { recursive: true });
    const kept = new Set((TxnRespList as readonly Json[]).map(({ TxnNumber }) => TxnNumber));
    lost += acknowledged.filter((txnNumber) => !kept.has(txnNumber)).length;
    report('P13', chance, { moments, acknowledged: acknowledged.length, refused, lost });
    expect(lost).toBe(0);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(refused).toBeGreaterThanOrEqual(moments);
  }, 120_000);
});
