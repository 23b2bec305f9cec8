// @ts-check
/** The static page of `demo/tab`, from a server of static files. Its payment service is in the browser. */
import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';

/** Files by path. */
const FOLDERS = {
  '/shop/florin/': 'dist/browser',
  '/shop/': 'demo/tab/public',
};

/** Serves it on a free port. @returns {Promise<{ url: string, close(): Promise<void> }>} */
export async function serveTab() {
  const app = new Hono();
  app.get('/shop/florin-sandbox-worker.js', serveStatic({ path: 'dist/browser/florin-sandbox-worker.js' }));
  for (const [path, root] of Object.entries(FOLDERS)) {
    app.get(`${path}*`, serveStatic({ root, rewriteRequestPath: (asked) => `/${asked.slice(path.length)}` }));
  }
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  if (!server.listening) await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://localhost:${port}/shop/`,
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
