/** The guide's servers on Node, over real HTTP. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { describeMount, type Mounted } from './conformance.js';
import { besideThis, readMount, writeFolder } from './guide.js';

/** Imports the guide's file, which starts to listen, beside a `signer.ts` of the test's shop. */
async function startMount(name: string, serviceUrl: string): Promise<Mounted> {
  const folder = writeFolder({
    [name]: readMount(name),
    'signer.ts': `
      import { createSigner } from '${besideThis('../../../src/signer/index.ts')}';
      import { openStore, shopOptions } from '${besideThis('shop.ts')}';
      const env = { SERVICE_URL: '${serviceUrl}' };
      export const signer = createSigner({ ...shopOptions(env), store: openStore(env) });
    `,
  });
  process.env['PORT'] = '0';
  const { server } = (await import(/* @vite-ignore */ join(folder, name))) as { server: Server };
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

for (const host of ['node', 'express', 'fastify', 'hono']) {
  describeMount(host, (serviceUrl) => startMount(`${host}.ts`, serviceUrl));
}
