/** Runs the built command as a child process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { waitForOutput } from '../support/process-output.js';

/** The command that package.json's `bin` names. A planted fault needs the command in separate modules. */
const BUILT = process.env['FLORIN_FAULT_FILE'] ? '../../dist/cli/florin.js' : '../../dist/bin/florin.js';
const COMMAND = fileURLToPath(new URL(BUILT, import.meta.url));

/** Starts `florin`. `env` is added to the environment of the tests. */
export function spawnFlorin(
  args: readonly string[],
  cwd?: string,
  env: NodeJS.ProcessEnv = {},
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  if (!existsSync(COMMAND)) throw new Error('The built command is missing: run `npm run build` first');
  return spawn(process.execPath, [COMMAND, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  });
}

/** Exit code and output of a finished command. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Waits for the end of a command. */
export async function waitForEnd(child: ChildProcess): Promise<CommandResult> {
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
  /** Sends a signal, SIGTERM by default, and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<CommandResult>;
}

/** Starts `florin sandbox` and waits until it is ready. */
export async function startSandboxProcess(args: readonly string[], cwd?: string): Promise<SandboxProcess> {
  const child = spawnFlorin(['sandbox', ...args], cwd);
  const ended = waitForEnd(child);
  const [, url = ''] = await waitForOutput(child, /^sandbox ready at (\S+)\n/);
  return {
    child,
    url,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
