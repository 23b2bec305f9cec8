// @ts-check
/** The server of the shop: the signer, the orders, and the page that `npm run build` has built. */
import { createServer } from 'node:http';
import express from 'express';
import { createListener, SERVER_LIMITS } from 'florin-server/signer/node';
import { pageHeaders } from './headers.js';
import { addOrder, findOrder } from './orders.js';
import { signer } from './signer.js';

// In `npm run dev` another server has the page, and passes /pay and /api on to this one.
const isDev = process.argv.includes('--dev');
const port = Number(isDev ? process.env.SERVER_PORT : process.env.PORT);
const HEADERS = pageHeaders({ 'trusted-types': 'lit-html{{trusted}}' });
// As for production, Express shows no stack traces.
const app = express().set('env', 'production');
// The signer reads bodies itself: mount it before any body parser, with its whole path.
app.all('/pay/{*path}', createListener(signer));
app.use((_request, response, next) => {
  response.set(HEADERS);
  next();
});
app.post('/api/orders', (_request, response) => void response.status(201).json({ name: addOrder() }));
app.get('/api/orders/:name', (request, response) => {
  // Here you decide who may see an order.
  const order = findOrder(request.params.name);
  response.set('cache-control', 'no-store');
  response.status(order ? 200 : 404).json(order ?? { error: 'There is no such order.' });
});
app.use(express.static('dist'));
app.get('/{*path}', (_request, response) => response.sendFile('index.html', { root: 'dist' }));
createServer(SERVER_LIMITS, app).listen(port, process.env.HOST || '127.0.0.1', () =>
  console.log(`${isDev ? 'server' : 'shop'} at http://localhost:${port}/`),
);
