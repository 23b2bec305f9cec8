/** The programs of Florin in the chaos run: the sandbox and the sidecars. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnFlorin } from '../cli/florin-process.js';
import type { Chance } from '../promises/trials.js';
import { findFreePort } from '../support/free-port.js';
import { waitForOutput } from '../support/process-output.js';

/** A signer's clock is at most so far from the machine's, in milliseconds: two of them up to ten minutes apart. */
const MOST_SKEW = 5 * 60_000;

/** Preloaded by a sidecar: its clock is off. */
const SKEW = `
const Real = Date;
const skew = Number(process.env.CHAOS_SKEW);
globalThis.Date = class Date extends Real {
  constructor(...parts) { super(...(parts.length > 0 ? parts : [Real.now() + skew])); }
  static now() { return Real.now() + skew; }
};
`;

/** A process that can be killed, suspended and started again, at the same address and on the same data. */
export interface Target {
  readonly name: string;
  readonly url: string;
  /** Sends `kill -9` at once; resolves when the process has exited. */
  kill(): Promise<void>;
  /** Resolves when it can be called. */
  start(): Promise<void>;
  suspend(): void;
  resume(): void;
}

/** Called when a process ends that nobody has killed. */
type Surprise = (what: string) => void;

export async function startSandboxTarget(folder: string, settings: object, surprise: Surprise): Promise<Target> {
  const port = await findFreePort();
  const config = join(folder, 'sandbox.json');
  writeFileSync(config, JSON.stringify({ settings }));
  const args = ['sandbox', '--port', String(port), '--database', join(folder, 'sandbox.sqlite'), '--config', config];
  return startTarget('sandbox', { port, log: join(folder, 'sandbox.log'), surprise, spawn: () => spawnFlorin(args) });
}

interface SignerStart {
  readonly name: string;
  readonly folder: string;
  readonly config: string;
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  readonly chance: Chance;
  readonly surprise: Surprise;
}

/** Each start has another clock. */
export async function startSignerTarget(options: SignerStart): Promise<Target> {
  const { name, folder, config, port, env, chance, surprise } = options;
  const preload = join(folder, `clock-${name}.mjs`);
  writeFileSync(preload, SKEW);
  const spawn = () => {
    // A planted fault has options of its own.
    const options = `${process.env['NODE_OPTIONS'] ?? ''} --import ${preload}`;
    const skew = { CHAOS_SKEW: String(chance.whole(-MOST_SKEW, MOST_SKEW)), NODE_OPTIONS: options };
    return spawnFlorin(['signer', '--config', config], folder, { ...env, ...skew });
  };
  return startTarget(name, { port, log: join(folder, `signer-${name}.log`), surprise, spawn });
}

interface TargetOptions {
  readonly port: number;
  readonly log: string;
  readonly surprise: Surprise;
  readonly spawn: () => ChildProcess;
}

async function startTarget(name: string, { port, log, surprise, spawn }: TargetOptions): Promise<Target> {
  let child: ChildProcess;
  let killed: ChildProcess | undefined;
  /** Like a supervisor, tries again if it ends by itself. */
  const start = async (tries = 3): Promise<void> => {
    const started = spawn();
    child = started;
    started.stderr?.on('data', (chunk) => appendFileSync(log, String(chunk)));
    started.once('exit', (code) => killed !== started && surprise(`${name} ended by itself with ${code}`));
    await waitForOutput(started, /ready at (\S+)\n/).catch((error: unknown) => {
      if (tries === 1) throw error;
      return start(tries - 1);
    });
  };
  await start();
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    async kill() {
      killed = child;
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    start: () => start(),
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
  };
}
