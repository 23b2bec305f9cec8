/**
 * A real PostgreSQL for tests, from npm packages alone: as root or as a user, on a free loopback port, in a temporary
 * folder. It writes through to the disk (fsync on, synchronous_commit on), so that it can be crashed and must keep what
 * it has acknowledged. Start one for each test file, and take a database of its own for each test:
 *
 *     let server: PostgresServer;
 *     beforeAll(async () => (server = await startPostgres()));
 *     afterAll(() => server.stop());
 *     it('…', async () => open(await server.createDatabase()));
 *
 * Starting takes about a second, a database 50 to 250 ms. Crash a server that has few databases: after a crash PostgreSQL
 * syncs every file of every one. The server also ends, and its folder goes, when the test
 * process is killed.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { childrenOf, haveEnded } from './child-processes.js';
import { findFreePort } from './free-port.js';
import { preparePostgres, type PostgresProgram } from './postgres-program.js';
import { stopWithParent, type Watch } from './stop-with-parent.js';

export interface PostgresServer {
  /** Of the database `postgres`, as the superuser `florin`. */
  readonly url: string;
  /** Creates an empty database and returns its URL. Databases live as long as the server. */
  createDatabase(): Promise<string>;
  /** Sends `kill -9` to the server; resolves when it has exited. */
  crash(): Promise<void>;
  /** Suspends all its processes: connections stay open without answers. */
  silence(): void;
  /** Resumes them after `silence`. */
  wake(): void;
  /** Starts it again after `crash`, on the same port and files. */
  restart(): Promise<void>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

/** Longest start in milliseconds, including recovery after a crash. */
const START_TIMEOUT = 30_000;

/** @throws Error naming what is missing if PostgreSQL cannot run on this machine */
export async function startPostgres(): Promise<PostgresServer> {
  const program = preparePostgres();
  const password = randomUUID();
  try {
    await createCluster(program, password);
    const { port, child } = await startOnFreePort(program);
    return new EmbeddedServer(program, { port, password, child });
  } catch (cause) {
    rmSync(program.folder, { recursive: true, force: true });
    throw new Error(`No PostgreSQL for tests: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

class EmbeddedServer implements PostgresServer {
  readonly url: string;
  readonly #program: PostgresProgram;
  readonly #port: number;
  readonly #watch: Watch;
  #child: ChildProcess;
  #databases = 0;
  #restarting = Promise.resolve();

  constructor(program: PostgresProgram, running: { port: number; password: string; child: ChildProcess }) {
    this.#program = program;
    this.#port = running.port;
    this.#child = running.child;
    this.#watch = stopWithParent(running.child.pid!, program.folder);
    this.url = `postgres://florin:${running.password}@127.0.0.1:${running.port}/postgres`;
  }

  async createDatabase(): Promise<string> {
    const name = `test_${(this.#databases += 1)}`;
    const client = new Client({ connectionString: this.url });
    await client.connect();
    await client.query(`CREATE DATABASE ${name}`);
    await client.end();
    return this.url.replace(/postgres$/, name);
  }

  async crash(): Promise<void> {
    const backends = childrenOf(this.#child.pid!);
    await end(this.#child, 'SIGKILL');
    // The backends exit one by one, and may answer a query before that.
    await haveEnded(backends);
  }

  silence(): void {
    this.#signal('SIGSTOP');
  }

  wake(): void {
    this.#signal('SIGCONT');
  }

  #signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    // The parent first, so that it starts no further processes.
    process.kill(this.#child.pid!, signal);
    for (const backend of childrenOf(this.#child.pid!)) signalIfThere(backend, signal);
  }

  restart(): Promise<void> {
    return (this.#restarting = this.#startAgain());
  }

  async stop(): Promise<void> {
    // A test that timed out may have left it in progress.
    await this.#restarting.catch(() => undefined);
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.wake();
    // Immediate shutdown: the files are deleted anyway, and writing them to the disk would take
    // long after many tests.
    await end(this.#child, 'SIGQUIT');
    this.#watch.end();
    rmSync(this.#program.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #startAgain(): Promise<void> {
    // The backends of a crashed server exit one by one; a new server refuses to start before the
    // last has exited.
    for (const startedAt = Date.now(); ; await new Promise((resolve) => setTimeout(resolve, 100))) {
      try {
        this.#child = await start(this.#program, this.#port);
        this.#watch.follow(this.#child.pid!);
        return;
      } catch (error) {
        if (Date.now() - startedAt > START_TIMEOUT) throw error;
      }
    }
  }
}

/** The process may have exited since it was listed. */
function signalIfThere(id: number, signal: NodeJS.Signals): void {
  try {
    process.kill(id, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function createCluster({ initdb, folder, user }: PostgresProgram, password: string): Promise<void> {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const flags = ['--username=florin', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  // Only the empty cluster is not synced; the server syncs all later writes.
  flags.push('--encoding=UTF8', '--locale=C', '--no-sync', `--pgdata=${join(folder, 'data')}`);
  const child = spawn(initdb, flags, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let problems = '';
  child.stderr.on('data', (chunk) => (problems += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  rmSync(passwordFile);
  if (code !== 0) throw new Error(`initdb failed: ${problems.trim()}`);
}

async function startOnFreePort(program: PostgresProgram): Promise<{ port: number; child: ChildProcess }> {
  for (let tries = 1; ; tries += 1) {
    const port = await findFreePort();
    try {
      return { port, child: await start(program, port) };
    } catch (error) {
      // Another process may take the port meanwhile.
      if (tries === 3) throw error;
    }
  }
}

/** Resolves when the server accepts connections; rejects with its output if it exits first. */
async function start({ postgres, folder, user }: PostgresProgram, port: number): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    fsync: 'on',
    synchronous_commit: 'on',
    lc_messages: 'C',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(postgres, ['-D', join(folder, 'data'), '-p', String(port), ...flags], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`PostgreSQL was not ready after ${START_TIMEOUT / 1000} s: ${output}`));
    }, START_TIMEOUT);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL ended at once: ${output.trim()}`)));
    child.stderr.on('data', (chunk) => {
      output = (output + String(chunk)).slice(-4000);
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('close', () => clearTimeout(timer));
  });
  child.removeAllListeners('exit');
  child.unref();
  return child;
}

async function end(child: ChildProcess, signal: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const hasEnded = once(child, 'exit');
  child.kill(signal);
  await hasEnded;
}
