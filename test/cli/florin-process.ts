/** The built command as a child process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What package.json's `bin` names. A planted fault is in one module: it needs them apart. */
const BUILT = process.env['FLORIN_FAULT_FILE'] ? '../../dist/cli/florin.js' : '../../dist/bin/florin.js';
const COMMAND = fileURLToPath(new URL(BUILT, import.meta.url));

/** Starts `florin` with arguments, and environment variables besides those of the tests. */
export function spawnFlorin(args: readonly string[], cwd?: string, env: NodeJS.ProcessEnv = {}): ChildProcess {
  if (!existsSync(COMMAND)) throw new Error('The built command is missing: run `npm run build` first');
  return spawn(process.execPath, [COMMAND, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** What a finished command said. */
export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Waits for the end of a command. */
export async function waitForEnd(child: ChildProcess): Promise<Said> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => (out += String(chunk)));
  child.stderr?.on('data', (chunk) => (err += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** A sandbox in a process of its own. */
export interface SandboxProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** Ends it as an operator does, or at once, and waits for it. */
  stop(signal?: NodeJS.Signals): Promise<Said>;
}

/** Starts `florin sandbox` and waits until it is ready. */
export async function startSandboxProcess(args: readonly string[], cwd?: string): Promise<SandboxProcess> {
  const child = spawnFlorin(['sandbox', ...args], cwd);
  const ended = waitForEnd(child);
  const ready = new Promise<string>((resolve) => {
    let seen = '';
    child.stdout?.on('data', (chunk) => {
      seen += String(chunk);
      const url = /^sandbox ready at (\S+)\n/.exec(seen)?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([
    ready,
    ended.then(({ code, err }) => Promise.reject(new Error(`the sandbox ended with ${code}: ${err}`))),
  ]);
  return {
    child,
    url,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
