/** Builds the documentation site and serves its files, with no rules but "the path is the file" and `404.html`. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono, type Context } from 'hono';
import { buildSite, SITE } from '../../tools/site.mjs';

const PORT = Number(process.env['FLORIN_FIRST_PORT'] ?? 20_000);

/** Names a type that hosts know and Hono does not. */
function nameMarkdown(path: string, context: Context): void {
  if (path.endsWith('.md')) context.header('content-type', 'text/markdown; charset=utf-8');
}

export default async function serveSite(): Promise<() => Promise<void>> {
  await buildSite();
  const app = new Hono().use(serveStatic({ root: SITE, onFound: nameMarkdown }));
  app.notFound((context) => context.html(readFileSync(`${SITE}/404.html`, 'utf8'), 404));
  const server = serve({ fetch: app.fetch, port: PORT, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  process.env['FLORIN_SITE'] = `http://127.0.0.1:${PORT}`;
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}
