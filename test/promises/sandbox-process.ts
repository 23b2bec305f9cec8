/** Starts `test/bench/sandbox-process.mjs`: a sandbox in a process of its own, with options that JSON can contain. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { StartSandboxOptions } from '../../src/sandbox/node/start-sandbox.js';
import { waitForOutput } from '../support/process-output.js';

const PROGRAM = fileURLToPath(new URL('../bench/sandbox-process.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/sandbox/node/index.js', import.meta.url));

/** A running process. */
export interface SandboxChild {
  readonly url: string;
  readonly child: ChildProcess;
  /** The output of both streams so far. */
  output(): string;
  /** Resident memory after a collection, in MiB. The flag `--expose-gc` is needed. */
  memory(): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Additions to the command line. */
export interface ChildOptions {
  /** A program that runs Node: `strace …`. */
  readonly before?: readonly string[];
  /** Options of Node. */
  readonly flags?: readonly string[];
}

/** Starts a sandbox and waits until it is ready. */
export async function startSandboxChild(
  options: StartSandboxOptions,
  { before = [], flags = [] }: ChildOptions = {},
): Promise<SandboxChild> {
  if (!existsSync(BUILT)) throw new Error('dist/sandbox is missing: run `npm run build` first');
  const [program = '', ...args] = [...before, process.execPath, ...flags, PROGRAM];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'close');
  // Stays open: the child ends when its standard input does, also when this process is killed.
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(options)}\n`);
  const [, url = ''] = await waitForOutput(child, /^ready (\S+)$/m);
  return {
    url,
    child,
    output: () => output,
    async memory() {
      const before = output.length;
      child.kill('SIGUSR2');
      const read = () => /"event":"memory","rssMiB":([\d.]+)/.exec(output.slice(before))?.[1];
      await expect.poll(read, { timeout: 20_000, interval: 20 }).toBeDefined();
      return Number(read());
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

/**
 * MiB by which a round of work makes the process grow. A leak grows in every round, what an allocator keeps does not: a
 * round that grew by the limit or more is followed by up to two others, and the smallest growth counts.
 */
export async function growth(running: SandboxChild, limit: number, round: () => Promise<void>): Promise<number> {
  let smallest = Infinity;
  for (let rounds = 0; rounds < 3 && smallest >= limit; rounds += 1) {
    const before = await running.memory();
    await round();
    smallest = Math.min(smallest, (await running.memory()) - before);
  }
  return smallest;
}

/** The running sandbox for the helpers of test/sandbox. */
export function serviceAt(url: string) {
  const service = { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) };
  return service as import('../sandbox/service-under-test.js').ServiceUnderTest;
}
