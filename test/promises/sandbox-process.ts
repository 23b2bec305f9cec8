/** Starts `test/bench/sandbox-process.mjs`: a sandbox in a process of its own that can be given any plain option. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StartSandboxOptions } from '../../src/sandbox/node/start-sandbox.js';

const PROGRAM = fileURLToPath(new URL('../bench/sandbox-process.mjs', import.meta.url));
const BUILT = fileURLToPath(new URL('../../dist/sandbox/node/index.js', import.meta.url));

/** A running process. */
export interface SandboxChild {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has said so far on both streams. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** How a process is started. */
export interface ChildOptions {
  /** Another program in front of it: `strace …`. */
  readonly before?: readonly string[];
  /** Of Node. */
  readonly flags?: readonly string[];
}

/** Starts one. */
export async function startSandboxChild(
  options: StartSandboxOptions,
  { before = [], flags = [] }: ChildOptions = {},
): Promise<SandboxChild> {
  if (!existsSync(BUILT)) throw new Error('dist/sandbox is missing: run `npm run build` first');
  const [program = '', ...args] = [...before, process.execPath, ...flags, PROGRAM];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'close');
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const url = /^ready (\S+)$/m.exec(said)?.[1];
      if (url) resolve(url);
    });
  });
  // Left open: the process ends with it, however this one ends.
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(options)}\n`);
  const url = await Promise.race([
    ready,
    ended.then(([code]) => Promise.reject(new Error(`the sandbox ended with ${String(code)}: ${said}`))),
  ]);
  return {
    url,
    child,
    output: () => said,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}

/** As the callers of test/sandbox want it. */
export function serviceAt(url: string) {
  const service = { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) };
  return service as import('../sandbox/service-under-test.js').ServiceUnderTest;
}
