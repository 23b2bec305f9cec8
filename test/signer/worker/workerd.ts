/** Bundles a Worker as `wrangler` does, and runs it in workerd. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { build, type Rolldown } from 'vite';
import { expect } from 'vitest';

/** @param entry path of the Worker's module */
export async function bundleWorker(entry: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['workerd', 'worker', 'import', 'default'] },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry, formats: ['es'], fileName: 'worker' },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = built[0]?.output ?? [];
  const code = chunk?.type === 'chunk' ? chunk.code : '';
  // Nothing of Node is needed: the signer is for every runtime that has fetch.
  expect(code).not.toMatch(/\bfrom\s*["']node:|\brequire\(\s*["']node:/);
  return code;
}

export interface WorkerOptions {
  readonly script: string;
  readonly bindings: Readonly<Record<string, string | number>>;
  /** The folder of the objects' databases; in memory if undefined. */
  readonly folder?: string;
}

/** Options of Miniflare. The class of the objects is `ShopObject`. */
const optionsOf = ({ script, bindings, folder }: WorkerOptions) => ({
  modules: true,
  script,
  bindings: { ...bindings },
  durableObjects: { OBJECTS: { className: 'ShopObject', useSQLite: true } },
  ...(folder !== undefined && { durableObjectsPersist: folder }),
  compatibilityDate: '2025-10-01',
});

/** Starts workerd on a free port. */
export function startWorkerd(options: WorkerOptions): Miniflare {
  return new Miniflare({ host: '127.0.0.1', port: 0, cf: false, ...optionsOf(options) } as MiniflareOptions);
}

/** A Worker that can be killed. */
export interface KillableWorker {
  readonly url: string;
  /** `kill -9`: nothing in it runs to its end. */
  kill(): Promise<void>;
}

/** Starts workerd in a group of processes of its own. */
export async function startKillable(options: WorkerOptions): Promise<KillableWorker> {
  const script = fileURLToPath(new URL('run-workerd.mjs', import.meta.url));
  const child = spawn(process.execPath, [script], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(optionsOf(options)));
  const closed = once(child, 'close');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url: line,
    async kill() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await closed;
    },
  };
}
