/** The guide's Durable Object, bundled and run by workerd, over real HTTP. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorker, startWorkerd } from '../worker/workerd.js';
import { describeMount, type Mounted } from './conformance.js';
import { besideThis, readMount, writeFolder } from './guide.js';

async function startWorker(serviceUrl: string): Promise<Mounted> {
  const folder = writeFolder({
    'worker.ts': readMount('worker.ts'),
    'shop.ts': `export * from '${besideThis('shop.ts')}';`,
  });
  const script = await bundleWorker(join(folder, 'worker.ts'));
  rmSync(folder, { recursive: true });
  const worker = startWorkerd({ script, bindings: { SERVICE_URL: serviceUrl } });
  const { origin } = await worker.ready;
  return { url: origin, close: () => worker.dispose() };
}

describeMount('a Durable Object', startWorker, (address) => ({ 'cf-connecting-ip': address }));
