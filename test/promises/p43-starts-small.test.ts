/**
 * P43, without a clock: the command as it is built holds less memory than is promised, and its start costs the processor
 * no more than so many starts of Node itself. The promised milliseconds are measured by `node test/bench/start.mjs`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const STARTS = 4;
const IDLE_LIMIT_MIB = 80;
/** Measured: six to eight of them; 16 before the command was built into few files. */
const STARTS_OF_NODE = 12;
/** Inside the tree, where packages are found. */
const FOLDER = join(process.cwd(), 'test-results', `p43-${process.pid}`);
const COMMAND = join(FOLDER, 'florin.js');
const SERVER =
  "require('http').createServer((_, answer) => answer.end()).listen(0, function () { console.log('ready at http://127.0.0.1:' + this.address().port) })";
/** Only Linux says it of another process in a file. */
const CAN_MEASURE = existsSync('/proc/self/status');

interface Measured {
  /** Of the processor's time until the first answer, in hundredths of a second, of all starts together. */
  readonly ticks: number;
  readonly idleMib: number;
}

/** Time in user and system mode, in ticks of a hundredth of a second. */
function ticksOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function residentMibOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

async function measure(args: readonly string[]): Promise<Measured> {
  // What a planted fault, a debugger or a coverage tool adds to Node would be measured as well.
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
  const ended = once(child, 'close');
  try {
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        said += String(chunk);
        const found = /ready at (\S+)\n/.exec(said)?.[1];
        if (found) resolve(found);
      });
      void ended.then(() => reject(new Error('It ended before it was ready')));
    });
    await (await fetch(`${url}/webapi/v3/status`)).arrayBuffer();
    const ticks = ticksOf(child);
    await sleep(500);
    return { ticks, idleMib: residentMibOf(child) };
  } finally {
    child.kill();
    await ended;
  }
}

async function measureAll(args: readonly string[]): Promise<Measured> {
  const all: Measured[] = [];
  for (let index = 0; index < STARTS; index += 1) all.push(await measure(args));
  return {
    ticks: all.reduce((sum, { ticks }) => sum + ticks, 0),
    idleMib: Math.max(...all.map(({ idleMib }) => idleMib)),
  };
}

describe.runIf(CAN_MEASURE)('P43: the sandbox starts at once and stays small', { timeout: 120_000 }, () => {
  let sandbox: Measured;
  let node: Measured;

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    // From the sources, and not what lies in dist: it would be as old as the last build, and a fault would not be in it.
    await build({ configFile: 'vite.cli.config.ts', logLevel: 'error', build: { outDir: FOLDER } });
    sandbox = await measureAll([COMMAND, 'sandbox', '--port', '0', '--database', ':memory:']);
    node = await measureAll(['-e', SERVER]);
  }, 120_000);
  afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

  it('holds less than is promised when nobody calls', () => {
    console.log(`P43: idle ${sandbox.idleMib.toFixed(1)} MiB, Node itself ${node.idleMib.toFixed(1)} MiB`);
    expect(sandbox.idleMib).toBeLessThan(IDLE_LIMIT_MIB);
  });

  it('takes the processor for a few starts of Node', () => {
    console.log(
      `P43: ${(sandbox.ticks * 10) / STARTS} ms of the processor to the first answer, Node itself ${(node.ticks * 10) / STARTS} ms`,
    );
    expect(sandbox.ticks).toBeLessThan(node.ticks * STARTS_OF_NODE);
  });
});
