// @ts-check
/** Serves the folder `site`, the files of Florin, the orders, and the signer. The site may also be on a host for static files. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, extname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createListener, SERVER_LIMITS } from 'florin-server/signer/node';
import { pageHeaders } from './headers.js';
import { addOrder, findOrder } from './orders.js';
import { signer } from './signer.js';

const port = Number(process.env.PORT ?? 3000);
const SITE = fileURLToPath(new URL('site/', import.meta.url));
const FLORIN = dirname(fileURLToPath(import.meta.resolve('florin/florin.js')));
const HEADERS = pageHeaders();
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
  const safe = posix.normalize(`/${path.replaceAll('\\', '/')}`);
  return safe.startsWith('/florin/') ? join(FLORIN, safe.slice('/florin'.length)) : join(SITE, safe);
};

const server = createServer(SERVER_LIMITS, (request, response) => {
  // Not `new URL`, which throws for some addresses, such as `//`.
  const [path = ''] = (request.url ?? '').split('?', 1);
  if (path.startsWith('/pay/')) return pay(request, response);
  /** @param {number} status @param {unknown} value */
  const answer = (status, value) =>
    response
      .writeHead(status, { ...HEADERS, 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(value));
  if (path === '/api/orders' && request.method === 'POST') return answer(201, { order: addOrder() });
  if (path.startsWith('/api/orders/')) {
    // Here you decide who may see an order.
    const order = findOrder(path.slice('/api/orders/'.length));
    return answer(order ? 200 : 404, order ?? { error: 'no such order' });
  }
  const file = fileOf(path);
  readFile(file).then(
    (bytes) =>
      response
        .writeHead(200, { ...HEADERS, 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
        .end(bytes),
    () => answer(404, { error: 'not found' }),
  );
});
server.listen(port, process.env.HOST || '127.0.0.1', () => console.log(`shop at http://localhost:${port}/`));
