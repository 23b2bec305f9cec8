/** The guide's worker, bundled and run by workerd, over real HTTP. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { build, type Rolldown } from 'vite';
import { expect } from 'vitest';
import { describeMount, type Mounted } from './conformance.js';
import { besideThis, readMount, writeFolder } from './guide.js';

async function bundle(folder: string): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'warn',
    resolve: { conditions: ['workerd', 'worker', 'import', 'default'] },
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: join(folder, 'worker.ts'), formats: ['es'], fileName: 'worker' },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = built[0]?.output ?? [];
  const code = chunk?.type === 'chunk' ? chunk.code : '';
  // Nothing of Node is needed: `florin-server/signer` is for every runtime that has fetch.
  expect(code).not.toMatch(/\bfrom\s*["']node:|\brequire\(\s*["']node:/);
  return code;
}

async function startWorker(serviceUrl: string): Promise<Mounted> {
  const folder = writeFolder({
    'worker.ts': readMount('worker.ts'),
    'shop.ts': `export * from '${besideThis('shop.ts')}';`,
  });
  const script = await bundle(folder);
  rmSync(folder, { recursive: true });
  const worker = new Miniflare({
    modules: true,
    script,
    bindings: { SERVICE_URL: serviceUrl },
    compatibilityDate: '2025-10-01',
    host: '127.0.0.1',
    port: 0,
    cf: false,
  });
  const { origin } = await worker.ready;
  return { url: origin, close: () => worker.dispose() };
}

describeMount('a worker', startWorker, (address) => ({ 'cf-connecting-ip': address }));
