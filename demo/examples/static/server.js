// @ts-check
/** Serves the folder `site`, the files of Florin, the orders, and the signer. The site may also be on a host for static files. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createListener, SERVER_LIMITS } from 'florin-server/signer/node';
import { addOrder, findOrder } from './orders.js';
import { signer } from './signer.js';

const port = Number(process.env.PORT ?? 3000);
const SITE = fileURLToPath(new URL('site/', import.meta.url));
const FLORIN = dirname(fileURLToPath(import.meta.resolve('florin/florin.js')));
/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const pay = createListener(signer);

/** @param {string} path */
const fileOf = (path) => {
  if (path === '/' || path.startsWith('/orders/')) return join(SITE, 'index.html');
  // `normalize` cannot climb above the slash with which a path begins.
  const safe = normalize(path);
  return safe.startsWith('/florin/') ? join(FLORIN, safe.slice('/florin'.length)) : join(SITE, safe);
};

const server = createServer(SERVER_LIMITS, (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  /** @param {number} status @param {unknown} value */
  const answer = (status, value) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(value));
  if (pathname.startsWith('/pay/')) return pay(request, response);
  if (pathname === '/api/orders' && request.method === 'POST') return answer(201, { order: addOrder() });
  if (pathname.startsWith('/api/orders/')) {
    const order = findOrder(pathname.slice('/api/orders/'.length));
    return answer(order ? 200 : 404, order ?? { error: 'no such order' });
  }
  const file = fileOf(pathname);
  readFile(file).then(
    (bytes) =>
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes),
    () => answer(404, { error: 'not found' }),
  );
});
server.listen(port, () => console.log(`shop at http://localhost:${port}/`));
