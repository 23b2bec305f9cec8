/**
 * A real Redis for tests, on a free loopback port, without files. Uses an installed `redis-server`; on Debian as root it
 * installs the package by itself. Elsewhere the tests that need it are skipped, with the reason printed, and with CI=true
 * they fail instead:
 *
 *     describe.skipIf(!hasRedis())('…', () => {
 *       let redis: RedisServer;
 *       beforeAll(async () => (redis = await startRedis()));
 *       afterAll(() => redis.stop());
 *     });
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProgram } from './debian-program.js';
import { findFreePort } from './free-port.js';
import { stopWithParent } from './stop-with-parent.js';

export interface RedisServer {
  /** `redis://127.0.0.1:…` */
  readonly url: string;
  /** Sends `kill -9`: all its data is lost. */
  crash(): Promise<void>;
  /** Starts it again after `crash`, empty, on the same port. */
  restart(): Promise<void>;
  /** Suspends it: connections stay open without answers until `resume`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
}

/** Whether the program is there. @throws Error instead of false when CI=true */
export const hasRedis = (): boolean => hasProgram('redis-server', 'redis-server');

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-redis-'));
  const { port, child: first } = await startOnFreePort(folder);
  let child = first;
  const watch = stopWithParent(child.pid!, folder);
  return {
    url: `redis://127.0.0.1:${port}`,
    crash: () => end(child, 'SIGKILL'),
    async restart() {
      child = await start(port, folder);
      watch.follow(child.pid!);
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async stop() {
      await end(child, 'SIGKILL');
      watch.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startOnFreePort(folder: string): Promise<{ port: number; child: ChildProcess }> {
  for (let tries = 1; ; tries += 1) {
    const port = await findFreePort();
    try {
      return { port, child: await start(port, folder) };
    } catch (error) {
      // Another process may take the port meanwhile.
      if (tries === 3) throw error;
    }
  }
}

/** Resolves when it accepts connections. */
async function start(port: number, folder: string): Promise<ChildProcess> {
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', flags, { stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Redis ended at once: ${output.trim()}`)));
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('Ready to accept connections')) resolve();
    });
  });
  child.removeAllListeners('exit');
  child.unref();
  return child;
}

async function end(child: ChildProcess, signal: 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const hasEnded = once(child, 'exit');
  child.kill(signal);
  await hasEnded;
}
