/** A plain static file server. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** A running server. */
export interface StaticSite {
  /** Without a slash at its end. */
  readonly url: string;
  /** Requests that the server got, such as `GET /index.html`. */
  readonly requests: string[];
  close(): Promise<void>;
}

/**
 * Serves folders on a free port of localhost.
 * @param mounts folders and files by path, such as `{ '/': 'demo/tab', '/florin/': 'dist/browser' }`; the longest path wins
 */
export async function serveFolders(mounts: Readonly<Record<string, string>>): Promise<StaticSite> {
  const requests: string[] = [];
  const paths = Object.keys(mounts).sort((one, other) => other.length - one.length);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    requests.push(`${request.method} ${pathname}`);
    const mount = paths.find((path) => pathname.startsWith(path));
    const name = pathname.slice(mount?.length);
    const source = mounts[mount ?? ''] ?? '';
    const file = name === '' && !mount?.endsWith('/') ? source : join(source, name.replace(/(^|\/)$/, '$1index.html'));
    const isFile = mount !== undefined && !name.includes('..') && existsSync(file) && statSync(file).isFile();
    if (!isFile) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    if (request.method !== 'GET') return void response.writeHead(405).end();
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
